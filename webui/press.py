"""Pages are printed once: between two builds the law does not change, so neither does what shows it.

A view that is :func:`kept` runs once for each address and language; its bytes are then kept, compressed,
and answered with a strong ETag of their content. The press holds a bounded number of bytes and lets
go of what was not asked for longest.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, wraps
from operator import itemgetter
from threading import Lock
from typing import Final, ParamSpec

import brotli
from flask import Response, g, make_response, request

from webui.styles import styles_used

Arguments = ParamSpec("Arguments")
Key = tuple[str, ...]
"""What tells two prints apart: the path asked for, the form, the language of the page, what counts of the query."""

CAPACITY: Final = 64 * 1024 * 1024
"""Bytes kept per process; every page of the sitemap in three languages, packed both ways, takes 44 million."""

CODINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "br": partial(brotli.compress, quality=10),  # 15 % less than gzip; one more takes three times as long for 2 %
    "gzip": partial(gzip.compress, mtime=0),
}
"""How a print is packed (RFC 9110, section 8.4.1), the tightest first; browsers take the first over https alone."""

IDENTITY: Final = "identity"
"""The coding of what is not packed."""

AT_ONCE: Final[Mapping[str, Callable[[bytes], bytes]]] = {**CODINGS, "br": partial(brotli.compress, quality=5)}
"""The same for what is sent once, where what packing takes is waited for."""

WORTH_PACKING: Final = 800
"""Bytes below which compressing costs more than it saves."""

HANDED: Final = "kb.handed"
"""Where a request's environment holds the bytes of a kept answer, for :mod:`webui.counter`."""

REVALIDATE: Final = "no-cache"
"""Keep it, but ask each time whether it is current; the answer to that is a 304 without a body."""


@dataclass(frozen=True, slots=True)
class Print:
    """The bytes of an answer as they are held, the tag of their content, and the styles that stand in it.

    What others will ask for is held packed (``coding``), and unpacked for whoever takes nothing packed. ``codings`` are
    the ways to pack it, none where it is not worth it; by those that it is not held in, it is packed when first asked.
    """

    body: bytes
    coding: str
    tag: str
    content_type: str
    cache_control: str
    styles: Sequence[str] = ()
    codings: Mapping[str, Callable[[bytes], bytes]] = field(default_factory=dict)
    _others: dict[str, bytes] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """What it takes at most to keep it, in bytes: no other form is larger than the one it is held in."""
        return len(self.body) * max(1, len(self.codings))

    def answer(self, *, to_all: bool = False) -> Response:
        """The response for the request at hand: packed where the browser takes it, 304 where it has it already.
        ``to_all`` says that whoever asks the same is given the same from now on (:mod:`webui.counter`)."""
        coding = taken(self.codings)
        body = self._form(coding)
        response = Response(body, content_type=self.content_type)
        response.headers["Cache-Control"] = self.cache_control
        response.vary.update(("Accept-Encoding", "Accept-Language", "Cookie"))
        if coding != IDENTITY:
            response.content_encoding = coding
        response.set_etag(self.tag if coding == IDENTITY else f"{self.tag}-{coding}")
        g.styles = self.styles
        if to_all and (coding == self.coding or coding in self._others):
            request.environ[HANDED] = body
        response.make_conditional(request)
        return response

    def _form(self, coding: str) -> bytes:
        if coding == self.coding:
            return self.body
        if coding in self._others:
            return self._others[coding]
        plain = self.body if self.coding == IDENTITY else gzip.decompress(self.body)
        return plain if coding == IDENTITY else self._others.setdefault(coding, self.codings[coding](plain))


def taken(codings: Iterable[str]) -> str:
    """The coding that the request at hand likes best; of equal ones, the first."""
    weighed = [(request.accept_encodings.quality(coding), coding) for coding in codings]
    return max((each for each in weighed if each[0] > 0), key=itemgetter(0), default=(0, IDENTITY))[1]


def printed(response: Response, *, once: bool = False) -> Print:
    """The print of a response that a view made; ``once`` is for one that only the request at hand is given."""
    plain = response.get_data()
    codings = {} if len(plain) < WORTH_PACKING else AT_ONCE if once else CODINGS
    coding = IDENTITY if once or not codings else "gzip"
    return Print(
        plain if coding == IDENTITY else codings[coding](plain),
        coding,
        hashlib.sha256(plain).hexdigest()[:24],
        response.content_type or "application/octet-stream",
        response.headers.get("Cache-Control", REVALIDATE),
        styles_used(),
        codings,
    )


class Press:
    """The prints at hand, most recently asked for last."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._prints: OrderedDict[Key, Print] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._prints)

    def find(self, key: Key) -> Print | None:
        """The print kept for this key, if it still is."""
        with self._lock:
            if key not in self._prints:
                return None
            self._prints.move_to_end(key)
            return self._prints[key]

    def keep(self, key: Key, page: Print) -> None:
        """Keep a print, and let go of the oldest until all fit."""
        with self._lock:
            if key in self._prints:
                self._size -= self._prints.pop(key).size
            self._prints[key] = page
            self._size += page.size
            while self._size > self._capacity:
                self._size -= self._prints.popitem(last=False)[1].size


def nothing_said() -> Mapping[str, str]:
    """What counts of the query of most kept pages: nothing."""
    return {}


def kept(
    press: Callable[[], Press], said: Callable[[], Mapping[str, str]] = nothing_said
) -> Callable[..., Callable[Arguments, Response]]:
    """Decorate a view whose answer depends on nothing but the path, its form, the language of the page, and what
    ``said`` takes from the query (a few known values: whatever else stands there must not reach the page).

    Only full answers are kept: an error or a redirect is made anew each time.
    """

    def decorate(view: Callable[Arguments, Response | str]) -> Callable[Arguments, Response]:
        @wraps(view)
        def once(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Response:
            g.said = said()
            key = (request.path, g.get("form", ""), g.tongue.code, *g.said.values())
            page = press().find(key)
            if page is None:
                response = make_response(view(*args, **kwargs))
                if response.status_code != 200:
                    return response
                page = printed(response)
                press().keep(key, page)
            return page.answer(to_all=True)

        return once

    return decorate

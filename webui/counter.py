"""The counter in front of the press: what was printed for a request is handed to the next one that asks the same.

A kept page (:mod:`webui.press`) depends on its address, a few headers and the language cookie, and on nothing else.
Its whole answer is remembered under these exactly as they were sent, and given again before Flask is asked: most of
the time of a kept page is spent on finding out that it is kept. Whatever is not that plain goes to the application:
other methods, ranges, more than one ETag, answers that set a cookie or vary by more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from webui.press import HANDED

CAPACITY: Final = 4096
"""Answers that are remembered; their bytes are those that the press keeps."""

ASKED: Final = (
    "wsgi.url_scheme",
    "HTTP_HOST",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_ACCEPT",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_ACCEPT_LANGUAGE",
)
"""What a kept answer may depend on, beside the language cookie."""

VARIES: Final = frozenset({"accept", "accept-encoding", "accept-language", "cookie"})
"""The headers that an answer may vary by to be remembered."""

LONGEST: Final = 1000
"""Characters of all that was asked: what nobody asks twice is not remembered."""

_OF_A_BODY: Final = frozenset({"content-type", "content-length", "content-encoding"})

Headers = Sequence[tuple[str, str]]
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """An answer as it is given: its headers, and its bytes; ``tag`` is its ETag as a client sends it back."""

    headers: Headers
    body: bytes
    tag: str

    def given(self, known: str | None, start_response: StartResponse) -> Iterable[bytes]:
        """Give it; to a client that has these very bytes, only say so."""
        if known is None:
            start_response("200 OK", list(self.headers))
            return (self.body,)
        start_response("304 NOT MODIFIED", [(name, value) for name, value in self.headers if _brief(name)])
        return ()


class Counter:
    """A WSGI application that answers what ``application`` would, and asks it only once for each kept answer."""

    def __init__(self, application: WSGIApplication, language_cookie: str, capacity: int = CAPACITY) -> None:
        self._application = application
        self._language = re.compile(rf"(?:^|;)\s*{re.escape(language_cookie)}=([^;]*)")
        self._capacity = capacity
        self._slips: dict[Key, Slip] = {}

    def __len__(self) -> int:
        return len(self._slips)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        if environ["REQUEST_METHOD"] != "GET" or "HTTP_RANGE" in environ or "HTTP_IF_MODIFIED_SINCE" in environ:
            return self._application(environ, start_response)
        cookies = environ.get("HTTP_COOKIE")
        language = self._language.search(cookies) if cookies else None
        key = (*(environ.get(name, "") for name in ASKED), language[1] if language else "")
        slip = self._slips.get(key)
        known = environ.get("HTTP_IF_NONE_MATCH")
        if slip is not None and known in {None, slip.tag}:
            return slip.given(known, start_response)
        return self._application(environ, self._noting(key, environ, start_response))

    def _noting(self, key: Key, environ: WSGIEnvironment, start_response: StartResponse) -> StartResponse:
        """``start_response``, which also remembers the answer where it may be given again."""

        def started(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            body = environ.get(HANDED)
            if body is not None and status.startswith("200") and sum(map(len, key)) <= LONGEST and _plain(headers):
                tag = next((value for name, value in headers if name.lower() == "etag"), "")
                self._remember(key, Slip(tuple(headers), body, tag))
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        return started

    def _remember(self, key: Key, slip: Slip) -> None:
        while len(self._slips) >= self._capacity:
            self._slips.pop(next(iter(self._slips)), None)  # the oldest; another thread may have been faster
        self._slips[key] = slip


def _plain(headers: Headers) -> bool:
    """Whether an answer depends on nothing but what it is remembered under, and does nothing but be read."""
    for name, value in headers:
        lowered = name.lower()
        if lowered == "set-cookie" or (lowered == "vary" and not {*re.split(r"[\s,]+", value.lower())} <= VARIES):
            return False
    return True


def _brief(name: str) -> bool:
    return name.lower() not in _OF_A_BODY

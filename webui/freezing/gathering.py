"""Everything that the site answers, asked for once: what the corpus says that there is, and all that pages link to.

The site itself is asked, through Flask's test client: what a host of files will serve is what the live site answers,
and a page that is added there is here too. Frozen-Flask asks in the same way, but writes each address to one path, so
that ``/da-1997/54`` would have to be a file and a folder at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from flask import Flask

from kb import links
from kb.address import LAST_LAW, Address
from kb.corpus import Corpus
from kb.errors import WrongCall
from webui.files import FILES, asset
from webui.freezing.places import PAGE, Whereabouts
from webui.freezing.splicing import Attributes, tags
from webui.relations import forms

LEFT_OUT: Final = frozenset({"api", "embed", "healthz", "oembed", "suggest"})
"""First steps of what needs a server that thinks: the interface for programs, the script that asks it, suggestions."""

ANSWERED: Final = frozenset({"r", "search"})
"""First steps of what the browser answers by itself there."""

FILTERED: Final = frozenset({"terms", "situations"})
"""Lists that a page narrows by itself, by the words behind ``?q=``."""

_FOR_ALL: Final = ("/robots.txt", "/sitemap.xml", "/opensearch.xml", "/manifest.webmanifest")
"""What programs ask for by name; taken where the site has it."""

Report = Callable[[int, int], None]
"""Told how many addresses were asked for, and how many are known."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the site answered: the status, the type, the bytes; ``onward`` is where a redirect leads,
    ``policy`` what the page allows itself."""

    status: int
    media_type: str
    content_type: str
    body: bytes
    onward: str | None = None
    policy: str = ""


@dataclass
class Gathered:
    """All answers by address, and what pages link to that is not there: the link, with a page that has it."""

    told: dict[str, Told] = field(default_factory=dict)
    astray: dict[str, str] = field(default_factory=dict)

    def landing(self, address: str) -> str | None:
        """Where an address leads in the end, behind all redirects; None where nothing was answered."""
        for _ in range(4):
            told = self.told.get(address)
            if told is None or told.onward is None:
                return None if told is None else address
            address = told.onward
        return None


def gather(app: Flask, corpus: Corpus, at: Whereabouts, made: Mapping[str, Told], report: Report) -> Gathered:
    """Ask the site for everything. ``made`` is what only a site of files has, by address."""
    client = app.test_client(use_cookies=False)
    gathered = Gathered(dict(made))
    waiting: deque[tuple[str, str]] = deque((address, "") for address in dict.fromkeys(_known(corpus)))
    asked = {*made, *(address for address, _ in waiting)}
    while waiting:
        address, page = waiting.popleft()
        response = client.get(address, base_url=at.root, headers={"Accept-Language": at.language})
        onward = response.headers.get("Location")
        told = Told(
            status=response.status_code,
            media_type=response.mimetype or "",
            content_type=response.content_type or "",
            body=response.get_data(),
            onward=None if onward is None else at.address(onward, address),
            policy=response.headers.get("Content-Security-Policy", ""),
        )
        if not _wanted(told, page):
            if page:
                gathered.astray[address] = page
            continue
        gathered.told[address] = told
        for found in _linked(told, address, at):
            if found not in asked and not left_out(found):
                asked.add(found)
                waiting.append((found, address))
        report(len(gathered.told), len(asked))
    return gathered


def left_out(address: str) -> bool:
    """Whether an address is none of a site of files: a question with words of its own, or one for a server.

    >>> left_out("/search?q=claim"), left_out("/da-1997/54"), left_out("/terms?q=dummy"), left_out("/terms?by=da")
    (True, False, True, False)
    """
    path, _, query = address.partition("?")
    word = path[1:].partition("/")[0].partition(".")[0]
    keys = {pair.partition("=")[0] for pair in query.split("&")}
    return word in LEFT_OUT | ANSWERED or "hl" in keys or (word in FILTERED and "q" in keys)


def named(said: Attributes) -> Iterator[tuple[str, str]]:
    """The attributes of a tag that name an address, and what they say."""
    for name, value in said.items():
        of_script = name.startswith("data-") and value.startswith("/") and name not in IDENTITIES
        if name in NAMING or of_script or (name == "content" and _of_meta(said)):
            yield name, value


NAMING: Final = frozenset({"href", "src", "action", "cite"})
"""Attributes that name an address, in whatever tag."""

IDENTITIES: Final = frozenset({"data-copy", "data-here", "data-report"})
"""Attributes of which scripts make an address: they know the places of the books, and ask ``static/ways.js``."""


def _of_meta(said: Attributes) -> bool:
    return said.get("property", said.get("name", "")) in {"og:url", "og:image", "twitter:image"}


def _linked(told: Told, address: str, at: Whereabouts) -> Iterable[str]:
    if told.onward is not None:
        yield told.onward
    if told.media_type != PAGE or told.onward is not None:
        return
    for _, said in tags(told.body.decode()):
        for _, value in named(said):
            found = None if value.startswith("#") else at.address(value, address)
            if found is not None:
                yield found
    yield from _other_forms(told, address)


def _other_forms(told: Told, address: str) -> Iterator[str]:
    """The other forms of a page that was found; a page that its query names has none of its own here."""
    if "?" in address or told.status != 200:
        return
    try:
        link = links.read(address)
    except WrongCall:
        return
    if not link.suffix:
        yield from (links.with_suffix(address, form) for form in forms(link) if form != "html")


def _wanted(told: Told, page: str) -> bool:
    """Pages and files; and pages that say what is not there, where the corpus names them."""
    if told.onward is not None or told.status == 200:
        return True
    return not page and told.media_type == PAGE and told.status in {404, 410}


def _known(corpus: Corpus) -> Iterator[str]:
    """What there is, as the corpus knows it: laws that a book lacks included, since a page says where they stand."""
    yield links.start()
    defaults = {book.id: language for language, book in corpus.default_books.items()}
    places: dict[str, dict[Address, None]] = {book_id: {} for book_id in corpus.books}
    for book_id, address in (*_ledger(corpus), *_provisions(corpus)):
        places.setdefault(book_id, {})[address] = None
    for book_id, addresses in places.items():
        yield links.book(book_id)
        if book_id in defaults:
            yield links.in_language(defaults[book_id])
        for address in addresses:
            yield links.unit(book_id, address)
            if book_id in defaults:
                yield links.in_language(defaults[book_id], address)
    yield from (links.page(word) for word in ("about", "bookmarks", "compare", "keys", "map", "situations", "terms"))
    yield from _ranges(corpus)
    yield from _FOR_ALL
    yield from map(asset, FILES)


def _provisions(corpus: Corpus) -> Iterator[tuple[str, Address]]:
    for book in corpus.books.values():
        yield from ((book.id, Address(number)) for number in range(1, LAST_LAW + 1))
        yield from ((book.id, address) for address in book.units)


def _ranges(corpus: Corpus) -> Iterator[str]:
    """Siblings that a text cites as one, from the first to the last."""
    for references in corpus.references.values():
        for reference in references:
            ends = [target.address for target in reference.targets if target.book is not None]
            if reference.kind == "range" and len(ends) > 1 and ends[0].parent == ends[-1].parent:
                yield links.span(str(reference.targets[0].book), ends[0], ends[-1])


def _ledger(corpus: Corpus) -> Iterator[tuple[str, Address]]:
    """Addresses that were published once and have been withdrawn."""
    yield from corpus.withdrawn

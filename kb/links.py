"""Our addresses as URLs: the only place that makes them, and the only one that reads them back.

Paths begin at the site's root and are made of a book and an :class:`~kb.address.Address`, or of a fixed word;
:func:`absolute` puts the site's own address (``KB_BASE_URL``) before one. Nothing here knows which books or
provisions exist: ``/da-1997/54/Z`` is a well-formed address of nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from kb import address as addresses
from kb.address import Address
from kb.errors import WrongCall

SUFFIXES = ("json", "txt", "md", "xml", "html")
"""The same page for machines (and, said aloud, for people)."""

WORDS = (
    "about",
    "api",
    "bookmarks",
    "compare",
    "embed",
    "healthz",
    "keys",
    "map",
    "oembed",
    "offline",
    "print",
    "r",
    "report",
    "search",
    "situations",
    "static",
    "suggest",
    "terms",
)
"""First steps of a path that are pages of their own; a book id has a hyphen and a language two or three letters."""

Kind = Literal["start", "book", "unit", "range", "language", "compare", "word", "short"]

_BOOK = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]+)+")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_RANGE = re.compile(r"([A-Za-z0-9]{1,5})-([A-Za-z0-9]{1,5})")
_SHORT = re.compile(r"[1-9][0-9]?[A-Za-z0-9()]*")


@dataclass(frozen=True, slots=True)
class Link:
    """What a URL of ours names.

    ``kind`` says which of the rest is set: ``book`` (a book), ``unit`` (``book``, ``address``), ``range``
    (``book``, ``address`` to ``last``, siblings), ``language`` (``language``, perhaps ``address``), ``compare``
    (``book`` beside ``other``, perhaps ``address``), ``word`` (``word`` and the ``rest`` of its path), ``short``
    (``word`` is what was said: ``54b2``). ``suffix`` is the form asked for, empty for the page; ``query`` the
    pairs behind ``?``, in order.
    """

    kind: Kind
    book: str | None = None
    other: str | None = None
    language: str | None = None
    address: Address | None = None
    last: Address | None = None
    word: str = ""
    rest: str = ""
    suffix: str = ""
    query: tuple[tuple[str, str], ...] = ()


# --- making --------------------------------------------------------------------------------------------------


def start() -> str:
    """The first page."""
    return "/"


def book(book_id: str) -> str:
    """The contents of a book: ``/da-1997``."""
    return f"/{book_id}"


def unit(book_id: str, address: Address) -> str:
    """The canonical page of a law, provision or note.

    >>> unit("da-1997", addresses.parse("54/B/2")), unit("da-1997", addresses.parse("68/note/1"))
    ('/da-1997/54/B/2', '/da-1997/68/note/1')
    """
    return f"/{book_id}/{address}"


def span(book_id: str, first: Address, last: Address) -> str:
    """Siblings from ``first`` to ``last``: ``/da-1997/70/B-E``, ``/da-1997/12-16``.

    >>> span("da-1997", addresses.parse("70/B"), addresses.parse("70/E"))
    '/da-1997/70/B-E'
    """
    end = last.labels[-1] if last.labels else str(last.law)
    return f"/{book_id}/{first}-{end}"


def in_language(language: str, address: Address | None = None) -> str:
    """The same in the default book of a language, by redirect: ``/da/54/B/2``."""
    return f"/{language}" if address is None else f"/{language}/{address}"


def compare(left: str, right: str, address: Address | None = None, *, differences: bool = False, row: str = "") -> str:
    """Two books side by side; without an address, the overview.

    The address is one of the left book, or of the right one where the left has no such provision. ``differences``
    leaves out the rows that say the same, ``row`` is the mark of one row on the page.

    >>> compare("da-1997", "nl-2017"), compare("da-1997", "nl-2017", addresses.parse("54"), differences=True)
    ('/compare/da-1997/nl-2017', '/compare/da-1997/nl-2017/54?only=differences')
    """
    place = f"/compare/{left}/{right}" if address is None else f"/compare/{left}/{right}/{address}"
    return place + _query(("only", "differences" if differences else "")) + (f"#{quote(row)}" if row else "")


def resolver(query: str, *, language: str = "", book: str = "", at: str = "") -> str:
    """Where a citation leads; ``at`` (``from=``) is the address it is read from, for relative ones.

    >>> resolver("§54B2", language="da")
    '/r?q=%C2%A754B2&lang=da'
    """
    return "/r" + _query(("q", query), ("lang", language), ("book", book), ("from", at))


def short(address: Address) -> str:
    """The spoken form, same as the resolver: ``/54b2``.

    >>> short(addresses.parse("54/B/2"))
    '/54b2'
    """
    return "/" + quote(address.compact.lower())


def search(  # noqa: PLR0913 - each is a part of the query, and named where it is used
    query: str = "",
    *,
    language: str = "",
    books: Collection[str] = (),
    parts: Collection[str] = (),
    kinds: Collection[str] = (),
    page: int = 1,
) -> str:
    """Search results, of some ``books``, ``parts`` of them and ``kinds`` of results only. The query is in the
    address; what is marked in a text is not.

    >>> search("etableret kulørsvigt", books=["da-1997"], page=2), search("stik", kinds=["note"])
    ('/search?q=etableret+kul%C3%B8rsvigt&book=da-1997&page=2', '/search?q=stik&kind=note')
    """
    narrow = (("book", books), ("part", parts), ("kind", kinds))
    chosen = [(key, value) for key, values in narrow for value in values]
    return "/search" + _query(("q", query), ("lang", language), *chosen, ("page", str(page) if page > 1 else ""))


def suggest() -> str:
    """What begins as somebody types it (``?q=``), for scripts."""
    return "/suggest"


def terms(concept: str = "", *, words: str = "", by: str = "") -> str:
    """The concepts of the game, or one of them: ``/terms/revoke``. ``words`` filters the list, ``by`` is the
    language in whose order it stands.

    >>> terms("revoke"), terms(words="kulør", by="da")
    ('/terms/revoke', '/terms?q=kul%C3%B8r&by=da')
    """
    return _word("terms", concept) + _query(("q", words), ("by", by))


def situations(slug: str = "", *, words: str = "") -> str:
    """What happens at a table, or one such thing: ``/situations/revoke-established``. ``words`` filters the list.

    >>> situations(words="revoke")
    '/situations?q=revoke'
    """
    return _word("situations", slug) + _query(("q", words))


def map_of(book_id: str = "") -> str:
    """The cross-references of a book as a drawing and a table; without one, of the book in the reader's language.

    >>> map_of("da-1997")
    '/map/da-1997'
    """
    return _word("map", book_id)


def whole(book_id: str) -> str:
    """All that a book holds on one page, to be printed: a word before the book, because whatever stands behind a book
    is an address in it.

    >>> whole("da-1997")
    '/print/da-1997'
    """
    return _word("print", book_id)


def report(book_id: str = "", address: Address | None = None) -> str:
    """A text that reports an error in a law, provision or note, ready to be sent; without one, where to ask for it
    (``?at=``).

    >>> report("da-1997", addresses.parse("64/A/2"))
    '/report?at=da-1997%2F64%2FA%2F2'
    """
    return "/report" + _query(("at", f"{book_id}/{address}" if book_id else ""))


def page(word: str) -> str:
    """A page that is one of the fixed words: ``/about``, ``/map``, ``/healthz``."""
    if word not in WORDS:
        raise WrongCall("link-unreadable", text=word[:80])
    return f"/{word}"


def api(rest: str) -> str:
    """An address of the programming interface: ``/api/v1/find-refs``."""
    return f"/api/v1/{rest}"


def embed(rest: str = "") -> str:
    """The script that links citations in pages of others, and what belongs to it: ``/embed/lawlinks.js``."""
    return f"/embed/{rest}" if rest else "/embed"


def oembed(url: str, form: str = "") -> str:
    """What a page of another site shows in place of a link to ``url``, by oEmbed; ``form`` is json or xml.

    >>> oembed("/da-1997/54", "xml")
    '/oembed?url=%2Fda-1997%2F54&format=xml'
    """
    return "/oembed" + _query(("url", url), ("format", form))


def with_suffix(path: str, suffix: str) -> str:
    """The same page in another form; the start page has none.

    >>> with_suffix("/search?q=dummy", "json"), with_suffix("/da-1997/54", "md")
    ('/search.json?q=dummy', '/da-1997/54.md')
    """
    if suffix not in SUFFIXES:
        raise WrongCall("link-unreadable", text=suffix[:80])
    head, mark, tail = path.partition("?")
    return f"{head}.{suffix}{mark}{tail}"


def absolute(base: str, path: str) -> str:
    """The path behind the site's own address, which may have a path itself; unchanged where ``base`` is empty.

    >>> absolute("https://laws.example/bridge/", "/da-1997/54")
    'https://laws.example/bridge/da-1997/54'
    """
    return base.rstrip("/") + path


# --- reading -------------------------------------------------------------------------------------------------


def read(url: str, base: str = "") -> Link:
    """What a URL of ours names; ``url`` is a path, or a whole address that begins with ``base``.

    Raises :class:`WrongCall` (``link-unreadable``) where it is none of ours. Case is kept as it came: whether
    ``54/b/2`` means ``54/B/2`` depends on what exists, and is the resolver's affair.

    >>> read("/da-1997/70/B-E.json").last, read("/compare/da-1997/nl-2017/54").other
    (Address(law=70, labels=('E',), note=None), 'nl-2017')
    """
    root = base.rstrip("/")
    path = url[len(root) :] if root and url.startswith(root + "/") else url
    try:
        parts = urlsplit(path)
    except ValueError:
        raise _unreadable(url) from None
    if parts.scheme or parts.netloc or not parts.path.startswith("/"):
        raise _unreadable(url)
    query = tuple(parse_qsl(parts.query, keep_blank_values=True))
    steps = [unquote(step) for step in parts.path[1:].split("/")]
    suffix = ""
    head, dot, tail = steps[-1].rpartition(".")
    if dot and head and tail in SUFFIXES:
        steps[-1], suffix = head, tail
    return _read_steps(steps, suffix, query, url)


def _read_steps(steps: list[str], suffix: str, query: tuple[tuple[str, str], ...], url: str) -> Link:
    first, rest = steps[0], steps[1:]
    if not first and not rest:
        return Link("start", query=query)
    if first == "compare" and len(rest) >= 2 and all(map(_BOOK.fullmatch, rest[:2])):
        address = _address(rest[2:], url) if rest[2:] else None
        return Link("compare", rest[0], rest[1], address=address, suffix=suffix, query=query)
    if first in WORDS:
        return Link("word", word=first, rest="/".join(rest), suffix=suffix, query=query)
    if _BOOK.fullmatch(first):
        return _read_book(first, rest, suffix, query, url)
    if _LANGUAGE.fullmatch(first):
        address = _address(rest, url) if rest else None
        return Link("language", language=first, address=address, suffix=suffix, query=query)
    if not rest and _SHORT.fullmatch(first):
        return Link("short", word=first, suffix=suffix, query=query)
    raise _unreadable(url)


def _read_book(book_id: str, rest: list[str], suffix: str, query: tuple[tuple[str, str], ...], url: str) -> Link:
    if not rest:
        return Link("book", book_id, suffix=suffix, query=query)
    if ends := _RANGE.fullmatch(rest[-1]):
        first, last = (_address([*rest[:-1], end], url) for end in ends.groups())
        if not first < last:
            raise _unreadable(url)
        return Link("range", book_id, address=first, last=last, suffix=suffix, query=query)
    return Link("unit", book_id, address=_address(rest, url), suffix=suffix, query=query)


def _address(steps: list[str], url: str) -> Address:
    try:
        return addresses.parse("/".join(steps))
    except WrongCall:
        raise _unreadable(url) from None


def _unreadable(url: str) -> WrongCall:
    return WrongCall("link-unreadable", text=url[:80])


def _word(word: str, rest: str) -> str:
    return f"/{word}/{quote(rest, safe='')}" if rest else f"/{word}"


def _query(*pairs: tuple[str, str]) -> str:
    said = [(key, value) for key, value in pairs if value]
    return f"?{urlencode(said)}" if said else ""

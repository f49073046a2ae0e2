"""What an address of ours is related to: its one true form, its other forms, its neighbours, the same in other
languages.

The ``Link`` headers (:func:`header`, RFC 8288) and the heads of the pages both say what :func:`relations` finds, so
that neither can know better than the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from kb import links
from kb.address import Address
from kb.book import Book
from kb.links import Link
from webui.pairing import Pairing

if TYPE_CHECKING:
    from webui.shelf import Shelf

MEDIA_TYPES: Final[Mapping[str, str]] = {
    "html": "text/html",
    "json": "application/json",
    "txt": "text/plain",
    "md": "text/markdown",
    "xml": "application/akn+xml",
}
"""The forms in which pages are given out, by suffix, with their media types; the page itself comes first."""

_LAW_TEXT: Final = ("html", "json", "txt", "md", "xml")
_GUIDE: Final = ("html", "json", "txt", "md")
_FORMS: Final[Mapping[str, Sequence[str]]] = {
    "book": _LAW_TEXT,
    "unit": _LAW_TEXT,
    "range": _LAW_TEXT,
    "compare": _GUIDE,
    "terms": _GUIDE,
    "situations": _GUIDE,
    "r": ("html", "json"),
    "short": ("html", "json"),
    "search": ("html", "json"),
}


@dataclass(frozen=True, slots=True)
class Way:
    """One relation of an address: what the other is to it (``canonical``, ``alternate``, ``next``, ``prev``, ``up``),
    its path, and of an alternate its media type, with its language where it is the same in another language."""

    rel: str
    href: str
    media_type: str = ""
    language: str = ""


def forms(link: Link) -> Sequence[str]:
    """The suffixes under which what a link names is given out, the page itself (``html``) first; only that for what
    has no other form.

    >>> forms(links.read("/da-1997/54"))[:2], forms(links.read("/about"))
    (('html', 'json'), ('html',))
    """
    return _FORMS.get(link.word if link.kind == "word" else link.kind, ("html",))


def canonical(link: Link) -> str | None:
    """The one path of what a link names: without suffix or query; None for what its query names, or what only leads
    on to another place.

    >>> canonical(links.read("/da-1997/70/B-E.json")), canonical(links.read("/54b2"))
    ('/da-1997/70/B-E', None)
    """
    if link.kind == "start":
        return links.start()
    if link.word in {"r", "search", "suggest"}:
        return None
    if link.kind == "word":
        return f"{links.page(link.word)}/{quote(link.rest)}" if link.rest else links.page(link.word)
    if link.book is None:
        return None
    if link.kind == "compare" and link.other is not None:
        return links.compare(link.book, link.other, link.address)
    if link.address is None:
        return links.book(link.book)
    return links.unit(link.book, link.address) if link.last is None else links.span(link.book, link.address, link.last)


def relations(shelf: Shelf, link: Link) -> tuple[Way, ...]:
    """All relations of what stands at a link: its canonical path, its other forms, the same in other languages, what
    stands before and behind it, and what it stands in. Paths begin at the root of the site; a link to nothing has
    only what its address itself says."""
    place = canonical(link)
    if place is None:
        return ()
    other_forms = [form for form in forms(link) if form != "html"]
    return (
        Way("canonical", place),
        *(Way("alternate", links.with_suffix(place, form), MEDIA_TYPES[form]) for form in other_forms),
        *_translations(shelf, link),
        *_around(shelf, link),
    )


def header(ways: Iterable[Way], site: str = "") -> str:
    """The value of a ``Link`` header (RFC 8288); ``site`` is the site's own address, where it is known.

    >>> header([Way("up", "/da-1997"), Way("alternate", "/nl-2017/54", "text/html", "nl")])
    '</da-1997>; rel="up", </nl-2017/54>; rel="alternate"; type="text/html"; hreflang="nl"'
    """
    return ", ".join(_written(way, site) for way in ways)


def _written(way: Way, site: str) -> str:
    told = {"rel": way.rel, "type": way.media_type, "hreflang": way.language}
    said = "".join(f'; {name}="{value}"' for name, value in told.items() if value)
    return f"<{links.absolute(site, way.href)}>{said}"


# --- the same in other languages -----------------------------------------------------------------------------


def _translations(shelf: Shelf, link: Link) -> Iterator[Way]:
    """Where another language has the same: the text that is paired with this one, one for each language."""
    corpus = shelf.corpus
    book = corpus.books.get(link.book or "")
    if book is None or link.kind not in {"book", "unit", "range"}:
        return
    for language, other in corpus.default_books.items():
        path = None if language == book.language else _across(shelf.pairing(book.id, other.id), link)
        if path is not None:
            yield Way("alternate", path, MEDIA_TYPES["html"], language)


def _across(pairing: Pairing, link: Link) -> str | None:
    """The path of what is paired with a link's text in the right book of a pairing; None where nothing is."""
    if link.address is None:
        return links.book(pairing.right.id)
    first = counterpart(pairing, link.address)
    last = first if link.last is None else counterpart(pairing, link.last)
    if first is None or last is None:
        return None
    if first == last:
        return links.unit(pairing.right.id, first)
    return links.span(pairing.right.id, first, last) if first.parent == last.parent and first < last else None


def counterpart(pairing: Pairing, address: Address) -> Address | None:
    """The unit of the right book whose text is paired with that of the left one at an address: one that says the
    same, else one that has the same subject and another rule. One that says only a part of it is none."""
    rows = [row for row in pairing.rows_at("left", address) if row.right and row.relation in {"same", "changed"}]
    rows.sort(key=lambda row: (row.relation != "same", -row.confidence))
    return rows[0].right[0] if rows else None


# --- before, behind and above --------------------------------------------------------------------------------


def _around(shelf: Shelf, link: Link) -> Iterator[Way]:
    if link.kind == "compare":
        yield from _around_rows(shelf, link)
    elif link.kind == "word":
        yield from _around_entry(shelf, link)
    elif link.kind == "book":
        yield Way("up", links.start())
    elif link.address is not None and link.book is not None and link.book in shelf.corpus.books:
        book = shelf.corpus.book(link.book)
        before, after = neighbours(book, link.address, link.last or link.address)
        if after is not None:
            yield Way("next", links.unit(book.id, after))
        if before is not None:
            yield Way("prev", links.unit(book.id, before))
        yield Way("up", _above(book, link.address))


def neighbours(book: Book, first: Address, last: Address) -> tuple[Address | None, Address | None]:
    """What stands before ``first`` and behind ``last`` in the same unit of a book: law by law, item by item, note by
    note; None at an end, or where the book lacks the unit it is of."""
    if not first.depth:
        return _neighbours([law.address for law in book.laws], first, last)
    beside = list(_siblings(book, first))
    at = {address: position for position, address in enumerate(beside)}
    before = beside[at[first] - 1] if at.get(first, 0) else None
    after = beside[at[last] + 1] if last in at and at[last] + 1 < len(beside) else None
    return before, after


def _neighbours(laws: Sequence[Address], first: Address, last: Address) -> tuple[Address | None, Address | None]:
    return max((law for law in laws if law < first), default=None), min(
        (law for law in laws if last < law), default=None
    )


def _siblings(book: Book, address: Address) -> Iterator[Address]:
    """The units that stand where this one does, itself included."""
    same_law = book.by_number.get(address.law)
    units = () if same_law is None else same_law.provisions if address.note is None else same_law.notes
    return (unit.address for unit in units if unit.address.depth and unit.address.parent == address.parent)


def _above(book: Book, address: Address) -> str:
    """What a unit stands in: the nearest unit above that the book has; a law stands in its book."""
    held = (step for step in reversed(address.ancestors) if book.has(step))
    above = next(held, None)
    return links.book(book.id) if above is None else links.unit(book.id, above)


def _around_rows(shelf: Shelf, link: Link) -> Iterator[Way]:
    """The laws, or the units beside this one in its own book, that the two books have beside each other too."""
    books = (str(link.book), str(link.other))
    if link.address is None or any(book not in shelf.corpus.books for book in books) or books[0] == books[1]:
        yield Way("up", links.page("compare"))
        return
    pairing = shelf.pairing(*books)
    home = pairing.book(pairing.home(link.address) or "left")
    if link.address.depth:
        before, after = neighbours(home, link.address, link.address)
        above = next((step for step in reversed(link.address.ancestors) if home.has(step)), None)
    else:
        before, after = _neighbours([Address(law) for law in pairing.by_law], link.address, link.address)
        above = None
    if after is not None:
        yield Way("next", links.compare(*books, after))
    if before is not None:
        yield Way("prev", links.compare(*books, before))
    yield Way("up", links.compare(*books, above))


def _around_entry(shelf: Shelf, link: Link) -> Iterator[Way]:
    """The entries beside a term or a situation, in the order of their tables."""
    orders: Mapping[str, Sequence[str]] = {
        "compare": (),
        "terms": [term.id for term in shelf.corpus.terms.concepts],
        "situations": [one.slug for one in shelf.corpus.situations],
    }
    order = orders.get(link.word)
    if order is None:
        return
    index = links.page(link.word)
    if link.rest in order:
        at = order.index(link.rest)
        if at + 1 < len(order):
            yield Way("next", f"{index}/{order[at + 1]}")
        if at:
            yield Way("prev", f"{index}/{order[at - 1]}")
    yield Way("up", index if link.rest else links.start())


def plainly(link: Link) -> Link:
    """A link without the form and the query, by which its relations are kept."""
    return replace(link, suffix="", query=())

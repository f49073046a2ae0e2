"""The concordance of a term: where each book speaks of it, what stands beside that, and how it was rendered there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from kb.address import Address
from kb.alignment import Row
from kb.book import Book
from kb.terms import Rendering, renderings
from webui.markup import marked
from webui.pairing import SIDES, Pairing, Side, other, side_of
from webui.rowsigns import row_link
from webui.signposts import Signpost, cited, unit_sign
from webui.wordbook import FIELDS, Wordbook, texts

BEFORE: Final = 70
"""Characters of a text that may stand before the word that is looked for."""
LENGTH: Final = 190
"""Characters of a snippet; a text that is little longer stands whole."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a unit's text with the words for the term marked; ``has`` says that there are any."""

    place: Signpost
    snippet: Markup
    has: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """Excerpts of two books that stand in rows together, and the way to the first of the rows."""

    href: str
    left: Sequence[Excerpt]
    right: Sequence[Excerpt]


@dataclass(frozen=True, slots=True)
class Rendered:
    """How one word of a book was rendered in another, with the places where it was not."""

    left: Book
    right: Book
    rendering: Rendering
    unrendered: Sequence[Signpost]


@dataclass(frozen=True, slots=True)
class Concordance:
    """All places of a term: those with rows first, pair by pair; then those that stand alone, book by book."""

    beside: Sequence[tuple[Pairing, Sequence[Beside]]]
    alone: Sequence[tuple[Book, Sequence[Excerpt]]]


def concordance(wordbook: Wordbook, term: str, pairings: Sequence[Pairing]) -> Concordance:
    """Every unit that speaks of a term, once with each book that has rows with it, or alone."""
    here = {book: set(units) for book, units in wordbook.places.get(term, {}).items()}
    shown: set[tuple[str, Address]] = set()
    beside: list[tuple[Pairing, Sequence[Beside]]] = []
    for pairing in pairings:
        found = list(_beside(wordbook, term, pairing, here, shown))
        if found:
            beside.append((pairing, found))
    alone = [
        (book, [_excerpt(wordbook, book, unit, term) for unit in units])
        for book in wordbook.corpus.books.values()
        if (units := [unit for unit in sorted(here.get(book.id, ())) if (book.id, unit) not in shown])
    ]
    return Concordance(beside, alone)


def _beside(
    wordbook: Wordbook,
    term: str,
    pairing: Pairing,
    here: Mapping[str, Collection[Address]],
    shown: set[tuple[str, Address]],
) -> Iterator[Beside]:
    for ours, rows in pairing.partners("left").items():
        theirs = _across(rows, "left")
        sides = [(pairing.left, ours), (pairing.right, theirs)]
        if any(unit in here.get(book.id, ()) for book, units in sides for unit in units):
            shown |= {(book.id, unit) for book, units in sides for unit in units}
            left, right = ([_excerpt(wordbook, book, unit, term) for unit in units] for book, units in sides)
            yield Beside(row_link(pairing, rows[0]), left, right)


def rendered(wordbook: Wordbook, term: str, pairings: Sequence[Pairing]) -> list[Rendered]:
    """How each word for a term in one book was rendered in another, both ways.

    A text that stands in several rows counts once, with all that stands beside it.
    """
    ways: list[tuple[Pairing, Side]] = [(pairing, side) for pairing in pairings for side in SIDES]
    return [each for pairing, side in ways for each in _rendered(wordbook, term, pairing, side)]


def _rendered(wordbook: Wordbook, term: str, pairing: Pairing, side: Side) -> Iterator[Rendered]:
    book, across = pairing.book(side), pairing.book(other(side))
    rows = list(pairing.partners(side).items())
    pairs = [(_said(book, ours), _said(across, _across(beside, side))) for ours, beside in rows]
    for rendering in renderings(wordbook.index, term, pairs, book.language, across.language):
        places = [
            Signpost(row_link(pairing, beside[0]), cited(wordbook.corpus, book, ours[0]), book.language)
            for ours, beside in (rows[at] for at in rendering.unrendered)
        ]
        yield Rendered(book, across, rendering, places)


def _across(rows: Iterable[Row], side: Side) -> tuple[Address, ...]:
    """The units on the other side of some rows, each once."""
    return tuple(dict.fromkeys(unit for row in rows for unit in side_of(row, other(side))))


def _said(book: Book, units: Iterable[Address]) -> str:
    return "\n".join(text for unit in units for text in texts(book, unit).values())


def _excerpt(wordbook: Wordbook, book: Book, unit: Address, term: str) -> Excerpt:
    """The piece of a unit's first text that has the term, or the beginning of its first text; a heading stands there
    or beside the way, not twice."""
    said, found = texts(book, unit), wordbook.found(book, unit)
    marks = {
        field: [(each.start, each.end) for each in found.get(field, ()) if term in (each.term, *each.also)]
        for field in FIELDS
    }
    first = next((field for field in FIELDS if marks[field]), next(iter(said), None))
    piece = snippet(said[first], marks[first]) if first else Markup()
    place = unit_sign(wordbook.corpus, book, unit)
    return Excerpt(replace(place, more=None) if first == "heading" else place, piece, any(marks.values()))


def snippet(text: str, marks: Sequence[tuple[int, int]]) -> Markup:
    """The piece of a text around the first mark, cut between words, with the marks in it.

    >>> snippet("Den, der begår kulørsvigt, …", [(15, 25)])
    Markup('Den, der begår <mark>kulørsvigt</mark>, …')
    """
    start = _word_at(text, marks[0][0] - BEFORE) if marks and marks[0][0] > BEFORE * 3 // 2 else 0
    whole = len(text) - start <= LENGTH * 4 // 3
    end = len(text) if whole else max(_word_at(text, start + LENGTH), marks[0][1] if marks else 0)
    inside = [(first - start, last - start) for first, last in marks if first >= start and last <= end]
    dots = ("… " if start else "", "" if whole else " …")
    return Markup("{}{}{}").format(dots[0], marked(text[start:end].rstrip(), inside), dots[1])


def _word_at(text: str, place: int) -> int:
    """The beginning of the word at a place or behind it."""
    space = text.find(" ", place)
    return len(text) if space < 0 else space + 1

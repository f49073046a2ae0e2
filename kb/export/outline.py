"""A book, or units of it, as a writer of documents goes through it: laws, what stands in what, and pieces of texts.

Every text comes out of here once and whole: in the pieces of its paragraphs, which are words (perhaps a citation of
ours) and notes at their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.address import Address
from kb.book import Book, Law, Note, Provision
from kb.corpus import Corpus
from kb.errors import NotFound
from kb.references import Field, Reference


@dataclass(frozen=True, slots=True)
class Branch:
    """A provision and what stands in it, in reading order."""

    unit: Provision
    below: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Cutting:
    """What is wanted of one law.

    ``lead`` is the law's own record, None where it has none or where the law is not wanted as a ``whole``. Of
    ``notes``, those that a text of this cutting holds come out with it, at their places; ``loose`` are the others.
    """

    law: Law
    lead: Provision | None
    branches: tuple[Branch, ...]
    notes: tuple[Note, ...]
    loose: tuple[Note, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Words:
    """Words of a text; ``reference`` is the citation that they are, if any."""

    text: str
    reference: Reference | None = None


Piece = Words | Note


def cuttings(book: Book, addresses: Iterable[Address] | None = None) -> tuple[Cutting, ...]:
    """What is wanted, law by law in reading order; everything when no address is named. What stands in another unit
    that is wanted comes with it, once.

    Raises :class:`NotFound` (``provision-unknown``) for an address of nothing.

    >>> from kb import load
    >>> from kb.address import parse
    >>> [cutting] = cuttings(load().books["da-1997"], [parse("70/B"), parse("70/B/1")])
    >>> [str(branch.unit.address) for branch in cutting.branches[0].below]
    ['70/B/1', '70/B/2', '70/B/3']
    """
    if addresses is None:
        return tuple(_cutting(law, [law.address]) for law in book.laws)
    wanted = sorted(set(addresses))
    for address in wanted:
        if not book.has(address):
            raise NotFound("provision-unknown", book=book.id, address=str(address))
    tops = [one for one in wanted if not any(other.contains(one) for other in wanted if other != one)]
    laws = (book.by_number[number] for number in dict.fromkeys(top.law for top in tops))
    return tuple(_cutting(law, [top for top in tops if top.law == law.number]) for law in laws)


def paragraphs(corpus: Corpus, book: Book, unit: Provision | Note, field: Field) -> list[list[Piece]]:
    """The pieces of one of a unit's texts, a list for each paragraph (a line feed divides them). Citations that
    overlap an earlier one stay words; a note inside a citation stands behind it."""
    text = _said(unit, field)
    cited = [one for one in corpus.references.get((book.id, unit.address), ()) if one.field == field]
    notes = _standing(book.by_number[unit.address.law], unit.address) if field == "text" else ()
    result: list[list[Piece]] = []
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        here = [note for note in notes if at <= _place(note, text) <= end]
        result.append(list(_pieces(text, at, end, cited, here)))
        notes = tuple(note for note in notes if note not in here)
        at = end + 1
    return [pieces for pieces in result if pieces]


def _cutting(law: Law, tops: list[Address]) -> Cutting:
    whole = tops == [law.address]
    units = [unit for unit in law.provisions if unit.address.depth and any(top.contains(unit.address) for top in tops)]
    lead = next((unit for unit in law.provisions if whole and not unit.address.depth), None)
    shown = {unit.address for unit in units} | ({lead.address} if lead else set())
    notes = tuple(note for note in law.notes if whole or note.address in tops or note.at in shown)
    loose = tuple(note for note in notes if note.at not in shown)
    return Cutting(law, lead, tuple(_branches(units)), notes, loose, whole)


def _branches(units: list[Provision]) -> Iterator[Branch]:
    """Units in reading order as trees: each holds those behind it that its address contains."""
    at = 0
    while at < len(units):
        top, end = units[at], at + 1
        while end < len(units) and top.address.contains(units[end].address):
            end += 1
        yield Branch(top, tuple(_branches(units[at + 1 : end])))
        at = end


def _standing(law: Law, address: Address) -> tuple[Note, ...]:
    return tuple(sorted((note for note in law.notes if note.at == address), key=lambda note: note.offset or 0))


def _place(note: Note, text: str) -> int:
    return len(text) if note.offset is None else min(note.offset, len(text))


def _said(unit: Provision | Note, field: Field) -> str:
    if field == "text":
        return unit.text
    said = (unit.heading if field == "heading" else unit.closing) if isinstance(unit, Provision) else None
    return said or ""


def _pieces(text: str, start: int, end: int, cited: Iterable[Reference], notes: list[Note]) -> Iterator[Piece]:
    """The pieces of ``text`` from ``start`` to ``end``."""
    at = start
    waiting = list(notes)
    for reference in cited:
        first, last = max(reference.start, start), min(reference.end, end)
        if first < at or last <= first:
            continue
        yield from _plain(text, at, first, [note for note in waiting if _place(note, text) <= first])
        waiting = [note for note in waiting if _place(note, text) > first]
        yield Words(text[first:last], reference)
        at = last
    yield from _plain(text, at, end, waiting)


def _plain(text: str, start: int, end: int, notes: Iterable[Note]) -> Iterator[Piece]:
    at = start
    for note in notes:
        place = max(at, min(_place(note, text), end))
        if place > at:
            yield Words(text[at:place])
        yield note
        at = place
    if end > at:
        yield Words(text[at:end])

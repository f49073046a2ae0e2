"""Citations resolved against books, from where they stand; and their reverses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kb.address import Address
from kb.book import Book, Note, Provision
from kb.citations import Citation, scan
from kb.citations.labels import LEVELS, own_level
from kb.language import Language
from kb.messages import Message

Status = Literal["ok", "outside-corpus", "no-such-provision", "ambiguous", "foreign"]
"""``ok``: stands in the book; ``outside-corpus``: a law these laws have and this corpus lacks;
``no-such-provision``: the law is here and has no such unit; ``ambiguous``: several candidates, or none known
because it is read from where it stands; ``foreign``: another rule book (any number above 93 included)."""

CitationKind = Literal["law", "list", "range", "relative", "self", "note"]
Field = Literal["text", "closing", "heading"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a reference points: an address in a book; ``book`` is None where the language has no book."""

    book: str | None
    address: Address


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that points to provisions.

    ``book`` and ``at`` say in which unit it stands, ``field`` in which of its texts; both are None for a
    citation in foreign text. ``start`` and ``end`` count characters of that text and ``text`` is that slice.
    ``targets`` holds the address as cited, all candidates when ``ambiguous``, nothing when ``foreign``; of a
    range those members that exist, and every law of a range of laws. A note that is not there is targeted as its
    law. Every status but ``ok`` carries a reason; a range of laws that are not all here is ``ok`` and has one too.
    """

    book: str | None
    at: Address | None
    field: Field
    start: int
    end: int
    text: str
    kind: CitationKind
    targets: tuple[Target, ...]
    status: Status
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class _Answer:
    targets: tuple[Target, ...]
    status: Status = "ok"
    reason: Message | None = None


def resolve(
    citations: Iterable[Citation], books: Sequence[Book], at: Address | None = None, *, field: Field = "text"
) -> tuple[Reference, ...]:
    """Where citations lead, in their order. ``books`` are those of the language, the preferred one first: a unit
    is taken from the first that has it. ``at`` is the unit that the text stands in, or is read from; without it,
    what is cited from where it stands is ``ambiguous`` and has no targets.
    """
    return tuple(_resolved(citation, books, at, field) for citation in citations)


def references_of(book: Book, language: Language) -> tuple[Reference, ...]:
    """Every reference of a book, in reading order: headings, texts and closings of provisions, texts of notes."""
    return tuple(
        replace(reference, book=book.id, at=unit.address)
        for unit in book.units.values()
        for field, text in _texts(unit)
        for reference in resolve(scan(text, language), (book,), unit.address, field=field)
    )


def backlinks(references: Iterable[Reference]) -> Mapping[tuple[str, Address], tuple[Reference, ...]]:
    """The references that point at each unit, by its book and address, in their order; units without any are left
    out, and so is what stands in no book."""
    found: dict[tuple[str, Address], list[Reference]] = {}
    for reference in references:
        for target in reference.targets:
            if target.book is not None:
                found.setdefault((target.book, target.address), []).append(reference)
    return {where: tuple(those) for where, those in found.items()}


def _texts(unit: Provision | Note) -> Iterator[tuple[Field, str]]:
    if isinstance(unit, Provision) and unit.heading:
        yield "heading", unit.heading
    yield "text", unit.text
    if isinstance(unit, Provision) and unit.closing:
        yield "closing", unit.closing


def _resolved(citation: Citation, books: Sequence[Book], at: Address | None, field: Field) -> Reference:
    answer = _answer(citation, books, at)
    return Reference(
        None,
        None,
        field,
        citation.start,
        citation.end,
        citation.text,
        citation.kind,
        answer.targets,
        answer.status,
        answer.reason,
    )


def _answer(citation: Citation, books: Sequence[Book], at: Address | None) -> _Answer:
    if citation.foreign is not None:
        return _Answer((), "foreign", citation.foreign)
    if citation.kind in {"relative", "self"}:
        if at is None:
            return _Answer((), "ambiguous", Message("place-unknown", {"text": citation.text}))
        if citation.kind == "self":
            return _one(Address(at.law), books)
        return _relative(citation.labels, books, at)
    if citation.kind == "note":
        return _note(citation.addresses[0], books)
    return _one(citation.addresses[0], books) if len(citation.addresses) == 1 else _range(citation.addresses, books)


def _one(address: Address, books: Sequence[Book]) -> _Answer:
    for book in books:
        found = find(book, address)
        if found is not None:
            return _Answer((Target(book.id, found),))
    return _missing((address,), books)


def find(book: Book, address: Address) -> Address | None:
    """The address of the unit that a book has there, in the book's own case (9A2b(ii) is 9/A/2/b/II); None where
    it has none."""
    if book.has(address):
        return address
    law = book.by_number.get(address.law)
    low = str(address).lower()
    return next((unit.address for unit in law.provisions if str(unit.address).lower() == low), None) if law else None


def _missing(addresses: Sequence[Address], books: Sequence[Book]) -> _Answer:
    """What is said of addresses that no book has."""
    first, last = addresses[0], addresses[-1]
    if not books:
        targets = tuple(Target(None, address) for address in addresses)
        return _Answer(targets, "outside-corpus", Message("language-without-book"))
    book = next((book for book in books if first.law in book.by_number), books[0])
    targets = tuple(Target(book.id, address) for address in addresses)
    laws = first.law if first.law == last.law else f"{first.law}–{last.law}"
    if first.law not in book.by_number:
        return _Answer(targets, "outside-corpus", Message("law-not-here", {"law": laws, "book": book.id}))
    params: dict[str, str | int | float] = {"book": book.id, "law": first.law, "cited": first.compact}
    return _Answer(targets, "no-such-provision", Message("unit-not-here", params))


def _range(addresses: Sequence[Address], books: Sequence[Book]) -> _Answer:
    """Members that exist, and all laws of a range of laws; when none exists, all as cited."""
    here = {address: target for address in addresses if (target := _target(address, books)) is not None}
    if not here:
        return _missing(addresses, books)
    named = [address for address in addresses if address in here or address.depth == 0]
    targets = tuple(here.get(address) or Target(books[0].id, address) for address in named)
    if len(named) == len(here):
        return _Answer(targets)
    held = ", ".join(str(address.law) for address in here)
    params: dict[str, str | int | float] = {
        "first": addresses[0].law,
        "last": addresses[-1].law,
        "book": books[0].id,
        "here": held,
    }
    return _Answer(targets, "ok", Message("range-partly-here", params))


def _target(address: Address, books: Sequence[Book]) -> Target | None:
    found = ((book.id, find(book, address)) for book in books)
    return next((Target(book, there) for book, there in found if there is not None), None)


def _note(address: Address, books: Sequence[Book]) -> _Answer:
    """The note that is cited; its law, with a reason, where there is none."""
    unit = Address(address.law, address.labels)
    for book in books:
        notes = _notes(book, address)
        if len(notes) == 1:
            return _Answer((Target(book.id, notes[0]),))
        if notes:
            reason = Message("note-one-of-several", {"law": unit.compact})
            return _Answer(tuple(Target(book.id, note) for note in notes), "ambiguous", reason)
    answer = _one(unit, books)
    if answer.status != "ok":
        return answer
    reason = Message("note-not-here", {"book": answer.targets[0].book or "", "law": unit.compact})
    return _Answer(answer.targets, "no-such-provision", reason)


def _notes(book: Book, address: Address) -> list[Address]:
    """The notes that may be meant: the one of that number, else those of the unit, footnotes before local rules."""
    law = book.by_number.get(address.law)
    if law is None:
        return []
    if address.note is not None:
        return [note.address for note in law.notes if note.address.note == address.note]
    unit = Address(address.law, address.labels)
    notes = [note for note in law.notes if not address.labels or (note.at is not None and unit.contains(note.at))]
    footnotes = [note for note in notes if note.kind == "footnote"]
    return [note.address for note in footnotes or notes]


def _relative(paths: Sequence[tuple[str, ...]], books: Sequence[Book], at: Address) -> _Answer:
    """Labels read from where they stand: in the unit itself, then in what it stands in, up to the law."""
    for book in books:
        standing = _standing(book, at)
        scopes = (standing, *reversed(standing.ancestors))
        for same_case in (True, False):
            found = [[_below(book, scope, path, same_case=same_case) for path in paths] for scope in scopes]
            nearest = next((units for units in found if units[0] is not None), None)
            if nearest is not None:
                return _Answer(tuple(Target(book.id, unit) for unit in nearest if unit is not None))
    standing = _standing(books[0], at) if books else at
    return _missing([_guess(standing, path) for path in paths], books)


def _standing(book: Book, at: Address) -> Address:
    """The provision from which labels are read: a note's is the one that it stood in, else its law."""
    if at.note is None:
        return at
    unit = book.units.get(at)
    return (unit.at if isinstance(unit, Note) else None) or Address(at.law)


def _below(book: Book, scope: Address, path: tuple[str, ...], *, same_case: bool) -> Address | None:
    address = Address(scope.law, scope.labels + path)
    return (address if book.has(address) else None) if same_case else find(book, address)


def _guess(standing: Address, path: tuple[str, ...]) -> Address:
    """What labels would mean here by the level that they look like, where no book can tell."""
    level = LEVELS.index(own_level(path[0]))
    return Address(standing.law, standing.labels[:level] + path)

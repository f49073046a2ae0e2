"""Where things moved between the editions of the laws, each with its reason: ``corpus/concordance.toml``.

Law numbers are stable across editions; what stands inside them is not. A citation such as ``12C1`` means one thing
in 1997 and another in 2017, so a citation is carried to another edition only through this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from kb.address import LAST_LAW, Address, parse
from kb.book import Book
from kb.errors import BadSource, WrongCall
from kb.messages import Message
from kb.references import find
from kb.tables import read_table

Certainty = Literal["seen", "inferred"]
"""Whether an address was met in a text of its edition, or told by what surrounds it."""

Change = Literal["moved", "divided", "changed", "reworded"]
"""``moved``: it stands elsewhere; ``divided``: one text there is several items here; ``changed``: the rule itself is
another; ``reworded``: only its words are."""


class EditionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an edition treats a subject; nowhere, when both are empty."""

    seen: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()


class SubjectRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One subject as the table has it."""

    change: Change
    name: dict[str, str]
    why: dict[str, str]
    editions: dict[str, EditionRow]
    carries: bool = False


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    subjects: tuple[SubjectRow, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing that the laws treat, its name and the reason (``why``) by language code, and where each edition has
    it (with how certain that is). ``carries`` says that what stands below a unit keeps its labels when it moves."""

    name: Mapping[str, str]
    why: Mapping[str, str]
    change: Change
    places: Mapping[str, tuple[tuple[Address, Certainty], ...]]
    carries: bool = False

    def stands(self, address: Address, edition: str) -> bool:
        """Whether the subject is what an edition treats at an address, or in items that stand directly there."""
        return any(address in {place, place.parent} for place, _ in self.places.get(edition, ()))


@dataclass(frozen=True, slots=True)
class Move:
    """A unit of one edition and where another has the same; ``to_address`` is None where that edition has it
    nowhere. ``subject`` names it and ``why`` gives the reason, by language code."""

    from_edition: str
    from_address: Address
    to_edition: str
    to_address: Address | None
    subject: Mapping[str, str]
    why: Mapping[str, str]
    certainty: Certainty

    def reason(self, language: str = "en") -> Message:
        """What is said of the move, in a language of the table as far as the table speaks (else in English)."""
        params: dict[str, str | int | float] = {
            "subject": _told(self.subject, language),
            "cited": self.from_address.compact,
            "from_edition": self.from_edition,
            "to_edition": self.to_edition,
            "why": _told(self.why, language),
        }
        if self.to_address is None:
            return Message("edition-lacks", params)
        code = "edition-moved" if self.certainty == "seen" else "edition-moved-perhaps"
        return Message(code, {**params, "address": self.to_address.compact})


def _told(words: Mapping[str, str], language: str) -> str:
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


@dataclass(frozen=True, slots=True)
class Concordance:
    """All subjects of the table, in its order."""

    subjects: tuple[Subject, ...]

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that the table knows, in order."""
        return tuple(sorted({edition for subject in self.subjects for edition in subject.places}))

    def moved(self, address: Address, from_edition: str, to_edition: str) -> tuple[Move, ...]:
        """Where a unit of one edition stands in another, by the subjects that name it most exactly; empty where
        the table does not know it to stand elsewhere (as most do not).

        >>> table = read_concordance(EXAMPLE, "example")
        >>> [str(move.to_address) for move in table.moved(parse("16/D/2"), "2007", "1997")]
        ['16/C/2']
        >>> table.moved(parse("16/C/2"), "2017", "1997")
        ()
        >>> print(table.moved(parse("16/D/2"), "2007", "1997")[0].reason())
        withdrawn actions: 16D2 of 2007 is 16C2 of 1997. They moved.
        """
        named = [(unit.depth, subject, unit) for subject, unit in self._naming(address, from_edition)]
        deepest = max((depth for depth, _, _ in named), default=0)
        found: dict[Address | None, Move] = {}
        for depth, subject, unit in named:
            if depth == deepest:
                for move in _moves(subject, unit, address, from_edition, to_edition):
                    found.setdefault(move.to_address, move)
        moves = tuple(found.values())
        return () if any(move.to_address == address for move in moves) else moves

    def from_others(self, address: Address, to_edition: str) -> tuple[Move, ...]:
        """Where a unit that people cite from any other edition stands in this one, the latest edition first.

        >>> table = read_concordance(EXAMPLE, "example")
        >>> [(m.from_edition, str(m.to_address)) for m in table.from_others(parse("16/D"), "1997")]
        [('2007', '16/C')]
        """
        others = [edition for edition in reversed(self.editions) if edition != to_edition]
        return tuple(move for edition in others for move in self.moved(address, edition, to_edition))

    def changed(self, left: Address, left_edition: str, right: Address, right_edition: str) -> Subject | None:
        """The subject whose rule is known to be another in the right edition than in the left one, for two units
        that stand for it there (a unit whose items are named stands for them); None where none is known.

        >>> read_concordance(EXAMPLE, "example").changed(parse("16/C"), "1997", parse("16/C"), "2017")
        """
        for subject in self.subjects:
            if (
                subject.change == "changed"
                and subject.stands(left, left_edition)
                and subject.stands(right, right_edition)
            ):
                return subject
        return None

    def _naming(self, address: Address, edition: str) -> Iterator[tuple[Subject, Address]]:
        for subject in self.subjects:
            for unit, _ in subject.places.get(edition, ()):
                if unit.contains(address):
                    yield subject, unit


EXAMPLE = """
[[subjects]]
change = "moved"
carries = true
name = {en = "withdrawn actions"}
why = {en = "They moved."}
[subjects.editions]
1997 = {seen = ["16/C"]}
2007 = {seen = ["16/D"]}
2017 = {seen = ["16/C"]}
"""
"""A table with one subject, to show its form."""


def read_concordance(text: str, name: str) -> Concordance:
    """Read the table; ``name`` is how an error calls it.

    Raises :class:`BadSource` where it cannot be read (``table-unreadable``) or has an address that is none
    (``concordance-address``).
    """
    return Concordance(tuple(_subject(row, name) for row in read_table(text, _Table, name).subjects))


def check(concordance: Concordance, books: Iterable[Book]) -> tuple[Message, ...]:
    """What the table says and the books at hand do not bear out, in the order of the table; nothing is raised.

    ``concordance-not-there`` (or ``-not-borne-out``, for an inferred address): the law is in the book, the provision
    is not. ``concordance-unchecked``: the book lacks the law. ``concordance-no-law``: no edition has such a law.
    ``concordance-edition``: the table knows nothing of the edition of a book.
    """
    found = [
        Message("concordance-no-law", {"address": address.compact, "edition": edition})
        for subject in concordance.subjects
        for edition, places in subject.places.items()
        for address, _ in places
        if address.law > LAST_LAW
    ]
    for book in books:
        if book.edition not in concordance.editions:
            found.append(Message("concordance-edition", {"book": book.id, "edition": book.edition}))
        for subject in concordance.subjects:
            for address, certainty in subject.places.get(book.edition, ()):
                code = _doubt(book, address, certainty)
                if code is not None:
                    params = {"address": address.compact, "book": book.id, "edition": book.edition}
                    found.append(Message(code, {**params, "subject": _told(subject.name, "en")}))
    return tuple(found)


def _doubt(book: Book, address: Address, certainty: Certainty) -> str | None:
    """Why a book does not bear out that an address is in it, None where it does."""
    if address.law not in book.by_number:
        return "concordance-unchecked"
    if find(book, address) is not None:
        return None
    return "concordance-not-there" if certainty == "seen" else "concordance-not-borne-out"


def _subject(row: SubjectRow, name: str) -> Subject:
    places = {edition: _places(place, name) for edition, place in row.editions.items()}
    return Subject(row.name, row.why, row.change, places, row.carries)


def _places(row: EditionRow, name: str) -> tuple[tuple[Address, Certainty], ...]:
    seen: list[tuple[Address, Certainty]] = [(_address(text, name), "seen") for text in row.seen]
    inferred: list[tuple[Address, Certainty]] = [(_address(text, name), "inferred") for text in row.inferred]
    return (*seen, *inferred)


def _address(text: str, name: str) -> Address:
    try:
        return parse(text)
    except WrongCall as problem:
        raise BadSource("concordance-address", name=name, text=text[:80]) from problem


def _moves(subject: Subject, unit: Address, address: Address, from_edition: str, to_edition: str) -> Iterator[Move]:
    """The moves of an address that stands in ``unit``, to all places that the subject has in the other edition."""
    if to_edition not in subject.places:
        return
    told = dict(subject.places[from_edition])[unit]
    below = address.labels[len(unit.labels) :]
    places: Iterable[tuple[Address | None, Certainty]] = subject.places[to_edition] or ((None, "seen"),)
    for place, certainty in places:
        exact = not below or subject.carries
        there = Address(place.law, place.labels + below) if place is not None and subject.carries else place
        sure: Certainty = "seen" if exact and told == certainty == "seen" else "inferred"
        yield Move(from_edition, address, to_edition, there, subject.name, subject.why, sure)

"""Two books side by side: their rows, found by law and by unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from kb.address import Address
from kb.alignment import Relation, Row
from kb.book import Book

Side = Literal["left", "right"]
SIDES: Final[tuple[Side, Side]] = ("left", "right")


def other(side: Side) -> Side:
    """The side across."""
    return "right" if side == "left" else "left"


def side_of(row: Row, side: Side) -> tuple[Address, ...]:
    """The addresses of one side of a row."""
    return row.left if side == "left" else row.right


@dataclass(frozen=True)
class Pairing:
    """The rows of two books in the reading order of the left one."""

    left: Book
    right: Book
    rows: tuple[Row, ...]

    def book(self, side: Side) -> Book:
        """The book of a side."""
        return self.left if side == "left" else self.right

    @cached_property
    def by_law(self) -> Mapping[int, tuple[Row, ...]]:
        """The rows of every law that either book has, in order of the laws; a row across two laws stands in both."""
        found: dict[int, list[Row]] = {}
        for row in self.rows:
            for law in sorted({address.law for address in (*row.left, *row.right)}):
                found.setdefault(law, []).append(row)
        return {law: tuple(found[law]) for law in sorted(found)}

    @cached_property
    def shared(self) -> tuple[int, ...]:
        """The laws that have a row with both sides, in order."""
        return tuple(law for law, rows in self.by_law.items() if any(row.left and row.right for row in rows))

    def rows_at(self, side: Side, address: Address) -> tuple[Row, ...]:
        """The rows in which a unit of a side stands."""
        return tuple(row for row in self.by_law.get(address.law, ()) if address in side_of(row, side))

    def home(self, address: Address) -> Side | None:
        """The side that an address is of: the left one where both books have it, None where neither does."""
        return next((side for side in SIDES if self.book(side).has(address)), None)

    def partners(self, side: Side) -> Mapping[tuple[Address, ...], tuple[Row, ...]]:
        """The rows with both sides, gathered by what stands on one side: a text that says what three do is there
        once, with three rows."""
        found: dict[tuple[Address, ...], list[Row]] = {}
        for row in self.rows:
            if row.left and row.right:
                found.setdefault(side_of(row, side), []).append(row)
        return {ours: tuple(rows) for ours, rows in found.items()}

    def standing(self, side: Side) -> Mapping[Address, Relation]:
        """How each unit of a side fares: ``changed`` if a row of it is, else ``same``, else ``partial``, else alone."""
        order: Sequence[Relation] = ("changed", "same", "partial", "only")
        found: dict[Address, set[Relation]] = {}
        for row in self.rows:
            for address in side_of(row, side):
                found.setdefault(address, set()).add(row.relation)
        return {address: next(each for each in order if each in found[address]) for address in sorted(found)}


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a book has which standing; ``of`` is all of it."""

    relation: Relation
    count: int
    of: int

    @property
    def part(self) -> float:
        """The share, 0 to 1."""
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class Account:
    """A book beside another in numbers: all of it, and of that only the laws that the other book has too."""

    book: Book
    units: int
    whole: Sequence[Share]
    in_shared: int
    shared: Sequence[Share]

    @property
    def paired(self) -> float:
        """The share of the book that has a counterpart, if only in part."""
        return sum(share.part for share in self.whole if share.relation != "only")

    @property
    def paired_in_shared(self) -> float:
        """The same within the laws that both books have."""
        return sum(share.part for share in self.shared if share.relation != "only")


def account(pairing: Pairing, side: Side) -> Account:
    """Count the provisions and notes of one side."""
    standing = pairing.standing(side)
    numbers = set(pairing.book(other(side)).by_number)
    within = {address: relation for address, relation in standing.items() if address.law in numbers}
    return Account(pairing.book(side), len(standing), _shares(standing), len(within), _shares(within))


def _shares(standing: Mapping[Address, Relation]) -> list[Share]:
    counts = Counter(standing.values())
    relations: Sequence[Relation] = ("same", "changed", "partial", "only")
    return [Share(relation, counts[relation], len(standing)) for relation in relations]


@dataclass(frozen=True, slots=True)
class LawCount:
    """The rows of a law in numbers."""

    law: int
    same: int
    changed: int
    partial: int
    only_left: int
    only_right: int


def count(law: int, rows: Sequence[Row]) -> LawCount:
    """Count the rows of a law.

    >>> from kb.messages import Message
    >>> count(71, [Row((Address(71),), (), "only", 1.0, (Message("align-nothing"),))]).only_left
    1
    """
    of = Counter(row.relation for row in rows)
    alone = [row for row in rows if row.relation == "only"]
    only_left = sum(bool(row.left) for row in alone)
    return LawCount(law, of["same"], of["changed"], of["partial"], only_left, len(alone) - only_left)

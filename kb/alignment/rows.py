"""Rows: which provisions of two books say the same thing, how sure that is, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kb.address import Address
from kb.messages import Message

Relation = Literal["same", "changed", "partial", "only"]
"""``same``: one rule; ``changed``: one subject, another rule; ``partial``: one says part of what the other says;
``only``: nothing on the other side."""


@dataclass(frozen=True, slots=True)
class Row:
    """Addresses of the left and of the right book that belong together; an ``only`` row has one empty side.

    ``confidence`` is 0 to 1; ``reasons`` are never empty. ``ruled`` says that a person decided it.
    """

    left: tuple[Address, ...]
    right: tuple[Address, ...]
    relation: Relation
    confidence: float
    reasons: tuple[Message, ...]
    ruled: bool = False

    @property
    def turned(self) -> Row:
        """The same row with its sides exchanged."""
        return replace(self, left=self.right, right=self.left)


def alone(unit: Address, confidence: float, reasons: tuple[Message, ...], *, on_left: bool) -> Row:
    """The row of a unit that nothing stands beside.

    >>> alone(Address(71, ("B",)), 1.0, (), on_left=False).right
    (Address(law=71, labels=('B',), note=None),)
    """
    side = (unit,)
    return Row(side if on_left else (), () if on_left else side, "only", confidence, reasons)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The rows of two books, by their ids, in the reading order of the left one."""

    left: str
    right: str
    rows: tuple[Row, ...]

    def touching(self, at: Address) -> tuple[Row, ...]:
        """The rows that touch a unit of either book, or anything in it, in order."""
        return tuple(row for row in self.rows if any(at.contains(unit) for unit in (*row.left, *row.right)))

    @property
    def turned(self) -> Alignment:
        """The same with its sides exchanged."""
        return Alignment(self.right, self.left, in_reading_order([row.turned for row in self.rows]))


def in_reading_order(rows: list[Row]) -> tuple[Row, ...]:
    """Rows in the order of the left book, those of the right book alone behind what precedes them there.

    >>> a, b = Address(70, ("A",)), Address(70, ("B",))
    >>> why = (Message("align-place"),)
    >>> rows = [Row((), (b,), "only", 1, why), Row((a,), (a,), "same", 1, why)]
    >>> [row.relation for row in in_reading_order(rows)]
    ['same', 'only']
    """
    anchored = sorted((row for row in rows if row.left), key=lambda r: (r.left, r.relation == "partial", r.right))
    ordered = list(anchored)
    for row in sorted((row for row in rows if not row.left), key=lambda r: r.right):
        before = [at for at, placed in enumerate(ordered) if placed.right and max(placed.right) < row.right[0]]
        same_law = [at for at in before if ordered[at].right[0].law == row.right[0].law]
        at = max(same_law) + 1 if same_law else _start_of_law(ordered, row.right[0].law)
        ordered.insert(at, row)
    return tuple(ordered)


def _start_of_law(ordered: list[Row], law: int) -> int:
    return next((at for at, row in enumerate(ordered) if (row.left or row.right)[0].law >= law), len(ordered))

"""What stands beside a unit in another book, by the rows of the corpus."""

from __future__ import annotations

from collections.abc import Mapping

from kb.address import Address
from kb.alignment import Relation
from webui.pairing import Side, other, side_of
from webui.shelf import Shelf


def counterparts(on: Shelf, book: str, address: Address, other_book: str) -> Mapping[Address, Relation]:
    """The units of another book that stand in one row with a unit, each with how the two compare."""
    left, right = sorted((book, other_book))  # the order in which the rows are kept
    side: Side = "left" if book == left else "right"
    rows = on.pairing(left, right).rows_at(side, address)
    return {unit: row.relation for row in reversed(rows) for unit in side_of(row, other(side))}

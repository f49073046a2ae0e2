"""Gathering the rows of a law for the page: what shares a side stands together, and what is out of order is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.alignment import Row
from webui.pairing import Side
from webui.rowsigns import row_id


def gathered(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows in order, consecutive ones together that share a side, or stand alone for the same reasons."""
    groups: list[list[Row]] = []
    for row in rows:
        if groups and _shares(groups[-1], row):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _shares(group: Sequence[Row], row: Row) -> bool:
    first = group[0]
    if "only" in {first.relation, row.relation}:
        sides = bool(first.left) == bool(row.left) and first.relation == row.relation
        return sides and first.reasons == row.reasons
    return all(each.left == row.left for each in group) or all(each.right == row.right for each in group)


def hub_side_of(rows: Sequence[Row]) -> Side:
    """The side that all rows share; the left one where they share both, and the gap where they have one."""
    if rows[0].relation == "only":
        return "right" if rows[0].left else "left"
    return "left" if all(row.left == rows[0].left for row in rows) else "right"


def crossed(rows: Iterable[Row]) -> frozenset[str]:
    """The ids of the rows whose units stand in another order in the other book than here, within one unit."""
    paired = [row for row in rows if row.left and row.right and row.relation != "partial"]
    return frozenset(
        row_id(row)
        for at, row in enumerate(paired)
        for place, than in enumerate(paired)
        if place != at and row.left[0].parent == than.left[0].parent and (place < at) != (than.right[0] < row.right[0])
    )

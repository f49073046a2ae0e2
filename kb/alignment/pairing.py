"""Pairing: the one assignment of units that is best as a whole, and leaves alone what has no partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from kb.address import Address
from kb.alignment.likeness import Likeness
from kb.alignment.units import Unit

Matrix = npt.NDArray[np.float64]

_ROUNDS = 2
_SUPPORT = 0.32
_ALONE = 0.38
"""Below this likeness two units are no pair: each stays alone."""


def likeness_matrix(left: Sequence[Unit], right: Sequence[Unit], likeness: Likeness) -> Matrix:
    """Likeness of every unit with every other, with what parents, items and neighbours say mixed in.

    Laws themselves pair with laws and notes rarely with provisions; two rounds let the evidence spread.
    """
    own = np.array([[likeness.of(a, b) for b in right] for a in left], dtype=np.float64).reshape(len(left), len(right))
    for at, a in enumerate(left):
        for to, b in enumerate(right):
            if (not a.address.depth) != (not b.address.depth):
                own[at, to] *= 0.5
            elif not a.address.depth:
                own[at, to] = max(own[at, to], 0.9 if a.address.law == b.address.law else 0.0)
    spread = own
    for _ in range(_ROUNDS):
        spread = (1 - _SUPPORT) * own + _SUPPORT * _support(spread, left, right)
    return spread


def _support(matrix: Matrix, left: Sequence[Unit], right: Sequence[Unit]) -> Matrix:
    """For each pair: how alike their parents are, and their items, and the units beside them."""
    result = np.zeros_like(matrix)
    parents = _parents(left), _parents(right)
    items = _items(left), _items(right)
    for at, a in enumerate(left):
        for to, b in enumerate(right):
            parts: list[float] = []
            up = parents[0][at], parents[1][to]
            if up[0] is not None and up[1] is not None:
                parts.append(float(matrix[up[0], up[1]]))
            elif (up[0] is None) != (up[1] is None):
                parts.append(0.0)
            below = items[0][at], items[1][to]
            if below[0] and below[1]:
                block = matrix[np.ix_(below[0], below[1])]
                parts.append(float((block.max(axis=0).mean() + block.max(axis=1).mean()) / 2))
            if not a.is_note and not b.is_note:
                beside = [
                    float(matrix[at + step, to + step])
                    for step in (-1, 1)
                    if 0 <= at + step < len(left) and 0 <= to + step < len(right)
                ]
                parts.append(sum(beside) / len(beside) if beside else 0.0)
            result[at, to] = sum(parts) / len(parts) if parts else matrix[at, to]
    return result


def _parents(units: Sequence[Unit]) -> list[int | None]:
    places = {unit.address: at for at, unit in enumerate(units)}
    return [places.get(unit.address.parent) if unit.address.parent else None for unit in units]


def _items(units: Sequence[Unit]) -> list[list[int]]:
    found: Mapping[Address, list[int]] = {unit.address: [] for unit in units}
    for at, unit in enumerate(units):
        parent = unit.address.parent
        if parent is not None and parent in found and not unit.is_note:
            found[parent].append(at)
    return [found[unit.address] for unit in units]


def best_pairs(matrix: Matrix) -> list[tuple[int, int]]:
    """The assignment with the greatest sum of likeness above the cost of staying alone (Hungarian method).

    >>> best_pairs(np.array([[0.9, 0.5], [0.8, 0.1]]))
    [(0, 1), (1, 0)]
    >>> best_pairs(np.array([[0.9, 0.2], [0.3, 0.1]]))
    [(0, 0)]
    """
    rows, columns = matrix.shape
    if not rows or not columns:
        return []
    gain = np.full((rows + columns, rows + columns), 0.0)
    gain[:rows, :columns] = matrix - _ALONE
    gain[:rows, :columns][gain[:rows, :columns] < 0] = -1.0
    chosen = linear_sum_assignment(gain, maximize=True)
    return [
        (int(at), int(to))
        for at, to in zip(*chosen, strict=True)
        if at < rows and to < columns and matrix[at, to] >= _ALONE
    ]

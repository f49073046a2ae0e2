"""The cross-references of a book as an arc diagram: laws in order down the page, an arc for each two that are joined.

Pure: from numbers to places on a drawing. The template writes the SVG, the style sheet lights it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from kb.references import Reference

Crossings = Mapping[tuple[int, int], int]
"""How many references lead from one law (first) to another (second)."""

ROW: Final = 24
"""From one law to the next, in the units of the drawing: pixels, unless the drawing is scaled. A finger's width."""
WIDTH: Final = 340
"""Of the drawing; a phone shows it unscaled."""
AXIS: Final = 66
"""Where the laws stand, counted from the left; their numbers stand before it and arcs behind it."""
THICKEST: Final = 6.0
"""The line of many references."""


@dataclass(frozen=True, slots=True)
class Arc:
    """All references between two laws in one direction, as the path of a half ellipse. ``id`` names it on its page."""

    id: str
    start: int
    end: int
    count: int
    path: str
    thickness: float


@dataclass(frozen=True, slots=True)
class Stop:
    """A law on the drawing: how far down it stands, and the arcs that leave it and reach it."""

    law: int
    held: bool
    y: int
    leaving: Sequence[Arc]
    reaching: Sequence[Arc]

    @property
    def cites(self) -> int:
        """How many references it makes to other laws."""
        return sum(arc.count for arc in self.leaving)

    @property
    def cited(self) -> int:
        """How many references other laws make to it."""
        return sum(arc.count for arc in self.reaching)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole diagram; the strongest arcs come last, so that they lie on top."""

    stops: Sequence[Stop]
    arcs: Sequence[Arc]
    height: int

    @property
    def most_cited(self) -> Sequence[Stop]:
        """The laws that others cite, most often cited first."""
        return sorted((stop for stop in self.stops if stop.reaching), key=lambda stop: (-stop.cited, stop.law))


def crossings(references: Iterable[Reference]) -> Crossings:
    """Count references from law to law: one that names several units of a law counts once for it, and one within its
    own law not at all."""
    counts: Counter[tuple[int, int]] = Counter()
    for reference in references:
        if reference.at is not None:
            laws = {target.address.law for target in reference.targets} - {reference.at.law}
            counts.update((reference.at.law, law) for law in laws)
    return counts


def drawn(held: Collection[int], counts: Crossings) -> Drawing:
    """The diagram of a book that holds the laws ``held``; what it cites and lacks has a stop too.

    >>> drawing = drawn([14, 64], {(14, 64): 2, (64, 70): 1})
    >>> [(stop.law, stop.held, stop.y) for stop in drawing.stops]
    [(14, True, 12), (64, True, 36), (70, False, 60)]
    >>> [(arc.id, arc.path) for arc in drawing.arcs]
    [('arc-64-70', 'M66 36A262 12 0 0 1 66 60'), ('arc-14-64', 'M66 12A262 12 0 0 1 66 36')]
    """
    laws = sorted({*held, *(law for ends in counts for law in ends)})
    rows = {law: place for place, law in enumerate(laws)}
    farthest = max((abs(rows[start] - rows[end]) for start, end in counts), default=1)
    arcs = [_arc(start, end, count, rows, farthest) for (start, end), count in sorted(counts.items())]
    stops = [
        Stop(
            law,
            law in held,
            _down(rows[law]),
            [arc for arc in arcs if arc.start == law],
            [arc for arc in arcs if arc.end == law],
        )
        for law in laws
    ]
    return Drawing(stops, sorted(arcs, key=lambda arc: arc.count), len(laws) * ROW)


def _arc(start: int, end: int, count: int, rows: Mapping[int, int], farthest: int) -> Arc:
    """Arcs reach out by the root of the distance, so that those to a neighbour can be told from each other too."""
    first, last = sorted((rows[start], rows[end]))
    out = round((WIDTH - AXIS - 2 * THICKEST) * sqrt((last - first) / farthest))
    half = (last - first) * ROW // 2
    path = f"M{AXIS} {_down(first)}A{out} {half} 0 0 1 {AXIS} {_down(last)}"
    return Arc(f"arc-{start}-{end}", start, end, count, path, min(1.3 + 0.9 * (count - 1), THICKEST))


def _down(row: int) -> int:
    return row * ROW + ROW // 2

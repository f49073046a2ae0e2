"""The alignment of two books as one picture: their laws down two sides, ribbons between what belongs together.

A law has one height on both sides, so that ribbons run nearly level and what crosses is seen to cross. Of a law
that both books have, every provision is drawn, its share of the law's height high; of one that only one book has,
only the law, and the other side stays open. Lengths are units of the picture, whose width is :data:`WIDTH`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.alignment import Relation, Row
from kb.corpus import Corpus
from webui.locale import Tongue
from webui.pairing import SIDES, Pairing, Side, side_of
from webui.rowsigns import row_link, row_name
from webui.signposts import cited
from webui.wordbook import every_unit

WIDTH: Final = 360
BAR: Final = 9
"""How wide the bar of a book is."""
MARGIN: Final = 76
"""What stands beside the bars: the names of the laws."""
SLOT: Final = 15
"""How high a provision is, on the side that has more of them in a law."""
LOW: Final = 15
"""How high a law is that only one book has."""
BETWEEN: Final = 4
STUB: Final = 34
"""How far what stands alone reaches towards the other side."""

LEFT_EDGE: Final = MARGIN + BAR
RIGHT_EDGE: Final = WIDTH - MARGIN - BAR


@dataclass(frozen=True, slots=True)
class Bar:
    """One side of a law: whether its book has it, and what it is called there."""

    held: bool
    citation: str


@dataclass(frozen=True, slots=True)
class Band:
    """A law: where it stands, what each side has, and the way to its rows."""

    top: float
    height: float
    left: Bar
    right: Bar
    href: str
    name: Markup


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A row of a law that both books have, as a shape; ``middle`` is where it crosses the middle of the picture."""

    href: str
    name: Markup
    relation: Relation
    path: str
    middle: float


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole picture: its measures, then what is drawn. ``left`` and ``right`` are where the bars begin."""

    height: float
    bands: Sequence[Band]
    ribbons: Sequence[Ribbon]
    width: int = WIDTH
    bar: int = BAR
    left: int = MARGIN
    right: int = RIGHT_EDGE
    between: int = BETWEEN


def draw(corpus: Corpus, pairing: Pairing, tongue: Tongue) -> Picture:
    """The picture of all rows of two books."""
    bands: list[Band] = []
    ribbons: list[Ribbon] = []
    top = 0.0
    for law, rows in pairing.by_law.items():
        both = all(law in pairing.book(side).by_number for side in SIDES)
        slots = _Slots(pairing, law, top) if both else None
        height = slots.height if slots else LOW
        bands.append(_band(corpus, pairing, law, top, height))
        if slots:
            ribbons += [
                _ribbon(row, slots, row_link(pairing, row), row_name(corpus, pairing, row, tongue)) for row in rows
            ]
        top += height + BETWEEN
    return Picture(max(top - BETWEEN, 0), bands, ribbons)


def _band(corpus: Corpus, pairing: Pairing, law: int, top: float, height: float) -> Band:
    address = Address(law)
    bars = [Bar(law in book.by_number, cited(corpus, book, address)) for book in map(pairing.book, SIDES)]
    return Band(
        top=top,
        height=height,
        left=bars[0],
        right=bars[1],
        href=links.compare(pairing.left.id, pairing.right.id, address),
        name=Markup(" / ").join(bar.citation for bar in bars if bar.held),
    )


class _Slots:
    """Where each unit of a law stands on either side."""

    def __init__(self, pairing: Pairing, law: int, top: float) -> None:
        units = {side: [unit for unit in every_unit(pairing.book(side)) if unit.law == law] for side in SIDES}
        self.height = float(SLOT * max(map(len, units.values())))
        self._places = {
            (side, unit): (top + self.height * at / len(here), top + self.height * (at + 1) / len(here))
            for side, here in units.items()
            for at, unit in enumerate(here)
        }

    def of(self, side: Side, units: Sequence[Address]) -> Iterator[tuple[float, float]]:
        """Upper and lower end of each of these units; one of another law is left out."""
        return (self._places[side, unit] for unit in units if (side, unit) in self._places)


def _ribbon(row: Row, slots: _Slots, href: str, name: Markup) -> Ribbon:
    ends = {side: list(slots.of(side, side_of(row, side))) for side in SIDES}
    if ends["left"] and ends["right"]:
        shapes = [_band_between(left, right, row.relation) for left in ends["left"] for right in ends["right"]]
    else:
        shapes = [_stub(end, side) for side in SIDES for end in ends[side]]
    places = [place for side in SIDES for end in ends[side] for place in end]
    return Ribbon(href, name, row.relation, " ".join(shapes), sum(places) / len(places))


def _band_between(left: tuple[float, float], right: tuple[float, float], relation: Relation) -> str:
    """A ribbon from slot to slot; that of a part is a third as high."""
    (a, b), (c, d) = (_inner(*left, relation), _inner(*right, relation))
    x, y, bend = LEFT_EDGE, RIGHT_EDGE, WIDTH / 2
    upper = f"M{x} {a:.1f}C{bend:.0f} {a:.1f} {bend:.0f} {c:.1f} {y} {c:.1f}"
    return f"{upper}V{d:.1f}C{bend:.0f} {d:.1f} {bend:.0f} {b:.1f} {x} {b:.1f}Z"


def _inner(top: float, bottom: float, relation: Relation) -> tuple[float, float]:
    inset = (bottom - top) / 3 if relation == "partial" else 1.0
    return top + inset, bottom - inset


def _stub(end: tuple[float, float], side: Side) -> str:
    """What stands alone: two lines that reach out and meet nothing."""
    top, bottom = _inner(*end, "only")
    start, reach = (LEFT_EDGE, STUB) if side == "left" else (RIGHT_EDGE, -STUB)
    return f"M{start + reach} {top:.1f}H{start}V{bottom:.1f}H{start + reach}"

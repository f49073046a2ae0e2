"""What pairing one to one leaves over: text that stands inside a longer text, or beside it in a note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.address import Address
from kb.alignment.likeness import Likeness
from kb.alignment.units import Content, Unit

_INSIDE = 0.5
"""How much of a unit must stand in another for it to count as said there."""
_SENTENCE = 0.7
"""How well one sentence of the longer text must answer to it: both ways, or one way when enough stands inside."""
_LEAD = 0.3
"""How much of a lead must stand there when one of its items is already found there."""


@dataclass(frozen=True, slots=True)
class Link:
    """A further link of a unit of one side to a unit of the other that has a partner of its own.

    ``joins`` says that it belongs to that partner's row as a whole (a note beside the lead text it completes);
    else it is a part of it.
    """

    unit: Unit
    other: Unit
    strength: float
    joins: bool


def links_of(
    rest: Sequence[Unit],
    others: Sequence[Unit],
    partner: Mapping[Address, Unit],
    likeness: Likeness,
) -> list[Link]:
    """Where the units without partner stand in the other side's texts.

    ``rest`` are the units left over on one side, ``others`` all units of the other side, ``partner`` gives each
    paired unit of the other side its partner here.
    """
    found: list[Link] = []
    for unit in rest:
        best = max((_link(unit, other, partner, likeness) for other in others), key=_strength, default=None)
        if best is not None:
            found.append(best)
    found += _leads(rest, found, likeness)
    return found


def _leads(rest: Sequence[Unit], found: Sequence[Link], likeness: Likeness) -> list[Link]:
    """The leads of items that stand inside a longer text, where it says the lead's words too."""
    linked = {link.unit.address for link in found}
    leads: list[Link] = []
    for unit in rest:
        below = [link for link in found if link.unit.address.parent == unit.address and not link.joins]
        if unit.address not in linked and below and likeness.covered(unit.own, below[0].other.own) >= _LEAD:
            leads.append(Link(unit, below[0].other, below[0].strength, joins=False))
    return leads


def _strength(link: Link | None) -> float:
    return link.strength if link else 0.0


def _link(unit: Unit, other: Unit, partner: Mapping[Address, Unit], likeness: Likeness) -> Link | None:
    mate = partner.get(other.address)
    if mate is None or not other.text or unit.address.law != mate.address.law:
        return None
    if unit.is_note and mate.is_note and likeness.content(unit.own, mate.own) > 0.97:
        return Link(unit, other, 1.0, joins=True)
    within = mate.address.contains(unit.address) and not unit.is_note
    beside = unit.is_note != mate.is_note and not other.is_note
    if not (within or beside):
        return None
    told = likeness.covered(unit.own, other.own)
    sharpest = max((_both_ways(unit.own, sentence, likeness) for sentence in other.sentences), default=0.0)
    same = max((likeness.content(unit.own, sentence) for sentence in other.sentences), default=0.0)
    if same < _SENTENCE and (told < _INSIDE or sharpest < _SENTENCE):
        return None
    return Link(unit, other, (max(told, same) + sharpest) / 2, joins=beside and not within)


def _both_ways(one: Content, sentence: Content, likeness: Likeness) -> float:
    return max(likeness.covered(sentence, one), likeness.content(one, sentence))

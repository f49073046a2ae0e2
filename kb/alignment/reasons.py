"""From figures to rows that a person can read: the relation, how sure it is, and the reasons in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kb.address import Address
from kb.alignment.likeness import Likeness
from kb.alignment.rows import Relation, Row, alone
from kb.alignment.units import Content, Unit
from kb.messages import Message

_NAMED = 4  # concepts named in a reason
_PLAIN = 0.75  # a likeness that needs no doubt
_MARGIN = 0.3  # a lead over the next best that needs no doubt
_MORE = 0.75  # how much of the shorter text stands in the longer
_LESS = 0.4  # how much of the longer text stands in the shorter
_SHORT = 0.4  # and how short it is beside it


class Standing(NamedTuple):
    """How a pair stands: its likeness with support, and the best likeness of either unit with any other."""

    value: float
    next_best: float


def paired(left: Unit, right: Unit, standing: Standing, likeness: Likeness, known: Message | None) -> Row:
    """The row of two paired units; ``known`` says why their rule is known to have changed, if it has."""
    reasons = _evidence(left, right, likeness)
    relation: Relation = "same"
    longer = _longer(left, right, likeness)
    if known is not None:
        relation, reasons = "changed", [known, *reasons]
    elif longer is not None:
        relation = "partial"
        shorter = right if longer is left else left
        params = {"longer": longer.address.compact, "shorter": shorter.address.compact}
        reasons = [Message("align-says-more", params), *reasons]
    lead = standing.value - standing.next_best
    sure = 0.6 * min(1.0, standing.value / _PLAIN) + 0.4 * min(1.0, max(0.0, lead) / _MARGIN)
    return Row((left.address,), (right.address,), relation, round(sure, 2), tuple(reasons))


def partial(unit: Unit, other: Unit, strength: float, likeness: Likeness, *, on_left: bool) -> Row:
    """The row of a unit that says part of what a longer text of the other side says."""
    params = {"part": unit.address.compact, "whole": other.address.compact}
    reasons = (Message("align-part", params), *_shared(unit.own, other.own, likeness))
    left, right = (unit, other) if on_left else (other, unit)
    return Row((left.address,), (right.address,), "partial", round(min(1.0, strength), 2), reasons)


def lonely(
    unit: Unit, nearest: Unit, value: float, known: Callable[[Address], Message | None], *, on_left: bool
) -> Row:
    """The row of a unit without partner, naming the nearest one on the other side."""
    why = known(unit.address)
    nothing = Message("align-nearest", {"address": nearest.address.compact, "likeness": round(value, 2)})
    return alone(unit.address, round(1 - value, 2), (why, nothing) if why else (nothing,), on_left=on_left)


def _longer(left: Unit, right: Unit, likeness: Likeness) -> Unit | None:
    """The unit that says clearly more than its partner, if one does."""
    if left.is_container or right.is_container or not left.text or not right.text or left.is_note or right.is_note:
        return None
    inside = likeness.covered(left.own, right.own), likeness.covered(right.own, left.own)
    sizes = left.own.length, right.own.length
    if max(inside) < _MORE or min(inside) > _LESS or min(sizes) > _SHORT * max(sizes):
        return None
    return left if sizes[0] > sizes[1] else right


def _evidence(left: Unit, right: Unit, likeness: Likeness) -> list[Message]:
    deep = left.is_container or right.is_container
    one, other = (left.whole, right.whole) if deep else (left.own, right.own)
    reasons = list(_shared(one, other, likeness))
    if not left.heading.empty and likeness.content(left.heading, right.heading) > _PLAIN:
        reasons.append(Message("align-heading"))
    if left.own.numerals & right.own.numerals:
        reasons.append(
            Message("align-numerals", {"numerals": ", ".join(sorted(left.own.numerals & right.own.numerals))})
        )
    if left.address.depth and left.address.labels == right.address.labels and not left.is_note:
        reasons.append(Message("align-label", {"label": left.address.labels[-1]}))
    elif left.address.depth and left.address.labels and not left.is_note:
        params = {"left": left.address.labels[-1], "right": right.address.labels[-1] if right.address.labels else "–"}
        reasons.append(Message("align-other-label", params))
    if not left.address.depth and not right.address.depth:
        reasons.append(Message("align-law", {"law": left.address.law}))
    return reasons or [Message("align-place")]


def _shared(one: Content, other: Content, likeness: Likeness) -> tuple[Message, ...]:
    both = sorted(set(one.concepts) & set(other.concepts), key=lambda c: (-likeness.weights.concepts.get(c, 0.0), c))
    laws = sorted({a.law for a in one.cited} & {a.law for a in other.cited})
    found: list[Message] = []
    if both:
        found.append(Message("align-terms", dict(likeness.named(both[:_NAMED]))))
    if laws:
        found.append(Message("align-cites", {"laws": ", ".join(map(str, laws))}))
    return tuple(found)

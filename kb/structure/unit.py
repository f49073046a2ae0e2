"""Units under construction: the tree that the two builders grow, before it is frozen into records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from kb.address import roman, siblings
from kb.book import Finding, Origin, Place
from kb.messages import Message
from kb.structure.passage import Passage

LAW, LETTER, NUMBER, SMALL, ROMAN = range(5)
"""The levels of these law books: law, A, 1, a, i."""

FIRST: Final = {LETTER: "A", NUMBER: "1", SMALL: "a", ROMAN: "i"}
"""The first label of each level."""


@dataclass(slots=True)
class Unit:
    """A unit while it grows: its label and where that came from, what it says, and what stands in it."""

    label: str
    level: int
    place: Place
    indent: int = -1
    origin: Origin = "printed"
    evidence: Message | None = None
    marker: str = ""
    heading: Passage | None = None
    paragraphs: list[Passage] = field(default_factory=list)
    closing: list[Passage] = field(default_factory=list)
    children: list[Unit] = field(default_factory=list)

    def walk(self) -> Iterator[Unit]:
        """This unit and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def child(self, label: str) -> Unit | None:
        """The unit with this label directly below."""
        return next((unit for unit in self.children if unit.label == label), None)


@dataclass(slots=True)
class Draft:
    """One law while it grows: the root of its units, the passages that are notes, and what was noticed."""

    root: Unit
    notes: list[Passage] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def level_of(label: str, before: Unit | None) -> int:
    """The level a printed label belongs to; ``before`` is the unit that stands open, which decides between the
    letter i and the numeral i (a letter only when h stands before it on its own level).

    >>> here = Place("x", 1)
    >>> level_of("A", None), level_of("2", None), level_of("b", None)
    (1, 2, 3)
    >>> after_b = Unit("b", SMALL, here)
    >>> level_of("i", Unit("h", SMALL, here)), level_of("i", after_b), level_of("I", after_b)
    (3, 4, 4)
    """
    if label.isdigit():
        return NUMBER
    letters = LETTER if label.isupper() else SMALL
    if roman(label) is None:
        return letters
    if before is not None and before.level == ROMAN:
        return ROMAN
    if before is not None and len(label) == 1 and ord(before.label[0]) + 1 == ord(label) and before.level == letters:
        return letters
    if len(label) > 1 or label.lower() == "i":
        return ROMAN
    return letters


def next_label(siblings_before: list[Unit], level: int, like: str = "") -> str:
    """The label that follows the units already there, in their style (or in that of ``like``).

    >>> here = Place("x", 1)
    >>> next_label([], NUMBER), next_label([Unit("A", LETTER, here), Unit("B", LETTER, here)], LETTER)
    ('1', 'C')
    """
    same = [unit for unit in siblings_before if unit.level == level]
    if not same:
        first = FIRST[level]
        return first.upper() if level == ROMAN and like.isupper() else first
    following = siblings("i") if level == ROMAN else siblings(FIRST[level])
    last = same[-1].label
    for label in following:
        if label.lower() == last.lower():
            after = next(following)
            return after.upper() if last.isupper() else after
    return ""

"""Units: every provision, note and law of a book, with the evidence that alignment reads in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kb.address import Address
from kb.book import Book, Law, Note, Provision

Concepts = Callable[[str], Iterable[str]]
"""Gives the concepts of the game that a text speaks of, one id per occurrence."""
Cites = Callable[[str], Iterable[Address]]
"""Gives the addresses that a text cites, in the numbering that both books share (see ``kb.concordance``)."""
Stems = Callable[[str], Iterable[str]]
"""Gives the stems of the words of a text."""

_SHORTEST = 20  # characters; shorter pieces say too little to be compared alone
_NUMERAL = re.compile(r"(?<![\w§])\d+(?!\w)")
_SENTENCE = re.compile(r"(?<=[.;:])\s+(?=[^\W\d_a-z(]|\()")


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read one book: its concepts, citations and stems, all as plain functions."""

    concepts: Concepts
    cites: Cites
    stems: Stems


@dataclass(frozen=True, slots=True)
class Content:
    """What a text says, in forms that can be compared across languages."""

    concepts: Mapping[str, int]
    stems: frozenset[str]
    cited: frozenset[Address]
    numerals: frozenset[str]
    length: int

    @property
    def empty(self) -> bool:
        """Whether there is nothing to compare."""
        return not (self.concepts or self.stems or self.cited)


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: what its heading says, what it says itself, what all of it says with its items.

    ``place`` is its position among its siblings, 0 to 1.
    """

    address: Address
    heading: Content
    own: Content
    whole: Content
    sentences: tuple[Content, ...]
    text: str
    is_note: bool
    place: float
    items: int

    @property
    def is_container(self) -> bool:
        """Whether it has items and says nothing itself but its heading."""
        return self.items > 0 and not self.text


def units_of(book: Book, laws: Iterable[int], reading: Reading) -> tuple[Unit, ...]:
    """The units of some laws of a book in reading order, each law itself first."""
    found: list[Unit] = []
    for number in sorted(laws):
        law = book.by_number.get(number)
        if law is not None:
            found += _of_law(law, reading)
    return tuple(found)


class _Record(NamedTuple):
    address: Address
    heading: str
    text: str


def _of_law(law: Law, reading: Reading) -> list[Unit]:
    lead = next((p for p in law.provisions if p.address == law.address), None)
    provisions = [_Record(law.address, law.title or "", _text(lead) if lead else "")]
    provisions += (_Record(p.address, p.heading or "", _text(p)) for p in law.provisions if p.address != law.address)
    notes = [_Record(n.address, "", n.text) for n in law.notes]
    return [_unit(record, provisions, reading) for record in (*provisions, *notes)]


def _text(unit: Provision | Note) -> str:
    return "\n".join(filter(None, [unit.text, unit.closing if isinstance(unit, Provision) else None]))


def _unit(record: _Record, provisions: Sequence[_Record], reading: Reading) -> Unit:
    address = record.address
    below = [r for r in provisions if address.labels and address.contains(r.address)] or [record]
    children = [r.address for r in provisions if r.address.parent == address]
    siblings = [r.address for r in provisions if r.address.parent == address.parent]
    place = siblings.index(address) / max(1, len(siblings) - 1) if address in siblings else 0.5
    return Unit(
        address=address,
        heading=_content(record.heading, reading),
        own=_content(f"{record.heading}\n{record.text}", reading),
        whole=_content("\n".join(f"{r.heading}\n{r.text}" for r in below), reading),
        sentences=tuple(_content(s, reading) for s in _SENTENCE.split(record.text) if len(s) >= _SHORTEST),
        text=record.text,
        is_note=address.note is not None,
        place=place,
        items=len(children),
    )


def _content(text: str, reading: Reading) -> Content:
    return Content(
        concepts=Counter(reading.concepts(text)),
        stems=frozenset(reading.stems(text)),
        cited=frozenset(reading.cites(text)),
        numerals=frozenset(_NUMERAL.findall(text)),
        length=len(text.strip()),
    )

"""The records a law book is made of, frozen: Book, Law, Provision, Note, Finding.

Texts here are cleaned once, when a source is read, and never change afterwards; every offset in this project
counts characters of them. ``kb.structure`` makes these records, everything else reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kb.address import Address
from kb.messages import Message

Origin = Literal["printed", "inferred"]
"""Whether a label stood in the source or was restored by us."""

NoteKind = Literal["footnote", "local"]
"""A footnote of the laws, or a rule that a federation added for its own events."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the sources something stood: file name and line (from 1)."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Provision:
    """One addressable unit of law text.

    ``text`` is the unit's own lead text (before its items), empty when a heading stands alone; paragraphs are
    joined by a line feed. ``closing`` stands after the last item and belongs to the whole unit. ``marker`` is
    what the source printed before the unit (``A.``, ``-``), empty when it printed nothing. ``evidence`` says why
    an inferred label was chosen, and is None for a printed one. The record whose address is the law number
    holds the law's lead text.
    """

    address: Address
    heading: str | None
    text: str
    label: Origin
    place: Place
    closing: str | None = None
    marker: str = ""
    evidence: Message | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or a local rule. ``at`` names the provision it stood in and ``offset`` where in its text
    (a count of characters); both are None for a note that only stands after its law."""

    address: Address
    text: str
    kind: NoteKind
    place: Place
    at: Address | None = None
    offset: int | None = None
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Law:
    """One numbered law: its printed title (None when the source has none), the part it stands in (None
    likewise), provisions in reading order, notes in order. ``marker`` is what introduced it (``§64.``)."""

    number: int
    title: str | None
    part: str | None
    provisions: tuple[Provision, ...]
    notes: tuple[Note, ...]
    place: Place
    marker: str = ""
    origin: Origin = "printed"
    evidence: Message | None = None

    @property
    def address(self) -> Address:
        """The address of the law as a whole."""
        return Address(self.number)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in a source that the reader noticed: never an exception, always reported.

    ``text`` holds the characters of the source that stand nowhere else in the book because of it (a stray
    footnote mark, say), and is empty when none were set aside. ``address`` is where it belongs, if anywhere.
    """

    message: Message
    place: Place
    text: str = ""
    address: Address | None = None


@dataclass(frozen=True)
class Book:
    """One law book: one language, one edition, one publisher; ``id`` such as ``da-1997``."""

    id: str
    language: str
    edition: str
    title: str
    publisher: str
    laws: tuple[Law, ...]
    findings: tuple[Finding, ...] = ()
    superseded_by: str | None = None
    details: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def units(self) -> Mapping[Address, Provision | Note]:
        """Every provision and note by its address, in reading order (a law without lead text is not here)."""
        units: dict[Address, Provision | Note] = {}
        for law in self.laws:
            units.update((provision.address, provision) for provision in law.provisions)
            units.update((note.address, note) for note in law.notes)
        return units

    @cached_property
    def by_number(self) -> Mapping[int, Law]:
        """The laws by number."""
        return {law.number: law for law in self.laws}

    def has(self, address: Address) -> bool:
        """Whether a law, provision or note stands at this address."""
        return address in self.units or (address.depth == 0 and address.law in self.by_number)

    def below(self, address: Address) -> Iterator[Provision]:
        """The provision at ``address`` and all that stand in it, in reading order."""
        law = self.by_number.get(address.law)
        return (p for p in (law.provisions if law else ()) if address.contains(p.address))

    def heading_path(self, address: Address) -> tuple[tuple[Address, str | None], ...]:
        """The law and the ancestors of a unit and the unit itself, each with its title or heading."""
        law = self.by_number.get(address.law)
        path: list[tuple[Address, str | None]] = []
        for step in (*address.ancestors, address):
            unit = self.units.get(step)
            if step.depth == 0:
                path.append((step, law.title if law else None))
            else:
                path.append((step, unit.heading if isinstance(unit, Provision) else None))
        return tuple(path)

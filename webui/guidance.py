"""A situation set for reading: book by book, step by step, the provisions themselves with a word on why.

Situations are guidance kept by hand; what stands on the page between the words on why is the law's own text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.book import Book, Note, Provision
from kb.references import Field, Target
from kb.situations import Situation, Step
from webui.counterparts import counterparts
from webui.leaf import Absence
from webui.locale import Tongue
from webui.shelf import Shelf
from webui.signposts import Signpost, cited, place_signs, unit_sign
from webui.trails import TrailStep, trail
from webui.weaving import Weaver


@dataclass(frozen=True, slots=True)
class Said:
    """Words and the language that they are in."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A provision or note as it stands in a situation, with its notes and what stands in it. ``label`` is what stands
    before one that stands in another; ``beside`` leads to it in the comparison, where it has a counterpart."""

    place: Signpost
    trail: Sequence[TrailStep]
    label: str
    inferred: bool
    heading: Markup | None
    paragraphs: Sequence[Markup]
    closing: Sequence[Markup]
    notes: Sequence[Passage]
    within: Sequence[Passage]
    main: bool
    beside: str | None


@dataclass(frozen=True, slots=True)
class Outside:
    """A law that rules a step and that the book lacks: how it is cited there, and what it is called."""

    citation: str
    name: Said | None


@dataclass(frozen=True, slots=True)
class Stage:
    """A step as one book answers it: why, the passages in order, the laws that the book lacks, and where other
    books have the step."""

    why: Said
    passages: Sequence[Passage]
    outside: Sequence[Outside]
    elsewhere: Sequence[tuple[Signpost, Book]]


@dataclass(frozen=True, slots=True)
class Reading:
    """How one book answers a situation. ``lacking`` are the laws of it that the book lacks, each once; ``absences``
    are citations in its texts that lead nowhere here."""

    book: Book
    stages: Sequence[Stage]
    lacking: Sequence[Outside]
    absences: Sequence[Absence]

    @property
    def count(self) -> int:
        """How many provisions it gives."""
        return sum(len(stage.passages) for stage in self.stages)


def said(words: Mapping[str, str], language: str) -> Said:
    """Words in the reader's language, else in English, else in the first that they come in.

    >>> said({"da": "Kulørsvigt", "en": "Revoke"}, "nl")
    Said(text='Revoke', language='en')
    """
    code = next(code for code in (language, "en", *words) if code in words)
    return Said(words[code], code)


def readings(shelf: Shelf, situation: Situation, tongue: Tongue) -> list[Reading]:
    """How each book answers a situation, the one of the reader's language first."""
    own = shelf.corpus.default_books.get(tongue.code)
    ordered = sorted(shelf.corpus.books.values(), key=lambda book: (book is not own, book.language != tongue.code))
    return [_Setting(shelf, situation, book, tongue).reading() for book in ordered]


class _Setting:
    """One situation being set from one book."""

    def __init__(self, shelf: Shelf, situation: Situation, book: Book, tongue: Tongue) -> None:
        self.shelf = shelf
        self.corpus = shelf.corpus
        self.situation = situation
        self.book = book
        self.tongue = tongue
        self.named = {address for address, _ in situation.provisions(book.id)}
        self.weaver = Weaver(shelf.corpus, book, tongue, f"{book.id}-")

    def reading(self) -> Reading:
        stages = [self.stage(step) for step in self.situation.steps]
        lacking = {outside.citation: outside for stage in stages for outside in stage.outside}
        return Reading(self.book, stages, list(lacking.values()), list(self.weaver.absences.values()))

    def stage(self, step: Step) -> Stage:
        elsewhere = [
            Target(book, address)
            for book, addresses in step.at.items()
            if book != self.book.id
            for address in addresses
        ]
        return Stage(
            said(step.why, self.tongue.code),
            [self.passage(address, first=True) for address in step.at.get(self.book.id, ())],
            [self.outside(address) for address in step.outside if address.law not in self.book.by_number],
            place_signs(self.corpus, elsewhere),
        )

    def passage(self, address: Address, *, first: bool = False) -> Passage:
        """A unit with its notes; and with what stands in it, unless the situation itself names some of that, or the
        unit is a whole law."""
        unit = self.book.units.get(address)
        provision = unit if isinstance(unit, Provision) else None
        notes = self.book.by_number[address.law].notes
        return Passage(
            place=unit_sign(self.corpus, self.book, address),
            trail=trail(self.corpus, self.book, address),
            label=cited(self.corpus, self.book, address) if address.note else "".join(address.labels[-1:]),
            inferred=provision is not None and provision.label == "inferred" and address.depth > 0,
            heading=None if first else self.heading(provision),
            paragraphs=self.woven(address, "text", unit.text if unit else None),
            closing=self.woven(address, "closing", provision.closing if provision else None),
            notes=[
                self.passage(note.address) for note in notes if note.at == address and note.address not in self.named
            ],
            within=[self.passage(below) for below in self.below(address)],
            main=first and self.situation.main.get(self.book.id) == address,
            beside=self.beside(address) if first else None,
        )

    def below(self, address: Address) -> Iterable[Address]:
        """What stands directly in a unit and is shown with it."""
        inside = [unit.address for unit in self.book.below(address) if unit.address != address]
        if not address.depth or self.named.intersection(inside):
            return ()
        return (unit for unit in inside if unit.parent == address)

    def heading(self, provision: Provision | Note | None) -> Markup | None:
        if not isinstance(provision, Provision):
            return None
        return Markup(" ").join(self.woven(provision.address, "heading", provision.heading)) or None

    def woven(self, address: Address, where: Field, text: str | None) -> Sequence[Markup]:
        return self.weaver.paragraphs(address, where, text)

    def beside(self, address: Address) -> str | None:
        """The way to where a unit stands beside its counterpart of the first book that has one."""
        others = (book for book in self.corpus.books if book != self.book.id)
        beside = (other for other in others if counterparts(self.shelf, self.book.id, address, other))
        return next((links.compare(self.book.id, other, address) for other in beside), None)

    def outside(self, address: Address) -> Outside:
        name = self.corpus.titles.get(self.tongue.code, {}).get(address.law)
        named = Said(name, self.tongue.code) if name else None
        return Outside(cited(self.corpus, self.book, address), named)

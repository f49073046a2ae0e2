"""The tables of situations and of lay phrasings: their shapes, and reading them into addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

import msgspec

from kb.address import Address, parse
from kb.errors import BadSource, WrongCall
from kb.tables import read_table

Phase = Literal["before-auction", "auction", "opening-lead", "play", "claim", "after-play", "scoring", "any-time"]
"""When a situation arises; the order is that of an evening, and that of a list of situations."""

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

Place = tuple[str, Address]
"""A unit in a book: (book id, address)."""

Phrasings = Mapping[Place, Mapping[str, tuple[str, ...]]]
"""What people type when a provision is the answer: place, then language code, then phrasings; in the file's order."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an answer. ``at``: book id to addresses, in the order in which one applies them; ``why``: language
    code to a word on why; ``outside``: laws of the step (addresses of whole laws, or deeper) that some book lacks."""

    at: Mapping[str, tuple[Address, ...]]
    why: Mapping[str, str]
    outside: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that happens at a table. ``title`` and ``said`` (lay phrasings) are keyed by language code, ``main``
    (the provision to read first) by book id; a book has no main where it lacks the law that rules."""

    slug: str
    phase: Phase
    title: Mapping[str, str]
    said: Mapping[str, tuple[str, ...]]
    steps: tuple[Step, ...]
    main: Mapping[str, Address] = field(default_factory=dict)

    def provisions(self, book: str) -> Iterator[tuple[Address, Step]]:
        """The provisions of a book that answer it, each with the step it belongs to, in order of application."""
        return ((address, step) for step in self.steps for address in step.at.get(book, ()))

    def places(self) -> Iterator[Place]:
        """Every provision named, book by book within each step."""
        return ((book, address) for step in self.steps for book, found in step.at.items() for address in found)


class _StepRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    why: dict[str, str]
    at: dict[str, tuple[str, ...]] = {}
    outside: tuple[str, ...] = ()


class _SituationRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    slug: str
    phase: Phase
    title: dict[str, str]
    said: dict[str, tuple[str, ...]]
    step: tuple[_StepRow, ...]
    main: dict[str, str] = {}


class _Situations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    situation: tuple[_SituationRow, ...] = ()


class _Phrasings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provisions: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}


def read_situations(text: str, name: str = "situations.toml") -> tuple[Situation, ...]:
    """Read the text of a table of situations, in the order of the file; ``name`` is how an error calls it.

    Whether its addresses stand in any book is for :func:`kb.situations.check_situations`. Raises :class:`BadSource`
    for a table of another shape, an address that is none, and a slug that stands twice.

    >>> table = '''
    ... [[situation]]
    ... slug = "revoke"
    ... phase = "play"
    ... title = { en = "Revoke" }
    ... said.en = ["he did not follow suit"]
    ... main = { da-1997 = "64/A/1" }
    ... [[situation.step]]
    ... at = { da-1997 = ["63/A/1", "64/A/1"] }
    ... outside = ["64"]
    ... why = { en = "Is it established?" }
    ... '''
    >>> revoke = read_situations(table)[0]
    >>> [(str(address), step.why["en"]) for address, step in revoke.provisions("da-1997")]
    [('63/A/1', 'Is it established?'), ('64/A/1', 'Is it established?')]
    >>> read_situations(table + table)
    Traceback (most recent call last):
        ...
    kb.errors.BadSource: situations.toml: the situation “revoke” stands twice: join the two, or rename one.
    """
    rows = read_table(text, _Situations, name).situation
    slugs = set[str]()
    for row in rows:
        if row.slug in slugs:
            raise BadSource("situation-twice", name=name, situation=row.slug)
        slugs.add(row.slug)
    return tuple(_situation(row, name) for row in rows)


def read_phrasings(text: str, name: str = "phrasings.toml") -> Phrasings:
    """Read the text of an index of lay phrasings; ``name`` is how an error calls it.

    Raises :class:`BadSource` for a table of another shape and for an address that is none.

    >>> said = read_phrasings('[provisions.da-1997."64/A/1"]\\nen = ["two tricks for a revoke"]')
    >>> said["da-1997", parse("64/A/1")]["en"]
    ('two tricks for a revoke',)
    """
    table = read_table(text, _Phrasings, name)
    return {
        (book, _address(address, f"{book} {address}", name)): said
        for book, provisions in table.provisions.items()
        for address, said in provisions.items()
    }


def _situation(row: _SituationRow, name: str) -> Situation:
    return Situation(
        row.slug,
        row.phase,
        row.title,
        row.said,
        tuple(_step(step, row.slug, name) for step in row.step),
        {book: _address(text, row.slug, name) for book, text in row.main.items()},
    )


def _step(row: _StepRow, slug: str, name: str) -> Step:
    at = {book: tuple(_address(text, slug, name) for text in texts) for book, texts in row.at.items()}
    return Step(at, row.why, tuple(_address(text, slug, name) for text in row.outside))


def _address(text: str, entry: str, name: str) -> Address:
    try:
        return parse(text)
    except WrongCall as problem:
        raise BadSource("entry-address", name=name, entry=entry, text=text[:80]) from problem

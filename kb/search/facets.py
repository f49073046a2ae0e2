"""Facets of an answer: by book, by part of the book, by kind; counted, and narrowed to what a reader chose.

Each number says how many results one gets by choosing it beside what the *other* facets leave; what is one result
with its partner counts as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, get_args

from kb.address import Address
from kb.corpus import Corpus
from kb.search import Answer, Hit
from kb.search.joining import Joined, joined

Kind = Literal["law", "note", "situation"]
"""What a result is: law text, a footnote or local rule, or guidance."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

APART: Final = "other"
"""The value of the laws that stand in no part."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book: laws that stand in a row under one title. ``value`` names it in an address, ``48-52``; the
    title is the book's, and None for the laws without one (``other``)."""

    value: str
    title: str | None
    language: str
    laws: frozenset[int]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader chose to see; an empty facet leaves everything."""

    parts: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()

    @property
    def situations(self) -> bool:
        """Whether situations are to be seen."""
        return not self.kinds or "situation" in self.kinds


@dataclass(frozen=True, slots=True)
class Counts:
    """How many results there are by value of each facet; values without any are not here."""

    parts: Mapping[str, int]
    kinds: Mapping[Kind, int]


class Parts:
    """The parts that laws stand in. A law of a book without part titles counts to the part that another book puts
    the law of its number in, for a number means the same subject everywhere.

    >>> from kb import load
    >>> parts = Parts(load().corpus)
    >>> parts.of("nl-2017", Address(54)), parts.of("da-1997", Address(12))
    ('53-56', 'other')
    """

    def __init__(self, corpus: Corpus) -> None:
        self._by_law: dict[tuple[str, int], str] = {}
        self._known: dict[str, Part] = {}
        anywhere: dict[int, str] = {}
        for book in corpus.books.values():
            for title, laws in groupby(book.laws, key=lambda law: law.part):
                numbers = [law.number for law in laws]
                if title is None:
                    continue
                value = f"{numbers[0]}-{numbers[-1]}"
                self._known.setdefault(value, Part(value, title, book.language, frozenset(numbers)))
                self._by_law.update(((book.id, number), value) for number in numbers)
                for number in numbers:
                    anywhere.setdefault(number, value)
        self._anywhere = anywhere
        self._known[APART] = Part(APART, None, "", frozenset())

    def of(self, book: str, address: Address) -> str:
        """The value of the part that a unit stands in."""
        return self._by_law.get((book, address.law)) or self._anywhere.get(address.law, APART)

    @property
    def known(self) -> Mapping[str, Part]:
        """All parts by value, in the order of the books, the laws without one last."""
        return self._known


def kind_of(address: Address) -> Kind:
    """What a unit is."""
    return "law" if address.note is None else "note"


def narrowed(answer: Answer, parts: Parts, choice: Choice) -> list[Joined]:
    """The results of an answer that a reader chose to see, in their order."""
    return joined(_within(answer.hits, parts, choice.parts, choice.kinds))


def counted(answer: Answer, parts: Parts, choice: Choice) -> Counts:
    """Count the facets of a whole answer (all its hits, not one page)."""
    in_parts: dict[str, list[Hit]] = {}
    of_kinds: dict[Kind, list[Hit]] = {}
    for hit in answer.hits:
        part, kind = parts.of(hit.book, hit.address), kind_of(hit.address)
        if not choice.kinds or kind in choice.kinds:
            in_parts.setdefault(part, []).append(hit)
        if not choice.parts or part in choice.parts:
            of_kinds.setdefault(kind, []).append(hit)
    results = {kind: len(joined(hits)) for kind, hits in of_kinds.items()}
    if answer.situations:
        results["situation"] = len(answer.situations)
    return Counts(
        {value: len(joined(in_parts[value])) for value in parts.known if value in in_parts},
        {kind: results[kind] for kind in KINDS if kind in results},
    )


def _within(hits: Sequence[Hit], parts: Parts, chosen: Sequence[str], kinds: Sequence[Kind]) -> Sequence[Hit]:
    if chosen:
        hits = [hit for hit in hits if parts.of(hit.book, hit.address) in chosen]
    return [hit for hit in hits if kind_of(hit.address) in kinds] if kinds else hits

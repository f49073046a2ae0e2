"""What answers searches: a question understood, the units ranked, and each shown with the words that answer it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from kb.corpus import Corpus
from kb.messages import Message
from kb.search import Answer
from kb.search.asked import Understood
from kb.search.cited import Cited, Citing
from kb.search.documents import Unit
from kb.search.impacts import Bools
from kb.search.index import Index
from kb.search.ranking import Ranked, Ranking
from kb.search.showing import Found, Showing
from kb.search.understanding import Understanding

CITED: Final = 100.0
"""The score of a unit that the question cites: above any that is found by words."""
BELOW: Final = 90.0
"""The score of what stands in a unit that the question cites."""
TOLD: Final = 0.8
"""How surely a question must tell a situation for it to be named; of questions held back, half of those that just
reached this had theirs among the first three, and nearly all that reached twice as much."""

_STEPS = {"all": "search-all", "most": "search-most", "any": "search-any"}


class Answering:
    """The engine for one index and the units that it was built from; see :class:`kb.search.Engine`.

    Immutable once made, so threads may share one.
    """

    def __init__(self, index: Index, units: Sequence[Unit], corpus: Corpus) -> None:
        self.index = index
        self._units = units
        self._citing = Citing(corpus)
        self._situations = index.situations
        self._understanding = Understanding(index, {c: lang.vocabulary for c, lang in corpus.languages.items()})
        self._ranking = Ranking(index, units)
        self._showing = Showing(index, units)
        self._numbers = {(unit.book, unit.address): number for number, unit in enumerate(units)}
        self._of_book = {book: np.array([unit.book == book for unit in units], bool) for book in corpus.books}

    def search(  # noqa: PLR0913 - each is named where it is used
        self,
        query: str,
        *,
        language: str | None = None,
        books: Collection[str] | None = None,
        limit: int = 10,
        offset: int = 0,
        typing: bool = False,
    ) -> Answer:
        """Find provisions and notes; see :class:`kb.search.Engine`."""
        cited = self._citing.find(query, language, books)
        first = self._cited(cited)
        last = max(0, offset) + max(0, limit)
        if cited.whole:
            asked, ranked = None, Ranked([], [], 0, 0, "all")
        else:
            asked = self._understanding.understand(cited.rest, language, typing=typing)
            ranked = self._ranking.rank(asked, self._among(books, first), max(last, 1))
        found = [*first, *map(Found, ranked.units, ranked.scores)][max(0, offset) : last]
        told = tuple(entry for entry in ranked.situations if entry[1] >= TOLD)
        if told != ranked.situations:
            ranked = replace(ranked, situations=told)
        return Answer(
            query,
            self._showing.hits(found, asked, ranked, books),
            len(first) + ranked.total,
            (*cited.remarks, *(self._remarks(asked, ranked) if asked else ())),
            asked.meant if asked else None,
            tuple(self._situations[at].slug for at, _ in told),
        )

    def _cited(self, cited: Cited) -> list[Found]:
        """The units that a question cites, then, where it says nothing else, what stands in them."""
        found = {self._numbers[place]: why for place, why in cited.places.items() if place in self._numbers}
        first = [Found(number, CITED, why) for number, why in found.items()]
        if cited.whole:
            for number, why in found.items():
                unit = self._units[number]
                for below in range(number + 1, len(self._units)):
                    other = self._units[below]
                    if other.law != unit.law or not _within(unit, other):
                        break
                    if below not in found:
                        first.append(Found(below, BELOW, why))
        return list({entry.number: entry for entry in reversed(first)}.values())[::-1]

    def _among(self, books: Collection[str] | None, first: Iterable[Found]) -> Bools | None:
        """The units that may be found by words: of these books, and not cited already."""
        taken = [entry.number for entry in first]
        if books is None and not taken:
            return None
        among = np.full(len(self._units), books is None)
        for book in books or ():
            if book in self._of_book:
                among |= self._of_book[book]
        among[taken] = False
        return among

    def _remarks(self, asked: Understood, ranked: Ranked) -> tuple[Message, ...]:
        """What was understood, and which step was taken: all words, most, or any."""
        if asked.query.empty:
            return asked.remarks
        if not ranked.total:
            phrases = [" ".join(phrase) for phrase in asked.query.phrases]
            missing = [Message("search-no-phrase", {"phrase": phrase}) for phrase in phrases[:1]]
            return (*asked.remarks, *(missing or [Message("search-nothing")]))
        if len(asked.slots) <= 1:
            return asked.remarks
        return (*asked.remarks, Message(_STEPS[ranked.step], {"count": ranked.every or ranked.total}))


def _within(unit: Unit, other: Unit) -> bool:
    """Whether a unit stands in another; notes of a law stand in it."""
    return unit.address.contains(other.address) or (unit.address.depth == 0 and other.address.law == unit.address.law)

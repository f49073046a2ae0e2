"""Which units answer a question best: sums of impacts, and what they leave open decided by where words stand.

A unit scores by its own words and how people ask for it, by those of the other units of its law, and by the
situations that the question tells. Units that have every word of the question come first, then those that have
most, then any. Where a question says *not*, units that say so stand above units that say the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from kb.search.documents import Unit
from kb.search.impacts import Bools, Floats
from kb.search.index import Index
from kb.search.understanding import InLanguage, Slot, Understood

Step = Literal["all", "most", "any"]
"""What the best units have of the words of a question."""

LAW: Final = 0.4
"""What the words of a whole law count for each of its units."""
COVER: Final = 0.5
"""How much of a score depends on the share of the question that a unit has."""
MAIN: Final = 2.0
"""What a situation that the question tells counts for its main unit."""
OTHER: Final = 0.6
"""What it counts for the other units that answer it."""
MOST: Final = 0.6
"""The share of what a question says that a unit must have to count as having most of it."""
NEAR: Final = 0.25
"""What two words count when a unit has them as near each other as the question has."""
REACH: Final = 3
"""How many words further on the second of two words may stand to be near, and a negation from what it turns."""
EVERY: Final = 1.5
"""What having every word of the question counts beside the words themselves: most often enough to come first, but
not for words scattered over a long text before a unit that people ask for so."""
SAYS_SO: Final = 20.0
"""Lifts units that have every word, and the negation at the word that it turns in the question, above all others."""
ITS_LANGUAGE: Final = 1.1
"""By how much a unit in the language of the question is preferred."""
LEAST: Final = 0.12
"""The share of the best score below which a unit is no answer."""
_WHOLE: Final = 0.999  # sums of shares in floating point


@dataclass(frozen=True, slots=True)
class Ranked:
    """Units that answer, best first, with their scores; ``total`` counts all, ``every`` those that have every word
    in their text; ``situations`` are those told by the question, (number, likeness), the likest first."""

    units: list[int]
    scores: list[float]
    total: int
    every: int
    step: Step
    situations: tuple[tuple[int, float], ...] = ()


class Ranking:
    """Ranks the units of one index."""

    def __init__(self, index: Index, units: Sequence[Unit]) -> None:
        self._index = index
        self._law_of = np.array([unit.law for unit in units], np.int32)
        self._law_starts = np.flatnonzero(np.diff(self._law_of, prepend=-1)).astype(np.int32)
        spoken = np.array([unit.language for unit in units])
        self._of_language = {
            code: np.where(spoken == code, ITS_LANGUAGE, 1).astype(np.float32) for code in sorted({*spoken.tolist()})
        }
        places = {(unit.book, unit.address): number for number, unit in enumerate(units)}
        links = [
            (number, places[place], MAIN if place in situation.main else OTHER)
            for number, situation in enumerate(index.situations)
            for place in dict.fromkeys((*situation.main, *situation.others))
            if place in places
        ]
        self._link_situation = np.array([link[0] for link in links], np.int32)
        self._link_unit = np.array([link[1] for link in links], np.int32)
        self._link_weight = np.array([link[2] for link in links], np.float32)

    def rank(self, asked: Understood, among: Bools | None, count: int) -> Ranked:
        """The best ``count`` units for a question, of those marked in ``among`` (None: all); at least one."""
        units = self._index.units
        weights = np.array([slot.weight for slot in asked.slots], np.float32)
        whole = float(weights.sum()) or 1.0
        values, own = self._filled(asked.slots)
        score, cover = _covered(values[:, :units], weights, whole)
        answers = score > 0
        by_law = np.maximum.reduceat(values[:, :units], self._law_starts, axis=1) if units else values
        score += LAW * _covered(by_law, weights, whole)[0][self._law_of]
        situations = self._situations(values[:, units:], weights, whole, score)
        if asked.language in self._of_language:
            score *= self._of_language[asked.language]
        if len(asked.slots) > 1:
            score += self._near(asked.slots, whole)
        has_every = weights @ own[:, :units] / whole > _WHOLE
        score += EVERY * has_every
        if any(slot.negation for slot in asked.slots):
            score += SAYS_SO * (has_every & self._says_so(asked.slots))
        answers &= self._allowed(asked, among)
        found = np.flatnonzero(answers)
        if not len(found):
            return Ranked([], [], 0, 0, "any", situations)
        best = score[found]
        found = found[best >= LEAST * best.max()]
        best = score[found]
        keep = np.argpartition(-best, count - 1)[:count] if len(found) > count else np.arange(len(found))
        keep = keep[np.lexsort((found[keep], -best[keep]))]
        every = int(np.count_nonzero(has_every[found]))
        step: Step = "all" if every else "most" if cover[found].max() >= MOST else "any"
        return Ranked(found[keep].tolist(), best[keep].tolist(), len(found), every, step, situations)

    def having(self, phrase: Sequence[InLanguage]) -> Bools:
        """Which units have a phrase, exactly as it is spelled."""
        having = np.zeros(self._index.units, bool)
        for words in phrase:
            begins = self._index.stream.phrase(words.stems, words.spellings)
            having[self._index.stream.units_of(begins)] = True
        return having

    def _filled(self, slots: Sequence[Slot]) -> tuple[Floats, Bools]:
        """A row for each slot: what the best of its alternatives is worth to each document, and where any stands in
        its own text."""
        size = self._index.units + len(self._index.situations)
        values, own = np.zeros(len(slots) * size, np.float32), np.zeros(len(slots) * size, bool)
        rows = [
            (row * size, share, *self._index.impacts.of(term))
            for row, slot in enumerate(slots)
            for term, share in slot.alternatives
        ]
        if rows:
            lengths = [len(row[2]) for row in rows]
            where = np.concatenate([row[2] for row in rows])
            where += np.repeat(np.array([row[0] for row in rows], np.int32), lengths)
            impacts = np.concatenate([row[3] for row in rows])
            impacts *= np.repeat(np.array([row[1] for row in rows], np.float32), lengths)
            np.maximum.at(values, where, impacts)
            own[where[np.concatenate([row[4] for row in rows])]] = True
        return values.reshape(len(slots), size), own.reshape(len(slots), size)

    def _situations(
        self, values: Floats, weights: Floats, whole: float, score: Floats
    ) -> tuple[tuple[int, float], ...]:
        """The situations that a question tells, likest first; ``score`` is raised for the units that answer them."""
        if not values.shape[1] or not len(weights):
            return ()
        likeness = _covered(values, weights, whole)[0] * float(np.sqrt(whole))
        np.maximum.at(
            raised := np.zeros(len(score), np.float32),
            self._link_unit,
            self._link_weight * likeness[self._link_situation] ** 2,
        )
        score += raised
        best = np.argsort(-likeness, kind="stable")[:_SHOWN]
        return tuple((int(at), float(likeness[at])) for at in best if likeness[at] > 0)

    def _allowed(self, asked: Understood, among: Bools | None) -> Bools:
        """Which units have every phrase and none of what the question rules out."""
        units = self._index.units
        allowed = np.ones(units, bool) if among is None else among.copy()
        for phrase in asked.phrases:
            allowed &= self.having(phrase)
        for phrase in asked.without_phrases:
            allowed &= ~self.having(phrase)
        for term in asked.without:
            documents, _, own = self._index.impacts.of(term)
            ruled_out = documents[own]
            allowed[ruled_out[ruled_out < units]] = False
        return allowed

    def _near(self, slots: Sequence[Slot], whole: float) -> Floats:
        """What units gain by having neighbours of the question as neighbours, in the same order."""
        gain = np.zeros(self._index.units, np.float32)
        stream = self._index.stream
        for first, second in pairwise(slots):
            for language, stem in first.literal.items():
                other = second.literal.get(language)
                if other is None:
                    continue
                places, others = stream.places(stem), stream.places(other)
                if len(places) and len(others):
                    near = stream.units_of(places[stream.near(places, others, -1, REACH)])
                    gain[near] += NEAR * min(first.weight, second.weight) / whole
        return gain

    def _says_so(self, slots: Sequence[Slot]) -> Bools:
        """Which units have a negation at the word that it turns in the question: the next one that says something,
        or the one before where none follows."""
        stream = self._index.stream
        says = np.zeros(self._index.units, bool)
        for at, slot in enumerate(slots):
            if not slot.negation:
                continue
            turned = next((s for s in slots[at + 1 :] if s.telling), None)
            turned = turned or next((s for s in reversed(slots[:at]) if s.telling), None)
            for language, stem in turned.literal.items() if turned else ():
                turns = [term for term, _ in slot.alternatives if term in slot.negations.get(language, ())]
                places = stream.places(stem)
                for negation in turns:
                    near = stream.near(places, stream.places(negation), REACH, REACH)
                    says[stream.units_of(places[near])] = True
        return says


_SHOWN: Final = 8  # situations that one answer may name


def _covered(values: Floats, weights: Floats, whole: float) -> tuple[Floats, Floats]:
    """What each column is worth, as a share of the whole question, and how much of the question it has."""
    cover = weights @ (values > 0) / np.float32(whole)
    score = values.sum(axis=0)
    score *= (1 - COVER + COVER * cover) / np.float32(whole)
    return score, cover

"""Which units answer a question best: sums of impacts, and what they leave open decided by where words stand.

A unit scores by its own words and how people ask for it, by those of the other units of its law, and by the
situations that the question tells. Units that have every word of the question come first, then those that have
most, then any. Where a question says *not*, units that say so stand above units that say the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from kb.search.asked import Slot, Understood
from kb.search.documents import Unit
from kb.search.impacts import Bools, Floats, Ints
from kb.search.index import Index
from kb.search.standing import Standing
from kb.search.telling import EXACTLY, SURE, Telling, Told

Step = Literal["all", "most", "any"]
"""What the best units have of the words of a question."""

LAW: Final = 0.4
"""What the words of a whole law count for each of its units."""
COVER: Final = 0.5
"""How much of a score depends on the share of the question that a unit has."""
MOST: Final = 0.6
"""The share of what a question says that a unit must have to count as having most of it."""
EVERY: Final = 1.5
"""What having every word of the question counts beside the words themselves: most often enough to come first, but
not for words scattered over a long text before a unit that people ask for so."""
SAYS_SO: Final = 20.0
"""Lifts units that have every word, and the negation at the word that it turns in the question, above all others."""
ITS_LANGUAGE: Final = 1.1
"""By how much a unit in the language of the question is preferred."""
LEAST: Final = 0.12
"""The share of the best score below which a unit is no answer."""
COMPANY: Final = 1.0
"""What keeping company with all the words of the question counts, for a unit and for a situation."""
_WHOLE: Final = 0.999  # sums of shares in floating point


@dataclass(frozen=True, slots=True)
class Ranked:
    """Units that answer, best first, with their scores; ``total`` counts all, ``every`` those that have every word
    in their text; ``situations`` are those told by the question; ``marked`` the places of the words of its phrases,
    None where it has no phrase."""

    units: list[int]
    scores: list[float]
    total: int
    every: int
    step: Step
    situations: Told = ()
    marked: Sequence[int] | None = None


class Ranking:
    """Ranks the units of one index."""

    def __init__(self, index: Index, units: Sequence[Unit]) -> None:
        self._index = index
        self._law_of = np.array([unit.law for unit in units], np.int32)
        self._law_starts = np.flatnonzero(np.diff(self._law_of, prepend=-1))
        spoken = np.array([unit.language for unit in units])
        self._of_language = {
            code: np.where(spoken == code, ITS_LANGUAGE, 1).astype(np.float32) for code in sorted({*spoken.tolist()})
        }
        self._telling = Telling(index, units)
        self._standing = Standing(index)
        twins = [(unit, other) for unit, other, twins in index.partners if twins]
        self._twins: dict[str | None, tuple[Ints, Ints]] = {}
        for code in (*self._of_language, None):
            pairs = [
                (a, b)
                for a, b in twins
                if (units[a].language == code != units[b].language or not code) and (code or a < b)
            ]
            self._twins[code] = np.array([a for a, _ in pairs], np.int32), np.array([b for _, b in pairs], np.int32)

    def rank(self, asked: Understood, among: Bools | None, count: int) -> Ranked:
        """The best ``count`` units for a question, of those marked in ``among`` (None: all); at least one."""
        if not self._index.units or not (asked.slots or asked.phrases):
            return _NONE
        marked: Sequence[int] | None = None
        if asked.phrases:
            if not asked.slots:
                return self._rank_phrases(asked, among, count)
            having, marked = self._standing.having(asked)
            only = np.zeros(self._index.units, bool)
            only[list(having)] = True
            among = only if among is None else only & among
        allowed = self._allowed(asked, among)
        score, has, has_every, cover, told = self._score(asked)
        if asked.language in self._of_language:
            score *= self._of_language[asked.language]
        score += EVERY * has_every
        told = self._telling.told_so(asked, told)
        says_so = (
            has_every & self._standing.says_so(asked.slots) if any(slot.negation for slot in asked.slots) else None
        )
        exactly = bool(told) and told[0][1] >= EXACTLY
        if says_so is not None and exactly:
            score += SAYS_SO * says_so
        if told and told[0][1] >= SURE:
            self._telling.put_first(told[0][0], score, has, asked.language)
        if says_so is not None and not exactly:
            score += SAYS_SO * says_so
        if allowed is not None:
            has &= allowed
        score *= has
        self._join_twins(score, asked.language)
        top = float(score.max())
        if top <= 0:
            return replace(_NONE, situations=told, marked=marked)
        found = (score >= LEAST * top).nonzero()[0]
        best = score[found]
        if len(found) > count:
            keep = best.argpartition(len(found) - count)[-count:]
            order = keep[np.lexsort((found[keep], -best[keep]))]
        else:
            order = np.lexsort((found, -best))
        every = int(np.count_nonzero(has_every[found]))
        step: Step = "all" if every else "most" if cover is not None and cover[found].max() >= MOST else "any"
        return Ranked(found[order].tolist(), best[order].tolist(), len(found), every, step, told, marked)

    def _score(self, asked: Understood) -> tuple[Floats, Bools, Bools, Floats | None, Told]:
        """What each unit is worth, whether it answers at all, whether it has every word itself, the share of the
        question that it has (None where that is all or nothing), and the situations told."""
        slots, units = asked.slots, self._index.units
        values, own = self._filled(slots)
        if len(slots) == 1:
            whole = slots[0].weight or 1.0
            alone = values[0, :units]
            alone *= np.float32(1 / whole)
            by_law = np.maximum.reduceat(alone, self._law_starts)
            has = alone > 0
            alone += np.float32(LAW) * by_law[self._law_of]
            return alone, has, own[0, :units], None, ()
        weights = np.array([slot.weight for slot in slots], np.float32)
        whole = float(weights.sum()) or 1.0
        worth, cover = _covered(values, weights, whole)
        score = worth[:units].copy()
        by_law, _ = _covered(np.maximum.reduceat(values[:, :units], self._law_starts, axis=1), weights, whole)
        score += LAW * by_law[self._law_of]
        likeness = worth[units:] * np.float32(whole**0.5)
        self._telling.raise_units(likeness, score)
        score += self._standing.near(slots, whole)
        company = self._company(slots)
        score += company[:units]
        likeness += company[units:]
        told = self._telling.told(likeness, score)
        return score, worth[:units] > 0, weights @ own[:, :units] > whole * _WHOLE, cover[:units], told

    def _company(self, slots: Sequence[Slot]) -> Floats:
        """What each document keeps of the company of all words together."""
        terms = [(term, share) for slot in slots for term, share in slot.alternatives]
        rarity = self._index.impacts.rarity
        return COMPANY * self._index.company.likeness([t for t, _ in terms], [s * rarity[t] for t, s in terms])

    def _rank_phrases(self, asked: Understood, among: Bools | None, count: int) -> Ranked:
        """The best units that have every phrase, by the impacts of the words of the phrases."""
        having, marked = self._standing.having(asked)
        allowed = self._allowed(asked, among)
        if allowed is not None:
            having = {unit: score for unit, score in having.items() if allowed[unit]}
        best = sorted(having, key=lambda unit: (-having[unit], unit))[:count]
        scores = [having[unit] for unit in best]
        return Ranked(best, scores, len(having), len(having), "all", self._telling.told_so(asked, ()), marked)

    def _filled(self, slots: Sequence[Slot]) -> tuple[Floats, Bools]:
        """A row for each slot: what the best of its alternatives is worth to each document, and where any stands in
        its own text."""
        size = self._index.units + len(self._index.situations)
        values, own = np.zeros(len(slots) * size, np.float32), np.zeros(len(slots) * size, bool)
        of = self._index.impacts.of
        if len(slots) == 1 and len(slots[0].alternatives) == 1:
            term, share = slots[0].alternatives[0]
            standing, alone, there = of(term)
            values[standing] = alone * np.float32(share)
            own[standing] = there
            return values.reshape(1, size), own.reshape(1, size)
        rows = [(row * size, share, *of(term)) for row, slot in enumerate(slots) for term, share in slot.alternatives]
        if rows:
            starts, shares, documents, impacts, owned = zip(*rows, strict=True)
            lengths = [len(found) for found in documents]
            where = np.concatenate(documents)
            worth = np.concatenate(impacts)
            worth *= np.array(shares, np.float32).repeat(lengths)
            if len(slots) > 1:
                where += np.array(starts, np.int32).repeat(lengths)
            np.maximum.at(values, where, worth)
            own[where[np.concatenate(owned)]] = True
        return values.reshape(len(slots), size), own.reshape(len(slots), size)

    def _join_twins(self, score: Floats, language: str | None) -> None:
        """Of two units that say the same in two books only one is listed, and brings the other along: the one in
        the language of the question, with the better score of the two, else the better one."""
        ours, theirs = self._twins.get(language) or self._twins[None]
        if not len(ours):
            return
        mine, other = score[ours], score[theirs]
        if language in self._of_language:
            stays = mine > 0
            score[ours] = np.where(stays, np.maximum(mine, other), mine)
            score[theirs] = np.where(stays, 0, other)
        else:
            score[ours] = np.where(mine >= other, mine, 0)
            score[theirs] = np.where(mine >= other, 0, other)

    def _allowed(self, asked: Understood, among: Bools | None) -> Bools | None:
        """Which units have nothing of what the question rules out; None when all may answer."""
        if not asked.without and not asked.without_phrases:
            return among
        units = self._index.units
        allowed = np.ones(units, bool) if among is None else among.copy()
        for phrase in asked.without_phrases:
            for words in phrase:
                allowed[self._index.stream.units_of(self._index.stream.phrase(words))] = False
        for term in asked.without:
            documents, _, own = self._index.impacts.of(term)
            ruled_out = documents[own]
            allowed[ruled_out[ruled_out < units]] = False
        return allowed


_NONE: Final = Ranked([], [], 0, 0, "any")


def _covered(values: Floats, weights: Floats, whole: float) -> tuple[Floats, Floats]:
    """What each column is worth, as a share of the whole question, and how much of the question it has."""
    cover = weights @ (values > 0) / np.float32(whole)
    score = values.sum(axis=0)
    score *= (1 - COVER + COVER * cover) / np.float32(whole)
    return score, cover

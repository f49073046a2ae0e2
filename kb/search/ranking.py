"""Which units answer a question best: sums of impacts, and what they leave open decided by where words stand.

A unit scores by its own words and how people ask for it, by those of the other units of its law, and by the
situations that the question tells. Units that have every word of the question come first, then those that have
most, then any. Where a question says *not*, units that say so stand above units that say the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from kb.search.documents import Unit
from kb.search.impacts import Bools, Floats, Ints
from kb.search.index import Index
from kb.search.understanding import Slot, Understood

Step = Literal["all", "most", "any"]
"""What the best units have of the words of a question."""
Told = tuple[tuple[int, float], ...]
"""Situations, by number, and how surely a question tells each, the surest first."""

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
COMPANY: Final = 1.0
"""What keeping company with all the words of the question counts, for a unit and for a situation."""
ANSWERED: Final = 0.2
"""What the score of its best unit counts for a situation."""
BEST_OTHER: Final = 0.8
"""How much of that counts where the unit is not the main one."""
FAINT: Final = 0.25
"""How like a situation a question must be to count for it at all."""
SURE: Final = 2.4
"""How surely a question must tell a situation for the units that answer it to come first, in their order; of
questions held back that were told so surely, more than eight in ten meant that situation."""
EXACTLY: Final = 9.0
"""How surely a question tells a situation that people tell in just these words."""
SHOWN: Final = 8
"""Situations that one question may tell."""
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
    marked: Ints | None = None


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
        places = {(unit.book, unit.address): number for number, unit in enumerate(units)}
        self._links = [
            [
                (places[place], MAIN if place in situation.main else OTHER)
                for place in dict.fromkeys((*situation.main, *situation.others))
                if place in places
            ]
            for situation in index.situations
        ]

        answers = [
            (situation, unit, 1.0 if counts == MAIN else BEST_OTHER)
            for situation, links in enumerate(self._links)
            for unit, counts in links
        ]
        self._answered = np.array([situation for situation, _, _ in answers], np.int32)
        self._answer = np.array([unit for _, unit, _ in answers], np.int32)
        self._share = np.array([share for _, _, share in answers], np.float32)
        twins = [(unit, other) for unit, other, twins in index.partners if twins]
        self._with_twin = np.array([unit for unit, _ in twins], np.int32)
        self._twin = np.array([other for _, other in twins], np.int32)

    def rank(self, asked: Understood, among: Bools | None, count: int) -> Ranked:
        """The best ``count`` units for a question, of those marked in ``among`` (None: all); at least one."""
        if not self._index.units or not (asked.slots or asked.phrases):
            return _NONE
        marked: Ints | None = None
        if asked.phrases:
            if not asked.slots:
                return self._rank_phrases(asked, among, count)
            having, marked = self._having(asked)
            only = np.zeros(self._index.units, bool)
            only[list(having)] = True
            among = only if among is None else only & among
        allowed = self._allowed(asked, among)
        score, has, has_every, cover, told = self._score(asked)
        if asked.language in self._of_language:
            score *= self._of_language[asked.language]
        score += EVERY * has_every
        told = self._told_so(asked, told)
        says_so = has_every & self._says_so(asked.slots) if any(slot.negation for slot in asked.slots) else None
        exactly = bool(told) and told[0][1] >= EXACTLY
        if says_so is not None and exactly:
            score += SAYS_SO * says_so
        if told and told[0][1] >= SURE:
            self._put_first(told[0][0], score, has, asked.language)
        if says_so is not None and not exactly:
            score += SAYS_SO * says_so
        if allowed is not None:
            has &= allowed
        score *= has
        if len(self._twin):
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
        self._raise_told(likeness, score)
        score += self._near(slots, whole)
        company = self._company(slots)
        score += company[:units]
        likeness += company[units:]
        told = self._told(likeness, score)
        return score, worth[:units] > 0, weights @ own[:, :units] > whole * _WHOLE, cover[:units], told

    def _company(self, slots: Sequence[Slot]) -> Floats:
        """What each document keeps of the company of all words together."""
        terms = [(term, share) for slot in slots for term, share in slot.alternatives]
        rarity = self._index.impacts.rarity
        return COMPANY * self._index.company.likeness([t for t, _ in terms], [s * rarity[t] for t, s in terms])

    def _having(self, asked: Understood) -> tuple[dict[int, float], Ints]:
        """The units that have every phrase of a question, exactly as it is spelled, with the impact of its words;
        and the places of those words, ascending."""
        stream, of = self._index.stream, self._index.impacts.of
        having: dict[int, float] | None = None
        places: list[Ints] = []
        for phrase in asked.phrases:
            units: dict[int, float] = {}
            for words in phrase:
                begins = stream.phrase(words)
                found = np.unique(stream.units_of(begins))
                score = np.zeros(len(found), np.float32)
                for offset, word in enumerate(words):
                    documents, values, _ = of(word)
                    score += values[documents.searchsorted(found)]
                    places.append(begins + offset)
                units.update(zip(found.tolist(), score.tolist(), strict=True))
            having = units if having is None else {u: having[u] + units[u] for u in having.keys() & units.keys()}
        marked = np.sort(np.concatenate(places)) if places else np.zeros(0, np.int32)
        return having or {}, marked

    def _rank_phrases(self, asked: Understood, among: Bools | None, count: int) -> Ranked:
        """The best units that have every phrase, by the impacts of the words of the phrases."""
        having, marked = self._having(asked)
        allowed = self._allowed(asked, among)
        if allowed is not None:
            having = {unit: score for unit, score in having.items() if allowed[unit]}
        best = nsmallest(count, having, key=lambda unit: (-having[unit], unit))
        scores = [having[unit] for unit in best]
        return Ranked(best, scores, len(having), len(having), "all", self._told_so(asked, ()), marked)

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
        ours, theirs = score[self._with_twin], score[self._twin]
        spoken = self._of_language.get(language or "")
        if spoken is not None:
            preferred, other = spoken[self._with_twin] > 1, spoken[self._twin] > 1
            raised = np.where(preferred & (ours > 0), np.maximum(ours, theirs), ours)
            hidden = other & ~preferred & (theirs > 0)
        else:
            raised = ours
            hidden = (theirs > ours) | ((theirs == ours) & (self._twin < self._with_twin))
        score[self._with_twin] = np.where(hidden, 0, raised)

    def _raise_told(self, likeness: Floats, score: Floats) -> None:
        """Raise the score of units that answer the situations that a question is like."""
        found = (likeness > FAINT).nonzero()[0]
        if len(found) > SHOWN:
            found = found[np.argsort(-likeness[found], kind="stable")[:SHOWN]]
        raised: dict[int, float] = {}
        for situation, like in zip(found.tolist(), likeness[found].tolist(), strict=True):
            for unit, counts in self._links[situation]:
                raised[unit] = max(raised.get(unit, 0.0), counts * like * like)
        if raised:
            score[list(raised)] += np.array(list(raised.values()), np.float32)

    def _told_so(self, asked: Understood, told: Told) -> Told:
        """The situations told, with those first that people tell in just these words."""
        exactly = dict.fromkeys(at for key in asked.said for at in self._index.said.get(key, ()))
        if not exactly:
            return told
        likeness = dict(told)
        first = sorted(exactly, key=lambda at: -likeness.get(at, 0.0))
        return (*((at, EXACTLY) for at in first), *((at, like) for at, like in told if at not in exactly))[:SHOWN]

    def _put_first(self, situation: int, score: Floats, has: Bools, language: str | None) -> None:
        """Lift the units that answer a situation above all others: the main one in the language of the question
        first, then the other main ones, then the rest, in the order in which one applies them."""
        spoken = self._of_language.get(language or "")
        order = sorted(
            self._links[situation],
            key=lambda link: (link[1] != MAIN, link[1] == MAIN and spoken is not None and spoken[link[0]] <= 1),
        )
        top = float(score.max())
        for place, (unit, _) in enumerate(order):
            score[unit] = top + 1 - place / len(order)
            has[unit] = True

    def _told(self, likeness: Floats, score: Floats) -> Told:
        """The situations that a question tells, likest first: by what it says, and by the units that answer it."""
        if not len(likeness):
            return ()
        answered = np.zeros(len(likeness), np.float32)
        np.maximum.at(answered, self._answered, score[self._answer] * self._share)
        likeness = likeness + ANSWERED * answered
        best = np.argsort(-likeness, kind="stable")[:SHOWN]
        return tuple(zip(best.tolist(), likeness[best].tolist(), strict=True))

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


_NONE: Final = Ranked([], [], 0, 0, "any")


def _covered(values: Floats, weights: Floats, whole: float) -> tuple[Floats, Floats]:
    """What each column is worth, as a share of the whole question, and how much of the question it has."""
    cover = weights @ (values > 0) / np.float32(whole)
    score = values.sum(axis=0)
    score *= (1 - COVER + COVER * cover) / np.float32(whole)
    return score, cover

"""Situations that a question tells: named, and their provisions raised, or put first where it tells them surely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from kb.search.asked import Understood
from kb.search.documents import Unit
from kb.search.impacts import Bools, Floats
from kb.search.index import Index

Told = tuple[tuple[int, float], ...]
"""Situations, by number, and how surely a question tells each, the surest first."""

MAIN: Final = 2.0
"""What a situation that the question tells counts for its main unit."""
OTHER: Final = 0.6
"""What it counts for the other units that answer it."""
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


class Telling:
    """Knows the situations of one index, and the units that answer each."""

    def __init__(self, index: Index, units: Sequence[Unit]) -> None:
        self._said = index.said
        self._language_of = [unit.language for unit in units]
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

    def raise_units(self, likeness: Floats, score: Floats) -> None:
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

    def told(self, likeness: Floats, score: Floats) -> Told:
        """The situations that a question tells, likest first: by what it says, and by the units that answer it."""
        if not len(likeness):
            return ()
        answered = np.zeros(len(likeness), np.float32)
        np.maximum.at(answered, self._answered, score[self._answer] * self._share)
        likeness = likeness + ANSWERED * answered
        best = np.argsort(-likeness, kind="stable")[:SHOWN]
        return tuple(zip(best.tolist(), likeness[best].tolist(), strict=True))

    def told_so(self, asked: Understood, told: Told) -> Told:
        """The situations told, with those first that people tell in just these words."""
        exactly = dict.fromkeys(at for key in asked.said for at in self._said.get(key, ()))
        if not exactly:
            return told
        likeness = dict(told)
        first = sorted(exactly, key=lambda at: -likeness.get(at, 0.0))
        return (*((at, EXACTLY) for at in first), *((at, like) for at, like in told if at not in exactly))[:SHOWN]

    def put_first(self, situation: int, score: Floats, has: Bools, language: str | None) -> None:
        """Lift the units that answer a situation above all others: the main one in the language of the question
        first, then the other main ones, then the rest, in the order in which one applies them."""
        order = sorted(
            self._links[situation],
            key=lambda link: (link[1] != MAIN, link[1] == MAIN and self._language_of[link[0]] != language),
        )
        top = float(score.max())
        for place, (unit, _) in enumerate(order):
            score[unit] = top + 1 - place / len(order)
            has[unit] = True

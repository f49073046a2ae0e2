"""Where the words of a question stand in the units: phrases, neighbours, and negations at what they turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from kb.search.asked import Slot, Understood
from kb.search.impacts import Bools, Floats
from kb.search.index import Index

NEAR: Final = 0.25
"""What two words count when a unit has them as near each other as the question has."""
REACH: Final = 3
"""How many words further on the second of two words may stand to be near, and a negation from what it turns."""


class Standing:
    """Knows where words stand in the units of one index."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def having(self, asked: Understood) -> tuple[dict[int, float], Sequence[int]]:
        """The units that have every phrase of a question, exactly as it is spelled, with the impact of its words;
        and the places of those words, ascending."""
        stream, of = self._index.stream, self._index.impacts.of
        having: dict[int, float] | None = None
        places: list[int] = []
        for phrase in asked.phrases:
            units: dict[int, float] = {}
            for words in phrase:
                begins = stream.phrase(words).tolist()
                if not begins:
                    continue
                places += [begin + offset for begin in begins for offset in range(len(words))]
                found = sorted({*map(stream.unit_of, begins)})
                scores = [0.0] * len(found)
                for documents, values, _ in map(of, words):
                    impacts = values[documents.searchsorted(found)].tolist()
                    scores = [score + impact for score, impact in zip(scores, impacts, strict=True)]
                units.update(zip(found, scores, strict=True))
            having = units if having is None else {u: having[u] + units[u] for u in having.keys() & units.keys()}
        return having or {}, sorted(places)

    def near(self, slots: Sequence[Slot], whole: float) -> Floats:
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

    def says_so(self, slots: Sequence[Slot]) -> Bools:
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

"""Which words of a text answer a question, and by what: the words themselves, a term, or how people ask."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from kb.messages import Message
from kb.search.impacts import CONCEPT, SPELLING, STEM
from kb.search.index import Index
from kb.search.snippets import Snippet, Wanted
from kb.search.speech import Spotter
from kb.search.understanding import Understood


class Marking:
    """Knows for one index what to mark for a term: itself, the compounds it is part of, the words of a concept."""

    def __init__(self, index: Index, spotters: Mapping[str, Spotter], little: Collection[int]) -> None:
        self._index = index
        ids = index.impacts.ids
        self._compounds = {
            ids[part]: [ids[whole] for whole in wholes if whole in ids] for part, wholes in index.compounds.items()
        }
        self._concepts: dict[int, list[int]] = {}
        for concept in index.concepts:
            if (term := ids.get(f"{CONCEPT}{concept.id}")) is not None:
                keys = (
                    f"{code}{STEM}{word}"
                    for code, spotter in spotters.items()
                    for expression in spotter.expressions.get(concept.id, ())
                    for word in expression
                )
                self._concepts[term] = [
                    t for key in dict.fromkeys(keys) if (t := ids.get(key)) is not None and t not in little
                ]
        self._spellings = frozenset(number for key, number in ids.items() if SPELLING in key and STEM not in key)

    def wanted(self, asked: Understood | None) -> Wanted:
        """What to mark for a question; nothing for none."""
        if asked is None:
            return Wanted({})
        terms: dict[int, float] = {}
        telling = [slot for slot in asked.slots if not slot.little] or asked.slots
        for slot in telling:
            for term, share in slot.alternatives:
                worth = share * slot.weight
                for marked in self._concepts.get(term) or (term, *self._compounds.get(term, ())):
                    terms[marked] = max(terms.get(marked, 0.0), worth)
        return Wanted(terms, not self._spellings.isdisjoint(terms), self._places(asked))

    def why(self, asked: Understood, shown: Snippet) -> tuple[Message, ...]:
        """How a unit was found that is shown so: nothing to say where it has the words themselves."""
        if not shown.marks:
            return (Message("why-asked"),)
        by_itself = {term for slot in asked.slots for term, _ in slot.alternatives if term not in self._concepts}
        if asked.phrases or any(term in by_itself for term in shown.terms):
            return ()
        start, end = shown.marks[0]
        for slot in asked.slots:
            for term, _ in slot.alternatives:
                if not shown.terms.isdisjoint(self._concepts.get(term, ())):
                    return (Message("why-term", {"word": slot.shown, "term": shown.text[start:end]}),)
        return ()

    def _places(self, asked: Understood) -> list[int] | None:
        """Where the words of the question's phrases stand, None when it has no phrase."""
        if not asked.phrases:
            return None
        places = [
            self._index.stream.phrase(words.stems, words.spellings) + offset
            for phrase in asked.phrases
            for words in phrase
            for offset in range(len(words.stems))
        ]
        found: list[int] = np.unique(np.concatenate(places)).tolist() if places else []
        return found

"""Which words of a text answer a question, and by what: the words themselves, a term, or how people ask."""

from __future__ import annotations

from collections.abc import Sequence

from kb.messages import Message
from kb.search.asked import Understood
from kb.search.impacts import CONCEPT
from kb.search.index import Index
from kb.search.snippets import Snippet, Wanted


class Marking:
    """Knows for one index what to mark for a term: itself, the compounds it is part of, the words of a concept."""

    def __init__(self, index: Index) -> None:
        ids = index.impacts.ids
        self._compounds = {
            ids[part]: [ids[whole] for whole in wholes if whole in ids] for part, wholes in index.compounds.items()
        }
        self._concepts = frozenset(number for key, number in ids.items() if key.startswith(CONCEPT))

    def wanted(self, asked: Understood | None, phrases: Sequence[int] | None = None) -> Wanted:
        """What to mark for a question: nothing for none; the words of its phrases where they are known."""
        if asked is None:
            return Wanted({})
        if phrases is not None:
            return Wanted({}, phrases)
        terms: dict[int, float] = {}
        for slot in [slot for slot in asked.slots if not slot.little] or asked.slots:
            for term, share in slot.alternatives:
                worth = share * slot.weight
                for marked in (term, *self._compounds.get(term, ())):
                    if worth > terms.get(marked, 0.0):
                        terms[marked] = worth
        return Wanted(terms)

    def why(self, asked: Understood, shown: Snippet) -> tuple[Message, ...]:
        """How a unit was found that is shown so: nothing to say where it has the words themselves."""
        if not shown.marks:
            return (Message("why-asked"),)
        if asked.phrases or not shown.terms <= self._concepts:
            return ()
        by = [slot for slot in asked.slots if any(term in shown.terms for term, _ in slot.alternatives)]
        return (Message("why-term", {"word": max(by, key=lambda slot: slot.weight).shown}),)

"""How units that answer are shown: each with a snippet, the words marked in it, the reason, and its partners."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from kb.messages import Message
from kb.search import Hit
from kb.search.asked import Understood
from kb.search.documents import Place, Unit
from kb.search.index import Index
from kb.search.marking import Marking
from kb.search.ranking import Ranked
from kb.search.snippets import snippets


class Found(NamedTuple):
    """A unit that answers, by number; ``cited`` says so when the question names it."""

    number: int
    score: float
    cited: Message | None = None


class Showing:
    """Makes hits of the units of one index."""

    def __init__(self, index: Index, units: Sequence[Unit]) -> None:
        self._units = units
        self._stream = index.stream
        self._situations = index.situations
        self._marking = Marking(index)
        self._places = [(unit.book, unit.address) for unit in units]
        self._partners: dict[int, tuple[Place, ...]] = {}
        for unit, other, _ in index.partners:
            self._partners[unit] = (*self._partners.get(unit, ()), self._places[other])

    def hits(
        self, found: Sequence[Found], asked: Understood | None, ranked: Ranked, books: Collection[str] | None
    ) -> tuple[Hit, ...]:
        """The hits of a page, in order; ``books`` are those that partners may be of (None: all)."""
        wanted = self._marking.wanted(asked, ranked.marked)
        shown = snippets(self._units, [entry[0] for entry in found], self._stream, wanted)
        told = self._situations[ranked.situations[0][0]].main if ranked.situations else ()
        why = self._marking.why
        reasons_by: dict[frozenset[int], tuple[Message, ...]] = {}
        hits = []
        for (number, score, cited), snippet in zip(found, shown, strict=True):
            book, address = place = self._places[number]
            if asked is None or cited is not None:
                reasons: tuple[Message, ...] = () if cited is None else (cited,)
            else:
                terms = snippet[2]
                if terms not in reasons_by:
                    reasons_by[terms] = why(asked, snippet)
                reasons = reasons_by[terms]
                if place in told:
                    reasons += (_TOLD,)
            partners = self._partners.get(number, ())
            if partners and books is not None:
                partners = tuple(partner for partner in partners if partner[0] in books)
            hits.append(Hit(book, address, round(score, 4), snippet[0], snippet[1], reasons, partners))
        return tuple(hits)


_TOLD = Message("why-situation")

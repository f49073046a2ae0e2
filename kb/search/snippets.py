"""The piece of a unit's text that shows why it answers, with the words of the question marked in it.

A snippet is a slice of the text, never put together, and a mark spans whole words as they are printed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from kb.search.documents import Unit
from kb.search.impacts import Ints
from kb.search.stream import TEXTS, Stream

LENGTH: Final = 240
"""Characters of a snippet; a shorter text is shown whole."""
_BEFORE: Final = 60  # characters that may stand before the first marked word

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is marked: ``terms`` (stems or spellings) with what each is worth, and ``spelled`` whether any of them is
    a spelling; ``said`` the places (ascending) of the words of a concept, and what it is worth. Where a question
    has phrases, only their ``places``."""

    terms: Mapping[int, float]
    spelled: bool = False
    said: Mapping[int, tuple[Ints, float]] = field(default_factory=dict)
    places: Sequence[int] | None = None

    def worth(self, terms: Iterable[int]) -> float:
        """What these terms are worth together, each counted once."""
        return sum(self.terms.get(term) or (self.said[term][1] if term in self.said else 1.0) for term in set(terms))


@dataclass(frozen=True, slots=True)
class Snippet:
    """A slice of one of a unit's texts, spans of it to mark, and the terms that were marked."""

    text: str
    marks: tuple[Span, ...]
    terms: frozenset[int] = frozenset()


def snippet(unit: Unit, number: int, stream: Stream, wanted: Wanted) -> Snippet:
    """The best snippet of a unit; ``number`` is that of the unit in the row. A unit without a marked word is shown
    from the start of its text, or of its heading where it has no text."""
    best: tuple[float, int, list[tuple[int, int]]] | None = None
    for which in _ORDER:
        first, end = stream.bounds[TEXTS * number + which], stream.bounds[TEXTS * number + which + 1]
        if first < end:
            found = _found(first, end, stream, wanted)
            if found:
                worth = wanted.worth(term for _, term in found)
                if best is None or worth > best[0]:
                    best = worth, which, found
    if best is None:
        text = unit.texts[1] or unit.texts[0] or unit.texts[2]
        return Snippet(text[: _cut(text, LENGTH)], ())
    _, which, found = best
    return _window(unit.texts[which], found, stream, wanted)


_ORDER: Final = (1, 2, 0)  # text, closing, heading: the first of equals is shown


def _found(first: int, end: int, stream: Stream, wanted: Wanted) -> list[tuple[int, int]]:
    """(place, term) of every word to mark between two places of the row."""
    if wanted.places is not None:
        inside = wanted.places[bisect_left(wanted.places, first) : bisect_left(wanted.places, end)]
        return [(place, int(stream.stems[place])) for place in inside]
    terms = wanted.terms
    found = {at: term for at, term in enumerate(stream.stems[first:end].tolist(), first) if term in terms}
    if wanted.spelled:
        spellings = enumerate(stream.spellings[first:end].tolist(), first)
        found.update((at, term) for at, term in spellings if term in terms)
    for concept, (places, _) in wanted.said.items():
        low, high = np.searchsorted(places, (first, end)).tolist()
        for place in places[low:high].tolist():
            found.setdefault(place, concept)
    return sorted(found.items())


def _window(text: str, found: Sequence[tuple[int, int]], stream: Stream, wanted: Wanted) -> Snippet:
    starts = [int(stream.starts[place]) for place, _ in found]
    ends = [int(stream.ends[place]) for place, _ in found]
    begin, end = 0, len(text)
    if end > LENGTH:
        first = _densest(starts, ends, [term for _, term in found], wanted)
        begin = _back(text, starts[first])
        end = begin + _cut(text[begin:], LENGTH)
    inside = [i for i in range(len(found)) if starts[i] >= begin and ends[i] <= end]
    marks: list[Span] = []
    for i in inside:
        span = _whole_word(text, starts[i], ends[i], begin, end)
        if marks and span[0] < marks[-1][1]:
            span = marks.pop()[0], span[1]
        marks.append(span)
    return Snippet(text[begin:end], tuple(marks), frozenset(found[i][1] for i in inside))


def _densest(starts: Sequence[int], ends: Sequence[int], terms: Sequence[int], wanted: Wanted) -> int:
    """The marked word to begin with, so that the words within reach are worth most together."""
    best, first = -1.0, 0
    for i, start in enumerate(starts):
        reach = start + LENGTH - _BEFORE
        worth = wanted.worth(terms[j] for j in range(i, len(starts)) if ends[j] <= reach)
        if worth > best:
            best, first = worth, i
    return first


def _back(text: str, start: int) -> int:
    """Where to begin so that ``start`` is shown: its sentence, if that is near, else a word at some distance."""
    low = max(0, start - _BEFORE)
    for mark in (". ", "\n", "; ", ": "):
        at = text.rfind(mark, low, start)
        if at >= 0:
            return at + len(mark)
    at = text.find(" ", low, start) if low else -1
    return low if not low or at < 0 else at + 1


def _cut(text: str, length: int) -> int:
    """How much of a text to show: all of a short one, else whole words."""
    if len(text) <= length:
        return len(text)
    at = text.rfind(" ", length // 2, length + 1)
    return at if at > 0 else length


def _whole_word(text: str, start: int, end: int, begin: int, stop: int) -> Span:
    """The span of the printed word around a token (``16`` in ``16C2``), counted from ``begin``."""
    while start > begin and text[start - 1].isalnum():
        start -= 1
    while end < stop and text[end].isalnum():
        end += 1
    return start - begin, end - begin

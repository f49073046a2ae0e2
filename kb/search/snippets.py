"""The piece of a unit's text that shows why it answers, with the words of the question marked in it.

A snippet is a slice of the text, never put together, and a mark spans whole words as they are printed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from kb.search.documents import Unit
from kb.search.impacts import Ints
from kb.search.stream import TEXTS, Stream

LENGTH: Final = 240
"""Characters of a snippet; a shorter text is shown whole."""
_FEW: Final = 400  # places of one term
_BEFORE: Final = 60  # characters that may stand before the first marked word

Span = tuple[int, int]
Found = list[tuple[int, int]]
"""Places of the row with the term that stands there, in order."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is marked: terms, each with what it is worth. Where a question has phrases, only their ``places``."""

    terms: Mapping[int, float]
    places: Ints | None = None

    def worth(self, terms: Collection[int]) -> float:
        """What these terms are worth together, each counted once."""
        return sum([self.terms.get(term, 1.0) for term in set(terms)])


class Snippet(NamedTuple):
    """A slice of one of a unit's texts, spans of it to mark, and the terms that were marked."""

    text: str
    marks: tuple[Span, ...]
    terms: frozenset[int] = frozenset()


def snippets(units: Sequence[Unit], numbers: Sequence[int], stream: Stream, wanted: Wanted) -> list[Snippet]:
    """The best snippet of each of these units; ``numbers`` are those of the units in the row. It is of the text if
    a word is marked there, else of the closing, else of the heading; of a unit without a marked word it is the
    start of its text, or of its heading where it has no text."""
    return [
        _snippet(units[number], number, stream, wanted, found)
        for number, found in zip(numbers, _found(numbers, stream, wanted), strict=True)
    ]


def _found(numbers: Sequence[int], stream: Stream, wanted: Wanted) -> list[Found]:
    """The words to mark in each of these units."""
    bounds = stream.bounds
    edges = np.array([bounds[TEXTS * n + side] for n in numbers for side in (0, TEXTS)], np.int32)
    if wanted.places is None:
        terms = list(wanted.terms)
        pieces = [_within(stream.places(term), edges) for term in terms]
    else:
        terms, pieces = [-1], [wanted.places]
    places = np.concatenate(pieces) if pieces else np.zeros(0, np.int32)
    labels = np.array(terms, np.int32).repeat([len(piece) for piece in pieces])
    if wanted.places is None:
        order = places.argsort(kind="stable")
        places, labels = places[order], labels[order]
        first = np.ones(len(places), bool)  # of several terms at one place the first in the order of the question
        np.not_equal(places[1:], places[:-1], out=first[1:])
        places, labels = places[first], labels[first]
    cuts = places.searchsorted(edges).tolist()
    pairs = list(zip(places.tolist(), labels.tolist(), strict=True))
    return [pairs[low:high] for low, high in zip(cuts[::2], cuts[1::2], strict=True)]


def _within(places: Ints, edges: Ints) -> Ints:
    """The places between any two edges, where sorting all of them would cost more than looking."""
    if len(places) <= _FEW:
        return places
    cuts = places.searchsorted(edges).tolist()
    return np.concatenate([places[low:high] for low, high in zip(cuts[::2], cuts[1::2], strict=True)])


def _snippet(unit: Unit, number: int, stream: Stream, wanted: Wanted, found: Found) -> Snippet:
    if not found:
        shown = unit.texts[1] or unit.texts[0] or unit.texts[2]
        return Snippet(shown[: _cut(shown, LENGTH)], ())
    heading, text, closing, end = stream.bounds[TEXTS * number : TEXTS * number + TEXTS + 1]
    for which, low, high in ((1, text, closing), (2, closing, end), (0, heading, text)):
        inside = found if low <= found[0][0] and found[-1][0] < high else [e for e in found if low <= e[0] < high]
        if inside:
            return _window(unit.texts[which], inside, stream, wanted)
    return Snippet("", ())


def _window(text: str, found: Found, stream: Stream, wanted: Wanted) -> Snippet:
    spans = [(stream.starts[place], stream.ends[place], term) for place, term in found]
    begin, end = 0, len(text)
    if end > LENGTH:
        begin = _back(text, _densest(spans, wanted) if len(spans) > 1 else spans[0][0])
        end = begin + _cut(text[begin : begin + LENGTH + 1], LENGTH)
        spans = [span for span in spans if begin <= span[0] and span[1] <= end]
    marks: list[Span] = []
    for start, stop, _ in spans:
        # The printed word around the token: ``16`` stands in ``16C2``.
        while start > begin and text[start - 1].isalnum():
            start -= 1  # noqa: PLW2901 - the mark grows
        while stop < end and text[stop].isalnum():
            stop += 1  # noqa: PLW2901 - likewise
        if marks and start - begin < marks[-1][1]:
            marks[-1] = marks[-1][0], stop - begin
        else:
            marks.append((start - begin, stop - begin))
    return Snippet(text[begin:end], tuple(marks), frozenset([term for _, _, term in spans]))


def _densest(spans: Sequence[tuple[int, int, int]], wanted: Wanted) -> int:
    """Where the marked word stands to begin with, so that the words within reach are worth most together."""
    terms = [term for _, _, term in spans]
    whole = wanted.worth(terms) if terms.count(terms[0]) < len(terms) else 0.0
    best, first = -1.0, spans[0][0]
    for at, (start, _, _) in enumerate(spans):
        reach = start + LENGTH - _BEFORE
        worth = wanted.worth([term for _, stop, term in spans[at:] if stop <= reach])
        if worth > best:
            best, first = worth, start
        if worth >= whole:
            break
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

"""The piece of a unit's text that shows why it answers, with the words of the question marked in it.

A snippet is a slice of the text, never put together, and a mark spans whole words as they are printed.
"""

from __future__ import annotations

from bisect import bisect_left
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
Found = list[tuple[int, int, int, int]]
"""Words to mark, in order: place of the row, start and end of the printed word, and the term that it is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is marked: terms, each with what it is worth. Where a question has phrases, only their ``places``."""

    terms: Mapping[int, float]
    places: Sequence[int] | None = None

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
    if not wanted.terms and wanted.places is None:
        return [[] for _ in numbers]
    bounds = stream.bounds
    if wanted.places is not None:
        return [stream.printed(_between(wanted.places, bounds[TEXTS * n], bounds[TEXTS * (n + 1)])) for n in numbers]
    edges = np.array([bounds[TEXTS * n + side] for n in numbers for side in (0, TEXTS)], np.int32)
    terms = list(wanted.terms)
    pieces = [_within(stream.places(term), edges) for term in terms]
    places = np.concatenate(pieces)
    labels = np.array(terms, np.int32).repeat([len(piece) for piece in pieces])
    order = places.argsort(kind="stable")
    places, labels = places[order], labels[order]
    first = np.ones(len(places), bool)  # of several terms at one place the first in the order of the question
    np.not_equal(places[1:], places[:-1], out=first[1:])
    places, labels = places[first], labels[first]
    cuts = places.searchsorted(edges).tolist()
    columns = (places, stream.row.starts[places], stream.row.ends[places], labels)
    found = list(zip(*(column.tolist() for column in columns), strict=True))
    return [found[low:high] for low, high in zip(cuts[::2], cuts[1::2], strict=True)]


def _between(places: Sequence[int], low: int, high: int) -> Sequence[int]:
    """Those of ascending places that are at least ``low`` and below ``high``."""
    return places[bisect_left(places, low) : bisect_left(places, high)]


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
    first, last = found[0][0], found[-1][0]
    for which, low, high in ((1, text, closing), (2, closing, end), (0, heading, text)):
        inside = found if low <= first and last < high else [entry for entry in found if low <= entry[0] < high]
        if inside:
            return _window(unit.texts[which], inside, wanted)
    return Snippet("", ())


def _window(text: str, found: Found, wanted: Wanted) -> Snippet:
    begin, end = 0, len(text)
    if end > LENGTH:
        begin = _back(text, _densest(found, wanted) if len(found) > 1 else found[0][1])
        end = begin + _cut(text[begin : begin + LENGTH + 1], LENGTH)
        found = [entry for entry in found if begin <= entry[1] and entry[2] <= end]
    if len(found) == 1:
        _, start, stop, term = found[0]
        return Snippet(text[begin:end], ((start - begin, stop - begin),), frozenset((term,)))
    marks = dict.fromkeys([(start - begin, stop - begin) for _, start, stop, _ in found])
    return Snippet(text[begin:end], tuple(marks), frozenset([term for _, _, _, term in found]))


def _densest(found: Found, wanted: Wanted) -> int:
    """Where the marked word stands to begin with, so that the words within reach are worth most together."""
    terms = [term for _, _, _, term in found]
    whole = wanted.worth(terms) if terms.count(terms[0]) < len(terms) else 0.0
    best, first = -1.0, found[0][1]
    for at, (_, start, _, _) in enumerate(found):
        reach = start + LENGTH - _BEFORE
        worth = wanted.worth([term for _, _, stop, term in found[at:] if stop <= reach])
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

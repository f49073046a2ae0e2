"""The words of all units in one row of numbers: for phrases, for words that stand near each other, and for snippets.

Between sentences and between texts stands a gap of ``GAP`` empty places, so that no phrase and no neighbourhood
reaches across one. Offsets count characters of the text that a word stands in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kb.search.documents import Unit
from kb.search.impacts import CONCEPT, SPELLING, STEM, Ints
from kb.search.speech import Reading, Speech, Spotter

GAP: Final = 8
"""Empty places at the end of a sentence: wider than any neighbourhood that is asked for."""
NONE: Final = -1
"""What stands in an empty place."""

_SENTENCE_END: Final = re.compile(r"[.;:!?\n](?:\s|$)")
_AFTER_NUMBER: Final = re.compile(r"\.\s*")
TEXTS: Final = 3  # heading, text, closing
_FEW: Final = 100  # places that are looked at one by one; for more, arrays are faster


@dataclass(frozen=True, slots=True)
class Row:
    """The row itself: ``stems`` and ``spellings`` are term ids, ``starts`` and ``ends`` the offsets of the printed word
    that a token is (of, where it is a part: ``16`` of ``16C2``), one of each a place;
    ``bounds`` says where each of the three texts of each unit begins, and, one entry more, where the last one
    ends. ``concepts`` are term ids, each with the place of a word that says it in ``said_at``."""

    stems: Ints
    spellings: Ints
    starts: Ints
    ends: Ints
    bounds: Ints
    concepts: Ints
    said_at: Ints


class Stream:
    """The row, and where in it each stem, spelling and concept stands."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.bounds: list[int] = row.bounds.tolist()
        self._unit_ends = row.bounds[TEXTS::TEXTS]
        self._ends: list[int] = self._unit_ends.tolist()
        self._spellings: list[int] = row.spellings.tolist()
        self._starts: list[int] = row.starts.tolist()
        self._stops: list[int] = row.ends.tolist()
        everywhere = np.arange(len(row.stems), dtype=np.int32)
        terms = np.concatenate([row.stems, row.spellings, row.concepts])
        places = np.concatenate([everywhere, everywhere, row.said_at])
        order = np.lexsort((places, terms))
        self._places = places[order]
        self._from: list[int] = np.searchsorted(terms[order], np.arange(terms.max(initial=0) + 2)).tolist()

    def places(self, term: int) -> Ints:
        """Where a stem, a spelling or a word of a concept stands in the row, ascending."""
        return self._places[self._from[term] : self._from[term + 1]] if 0 <= term < len(self._from) - 1 else _NOWHERE

    def units_of(self, places: Ints) -> Ints:
        """The unit of each place."""
        return self._unit_ends.searchsorted(places, side="right").astype(np.int32)

    def unit_of(self, place: int) -> int:
        """The unit of one place."""
        return bisect_right(self._ends, place)

    def printed(self, places: Sequence[int]) -> list[tuple[int, int, int, int]]:
        """(place, start and end of the printed word, its spelling) of each place."""
        starts, stops, spellings = self._starts, self._stops, self._spellings
        return [(place, starts[place], stops[place], spellings[place]) for place in places]

    def phrase(self, words: Sequence[int]) -> Ints:
        """Where a phrase begins: these spellings in this order, nothing between; the places of the rarest are tried."""
        places = [self.places(word) for word in words]
        rarest = min(range(len(words)), key=lambda at: len(places[at]))
        if len(places[rarest]) <= _FEW:
            size, spellings, wanted = len(words), self._spellings, list(words)
            begins = [place - rarest for place in places[rarest].tolist()]
            return np.array([at for at in begins if at >= 0 and spellings[at : at + size] == wanted], np.int32)
        begun = places[rarest] - rarest
        row = self.row.spellings
        begun = begun[(begun >= 0) & (begun + len(words) <= len(row))]
        for offset, word in enumerate(words):
            if offset != rarest:
                begun = begun[row[begun + offset] == word]
        return begun

    def near(self, places: Ints, others: Ints, before: int, after: int) -> npt.NDArray[np.bool_]:
        """Which of ``places`` have one of ``others`` at most ``before`` words before or ``after`` words after."""
        if not len(others):
            return np.zeros(len(places), bool)
        index = others.searchsorted(places - before)
        found = others[np.minimum(index, len(others) - 1)]
        return (index < len(others)) & (found <= places + after)


def make_stream(
    units: Sequence[Unit], speeches: Mapping[str, Speech], spotters: Mapping[str, Spotter], ids: Mapping[str, int]
) -> Stream:
    """The row of these units; ``ids`` numbers the keys of terms."""
    maker = _Maker(ids)
    bounds = [0]
    for unit in units:
        for text in unit.texts:
            read = speeches[unit.language].read(text)
            spotted = spotters[unit.language].spot(read, asked=False)
            maker.add(text, read, spotted, unit.language)
            bounds.append(len(maker.stems))
    columns = (maker.stems, maker.spellings, maker.starts, maker.ends, bounds, maker.concepts, maker.said_at)
    return Stream(Row(*(np.array(column, np.int32) for column in columns)))


class _Maker:
    """Fills the row, text by text."""

    def __init__(self, ids: Mapping[str, int]) -> None:
        self._ids = ids
        self.stems: list[int] = []
        self.spellings: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.concepts: list[int] = []
        self.said_at: list[int] = []

    def add(self, text: str, read: Reading, spotted: Iterable[tuple[Sequence[int], str]], language: str) -> None:
        places: list[int] = []
        last = 0
        for word, stem, spelling in zip(read.words, read.stems, read.spellings, strict=True):
            if places and _ends_sentence(text, last, word.start):
                self._gap()
            last = word.end
            places.append(len(self.stems))
            self.stems.append(self._ids[f"{language}{STEM}{stem}"])
            self.spellings.append(self._ids[f"{language}{SPELLING}{spelling}"])
            start, end = _printed_word(text, word.start, word.end)
            self.starts.append(start)
            self.ends.append(end)
        for words, concept in spotted:
            self.concepts += [self._ids[f"{CONCEPT}{concept}"]] * len(words)
            self.said_at += (places[word] for word in words)
        if places:
            self._gap()

    def _gap(self) -> None:
        for column in (self.stems, self.spellings, self.starts, self.ends):
            column.extend([NONE] * GAP)


def _printed_word(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the word begins and ends that a token stands in as it is printed; a sign is a word of its own."""
    if not text[start].isalnum():
        return start, end
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def _ends_sentence(text: str, end: int, start: int) -> bool:
    between = text[end:start]
    if text[end - 1].isdigit() and _AFTER_NUMBER.fullmatch(between):
        return False
    return _SENTENCE_END.search(between) is not None


_NOWHERE = np.zeros(0, np.int32)

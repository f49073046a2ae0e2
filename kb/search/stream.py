"""The words of all units in one row of numbers: for phrases, for words that stand near each other, and for snippets.

Between sentences and between texts stands a gap of ``GAP`` empty places, so that no phrase and no neighbourhood
reaches across one. Offsets count characters of the text that a word stands in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from kb.search.documents import Unit
from kb.search.impacts import SPELLING, STEM, Ints
from kb.search.speech import Speech

GAP: Final = 8
"""Empty places at the end of a sentence: wider than any neighbourhood that is asked for."""
NONE: Final = -1
"""What stands in an empty place."""

_SENTENCE_END: Final = re.compile(r"[.;:!?\n](?:\s|$)")
_AFTER_NUMBER: Final = re.compile(r"\.\s*")
TEXTS: Final = 3  # heading, text, closing


class Stream:
    """The row: ``stems`` and ``spellings`` are term ids, ``starts`` and ``ends`` offsets; ``bounds`` says where each
    of the three texts of each unit begins (and, one entry more, where the last one ends)."""

    def __init__(self, stems: Ints, spellings: Ints, starts: Ints, ends: Ints, bounds: Ints) -> None:
        self.arrays = {"stems": stems, "spellings": spellings, "starts": starts, "ends": ends, "bounds": bounds}
        self.stems, self.spellings, self.starts, self.ends = stems, spellings, starts, ends
        self.bounds: list[int] = bounds.tolist()
        self._unit_ends = bounds[TEXTS::TEXTS]
        order = np.argsort(stems, kind="stable").astype(np.int32)
        self._places = order
        self._from = np.searchsorted(stems[order], np.arange(stems.max(initial=0) + 2)).tolist()

    def places(self, stem: int) -> Ints:
        """Where a stem stands in the row, ascending."""
        return self._places[self._from[stem] : self._from[stem + 1]] if 0 <= stem < len(self._from) - 1 else _NOWHERE

    def units_of(self, places: Ints) -> Ints:
        """The unit of each place."""
        return np.searchsorted(self._unit_ends, places, side="right").astype(np.int32)

    def phrase(self, stems: Sequence[int], spellings: Sequence[int]) -> Ints:
        """Where a phrase begins: these spellings in this order, nothing between. ``stems`` are those of the same
        words; the places of the rarest are tried."""
        rarest = min(range(len(stems)), key=lambda i: len(self.places(stems[i])))
        begins = self.places(stems[rarest]) - rarest
        begins = begins[(begins >= 0) & (begins + len(stems) <= len(self.spellings))]
        for offset, spelling in enumerate(spellings):
            begins = begins[self.spellings[begins + offset] == spelling]
        return begins

    def near(self, places: Ints, others: Ints, before: int, after: int) -> npt.NDArray[np.bool_]:
        """Which of ``places`` have one of ``others`` at most ``before`` words before or ``after`` words after."""
        if not len(others):
            return np.zeros(len(places), bool)
        index = np.searchsorted(others, places - before)
        found = others[np.minimum(index, len(others) - 1)]
        return (index < len(others)) & (found <= places + after)


def make_stream(units: Sequence[Unit], speeches: Mapping[str, Speech], ids: Mapping[str, int]) -> Stream:
    """The row of these units; ``ids`` numbers the keys of terms."""
    columns: tuple[list[int], ...] = ([], [], [], [])
    bounds = [0]
    for unit in units:
        speech = speeches[unit.language]
        for text in unit.texts:
            _add(columns, text, speech, unit.language, ids)
            bounds.append(len(columns[0]))
    stems, spellings, starts, ends = (np.array(column, np.int32) for column in columns)
    return Stream(stems, spellings, starts, ends, np.array(bounds, np.int32))


def _add(columns: tuple[list[int], ...], text: str, speech: Speech, language: str, ids: Mapping[str, int]) -> None:
    stems, spellings, starts, ends = columns
    read = speech.read(text)
    last = 0
    for word, stem, spelling in zip(read.words, read.stems, read.spellings, strict=True):
        if last and _ends_sentence(text, last, word.start):
            _gap(columns)
        stems.append(ids[f"{language}{STEM}{stem}"])
        spellings.append(ids[f"{language}{SPELLING}{spelling}"])
        starts.append(word.start)
        ends.append(word.end)
        last = word.end
    if last:
        _gap(columns)


def _ends_sentence(text: str, end: int, start: int) -> bool:
    between = text[end:start]
    if text[end - 1].isdigit() and _AFTER_NUMBER.fullmatch(between):
        return False
    return _SENTENCE_END.search(between) is not None


def _gap(columns: tuple[list[int], ...]) -> None:
    for column in columns:
        column.extend([NONE] * GAP)


_NOWHERE = np.zeros(0, np.int32)

"""The spellings that a corpus has, sorted: what a prefix or pattern stands for, and what a misspelling may mean."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.search.query import DISTANCE

_AFTER_ALL: Final = "\U0010ffff"
_THIRD: Final = 2  # letters that a third of a word must have to be looked up by it


class Lexicon:
    """The spellings of one language in alphabetical order; a spelling is known by its place in that order.

    >>> lexicon = Lexicon(["kort", "kortene", "kulorsvigt", "udspil"])
    >>> lexicon.prefix("kort"), lexicon.pattern("k*t"), lexicon.near("kulorsvit", 1)
    (range(0, 2), [0, 2], [(1, 2)])
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        backwards = sorted((word[::-1], place) for place, word in enumerate(words))
        self._backwards = [word for word, _ in backwards]
        self._places_backwards = [place for _, place in backwards]
        self._by_length: dict[int, tuple[list[str], list[int]]] = {}
        for place, word in enumerate(words):
            same, places = self._by_length.setdefault(len(word), ([], []))
            same.append(word)
            places.append(place)

    def prefix(self, beginning: str) -> range:
        """The places of all spellings that begin so."""
        return range(bisect_left(self.words, beginning), bisect_left(self.words, beginning + _AFTER_ALL))

    def pattern(self, pattern: str) -> list[int]:
        """The places of all spellings of this form, where ``?`` is one letter and ``*`` any number of them."""
        literal = re.split(r"[*?]", pattern, maxsplit=1)[0]
        form = re.compile("".join({"*": ".*", "?": "."}.get(letter, re.escape(letter)) for letter in pattern))
        among = self.prefix(literal) if literal else range(len(self.words))
        return [place for place in among if form.fullmatch(self.words[place])]

    def near(self, word: str, distance: int) -> list[tuple[int, int]]:
        """(distance, place) of all spellings at most so many letters off, the nearest first; neighbours that
        changed places count as one (optimal string alignment)."""
        reach = min(distance, DISTANCE)
        if reach == 1 and len(word) >= 3 * _THIRD:
            places = self._sharing_an_end(word, len(word) // 3)
            hits = process.extract(
                word, [self.words[p] for p in places], scorer=OSA.distance, score_cutoff=1, limit=None
            )
            return sorted((int(off), places[at]) for _, off, at in hits)
        found: list[tuple[int, int]] = []
        for length in range(len(word) - reach, len(word) + reach + 1):
            same, places = self._by_length.get(length, _NONE)
            hits = process.extract(word, same, scorer=OSA.distance, score_cutoff=reach, limit=None)
            found += [(int(off), places[at]) for _, off, at in hits]
        return sorted(found)

    def _sharing_an_end(self, word: str, third: int) -> list[int]:
        """The places of all words that begin or end as a word does: one slip, or two neighbours that changed places,
        can touch the first third or the last, and never both."""
        last = word[-third:][::-1]
        ending = range(bisect_left(self._backwards, last), bisect_left(self._backwards, last + _AFTER_ALL))
        either = {*self.prefix(word[:third]), *(self._places_backwards[at] for at in ending)}
        return [place for place in either if abs(len(self.words[place]) - len(word)) <= 1]


_NONE: Final[tuple[list[str], list[int]]] = ([], [])

"""Texts found by the beginnings of their words, in microseconds: what a table of suggestions is made of.

Every text is filed under each of its words with all that follows it, folded; the files stand in one sorted row,
so that what begins as typed is a run of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from typing import Final

from kb.language import Vocabulary
from kb.language.words import spelling, tokens
from kb.search.addressbook import LAST, goes_on

SHORTEST: Final = 2
"""Letters from which on words are looked up; one letter begins too many to be of use."""
INSIDE: Final = 4
"""Letters from which on they are also looked for inside words (``udspil`` in ``åbningsudspil``)."""
LONGEST: Final = 80
"""Characters of what is typed, and of what is filed, that are compared."""
WORDS: Final = 8
"""Words of what is typed that are compared."""
_MORE: Final = 4
_HALF: Final = 1 << 32


class Beginnings:
    """Texts of one language, numbered from 0 in the order in which they are preferred. Immutable once made.

    ``anywhere`` says that a text which has what was typed further on is as good as one that begins with it.

    >>> danish = Vocabulary(stemmer="danish", digraphs=(("oe", "o"), ("ae", "a"), ("aa", "a")))
    >>> said = Beginnings(["kulørsvigt", "etableret kulørsvigt", "lov 16", "lov 160"], danish)
    >>> said.find("KULOER", 5), said.find("kul etab", 5), said.find("svigt", 5), said.find("lov 16", 5)
    ([0, 1], [1], [0, 1], [2])
    """

    def __init__(self, texts: Sequence[str], vocabulary: Vocabulary, *, anywhere: bool = False) -> None:
        self._vocabulary = vocabulary
        self._later = 0 if anywhere else _HALF
        self._words = [self._spelled(text) for text in texts]
        filed = sorted(self._files())
        self._keys = [key for key, _ in filed]
        self._ranks = [rank for _, rank in filed]
        self._all = "\n".join(["", *sorted({word for words in self._words for word in words}), ""])

    def find(self, typed: str, limit: int) -> list[int]:
        """The numbers of the texts that have what was typed: those that begin with it first, then those that have it
        further on, then those that have its words in another order, then those that have it inside a word."""
        words = self._spelled(typed[:LONGEST])[:WORDS]
        whole = " ".join(words)
        if len(whole) < SHORTEST:
            return []
        found = self._begun(whole, limit)
        if len(words) > 1 and len(found) < limit:
            found += self._anyhow(words, limit)
        elif len(whole) >= INSIDE and len(found) < limit:
            found += (text for word in self._having(whole, limit) for text in self._begun(word, limit))
        return list(dict.fromkeys(found))[:limit]

    def _begun(self, key: str, limit: int) -> list[int]:
        run = range(bisect_left(self._keys, key), bisect_left(self._keys, key + LAST))
        going_on = (self._ranks[at] for at in run if goes_on(self._keys[at], len(key)))
        best = nsmallest(_MORE * limit, going_on)
        return list(dict.fromkeys(rank % _HALF for rank in best))[:limit]

    def _anyhow(self, words: Sequence[str], limit: int) -> Iterator[int]:
        different = set(words)
        longest = max(words, key=len)
        if len(longest) < SHORTEST or len(different) == 1:
            return
        run = range(bisect_left(self._keys, longest), bisect_left(self._keys, longest + LAST))
        texts = sorted({self._ranks[at] % _HALF for at in run})
        having = (text for text in texts if all(_begins_any(word, self._words[text]) for word in different))
        for text, _ in zip(having, range(limit), strict=False):
            yield text

    def _having(self, part: str, limit: int) -> Iterator[str]:
        """Words that have a part further on than at their beginning, in alphabetical order."""
        at = self._all.find(part)
        for _ in range(_MORE * limit):
            if at < 0:
                return
            start, end = self._all.rfind("\n", 0, at) + 1, self._all.find("\n", at)
            if start < at:
                yield self._all[start:end]
            at = self._all.find(part, end)

    def _files(self) -> Iterator[tuple[str, int]]:
        for number, words in enumerate(self._words):
            for at in range(len(words)):
                yield " ".join(words[at:])[:LONGEST], number + self._later * (at > 0)

    def _spelled(self, text: str) -> tuple[str, ...]:
        return tuple(spelling(token.text, self._vocabulary) for token in tokens(text))


def _begins_any(word: str, words: Iterable[str]) -> bool:
    return any(other.startswith(word) and goes_on(other, len(word)) for other in words)

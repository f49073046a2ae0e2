"""Words that nobody here ever wrote, taken for the nearest that somebody did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.language import Vocabulary
from kb.language.words import Compounds, spelling, stem
from kb.search.impacts import SPELLING, STEM, Impacts
from kb.search.index import Index
from kb.search.lexicon import Lexicon
from kb.search.query import DISTANCE, Word
from kb.search.speech import Spotter

_SHORT, _LONG = 4, 8
"""Letters a word needs to be taken for a misspelling at all, and for one by two letters."""


class Correcting:
    """Knows the words of one index, and what a misspelling of them means."""

    def __init__(
        self,
        index: Index,
        vocabularies: Mapping[str, Vocabulary],
        compounds: Mapping[str, Compounds],
        spotters: Mapping[str, Spotter],
    ) -> None:
        self._ids = index.impacts.ids
        self._impacts: Impacts = index.impacts
        self._vocabularies = vocabularies
        self._compounds = compounds
        self._spotters = spotters
        self.lexicons = {c: _lexicon(index.impacts.keys, c) for c in vocabularies}
        self._surfaces = {c: _surfaces(index.words.get(c, ()), v) for c, v in vocabularies.items()}

    def corrected(self, words: Sequence[Word], codes: Sequence[str]) -> tuple[tuple[Word, ...], str | None]:
        """The words with those corrected that nobody here ever wrote; and the question as it was meant."""
        changed = list(words)
        for at, word in enumerate(words):
            if (
                word.kind == "word"
                and not word.typing
                and len(word.text) >= _SHORT
                and not self._known(words, at, codes)
            ):
                correct = self._nearest(word.text, codes)
                if correct is not None:
                    changed[at] = replace(word, text=correct)
        if changed == list(words):
            return tuple(words), None
        return tuple(changed), " ".join(word.text for word in changed)

    def _known(self, words: Sequence[Word], at: int, codes: Sequence[str]) -> bool:
        text = words[at].text
        if not text.isalpha():
            return True
        for code in codes:
            vocabulary = self._vocabularies[code]
            if f"{code}{STEM}{stem(text, vocabulary)}" in self._ids or len(self._compounds[code].parts(text)) > 1:
                return True
            if self._spotters[code].knows(text):
                return True
        return any(
            self.joined(words[first].text, words[first + 1].text, codes)
            for first in (at - 1, at)
            if 0 <= first < len(words) - 1
        )

    def _nearest(self, text: str, codes: Sequence[str]) -> str | None:
        """The word of the corpus that a misspelling most likely means: the fewest letters off, then in the first of
        these languages, then the commonest; None when none is near."""
        best: tuple[int, int, int] | None = None
        nearest = None
        for rank, code in enumerate(codes):
            lexicon, first = self.lexicons[code]
            spelled = spelling(text, self._vocabularies[code])
            reach = DISTANCE if len(spelled) >= _LONG else 1
            for off, place in lexicon.near(spelled, reach):
                key = (off, rank, -self._impacts.frequency(first + place))
                if best is None or key < best:
                    best, nearest = key, self._surfaces[code].get(lexicon.words[place], lexicon.words[place])
        return nearest

    def joined(self, first: str, second: str, codes: Sequence[str]) -> list[int]:
        """The terms of the compounds that two words form in the texts."""
        found: list[int] = []
        for code in codes:
            vocabulary = self._vocabularies[code]
            if not vocabulary.links:
                continue  # a language that does not write compounds as one word
            beginning, end = f"{code}{STEM}{spelling(first, vocabulary)}", stem(second, vocabulary)
            keys = (f"{beginning}{link}{end}" for link in ("", *vocabulary.links))
            found += (self._ids[key] for key in keys if key in self._ids)
        return found


def _lexicon(keys: Sequence[str], code: str) -> tuple[Lexicon, int]:
    """The spellings of a language, and the term of the first of them (they stand in one run)."""
    prefix = f"{code}{SPELLING}"
    found = [at for at, key in enumerate(keys) if key.startswith(prefix)]
    return Lexicon([keys[at].removeprefix(prefix) for at in found]), found[0] if found else 0


def _surfaces(words: Iterable[str], vocabulary: Vocabulary) -> dict[str, str]:
    """A spelling as it is printed, in lower case where it is ever printed so."""
    printed: dict[str, str] = {}
    for word in sorted(words, reverse=True):
        printed[spelling(word, vocabulary)] = word if word.isupper() else word.lower()
    return printed

"""Texts as a search index sees them: stems, spellings, compound parts and the concepts of the game.

One :class:`Speech` per language reads what is indexed and what is asked in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kb.language import Vocabulary
from kb.language.words import Compounds, Token, elliptic, spelling, stem, stems, tokens
from kb.search.documents import Concept

_GAP: Final = "…"
"""Between the parts of a separable verb in a table of terms: ``spille … ud``."""
_REACH: Final = 4
"""How many words such a gap may hold."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One text read: its words, and for each its stem and its unstemmed spelling; ``parts`` are the stems that
    stand in it only as a part of a compound, or as a word cut short (``ud- eller tilspil``)."""

    words: Sequence[Token]
    stems: Sequence[str]
    spellings: Sequence[str]
    parts: Sequence[str]


class Speech:
    """One language as it is spoken in the books and in questions.

    >>> speech = Speech(Vocabulary(stemmer="danish", links=("s",)), ["udspil", "tilspil", "åbning"])
    >>> read = speech.read("Åbningsudspil, ud- eller tilspil")
    >>> list(read.stems), list(read.parts)
    (['abningsudspil', 'ud', 'ell', 'tilspil'], ['abning', 'udspil', 'udspil'])
    """

    def __init__(self, vocabulary: Vocabulary, words: Sequence[str]) -> None:
        self.vocabulary = vocabulary
        self.words = words
        self.compounds = Compounds(words, vocabulary)

    def read(self, text: str) -> Reading:
        """A text with the stems, spellings and parts of its words."""
        words = tokens(text)
        parts = [part for word in words for part in self.compounds.parts(word.text)]
        for short, long in elliptic(text, words).items():
            whole = self.compounds.completed(words[short].text, words[long].text)
            parts += [whole] if whole else []
        return Reading(
            words,
            [stem(word.text, self.vocabulary) for word in words],
            [spelling(word.text, self.vocabulary) for word in words],
            parts,
        )


class Spotter:
    """Finds the words of concepts in a text of one language, the longest first, never overlapping.

    >>> danish = Vocabulary(stemmer="danish")
    >>> revoke = Concept("revoke", {"da": ("kulørsvigt", "svigte kulør", "kaste … af")}, {"da": ("KS",)})
    >>> spotter = Spotter([revoke, Concept("suit", {"da": ("kulør",)})], "da", danish)
    >>> spotter.spot(Speech(danish, []).read("han svigter kulør, en kulør, kaster kortet af, ks"))
    [(1, 3, 'revoke'), (4, 5, 'suit'), (5, 8, 'revoke'), (8, 9, 'revoke')]
    """

    def __init__(self, concepts: Iterable[Concept], language: str, vocabulary: Vocabulary) -> None:
        self.expressions: dict[str, list[tuple[str, ...]]] = {}
        self._by_stem: dict[str, list[_Expression]] = {}
        self._by_spelling: dict[str, list[_Expression]] = {}
        for concept in concepts:
            for text in concept.words.get(language, ()):
                self._add(self._by_stem, text, concept.id, lambda word: stem(word, vocabulary))
                self.expressions.setdefault(concept.id, []).append(tuple(stems(text, vocabulary)))
            for text in concept.forms.get(language, ()):
                self._add(self._by_spelling, text, concept.id, lambda word: spelling(word, vocabulary))
                self.expressions.setdefault(concept.id, []).append(tuple(stems(text, vocabulary)))
        for found in (*self._by_stem.values(), *self._by_spelling.values()):
            found.sort(key=lambda expression: -expression.size)

    def spot(self, read: Reading) -> list[tuple[int, int, str]]:
        """(start, end, concept id) of every expression, by place of its words; several concepts may share words.
        A form as it is spelled goes before a stem of the same length."""
        spotted: list[tuple[int, int, str]] = []
        at = 0
        while at < len(read.stems):
            found = self._at(read, at)
            spotted += found
            at = found[0][1] if found else at + 1
        return spotted

    def _at(self, read: Reading, at: int) -> list[tuple[int, int, str]]:
        best: list[tuple[int, int, str]] = []
        size = 0
        for table, words in ((self._by_spelling, read.spellings), (self._by_stem, read.stems)):
            mine: list[tuple[int, int, str]] = []
            for expression in table.get(words[at], ()):
                if expression.size < max(size, 1) or (best and expression.size == size):
                    break
                end = expression.end(words, at)
                if end and (not mine or expression.size == size):
                    mine.append((at, end, expression.concept))
                    size = expression.size
            best = mine or best
        return best

    @staticmethod
    def _add(table: dict[str, list[_Expression]], text: str, concept: str, form: Callable[[str], str]) -> None:
        segments = [tuple(form(token.text) for token in tokens(segment)) for segment in text.split(_GAP)]
        if segments[0]:
            size = sum(map(len, segments))
            table.setdefault(segments[0][0], []).append(_Expression(tuple(filter(None, segments)), size, concept))


@dataclass(frozen=True, slots=True)
class _Expression:
    """Words in a row, or several such segments with a few words between them."""

    segments: tuple[tuple[str, ...], ...]
    size: int
    concept: str

    def end(self, words: Sequence[str], at: int) -> int:
        """Where it ends when it begins at ``at``, 0 when it does not."""
        for number, segment in enumerate(self.segments):
            for start in range(at, at + _REACH + 1 if number else at + 1):
                if tuple(words[start : start + len(segment)]) == segment:
                    at = start + len(segment)
                    break
            else:
                return 0
        return at


def speeches(vocabularies: Mapping[str, Vocabulary], texts: Iterable[tuple[str, str]]) -> dict[str, Speech]:
    """A Speech per language; ``texts`` are (language, text) of all that the languages' words are taken from."""
    words: dict[str, set[str]] = {code: set() for code in vocabularies}
    for code, text in texts:
        words[code].update(token.text for token in tokens(text))
    return {code: Speech(vocabulary, sorted(words[code])) for code, vocabulary in vocabularies.items()}

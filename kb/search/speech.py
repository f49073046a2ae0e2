"""Texts as a search index sees them: stems, spellings, compound parts and the concepts of the game.

One :class:`Speech` per language reads what is indexed and what is asked in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from kb.language import Vocabulary
from kb.language.words import Compounds, Token, elliptic, spelling, stem, tokens
from kb.search.documents import Concept

_GAP: Final = "…"
"""Between the parts of a separable verb in a table of terms: ``spille … ud``."""
_REACH: Final = 4
"""How many words such a gap may hold."""


class Reading(NamedTuple):
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

    What :class:`kb.terms.TermIndex` does with care for law texts, this does in microseconds for questions; both
    read one table. ``common`` words are no concept, whatever their stem.

    >>> danish = Vocabulary(stemmer="danish")
    >>> revoke = Concept("revoke", {"da": ("kulørsvigt", "svigte … kulør")}, {"da": ("renonce",)}, {"da": ("KS",)})
    >>> spotter = Spotter([revoke, Concept("suit", {"da": ("kulør",)})], "da", danish)
    >>> spotter.spot(Speech(danish, []).read("han svigter vist kulør, en kulør, ks, renonce"))
    [((1, 3), 'revoke'), ((5,), 'suit'), ((6,), 'revoke'), ((7,), 'revoke')]
    """

    def __init__(
        self, concepts: Iterable[Concept], language: str, vocabulary: Vocabulary, common: Collection[str] = ()
    ) -> None:
        self._vocabulary = vocabulary
        self._common = frozenset(spelling(word, vocabulary) for word in common)
        self._by_stem: dict[str, list[_Expression]] = {}
        self._by_spelling: dict[str, list[_Expression]] = {}
        for concept in concepts:
            for text in concept.words.get(language, ()):
                self._add(concept.id, text, literal=_abbreviated(text))
            for text in concept.lay.get(language, ()):
                self._add(concept.id, text, literal=_abbreviated(text), lay=True)
            for text in concept.forms.get(language, ()):
                self._add(concept.id, text, literal=True)
        for found in (*self._by_stem.values(), *self._by_spelling.values()):
            found.sort(key=lambda expression: -expression.size)

    def spot(self, read: Reading, *, asked: bool = True) -> list[tuple[tuple[int, ...], str]]:
        """(places of its words, concept id) of every expression, in order; several concepts may share words.

        A form as it is spelled goes before a stem of the same length. ``asked`` says that people say the text;
        else it is law, where lay words mean something else.
        """
        spotted: list[tuple[tuple[int, ...], str]] = []
        by_stem, by_spelling = self._by_stem, self._by_spelling
        free = 0
        for at, (stemmed, spelled) in enumerate(zip(read.stems, read.spellings, strict=True)):
            if at >= free and (stemmed in by_stem or spelled in by_spelling):
                found = self._at(read, at, asked=asked)
                if found:
                    spotted += found
                    free = found[0][0][-1] + 1
        return spotted

    def knows(self, word: str) -> bool:
        """Whether an expression begins with this word."""
        return spelling(word, self._vocabulary) in self._by_spelling or stem(word, self._vocabulary) in self._by_stem

    def _at(self, read: Reading, at: int, *, asked: bool) -> list[tuple[tuple[int, ...], str]]:
        best: list[tuple[tuple[int, ...], str]] = []
        size = 0
        for table, words in ((self._by_spelling, read.spellings), (self._by_stem, read.stems)):
            mine: list[tuple[tuple[int, ...], str]] = []
            for expression in table.get(words[at], ()):
                if expression.size < max(size, 1) or (best and expression.size == size):
                    break
                if (expression.lay and not asked) or self._by_chance(expression, read, at):
                    continue
                places = expression.places(words, at)
                if places:
                    mine.append((places, expression.concept))
                    size = expression.size
            best = mine or best
        return list(dict.fromkeys(best))

    def _by_chance(self, expression: _Expression, read: Reading, at: int) -> bool:
        """Whether only its stem makes a common word one of the game's: ``andre`` (other) of ``ændre``."""
        return expression.size == 1 and read.spellings[at] in self._common and read.spellings[at] != expression.spelled

    def _add(self, concept: str, text: str, *, literal: bool, lay: bool = False) -> None:
        table, form = (self._by_spelling, spelling) if literal else (self._by_stem, stem)
        split = [tuple(form(token.text, self._vocabulary) for token in tokens(part)) for part in text.split(_GAP)]
        segments = tuple(filter(None, split))
        if segments:
            spelled = spelling(text, self._vocabulary)
            expression = _Expression(segments, sum(map(len, segments)), concept, lay, spelled)
            table.setdefault(segments[0][0], []).append(expression)


def _abbreviated(text: str) -> bool:
    return len(text) > 1 and text.isupper()


@dataclass(frozen=True, slots=True)
class _Expression:
    """Words in a row, or several such segments with a few words between them."""

    segments: tuple[tuple[str, ...], ...]
    size: int
    concept: str
    lay: bool
    spelled: str

    def places(self, words: Sequence[str], at: int) -> tuple[int, ...]:
        """Where its words stand when it begins at ``at``; empty when it does not."""
        if self.size == 1:
            return (at,)
        found: tuple[int, ...] = ()
        for number, segment in enumerate(self.segments):
            for start in range(at, at + _REACH + 1 if number else at + 1):
                if tuple(words[start : start + len(segment)]) == segment:
                    at = start + len(segment)
                    found += tuple(range(start, at))
                    break
            else:
                return ()
        return found


def speeches(vocabularies: Mapping[str, Vocabulary], texts: Iterable[tuple[str, str]]) -> dict[str, Speech]:
    """A Speech per language; ``texts`` are (language, text) of all that the languages' words are taken from."""
    words: dict[str, set[str]] = {code: set() for code in vocabularies}
    for code, text in texts:
        words[code].update(token.text for token in tokens(text))
    return {code: Speech(vocabulary, sorted(words[code])) for code, vocabulary in vocabularies.items()}

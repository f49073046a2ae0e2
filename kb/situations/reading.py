"""Questions and phrasings read into features, by which they are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.language import Vocabulary
from kb.language.words import Compounds, spelling, stem, tokens
from kb.terms import Terms
from kb.terms.table import GAP

Features = dict[str, float]
"""How much of a feature a text has: ``da:strafkort`` a stem of a language, ``da:forkert+hand`` two stems in a row,
``#revoke`` a concept."""

CONCEPT: Final = 1.5
ROW: Final = 0.5
PART: Final = 0.5
LITTLE: Final = 0.7
MISSPELT: Final = 0.8
"""What a concept, two words in a row, a part of a compound, a little word and a corrected word count, where a plain
word counts 1. Chosen by leaving each phrasing out and finding its situation by the others of its language."""
_SHORT, _LONG = 5, 9
"""Letters a word needs to be taken for a misspelling by one letter, and by two."""
_WORDS: Final = 40
"""Words of a text that are read; what is longer is no question."""
_REACH: Final = 4
"""Words that may stand in the gap of a separable verb (``tage … tilbage``)."""


class Reader:
    """Reads texts of one language: the stems of words, the parts of compounds, and the concepts of the game, which
    all languages share.

    ``texts`` are phrasings, whose words and the words of the terms are those that misspellings are corrected to.

    >>> from kb.terms import Term
    >>> english = Vocabulary(stemmer="english", little=("a",))
    >>> terms = Terms(("en",), (Term("revoke", "play", "revoke", words={"en": ("revoke", "follow … suit")}),))
    >>> reader = Reader("en", english, terms, ["a revoke", "failed to follow the suit"])
    >>> reader.learn("failed to follow the suit")["#revoke"], reader.learn("a revoke")
    (1.5, {'en:a': 0.7, 'en:revok': 1.0, 'en:a+revok': 0.5, '#revoke': 1.5})
    >>> reader.read("a revole")
    {'en:a': 0.7, 'en:revok': 0.8, 'en:a+revok': 0.5, '#revoke': 1.5}
    """

    def __init__(self, code: str, vocabulary: Vocabulary, terms: Terms, texts: Iterable[str]) -> None:
        self._code = code
        self._vocabulary = vocabulary
        self._little = {stem(word, vocabulary) for word in vocabulary.little}
        self._concepts = _Concepts(terms, code, vocabulary)
        known = sorted({token.text for text in (*texts, *_words(terms, code)) for token in tokens(text)})
        self._compounds = Compounds(known, vocabulary)
        self._spelled = sorted({spelling(word, vocabulary) for word in known if word.isalpha()})
        self._stems = {stem(word, vocabulary) for word in known} | self._little

    @property
    def little(self) -> Iterator[str]:
        """The features of the little words."""
        return (f"{self._code}:{stemmed}" for stemmed in self._little)

    def learn(self, text: str) -> Features:
        """The features of a phrasing, taken as it is spelled."""
        words = [token.text for token in tokens(text)]
        return self._features(words, words)

    def read(self, text: str) -> Features:
        """The features of a question, its misspellings read as what they most likely mean."""
        words = [token.text for token in tokens(text[: 20 * _WORDS])][:_WORDS]
        return self._features([self._meant(word) for word in words], words)

    def _features(self, words: Sequence[str], typed: Sequence[str]) -> Features:
        features: Features = {}
        stemmed = [stem(word, self._vocabulary) for word in words]
        for word, stemmed_word, as_typed in zip(words, stemmed, typed, strict=True):
            share = LITTLE if stemmed_word in self._little else 1.0 if word == as_typed else MISSPELT
            _add(features, f"{self._code}:{stemmed_word}", share)
            for part in self._compounds.parts(word):
                _add(features, f"{self._code}:{part}", PART * share)
                for concept in self._concepts.named(part):
                    _add(features, f"#{concept}", PART * CONCEPT)
        for one, two in pairwise(stemmed):
            if one not in self._little or two not in self._little:
                _add(features, f"{self._code}:{one}+{two}", ROW)
        for first, second in pairwise(words):
            whole = self._compounds.joined(first, second)
            if whole is not None:
                _add(features, f"{self._code}:{whole}", 1.0)
                for concept in self._concepts.named(whole):
                    _add(features, f"#{concept}", CONCEPT)
        for start, end, concept in self._concepts.spot(stemmed):
            if not self._little.issuperset(stemmed[start:end]):
                _add(features, f"#{concept}", CONCEPT)
        return features

    def _meant(self, word: str) -> str:
        """The known word that a misspelling most likely means, the first in the alphabet of the nearest."""
        if len(word) < _SHORT or not word.isalpha() or stem(word, self._vocabulary) in self._stems:
            return word
        if self._compounds.parts(word):
            return word
        spelled = spelling(word, self._vocabulary)
        reach = 2 if len(word) >= _LONG else 1
        near = process.extract(spelled, self._spelled, scorer=OSA.distance, score_cutoff=reach, limit=None)
        return min(((off, known) for known, off, _ in near), default=(0, word))[1]


class _Concepts:
    """The words of the terms in one language, found in rows of stems: the longest first, none overlapping."""

    def __init__(self, terms: Terms, code: str, vocabulary: Vocabulary) -> None:
        self._beginning: dict[str, list[tuple[tuple[tuple[str, ...], ...], str]]] = {}
        self._whole: dict[str, list[str]] = {}
        for term in terms.concepts:
            forms = (form for found in term.forms.get(code, {}).values() for form in found)
            for word in (*term.said(code), *forms):
                rows = (tuple(stem(token.text, vocabulary) for token in tokens(part)) for part in word.split(GAP))
                segments = tuple(filter(None, rows))
                if segments:
                    self._beginning.setdefault(segments[0][0], []).append((segments, term.id))
                if len(segments) == 1 and len(segments[0]) == 1:
                    self._whole.setdefault(segments[0][0], []).append(term.id)
        for found in self._beginning.values():
            found.sort(key=lambda entry: -sum(map(len, entry[0])))

    def named(self, stemmed: str) -> Sequence[str]:
        """The concepts that one word by itself names."""
        return self._whole.get(stemmed, ())

    def spot(self, stemmed: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """(start, end, concept) of every concept named in a row of stems, up to its gap where it has one; several
        where several have the same words."""
        at = 0
        while at < len(stemmed):
            size, end = 0, at + 1
            for segments, concept in self._beginning.get(stemmed[at], ()):
                mine = sum(map(len, segments))
                if mine < size:
                    break
                found = _end(segments, stemmed, at)
                if found:
                    size, end = mine, at + len(segments[0])
                    yield at, end, concept
            at = end


def _end(segments: Sequence[tuple[str, ...]], stemmed: Sequence[str], at: int) -> int:
    """Where an expression ends that begins at ``at``, 0 where it does not stand there."""
    for number, segment in enumerate(segments):
        for start in range(at, at + _REACH + 1 if number else at + 1):
            if tuple(stemmed[start : start + len(segment)]) == segment:
                at = start + len(segment)
                break
        else:
            return 0
    return at


def _words(terms: Terms, code: str) -> Iterator[str]:
    for term in terms.concepts:
        yield from term.said(code)
        for forms in term.forms.get(code, {}).values():
            yield from forms


def plain_word(feature: str) -> bool:
    """Whether a feature is one word (or a part of one), and not a concept or two words in a row."""
    return feature[0] != "#" and "+" not in feature


def _add(features: Features, feature: str, share: float) -> None:
    features[feature] = max(features.get(feature, 0.0), share)


def merged(read: Iterable[Features]) -> Features:
    """The features of several texts together, each as much as the text that has most of it.

    >>> merged([{"en:card": 1.0}, {"en:card": 0.5, "#card": 2.0}])
    {'en:card': 1.0, '#card': 2.0}
    """
    together: Features = {}
    for features in read:
        for feature, share in features.items():
            _add(together, feature, share)
    return together

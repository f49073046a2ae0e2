"""The words of a text: where they stand, folded, stemmed, and taken apart into the parts of compounds.

One set of functions for what is indexed and for what is asked, shared by search, terms and alignment, so that
both sides always meet. There is no stop list: one-letter labels, numbers, ``§``, ``ikke`` and ``niet`` decide
rulings and are words like any other. Whatever is particular to a language (its stemmer, two letters written for
one, irregular forms, letters that join the parts of a compound) stands in ``[vocabulary]`` of its language file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import Stemmer  # type: ignore[import-not-found,unused-ignore]  # PyStemmer ships no type hints

from kb.language.shapes import Vocabulary

_TOKEN: Final = re.compile(r"§|[0-9]+|(?:[^\W\d_][\u0300-\u036f]*)+(?:['’](?:[^\W\d_][\u0300-\u036f]*)+)*")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_LETTERS: Final = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "đ": "d", "ł": "l", "’": "'"})
_PART: Final = 4
"""Shorter pieces are prepositions and chance (``ud``, ``for``, ``til``), not parts that anybody searches for."""
_ALONE: Final = 5
"""How long a piece must be where the other piece of the compound is a word that the texts do not have."""


class Token(NamedTuple):
    """One word as it stands in a text: ``text[start:end]``; offsets count characters."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of a text in order: runs of letters (an apostrophe inside belongs to them), runs of digits, ``§``.

    Digits and letters that touch are words of their own, so ``§16C2`` and ``§ 16 C 2`` are the same four words,
    and ``16`` is never part of ``160``.

    >>> [t.text for t in tokens("§16C2: dummy's hånd, 160 ud- eller tilspil")]
    ['§', '16', 'C', '2', "dummy's", 'hånd', '160', 'ud', 'eller', 'tilspil']
    >>> tokens("må ikke")[1]
    Token(text='ikke', start=3, end=7)
    """
    return [Token(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """A word without case, accents, and the letters that keyboards lack; the same in every language.

    >>> [fold(w) for w in ("Kulørsvigt", "kulorsvigt", "OPGEËIST", "opgeéist", "på", "dummy’s")]
    ['kulorsvigt', 'kulorsvigt', 'opgeeist', 'opgeeist', 'pa', 'dummy']
    """
    plain = unicodedata.normalize("NFKD", word.casefold()).translate(_LETTERS)
    if not plain.isascii():
        plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _POSSESSIVE.sub("", plain).replace("'", "") if "'" in plain else plain


@lru_cache(maxsize=1 << 16)
def spelling(word: str, vocabulary: Vocabulary) -> str:
    """The folded word with two letters that are typed for one made one, as the language does: unstemmed.

    >>> danish = Vocabulary(stemmer="danish", digraphs=(("aa", "a"), ("oe", "o"), ("ae", "a")))
    >>> {spelling(w, danish) for w in ("kulørsvigt", "kulorsvigt", "kuloersvigt")}
    {'kulorsvigt'}
    >>> {spelling(w, danish) for w in ("uregelmæssig", "uregelmaessig", "uregelmassig")}
    {'uregelmassig'}
    """
    folded = fold(word)
    for pair, letter in vocabulary.digraphs:
        if pair in folded:
            folded = folded.replace(pair, letter)
    return folded


@lru_cache(maxsize=1 << 16)
def stem(word: str, vocabulary: Vocabulary) -> str:
    """The stem of a word, folded: equal for the forms of one word, however they were typed.

    A module-level function, so that whatever refers to it can be pickled; pure, and remembered per word.

    >>> danish = Vocabulary(stemmer="danish", digraphs=(("aa", "a"), ("oe", "o"), ("ae", "a")))
    >>> stem("kulørsvigten", danish) == stem("KULOERSVIGT", danish)
    True
    >>> dutch = Vocabulary(stemmer="dutch", irregular=(("slagen", "slag"),))
    >>> stem("slagen", dutch), stem("opgeëist", dutch) == stem("opeisen", dutch), stem("16", dutch)
    ('slag', True, '16')
    """
    folded = spelling(word, vocabulary)
    irregular = _irregular(vocabulary)
    regular = irregular.get(folded, folded)
    return regular if irregular.get(regular) == regular else str(_stemmer(vocabulary.stemmer).stemWord(regular))


def stems(text: str, vocabulary: Vocabulary) -> list[str]:
    """The stems of all words of a text, in order: what two texts are compared by.

    >>> stems("Den blinde må ikke", Vocabulary(stemmer="danish"))
    ['den', 'blind', 'ma', 'ikk']
    """
    return [stem(token.text, vocabulary) for token in tokens(text)]


@cache
def _stemmer(algorithm: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(algorithm)


@lru_cache(maxsize=64)
def _irregular(vocabulary: Vocabulary) -> dict[str, str]:
    return {spelling(form, vocabulary): spelling(regular, vocabulary) for form, regular in vocabulary.irregular}


class Compounds:
    """Compound words of one language, taken apart by the words of the corpus itself.

    ``words`` are the surface words of the texts. A word falls apart where its pieces are such words (the first
    as printed, the last in any form), with at most one joining piece between (``s``, ``e``), as the language
    file says; where only one piece is known and long enough, that piece alone is given. Pieces of three letters
    or fewer, and the words under ``not_parts``, never count. No general splitter did as well on law texts as this.

    >>> danish = Vocabulary(stemmer="danish", links=("s", "e"))
    >>> compounds = Compounds(["udspil", "begrænsning", "strafkort", "straf", "kort"], danish)
    >>> compounds.parts("udspilsbegrænsninger"), compounds.parts("åbningsudspillet"), compounds.parts("kortene")
    (('udspil', 'begraensning'), ('udspil',), ())
    >>> compounds.joined("straf", "kort"), compounds.joined("kort", "straf")
    ('strafkort', None)
    """

    def __init__(self, words: Collection[str], vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._whole = {stem(word, vocabulary) for word in words}
        self._never = {stem(word, vocabulary) for word in vocabulary.not_parts}
        long = {spelling(word, vocabulary) for word in words if len(word) >= _PART and word.isalpha()}
        self._first = {word for word in long if stem(word, vocabulary) not in self._never}
        self._last = {stem(word, vocabulary) for word in self._first}
        self._known: dict[str, tuple[str, ...]] = {}

    def parts(self, word: str) -> tuple[str, ...]:
        """The stems of the parts of a compound, first to last; empty when it does not fall apart."""
        found = self._known.get(word)
        if found is None:
            found = self._split(spelling(word, self._vocabulary))
            if len(self._known) < 1 << 16:
                self._known[word] = found
        return found

    def joined(self, first: str, second: str) -> str | None:
        """The stem of the compound that two words form (``straf kort``), None when the texts have no such word."""
        for link in ("", *self._vocabulary.links):
            whole = stem(f"{first}{link}{second}", self._vocabulary)
            if whole in self._whole:
                return whole
        return None

    def completed(self, first: str, second: str) -> str | None:
        """The word that ``first`` stands for in ``ud- eller tilspil``: it borrows the end of ``second``.

        >>> words = Compounds(["udspil", "tilspil"], Vocabulary(stemmer="danish"))
        >>> words.completed("ud", "tilspillet"), words.completed("spille", "modspilsplan")
        ('udspil', None)
        """
        for cut in range(1, len(second) - 2):
            whole = stem(first + second[cut:], self._vocabulary)
            if whole in self._whole:
                return whole
        return None

    def _split(self, word: str) -> tuple[str, ...]:
        if len(word) < 2 * _PART or stem(word, self._vocabulary) in self._never:
            return ()
        return self._both(word) or self._one(word)

    def _both(self, word: str) -> tuple[str, ...]:
        """All pieces known, as few as may be, the longest first piece first."""
        best: tuple[str, ...] = ()
        for cut in range(len(word) - _PART, _PART - 1, -1):
            if word[:cut] not in self._first:
                continue
            for rest in self._rests(word, cut):
                last = stem(rest, self._vocabulary)
                tail = (last,) if last in self._last else self._both(rest)
                if tail and (not best or len(tail) + 1 < len(best)):
                    best = (stem(word[:cut], self._vocabulary), *tail)
        return best

    def _one(self, word: str) -> tuple[str, ...]:
        """The longest piece known at the end or at the start, the other piece being new to the texts."""
        whole = stem(word, self._vocabulary)
        for cut in range(_PART - 1, len(word) - _ALONE + 1):
            last = stem(word[cut:], self._vocabulary)
            if last in self._last and len(last) >= _ALONE and last != whole:
                return (last,)
        for cut in range(len(word) - _PART, _ALONE, -1):
            first = stem(word[:cut], self._vocabulary)
            if word[:cut] in self._first and first != whole:
                return (first,)
        return ()

    def _rests(self, word: str, cut: int) -> list[str]:
        links = ("", *self._vocabulary.links)
        return [word[cut + len(k) :] for k in links if word.startswith(k, cut) and len(word) - cut - len(k) >= _PART]


def elliptic(text: str, found: Iterable[Token]) -> dict[int, int]:
    """Words that stop short at a hyphen and borrow the end of the next but one: ``ud- eller tilspil``.

    The answer maps the index of the short word to the index of the word it borrows from;
    :meth:`Compounds.completed` says what is meant.

    >>> text = "et ud- eller tilspil, ikke-fejlende"
    >>> elliptic(text, tokens(text))
    {1: 3}
    """
    words = list(found)
    pairs: dict[int, int] = {}
    for index, (short, after) in enumerate(pairwise(words)):
        if text[short.end : after.start] == "- " and index + 2 < len(words):
            pairs[index] = index + 2
    return pairs

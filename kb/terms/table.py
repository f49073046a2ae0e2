"""The table of terms: its shape, and reading it against the rules that a shape cannot say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from kb.errors import BadSource
from kb.tables import read_table

GAP = "…"
"""What stands in a word for a few words between the parts of a separable verb: ``tage … tilbage``."""


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word that came or went with an edition of the laws: ``since`` and ``until`` are years of editions."""

    language: str
    word: str
    since: int | None = None
    until: int | None = None


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One concept of the game. All words are kept by language code, the usual one first."""

    id: str
    group: str
    """The kind of thing it is (``people``, ``cards``, ``claim``), for lists that are read by kind."""
    english: str
    """What it is called in English, where it may need more than one word to be clear."""
    words: Mapping[str, tuple[str, ...]] = {}
    """Words that the books print."""
    elsewhere: Mapping[str, tuple[str, ...]] = {}
    """Words of law books that the books here do not print: of other editions, or of laws they lack."""
    lay: Mapping[str, tuple[str, ...]] = {}
    """What players say: colloquial words, abbreviations, words of other languages."""
    forms: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """By language and word, spellings of it that the stemmer does not bring to it, or brings to another term."""
    false_friends: Mapping[str, str] = {}
    """By language, a warning against a word that looks like another."""
    missing: Mapping[str, str] = {}
    """By language, why the term has no word there."""
    wordings: tuple[Wording, ...] = ()
    note: str | None = None
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    outside: bool = False
    """Whether the laws that rule it are not in the books, and people ask about it all the same."""

    def said(self, language: str, *, lay: bool = True) -> tuple[str, ...]:
        """All words for it in a language, the usual one first, without repetition; ``lay`` words last or not at all.

        >>> term = Term("revoke", "play", "revoke", words={"da": ("kulørsvigt",)}, lay={"da": ("svigt",)})
        >>> term.said("da"), term.said("da", lay=False), term.said("nl")
        (('kulørsvigt', 'svigt'), ('kulørsvigt',), ())
        """
        kinds = (self.words, self.elsewhere, *((self.lay,) if lay else ()))
        return tuple(dict.fromkeys(word for kind in kinds for word in kind.get(language, ())))

    def word(self, language: str) -> str | None:
        """The one word to show for it in a language, None where the language has none (see ``missing``)."""
        return next(iter(self.said(language)), None)

    @property
    def languages(self) -> frozenset[str]:
        """Every language that anything here is kept for."""
        kinds = (self.words, self.elsewhere, self.lay, self.forms, self.false_friends, self.missing)
        return frozenset(code for kind in kinds for code in kind) | {wording.language for wording in self.wordings}


class CommonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Frequent words of the texts that are no concept of the game, by language, and the reason why they are none."""

    reason: str
    words: Mapping[str, tuple[str, ...]]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole table: the languages that every term must have a word in, the terms, the common words."""

    languages: tuple[str, ...]
    concepts: tuple[Term, ...] = msgspec.field(name="term", default=())
    common: tuple[CommonWords, ...] = msgspec.field(name="not_terms", default=())

    @cached_property
    def by_id(self) -> Mapping[str, Term]:
        """The terms by their ids, in the order of the table."""
        return {term.id: term for term in self.concepts}

    def common_words(self, language: str) -> frozenset[str]:
        """The words of a language that are no concept of the game."""
        return frozenset(word for group in self.common for word in group.words.get(language, ()))


def read_terms(text: str, name: str = "terms.toml") -> Terms:
    """Read the text of a table of terms; ``name`` is how an error calls it.

    Raises :class:`BadSource`, naming term, language and next step: a table that is no such table, an id that
    stands twice, a term without a word in a declared language (``missing`` says why there is none), a language
    that is not declared, a link to a term that is not there, a dated wording that is none of the term's words.

    >>> table = '''
    ... languages = ["da", "nl"]
    ... [[term]]
    ... id = "revoke"
    ... group = "play"
    ... english = "revoke"
    ... words.da = ["kulørsvigt"]
    ... '''
    >>> read_terms(table)
    Traceback (most recent call last):
        ...
    kb.errors.BadSource: terms.toml: the term “revoke” has no word in the language “nl”: give it one under words, elsewhere or lay, or say why under missing.
    >>> read_terms(table + 'words.nl = ["verzaking"]').by_id["revoke"].word("nl")
    'verzaking'
    """  # noqa: E501 - a doctest shows a whole sentence
    terms = read_table(text, Terms, name)
    for problem in _problems(terms, name):
        raise problem
    return terms


def _problems(terms: Terms, name: str) -> Iterator[BadSource]:
    for identity, times in Counter(term.id for term in terms.concepts).items():
        if times > 1:
            yield BadSource("term-twice", name=name, term=identity)
    for term in terms.concepts:
        for language in sorted(term.languages - set(terms.languages)):
            yield BadSource(
                "term-language", name=name, term=term.id, language=language, known=", ".join(terms.languages)
            )
        yield from _word_problems(term, terms.languages, name)
        for link in (*term.broader, *term.related):
            if link not in terms.by_id or link == term.id:
                yield BadSource("term-link", name=name, term=term.id, link=link)


def _word_problems(term: Term, languages: tuple[str, ...], name: str) -> Iterator[BadSource]:
    for language in languages:
        if not term.said(language) and not term.missing.get(language):
            yield BadSource("term-without-word", name=name, term=term.id, language=language)
        if term.said(language) and language in term.missing:
            yield BadSource("term-missing-word", name=name, term=term.id, language=language)
        forms = term.forms.get(language, {})
        for word in forms.keys() - set(term.said(language)):
            yield BadSource("term-form", name=name, term=term.id, word=word)
        words = (*term.said(language), *(form for listed in forms.values() for form in listed))
        if any(not any(map(str.isalnum, word)) or word.strip(f" {GAP}") != word for word in words):
            yield BadSource("term-empty-word", name=name, term=term.id, language=language)
    for wording in term.wordings:
        if wording.word not in term.said(wording.language) or (wording.since is None and wording.until is None):
            yield BadSource("term-wording", name=name, term=term.id, word=wording.word)

"""The list of terms in the order of a language, and the words of one term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kb import links
from kb.corpus import Corpus
from kb.language.alphabet import alphabetical
from kb.language.words import fold, spelling
from kb.terms import Term, Wording
from webui.signposts import Signpost


@dataclass(frozen=True, slots=True)
class Entry:
    """A term in the list: its word and the other words in the language of the list, and the word in each other
    language, None where that has none. ``searched`` is what a filter looks in."""

    place: Signpost
    more: Sequence[str]
    elsewhere: Sequence[tuple[str, str | None]]
    searched: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The entries under one initial."""

    initial: str
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Glossary:
    """The list: by initial in the order of the language ``by``; ``without`` are those that have no word in it.

    ``digraphs`` are the letters typed for one, for a filter in the browser: ``aa:a``.
    """

    by: str
    letters: Sequence[Letter]
    without: Sequence[Entry]
    digraphs: Sequence[str]

    @property
    def entries(self) -> int:
        """How many terms are in the list."""
        return sum(len(letter.entries) for letter in self.letters) + len(self.without)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a term in one language, by where they are met, and what is to be known of them."""

    code: str
    language: str
    printed: Sequence[str]
    elsewhere: Sequence[str]
    lay: Sequence[str]
    wordings: Sequence[Wording]
    false_friend: str | None
    missing: str | None


def glossary(corpus: Corpus, by: str, words: str = "") -> Glossary:
    """The terms that have ``words`` in any of their words of any language (all of them for no words)."""
    wanted = _forms(corpus, words)
    entries = [
        (term.word(by), entry)
        for term in corpus.terms.concepts
        if (entry := _entry(corpus, term, by)) and any(form in entry.searched for form in wanted)
    ]
    vocabulary = corpus.language(by).vocabulary
    named = [(word, entry) for word, entry in entries if word is not None]
    named.sort(key=lambda pair: alphabetical(pair[0], vocabulary))
    letters = [
        Letter(initial, [entry for _, entry in group])
        for initial, group in groupby(named, lambda pair: _initial(pair[0], vocabulary.last_letters))
    ]
    digraphs = dict.fromkeys(
        f"{pair}:{letter}" for language in corpus.languages.values() for pair, letter in language.vocabulary.digraphs
    )
    return Glossary(by, letters, [entry for word, entry in entries if word is None], list(digraphs))


def sign_of(term: Term, language: str) -> Signpost:
    """The way to a term, by its word in a language, or in English where that has none."""
    word = term.word(language)
    return Signpost(links.terms(term.id), word or term.english, language if word else "en", term.english)


def words_in(corpus: Corpus, term: Term) -> list[Words]:
    """The words of a term, language by language."""
    return [
        Words(
            code=code,
            language=corpus.language(code).name,
            printed=term.words.get(code, ()),
            elsewhere=term.elsewhere.get(code, ()),
            lay=term.lay.get(code, ()),
            wordings=[wording for wording in term.wordings if wording.language == code],
            false_friend=term.false_friends.get(code),
            missing=term.missing.get(code),
        )
        for code in corpus.terms.languages
        if code in corpus.languages
    ]


def _entry(corpus: Corpus, term: Term, by: str) -> Entry:
    place = sign_of(term, by)
    more = [word for word in term.said(by, lay=False) if word != place.text]
    elsewhere = [(code, term.word(code)) for code in corpus.terms.languages if code != by]
    return Entry(place, more, elsewhere, "|".join(dict.fromkeys(_searched(corpus, term))))


def _searched(corpus: Corpus, term: Term) -> Iterator[str]:
    """Every word of a term as a filter looks for it: folded, and with two letters typed for one made one."""
    yield fold(term.english)
    for code in corpus.terms.languages:
        for word in term.said(code):
            yield fold(word)
            if code in corpus.languages:
                yield spelling(word, corpus.language(code).vocabulary)


def _forms(corpus: Corpus, words: str) -> set[str]:
    """What was typed as a filter looks for it, in the spelling of every language."""
    typed = " ".join(words.split())
    return {fold(typed), *(spelling(typed, language.vocabulary) for language in corpus.languages.values())}


def _initial(word: str, last_letters: Sequence[str]) -> str:
    """The letter that a word stands under; what begins with no letter stands under ``#``."""
    first = next((letter for letter in word.casefold() if letter.isalnum()), "")
    plain = first if first in last_letters else fold(first)[:1]
    return plain.upper() if plain.isalpha() else "#"

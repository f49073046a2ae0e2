"""The tables of what people say, read for search: terms, lay phrasings, situations."""

from __future__ import annotations

from collections.abc import Iterator

from kb.corpus import Corpus
from kb.search.documents import Concept, Sayings, Situation
from kb.situations import Situation as Told
from kb.terms import Term


def read_sayings(corpus: Corpus) -> Sayings:
    """What people say, by the tables of a corpus; empty where it has none.

    Raises :class:`kb.errors.BadSource` for a table that cannot be read.
    """
    return Sayings(
        tuple(_concept(term) for term in corpus.terms.concepts),
        {code: tuple(sorted(corpus.terms.common_words(code))) for code in corpus.languages},
        corpus.phrasings,
        tuple(map(_situation, corpus.situations)),
    )


def _concept(term: Term) -> Concept:
    official = {code: term.said(code, lay=False) for code in term.languages}
    lay = {code: tuple(word for word in term.said(code) if word not in official[code]) for code in term.languages}
    forms = {code: tuple(form for known in words.values() for form in known) for code, words in term.forms.items()}
    return Concept(term.id, official, lay, forms)


def _situation(told: Told) -> Situation:
    phrasings = {code: (*_title(told, code), *told.said.get(code, ())) for code in {*told.title, *told.said}}
    main = tuple(told.main.items())
    return Situation(told.slug, dict(sorted(phrasings.items())), main, tuple(dict.fromkeys(told.places())))


def _title(told: Told, code: str) -> Iterator[str]:
    if code in told.title:
        yield told.title[code]

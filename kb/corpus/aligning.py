"""Rows of two books of a corpus: how each is read for alignment, and what is known of their editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.address import Address
from kb.alignment import Alignment
from kb.alignment.aligning import Aligner, align
from kb.alignment.rulings import apply, read_rulings
from kb.alignment.units import Reading
from kb.book import Book
from kb.citations import scan
from kb.corpus.record import Corpus
from kb.language import words
from kb.messages import Message
from kb.terms import TermIndex


def aligner_of(corpus: Corpus, left: str, right: str) -> Aligner:
    """How to align two books of a corpus, with its terms and its concordance of editions."""
    index = TermIndex(corpus.terms, {code: language.vocabulary for code, language in corpus.languages.items()})
    ours, theirs = corpus.book(left), corpus.book(right)

    def changed(a: Address, b: Address) -> Message | None:
        if ours.edition == theirs.edition:
            return None
        subject = corpus.concordance.changed(a, ours.edition, b, theirs.edition)
        return None if subject is None else Message("align-changed", _in_languages("why", subject.why))

    def gone(address: Address) -> Message | None:
        return _move(corpus, address, ours.edition, theirs.edition)

    def new(address: Address) -> Message | None:
        return _move(corpus, address, theirs.edition, ours.edition)

    def named(concepts: Sequence[str]) -> Mapping[str, str]:
        terms = [corpus.terms.by_id[concept] for concept in concepts]
        words = {code: [term.word(code) or term.english for term in terms] for code in corpus.languages}
        return _in_languages("terms", {code: ", ".join(found) for code, found in words.items()})

    readings = _reading(corpus, ours, index), _reading(corpus, theirs, index)
    return Aligner(*readings, changed=changed, gone=gone, new=new, named=named)


def _move(corpus: Corpus, address: Address, from_edition: str, to_edition: str) -> Message | None:
    """Where the concordance says that a unit is in the other edition, when it is elsewhere or nowhere."""
    for move in corpus.concordance.moved(address, from_edition, to_edition):
        reason = move.reason()
        told = {**_in_languages("subject", move.subject), **_in_languages("why", move.why)}
        return Message(reason.code, {**reason.params, **told})
    return None


def _in_languages(name: str, texts: Mapping[str, str]) -> dict[str, str]:
    """A parameter of a message in every language that has it: ``why`` in English, ``why_da``, ``why_nl``."""
    return {name: texts["en"], **{f"{name}_{code}": text for code, text in texts.items() if code != "en"}}


def align_books(
    corpus: Corpus, left: str, right: str, *, rulings: bool = True
) -> tuple[Alignment, tuple[Message, ...]]:
    """The rows of two books, and a message for each ruling that their texts no longer bear.

    ``rulings`` off leaves people's rulings out, so that the method itself can be measured.
    """
    ours, theirs = corpus.book(left), corpus.book(right)
    alignment = align(ours, theirs, aligner_of(corpus, left, right))
    table = corpus.tables.get("alignment.toml")
    if not rulings or table is None:
        return alignment, ()
    return apply(alignment, read_rulings(table), ours, theirs)


def _reading(corpus: Corpus, book: Book, index: TermIndex) -> Reading:
    language = corpus.language(book.language)

    def concepts(text: str) -> list[str]:
        return [found.term for found in index.find_terms(text, language.code)]

    def cites(text: str) -> list[Address]:
        return [address for citation in scan(text, language) for address in citation.addresses]

    def stems(text: str) -> list[str]:
        return words.stems(text, language.vocabulary)

    return Reading(concepts, cites, stems)

"""Rows of two books of a corpus: how each is read for alignment, and what is known of their editions."""

from __future__ import annotations

from kb.address import Address
from kb.alignment import Aligner, Alignment, Reading, align, read_rulings
from kb.alignment.rulings import apply
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
    return Aligner(_reading(corpus, ours, index), _reading(corpus, theirs, index))


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

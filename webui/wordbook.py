"""Where the concepts of the game stand in the books: each text is searched once, and the finds are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from kb.address import Address
from kb.book import Book, Provision
from kb.corpus import Corpus
from kb.language import Vocabulary
from kb.language.words import Compounds
from kb.references import Field
from kb.terms import Occurrence, TermIndex, Terms

FIELDS: Final[tuple[Field, ...]] = ("text", "closing", "heading")
"""The texts of a unit, those that are law text first."""


def texts(book: Book, address: Address) -> Mapping[Field, str]:
    """What a unit says by itself: the texts that are not empty; a law's printed title is its heading."""
    unit = book.units.get(address)
    said: dict[Field, str | None] = {"text": unit.text if unit else None}
    if isinstance(unit, Provision):
        said |= {"closing": unit.closing, "heading": unit.heading}
    if not address.depth:
        said["heading"] = book.by_number[address.law].title
    return {field: text for field in FIELDS if (text := said.get(field))}


class RememberingIndex(TermIndex):
    """An index that searches each law text once: the same texts are asked for by every term."""

    def __init__(self, terms: Terms, vocabularies: Mapping[str, Vocabulary]) -> None:
        super().__init__(terms, vocabularies)
        self._known: dict[tuple[str, str], tuple[Occurrence, ...]] = {}

    def find_terms(
        self, text: str, language: str, *, asked: bool = False, compounds: Compounds | None = None
    ) -> tuple[Occurrence, ...]:
        """As :meth:`TermIndex.find_terms`; what was asked by a reader is not remembered."""
        if asked or compounds is not None:
            return super().find_terms(text, language, asked=asked, compounds=compounds)
        if (text, language) not in self._known:
            self._known[text, language] = super().find_terms(text, language)
        return self._known[text, language]


class Wordbook:
    """The terms of a corpus in the texts of its books. Immutable but for what it remembers."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._found: dict[tuple[str, Address], Mapping[Field, tuple[Occurrence, ...]]] = {}

    @cached_property
    def index(self) -> TermIndex:
        """The table of terms, ready to be found in texts."""
        languages = self.corpus.languages
        return RememberingIndex(self.corpus.terms, {code: language.vocabulary for code, language in languages.items()})

    def found(self, book: Book, address: Address) -> Mapping[Field, tuple[Occurrence, ...]]:
        """The terms in each text of a unit, in text order, none overlapping."""
        place = (book.id, address)
        if place not in self._found:
            self._found[place] = {
                field: self.index.find_terms(text, book.language) for field, text in texts(book, address).items()
            }
        return self._found[place]

    @cached_property
    def places(self) -> Mapping[str, Mapping[str, tuple[Address, ...]]]:
        """The units that speak of each term, by term and book, in reading order; a term that no book has is not
        here."""
        places: dict[str, dict[str, dict[Address, None]]] = {}
        for book in self.corpus.books.values():
            for address in every_unit(book):
                for found in self.found(book, address).values():
                    for term in {said for each in found for said in (each.term, *each.also)}:
                        places.setdefault(term, {}).setdefault(book.id, {})[address] = None
        return {term: {book: tuple(units) for book, units in here.items()} for term, here in places.items()}


def every_unit(book: Book) -> Iterator[Address]:
    """Every address of a book once, in reading order: its laws, its provisions, its notes."""
    for law in book.laws:
        yield law.address
        yield from (provision.address for provision in law.provisions if provision.address.depth)
        yield from (note.address for note in law.notes)

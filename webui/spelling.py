"""Every address of the books as it is written, by its small letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb import links
from kb.address import Address
from kb.book import Book
from kb.corpus import Corpus

Places = Mapping[str, tuple[str, ...]]
"""Every path of the books in small letters, and the paths as they are written that read so."""


def places(corpus: Corpus) -> Places:
    """All paths of the books, and of the languages' default books, to find one written in the wrong case."""
    found: dict[str, tuple[str, ...]] = {}
    for path in _paths(corpus):
        found[path.lower()] = (*found.get(path.lower(), ()), path)
    return found


def _paths(corpus: Corpus) -> Iterator[str]:
    for book in corpus.books.values():
        yield links.book(book.id)
        yield from (links.unit(book.id, address) for address in _addresses(book))
    for language, book in corpus.default_books.items():
        yield links.in_language(language)
        yield from (links.in_language(language, address) for address in _addresses(book))


def _addresses(book: Book) -> Iterator[Address]:
    """Every address of a book once: its laws, and its units that are no whole law."""
    yield from (law.address for law in book.laws)
    yield from (address for address in book.units if address.depth)

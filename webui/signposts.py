"""Signposts: ways to laws and provisions, in the words of their own books."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb import links
from kb.address import Address
from kb.book import Book
from kb.citations import cite
from kb.corpus import Corpus
from kb.references import Target


@dataclass(frozen=True, slots=True)
class Signpost:
    """A place to go: where, in which words, and the language of the words; ``more`` is a title beside them."""

    href: str
    text: str
    language: str
    more: str | None = None


def edition_name(corpus: Corpus, book: Book) -> str:
    """How a book is called in passing, in its own language: ``Dansk 1997``."""
    return f"{corpus.language(book.language).name} {book.edition}"


def source_name(corpus: Corpus, book: Book) -> str:
    """How a book is named behind a citation: the letters by which its publishers are known, and the edition
    (``DBf 1997``); without such letters as in passing."""
    letters = "/".join(re.findall(r"\(([^()\s]+)\)", book.publisher))
    return f"{letters} {book.edition}" if letters else edition_name(corpus, book)


def cited(corpus: Corpus, book: Book, address: Address) -> str:
    """An address as the book's own language writes it: ``§64A2``."""
    return cite(address, corpus.language(book.language))


def law_sign(corpus: Corpus, book: Book, number: int) -> Signpost:
    """The way to a law of a book, with its name."""
    address = Address(number)
    name = corpus.law_name(book.id, number)
    return Signpost(links.unit(book.id, address), cited(corpus, book, address), book.language, name)


def unit_sign(corpus: Corpus, book: Book, address: Address) -> Signpost:
    """The way to a provision or note, with its heading (a law's title)."""
    heading = book.heading_path(address)[-1][1] if address.depth else corpus.law_name(book.id, address.law)
    return Signpost(links.unit(book.id, address), cited(corpus, book, address), book.language, heading)


def place_signs(corpus: Corpus, targets: Iterable[Target]) -> list[tuple[Signpost, Book]]:
    """The ways to what targets point at, each with its book; targets in no book are left out."""
    held = [(corpus.book(target.book), target.address) for target in targets if target.book is not None]
    return [(unit_sign(corpus, book, address), book) for book, address in held]


def elsewhere(corpus: Corpus, number: int, but: str) -> list[Signpost]:
    """The laws of this number in the other books; that numbers agree is no proof that the rules do."""
    others = (book for book in corpus.books.values() if book.id != but)
    return [law_sign(corpus, book, number) for book in others if number in book.by_number]


def books_beside(corpus: Corpus, book: Book, law: int) -> list[Book]:
    """The other books, to put one of them beside a law of this: those that hold the law, or else all of them."""
    others = [other for other in corpus.books.values() if other.id != book.id]
    return [other for other in others if law in other.by_number] or others


def citing(corpus: Corpus, book: Book, address: Address) -> list[Signpost]:
    """The units whose texts cite this one, each once, in reading order."""
    signs: dict[tuple[str, Address], Signpost] = {}
    for reference in corpus.backlinks.get((book.id, address), ()):
        if reference.book is None or reference.at is None:
            continue
        place = (reference.book, reference.at)
        if place != (book.id, address) and place not in signs:
            signs[place] = unit_sign(corpus, corpus.book(reference.book), reference.at)
    return list(signs.values())

"""Provisions that a question cites: they are recognised before full text, and come first.

Any language's way to cite is understood. A provision is looked for in the book of the question's language, then
in the other books; where no book has it, the nearest unit above it that one has is given, and it is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from kb.address import Address
from kb.book import Book
from kb.citations import read
from kb.corpus import Corpus
from kb.messages import Message
from kb.search.documents import Place
from kb.search.query import CHARACTERS

MOST: Final = 40
"""Units that one question may cite; a long range ends here."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a question cites: ``places`` in the order to show them, each with the reason; ``rest`` is the question
    without its citations, and ``whole`` says that nothing is left of it."""

    rest: str
    places: Mapping[Place, Message] = field(default_factory=dict)
    whole: bool = False
    remarks: tuple[Message, ...] = ()


def find_cited(query: str, corpus: Corpus, language: str | None, books: Collection[str] | None) -> Cited:
    """What a question cites, among these books (None: all)."""
    if not any(map(str.isdigit, query[:CHARACTERS])):
        return Cited(query)
    reading = read(query[:CHARACTERS], corpus.languages.values())
    if not reading.addresses:
        return Cited(query)
    ordered = list(_in_order(corpus, language, books))
    places: dict[Place, Message] = {}
    missing: list[Message] = []
    for address in reading.addresses[:MOST]:
        found = dict(_find(address, ordered))
        places.update((place, why) for place, why in found.items() if place not in places)
        if not found:
            missing.append(Message("search-cited-missing", {"cited": address.compact}))
    if not places:
        # A law that is not here: what speaks of it is the best there is.
        return Cited(query, {}, False, tuple(missing))
    return Cited(reading.rest, places, reading.whole, tuple(missing))


def _find(address: Address, books: Collection[Book]) -> Iterator[tuple[Place, Message]]:
    """The unit at an address in every book that has it; else the nearest unit above it, in the first that has one."""
    exact = [book for book in books if book.has(address)]
    if exact:
        yield from (((book.id, address), Message("why-cited", {"cited": address.compact})) for book in exact)
        return
    for above in reversed(address.ancestors):
        for book in books:
            if book.has(above):
                yield (book.id, above), Message("why-nearest", {"cited": address.compact, "book": book.id})
                return


def _in_order(corpus: Corpus, language: str | None, books: Collection[str] | None) -> Iterator[Book]:
    allowed = [book for book in corpus.books.values() if books is None or book.id in books]
    yield from sorted(allowed, key=lambda book: book.language != language)

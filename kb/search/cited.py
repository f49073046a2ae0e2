"""Provisions that a question cites: they are recognised before full text, and come first.

Any language's way to cite is understood. A provision is looked for in the book of the question's language, then
in the other books; a citation of another edition leads where the concordance says; where all that fails, to the
nearest unit above it that a book has, and each says so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kb.address import Address
from kb.book import Book
from kb.citations import read
from kb.corpus import Corpus
from kb.language.words import fold
from kb.messages import Message
from kb.resolving import resolve
from kb.search.documents import Place
from kb.search.query import CHARACTERS

MOST: Final = 40
"""Units that one question may cite; a long range ends here."""

FEW: Final = 4
"""In a longer list of citations those of other editions are not looked up one by one."""
_DIGIT: Final = re.compile(r"(?<!~)[0-9]")
_BETWEEN: Final = re.compile(r"(?<=[0-9])[\s.]+(?=[0-9])")
_MARKS: Final = re.compile(r"[\s./()\-–]+")
_BID: Final = re.compile(r"[1-7][cdhsn]t?")


@dataclass(frozen=True, slots=True)
class Cited:
    """What a question cites: ``places`` in the order to show them, each with the reason; ``rest`` is the question
    without its citations, and ``whole`` says that nothing is left of it."""

    rest: str
    places: Mapping[Place, Message] = field(default_factory=dict)
    whole: bool = False
    remarks: tuple[Message, ...] = ()


class Citing:
    """Finds what questions cite in the books of one corpus.

    A question that is nothing but one address of these books, in any spacing, case or sign, is looked up; any other
    with a digit in it goes to :func:`kb.citations.read`, which takes ten times as long.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._languages = tuple(corpus.languages.values())
        self._signs = tuple(
            sorted({fold(sign) for language in self._languages for sign in language.citations.signs}, key=len)[::-1]
        )
        self._spoken: dict[str, Address | None] = {}
        for book in corpus.books.values():
            for address in dict.fromkeys((*book.units, *(law.address for law in book.laws))):
                key = _MARKS.sub("", fold(address.compact))
                same = self._spoken.setdefault(key, address)
                if same != address or _BID.fullmatch(key):
                    self._spoken[key] = None

    def find(self, query: str, language: str | None, books: Collection[str] | None) -> Cited:
        """What a question cites, among these books (None: all)."""
        typed = query[:CHARACTERS]
        if _DIGIT.search(typed) is None:
            return Cited(query)
        alone = self._alone(typed)
        if alone is not None:
            addresses: Sequence[Address] = (alone,)
            rest, whole = "", True
        else:
            reading = read(typed, self._languages)
            addresses, rest, whole = reading.addresses, reading.rest, reading.whole
        if not addresses:
            return Cited(query)
        ordered = self._in_order(language, books)
        places: dict[Place, Message] = {}
        missing: list[Message] = []
        for address in addresses[:MOST]:
            found = dict(self._places(address, ordered, moved=len(addresses) <= FEW))
            places.update((place, why) for place, why in found.items() if place not in places)
            if not found:
                missing.append(Message("search-cited-missing", {"cited": address.compact}))
        if not places:
            # A law that is not here: what speaks of it is the best there is.
            return Cited(query, {}, False, tuple(missing))
        return Cited(rest, places, whole, tuple(missing))

    def _alone(self, typed: str) -> Address | None:
        """The address that a question is and nothing else, if these books have it and no other is typed so."""
        said = fold(typed.strip())
        sign = next((sign for sign in self._signs if said.startswith(sign)), "")
        said = said[len(sign) :]
        return None if _BETWEEN.search(said) else self._spoken.get(_MARKS.sub("", said))

    def _places(self, address: Address, books: Sequence[Book], *, moved: bool) -> Iterator[tuple[Place, Message]]:
        """The unit at an address in every book that has it, then where it stands in the editions that have not; else
        the nearest unit above it, in the first book that has one. ``moved`` says whether to ask for other editions."""
        lacking = []
        for book in books:
            if book.has(address):
                yield (book.id, address), Message("why-cited", {"cited": address.compact})
            elif address.law in book.by_number:
                lacking.append(book)
        led = False
        for book in lacking if moved else ():
            elsewhere = resolve(self._corpus, str(address), book=book.id)
            if elsewhere.moved and elsewhere.reason is not None:
                for target in elsewhere.targets:
                    led = True
                    yield (book.id, target.address), elsewhere.reason
        if lacking and len(lacking) == sum(address.law in book.by_number for book in books) and not led:
            book = lacking[0]
            above = next((above for above in reversed(address.ancestors) if book.has(above)), Address(address.law))
            yield (book.id, above), Message("why-nearest", {"cited": address.compact, "book": book.id})

    def _in_order(self, language: str | None, books: Collection[str] | None) -> list[Book]:
        allowed = [book for book in self._corpus.books.values() if books is None or book.id in books]
        return sorted(allowed, key=lambda book: book.language != language)

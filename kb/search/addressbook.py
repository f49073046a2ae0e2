"""The addresses of the books as somebody types them, found by their beginnings: ``64a`` offers 64A, 64A1, 64A2.

A number is whole as soon as it is typed: ``16`` is never the beginning of ``160``, nor ``64a1`` of ``64A10``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from heapq import nsmallest
from itertools import chain
from typing import Final

from kb.address import NOTE, Address
from kb.book import Book
from kb.language import Language
from kb.language.words import fold, tokens

LAST: Final = "\U0010ffff"
"""Sorts behind whatever a key may go on with."""
LONGEST: Final = 12
"""Tokens of the longest address with its sign (``Artikel 9 A 2 b II`` has six)."""


class AddressBook:
    """The addresses of one book in an order in which beginnings are found by bisection. Immutable once made.

    >>> from kb import load
    >>> corpus = load().corpus
    >>> danish = AddressBook(corpus.book("da-1997"), corpus.languages.values())
    >>> [str(address) for address in danish.beginning("§ 64 b", 3)], danish.beginning("6", 3)
    (['64/B', '64/B/1', '64/B/2'], [])
    >>> [str(address) for address in danish.beginning("68 fodn", 3)]
    ['68/note/1']
    """

    def __init__(self, book: Book, languages: Iterable[Language]) -> None:
        addresses = dict.fromkeys(address for law in book.laws for address in (law.address, *_of_law(book, law.number)))
        keyed = sorted((_key(map(str, _steps(address))), address) for address in addresses)
        self._keys = [key for key, _ in keyed]
        self._addresses = [address for _, address in keyed]
        self._signs: set[str] = set()
        self._notes: set[str] = set()
        for language in languages:
            cited = language.citations
            signs = (cited.signs, cited.shared_signs, cited.plural_signs, cited.typed_signs, cited.initials)
            self._signs.update(fold(word) for words in signs for word in words)
            self._notes.update(fold(word) for words in (cited.notes, cited.numbered_notes) for word in words)

    def beginning(self, typed: str, limit: int) -> list[Address]:
        """The addresses that begin as typed, in any of the languages: the shallow ones first, in reading order."""
        words = [fold(token.text) for token in tokens(typed)[: LONGEST + 1]]
        while words and words[0] in self._signs:
            del words[0]
        if not words or not words[0].isdigit() or len(words) > LONGEST:
            return []
        key = _key([words[0], *map(self._as_note, words[1:])])
        found = (
            self._addresses[at]
            for at in range(bisect_left(self._keys, key), bisect_left(self._keys, key + LAST))
            if goes_on(self._keys[at], len(key))
        )
        return nsmallest(limit, found, key=lambda address: (address.depth, address))

    def _as_note(self, word: str) -> str:
        """The word that addresses have for a note, for any language's word or the beginning of one."""
        begins = len(word) > 2 and any(note.startswith(word) for note in self._notes)
        return NOTE if begins else word


def goes_on(key: str, length: int) -> bool:
    """Whether the first ``length`` characters of a key are all of a number in it, or no number.

    >>> goes_on("160", 2), goes_on("16a", 2), goes_on("kort", 2)
    (False, True, True)
    """
    return not (key[length - 1 : length].isdigit() and key[length : length + 1].isdigit())


def _of_law(book: Book, number: int) -> Iterable[Address]:
    law = book.by_number[number]
    return chain((unit.address for unit in law.provisions), (note.address for note in law.notes))


def _steps(address: Address) -> tuple[str, ...]:
    tail = (NOTE, str(address.note)) if address.note is not None else ()
    return (str(address.law), *address.labels, *tail)


def _key(words: Iterable[str]) -> str:
    """Tokens as one word, a dot where two numbers meet: 71(1) is not 711."""
    key = ""
    for word in words:
        key += f".{word}" if key[-1:].isdigit() and word[:1].isdigit() else word.lower()
    return key

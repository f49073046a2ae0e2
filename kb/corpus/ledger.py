"""``addresses.txt``: every address ever published, a line each (``da-1997/54/B/2``), so that none is ever lost.

A build adds what is new and removes nothing; a check fails on what the books no longer have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.address import Address, parse
from kb.book import Book, Note, Provision
from kb.errors import BadSource, WrongCall

LEDGER = "addresses.txt"

Entry = tuple[str, Address]
"""A book id and an address in it."""


def published(books: Iterable[Book]) -> Iterator[Entry]:
    """Every address that the books answer to, in reading order: laws, provisions, notes."""
    for book in books:
        for law in book.laws:
            yield book.id, law.address
            units: tuple[Provision | Note, ...] = (*law.provisions, *law.notes)
            yield from ((book.id, unit.address) for unit in units if unit.address != law.address)


def read_ledger(text: str, name: str) -> tuple[Entry, ...]:
    """The entries of a ledger's text, in its order; raises :class:`BadSource` (``ledger-unreadable``) with the line.

    >>> [str(address) for book, address in read_ledger("da-1997/54\\nda-1997/54/B/2\\n", "addresses.txt")]
    ['54', '54/B/2']
    """
    entries = []
    for line, row in enumerate(text.splitlines(), 1):
        book, _, address = row.partition("/")
        try:
            entries.append((book, parse(address)))
        except WrongCall as problem:
            raise BadSource("ledger-unreadable", name=name, line=line, row=row[:80]) from problem
    return tuple(entries)


def write_ledger(entries: Iterable[Entry]) -> str:
    """The text of a ledger with these entries once each, by book and in reading order."""
    return "".join(f"{book}/{address}\n" for book, address in sorted(set(entries)))

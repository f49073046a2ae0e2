"""``addresses.txt``: every address ever published, a line each (``da-1997/54/B/2``), so that none is ever lost.

A build adds what is new and removes nothing; a check fails on what the books no longer have. Where a better reading of
a source takes an address away, a person says so behind it, with what succeeds it and why::

    da-1997/54/B/4 withdrawn 54/B/3 nl-2017/54/B/3 # The fourth item was the third, read twice.

A successor without a book is of the same book. Without any, the concordance of editions may know where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kb.address import Address, parse
from kb.book import Book, Note, Provision
from kb.errors import BadSource, WrongCall

LEDGER = "addresses.txt"

MARK = "withdrawn"
"""The word behind an address that the books no longer have."""

Entry = tuple[str, Address]
"""A book id and an address in it."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """That an address was withdrawn: what succeeds it, as the ledger says, and why (in English)."""

    successors: tuple[Entry, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every address ever published, in the order of the file, and those of them that were withdrawn."""

    entries: tuple[Entry, ...] = ()
    withdrawn: Mapping[Entry, Withdrawal] = field(default_factory=dict)


def published(books: Iterable[Book]) -> Iterator[Entry]:
    """Every address that the books answer to, in reading order: laws, provisions, notes."""
    for book in books:
        for law in book.laws:
            yield book.id, law.address
            units: tuple[Provision | Note, ...] = (*law.provisions, *law.notes)
            yield from ((book.id, unit.address) for unit in units if unit.address != law.address)


def read_ledger(text: str, name: str) -> Ledger:
    """The ledger of a text; raises :class:`BadSource` with the line of what is no address (``ledger-unreadable``) or
    no mark behind one (``ledger-mark``).

    >>> ledger = read_ledger("da-1997/54\\nda-1997/54/B/4 withdrawn 54/B/3 # Read twice.\\n", "addresses.txt")
    >>> [str(address) for book, address in ledger.entries]
    ['54', '54/B/4']
    >>> [(withdrawal.successors[0][1].compact, withdrawal.why) for withdrawal in ledger.withdrawn.values()]
    [('54B3', 'Read twice.')]
    """
    entries = []
    withdrawn = {}
    for line, row in enumerate(text.splitlines(), 1):
        told, _, why = row.partition("#")
        place, *words = told.split(" ")
        entry = _entry(place)
        if entry is None:
            raise BadSource("ledger-unreadable", name=name, line=line, row=row[:80])
        entries.append(entry)
        if words or why:
            withdrawn[entry] = _withdrawal(entry, [word for word in words if word], why, f"{name}, {line}: {row[:80]}")
    return Ledger(tuple(entries), withdrawn)


def write_ledger(entries: Iterable[Entry], withdrawn: Mapping[Entry, Withdrawal] | None = None) -> str:
    """The text of a ledger with these entries once each, by book and in reading order.

    >>> lost, there = ("da-1997", parse("54/B/4")), ("da-1997", parse("54/B/3"))
    >>> print(write_ledger([lost, there], {lost: Withdrawal((there,))}), end="")
    da-1997/54/B/3
    da-1997/54/B/4 withdrawn 54/B/3
    """
    marks = withdrawn or {}
    return "".join(f"{_place(entry)}{_mark(entry, marks.get(entry))}\n" for entry in sorted(set(entries)))


def withdrawn_lines(text: str) -> str:
    """The lines of a ledger that say that something was withdrawn: all that a reader of the books needs of it."""
    return "".join(f"{row}\n" for row in text.splitlines() if f" {MARK}" in row)


def _withdrawal(entry: Entry, words: list[str], why: str, row: str) -> Withdrawal:
    mark, *places = words or [""]
    successors = [_entry(place) or _entry(f"{entry[0]}/{place}") for place in places]
    if mark != MARK or None in successors or entry in successors:
        raise BadSource("ledger-mark", row=row)
    return Withdrawal(tuple(each for each in successors if each), why.strip())


def _entry(place: str) -> Entry | None:
    book, _, address = place.partition("/")
    try:
        return (book, parse(address)) if not book.isdigit() else None
    except WrongCall:
        return None


def _place(entry: Entry) -> str:
    return f"{entry[0]}/{entry[1]}"


def _mark(entry: Entry, withdrawal: Withdrawal | None) -> str:
    if withdrawal is None:
        return ""
    places = [str(each[1]) if each[0] == entry[0] else _place(each) for each in withdrawal.successors]
    return " ".join(["", MARK, *places, *([f"# {withdrawal.why}"] if withdrawal.why else [])])

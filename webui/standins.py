"""What other books say where one has nothing: the same address there, or where the editions moved it, or its law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb import references
from kb.address import Address
from kb.book import Book
from kb.corpus import Corpus
from kb.messages import Message
from webui.leaf import Leaf, Remark, Unit
from webui.locale import Tongue
from webui.signposts import Signpost, unit_sign
from webui.typesetting import set_law


@dataclass(frozen=True, slots=True)
class StandIn:
    """Where another book has what was asked for: the units (the law itself, where nothing nearer is known), and the
    reason where an edition moved it. ``exact`` says that the address is the same."""

    book: Book
    addresses: Sequence[Address]
    reason: Message | None
    exact: bool

    @property
    def in_one_law(self) -> Sequence[Address]:
        """Those of the units that stand in one law with the first."""
        return [address for address in self.addresses if address.law == self.addresses[0].law]


@dataclass(frozen=True, slots=True)
class Shown:
    """A stand-in set for reading: its law, and the units and notes to show of it; all of it when there are none."""

    book: Book
    place: Signpost
    reason: Message | None
    exact: bool
    leaf: Leaf
    units: Sequence[Unit]
    notes: Sequence[Remark]


def stand_ins(corpus: Corpus, book: Book, address: Address, language: str) -> list[StandIn]:
    """What the other books have for an address that a book lacks, those of the reader's language first; books without
    the law are left out."""
    others = (other for other in corpus.books.values() if other.id != book.id)
    defaults = corpus.default_books
    ordered = sorted(others, key=lambda other: (other.language != language, defaults[other.language] is not other))
    return [found for other in ordered if (found := _stand_in(corpus, book, address, other, language)) is not None]


def _stand_in(corpus: Corpus, book: Book, address: Address, other: Book, language: str) -> StandIn | None:
    moves = corpus.concordance.moved(address, book.edition, other.edition)
    places = (references.find(other, move.to_address) for move in moves if move.to_address is not None)
    moved = list(dict.fromkeys(place for place in places if place is not None))
    if moved:
        return StandIn(other, moved, moves[0].reason(language), exact=False)
    if address.law not in other.by_number:
        return None
    gone = moves[0].reason(language) if moves else None
    if gone is None and other.has(address):
        return StandIn(other, [address], None, exact=True)
    return StandIn(other, [Address(address.law)], gone, exact=False)


def shown(corpus: Corpus, one: StandIn, tongue: Tongue) -> Shown:
    """A stand-in set for reading; of units in several laws, those of the first."""
    law = one.book.by_number[one.addresses[0].law]
    leaf = set_law(corpus, one.book, law, [address for address in one.in_one_law if address.depth], tongue)
    units = [replace(unit, focus=False) for unit in _every(leaf.units) if unit.marked]  # the page opens at its top
    notes = [replace(note, focus=False) for note in _notes(leaf) if note.marked]
    return Shown(one.book, unit_sign(corpus, one.book, one.addresses[0]), one.reason, one.exact, leaf, units, notes)


def _every(units: Iterable[Unit]) -> Iterator[Unit]:
    for unit in units:
        yield unit
        yield from _every(unit.within)


def _notes(leaf: Leaf) -> Iterator[Remark]:
    yield from leaf.notes
    for unit in _every(leaf.units):
        yield from unit.notes

"""What has taken the place of an address that was withdrawn: by the ledger, else by the concordance of editions."""

from __future__ import annotations

from dataclasses import dataclass

from kb.address import Address
from kb.corpus.ledger import Entry
from kb.corpus.record import Corpus
from kb.messages import Message
from kb.references import find


@dataclass(frozen=True, slots=True)
class Succession:
    """That an address was withdrawn: what the books have in its place (nothing, perhaps), and why, if somebody said
    so (in English)."""

    successors: tuple[Entry, ...]
    why: str

    def reason(self, address: Address) -> Message:
        """What is said of the address."""
        if not self.successors:
            return Message("address-withdrawn", {"address": address.compact})
        places = ", ".join(f"{each.compact} ({book})" for book, each in self.successors)
        return Message("address-succeeded", {"address": address.compact, "successors": places})


def succession(corpus: Corpus, book: str, address: Address) -> Succession | None:
    """What succeeds an address of a book; None where it was not withdrawn. A successor that was withdrawn itself is
    followed to its own."""
    here = (book, address)
    if here not in corpus.withdrawn:
        return None
    found: dict[Entry, None] = {}
    seen, open_ = {here}, [here]
    while open_:
        entry = open_.pop(0)
        if _there(corpus, entry):
            found[entry] = None
            continue
        withdrawal = corpus.withdrawn.get(entry)
        following = withdrawal.successors if withdrawal and withdrawal.successors else _moved(corpus, entry)
        open_ += [each for each in following if each not in seen]
        seen.update(following)
    return Succession(tuple(found), corpus.withdrawn[here].why)


def _there(corpus: Corpus, entry: Entry) -> bool:
    book, address = entry
    return book in corpus.books and corpus.books[book].has(address)


def _moved(corpus: Corpus, entry: Entry) -> tuple[Entry, ...]:
    """Where the concordance has what other editions call so."""
    book = corpus.books.get(entry[0])
    if book is None:
        return ()
    moves = corpus.concordance.from_others(entry[1], book.edition)
    places = (find(book, move.to_address) for move in moves if move.to_address is not None)
    return tuple(dict.fromkeys((book.id, place) for place in places if place is not None))

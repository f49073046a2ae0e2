"""Trails: where a unit stands, from its law down, in labels and headings: ``64 … › A Straf › 2``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.address import Address
from kb.book import Book
from kb.corpus import Corpus
from webui.signposts import cited


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One unit on the way: its label (a law's number), and its heading. ``ours`` says that the book prints no title
    and this one is from the table of names."""

    label: str
    name: str | None
    ours: bool = False


def trail(corpus: Corpus, book: Book, address: Address) -> Sequence[TrailStep]:
    """The way to a unit, the unit itself last; a note is named as its book cites it.

    >>> from kb import load
    >>> corpus = load().corpus
    >>> [step.label for step in trail(corpus, corpus.book("da-1997"), Address(9, ("A", "2", "b", "I")))]
    ['9', 'A', '2', 'b', 'I']
    """
    return [_step(corpus, book, step, heading) for step, heading in book.heading_path(address)]


def _step(corpus: Corpus, book: Book, address: Address, heading: str | None) -> TrailStep:
    if not address.depth:
        return TrailStep(str(address.law), corpus.law_name(book.id, address.law), ours=heading is None)
    if address.note is not None:
        return TrailStep(cited(corpus, book, address), None)
    return TrailStep(address.labels[-1], heading)

"""Search: what people ask, understood, and answered by an engine behind one small protocol.

This room needs only the corpus.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

import msgspec

from kb.address import Address
from kb.messages import Message


class Hit(msgspec.Struct, frozen=True):
    """One provision or note that answers. ``snippet`` is a substring of the unit's text (or heading);
    ``marks`` are (start, end) spans of it to highlight, whole surface words; ``why`` says how it was found.
    ``partners`` are the units of the other books that say the same thing."""

    book: str
    address: Address
    score: float
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()
    why: tuple[Message, ...] = ()
    partners: tuple[tuple[str, Address], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search gives: the hits of one page, best first, ``total`` of all pages, ``remarks`` (which step was
    taken, which limit cut the query), ``meant`` (a corrected spelling, if any) and the situations recognised."""

    query: str
    hits: tuple[Hit, ...]
    total: int
    remarks: tuple[Message, ...] = ()
    meant: str | None = None
    situations: tuple[str, ...] = ()


class Engine(Protocol):
    """What answers searches. Never raises for any text; a query out of bounds gives an Answer that says so."""

    def search(  # noqa: PLR0913 - each is named where it is used
        self,
        query: str,
        *,
        language: str | None = None,
        books: Collection[str] | None = None,
        limit: int = 10,
        offset: int = 0,
        typing: bool = False,
    ) -> Answer:
        """Find provisions and notes; ``language`` is that of the question, ``books`` filters (None: all).

        ``typing`` says that somebody still types: the last word may go on.
        """
        ...

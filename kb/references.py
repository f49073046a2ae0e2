"""Citations resolved against books, from where they stand; and their reverses.

Skeleton: the records are settled, the functions are being written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.address import Address
from kb.messages import Message

Status = Literal["ok", "outside-corpus", "no-such-provision", "ambiguous", "foreign"]
"""``ok``: stands in the book; ``outside-corpus``: a law these laws have and this corpus lacks;
``no-such-provision``: the law is here and has no such unit; ``ambiguous``: several candidates;
``foreign``: another rule book (any number above 93 included)."""

CitationKind = Literal["law", "list", "range", "relative", "self", "note"]
Field = Literal["text", "closing", "heading"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a reference points: an address in a book; ``book`` is None where the language has no book."""

    book: str | None
    address: Address


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that points to provisions.

    ``book`` and ``at`` say in which unit it stands, ``field`` in which of its texts; both are None for a
    citation in foreign text. ``start`` and ``end`` count characters of that text and ``text`` is that slice.
    ``targets`` holds the address as cited, all candidates when ``ambiguous``, nothing when ``foreign``.
    Every status but ``ok`` carries a reason.
    """

    book: str | None
    at: Address | None
    field: Field
    start: int
    end: int
    text: str
    kind: CitationKind
    targets: tuple[Target, ...]
    status: Status
    reason: Message | None = None

"""What the scanner and the reader find: citations, each a span of a text and what it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.address import Address
from kb.messages import Message

Kind = Literal["law", "list", "range", "relative", "self", "note"]
"""``law``: one alone; ``list``: an item of a list; ``range``: from one to another; ``relative``: read from where
it stands (``punkt A1``); ``self``: the law it stands in (``dit artikel``); ``note``: a footnote."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation: ``text`` is the slice ``start`` to ``end`` (in characters) of the text it was found in.

    ``addresses`` are what it names, in order: one, or all members of a range as their labels follow each other
    (which of them exist is the affair of :mod:`kb.references`). A note without a number has the address of its
    law. ``relative`` and ``self`` have no addresses; a relative one has ``labels``, one path of labels a member,
    as printed. ``foreign`` says why it belongs to another rule book; then there are no addresses.
    """

    start: int
    end: int
    text: str
    kind: Kind
    addresses: tuple[Address, ...] = ()
    labels: tuple[tuple[str, ...], ...] = ()
    foreign: Message | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What somebody typed, read for citations: those found, in order, the words left over (joined by spaces),
    and whether the whole text was citation. ``signed`` says that a sign stood there, so that it was meant."""

    citations: tuple[Citation, ...]
    rest: str
    whole: bool
    signed: bool = False

    @property
    def addresses(self) -> tuple[Address, ...]:
        """All addresses cited, in order, each once."""
        return tuple(dict.fromkeys(address for citation in self.citations for address in citation.addresses))

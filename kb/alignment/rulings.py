"""Rulings: the few rows that a person has decided, each with its reason, and when the texts stop supporting them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from kb.address import Address, parse
from kb.alignment.rows import Alignment, Relation, Row, in_reading_order
from kb.book import Book, Note, Provision
from kb.errors import WrongCall
from kb.messages import Message
from kb.tables import read_table


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decided row: the books, the addresses of each side, the relation, and why.

    It wins over every row of the method that has the same addresses, and over the method's ``only`` and
    ``partial`` rows of those it pairs. ``seen`` is what :func:`seen` gave for the texts that the person read.
    """

    books: tuple[str, str]
    left: tuple[str, ...]
    right: tuple[str, ...]
    relation: Relation
    reason: str
    by: str
    seen: str


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of rulings."""

    ruling: tuple[Ruling, ...] = ()


def read_rulings(text: str, name: str = "alignment.toml") -> Rulings:
    """Read the table of rulings; raises :class:`kb.errors.BadSource`."""
    return read_table(text, Rulings, name)


def seen(left: Book, right: Book, ruling_left: Sequence[Address], ruling_right: Sequence[Address]) -> str:
    """A short fingerprint of the texts that a ruling speaks of: it changes when one of them does."""
    texts = [_said(left, address) for address in ruling_left] + [_said(right, address) for address in ruling_right]
    return hashlib.sha256("\x1f".join(texts).encode()).hexdigest()[:12]


def _said(book: Book, address: Address) -> str:
    unit = book.units.get(address)
    if isinstance(unit, Provision):
        return f"{unit.heading or ''}\x1e{unit.text}\x1e{unit.closing or ''}"
    return unit.text if isinstance(unit, Note) else ""


def apply(alignment: Alignment, rulings: Rulings, left: Book, right: Book) -> tuple[Alignment, tuple[Message, ...]]:
    """The alignment with the rulings for its two books in, and a message for each that the texts no longer bear."""
    rows = list(alignment.rows)
    problems: list[Message] = []
    for ruling in rulings.ruling:
        if set(ruling.books) != {left.id, right.id}:
            continue
        row, problem = _row(ruling, left, right)
        if problem is not None:
            problems.append(problem)
        if row is not None:
            rows = [*(other for other in rows if not _gives_way(other, row)), row]
    return Alignment(alignment.left, alignment.right, in_reading_order(rows)), tuple(problems)


def _row(ruling: Ruling, left: Book, right: Book) -> tuple[Row | None, Message | None]:
    sides = (ruling.left, ruling.right) if ruling.books[0] == left.id else (ruling.right, ruling.left)
    name = {"left": " ".join(sides[0]) or "–", "right": " ".join(sides[1]) or "–"}
    try:
        ours, theirs = tuple(map(parse, sides[0])), tuple(map(parse, sides[1]))
    except WrongCall as problem:
        return None, problem.message
    lacking = [f"{b.id} {a}" for b, side in ((left, ours), (right, theirs)) for a in side if not b.has(a)]
    if lacking:
        return None, Message("ruling-address", {**name, "lacking": ", ".join(lacking)})
    reason = Message("align-ruled", {"reason": ruling.reason, "by": ruling.by})
    row = Row(ours, theirs, ruling.relation, 1.0, (reason,), ruled=True)
    first, second = (ours, theirs) if ruling.books[0] == left.id else (theirs, ours)
    books = (left, right) if ruling.books[0] == left.id else (right, left)
    now = seen(*books, first, second)
    if now != ruling.seen:
        return row, Message("ruling-unsupported", {**name, "seen": ruling.seen, "now": now})
    return row, None


def _gives_way(row: Row, ruled: Row) -> bool:
    """Whether a row of the method contradicts a ruled one.

    The same addresses always do; so does a row that says of a ruled unit that it stands alone. A ruling that is
    itself partial leaves the other pairs of its units be; any other ruling replaces them, but for partial ones.
    """
    touched = bool(set(row.left) & set(ruled.left) or set(row.right) & set(ruled.right))
    if row.ruled or not touched:
        return False
    if (row.left, row.right) == (ruled.left, ruled.right) or "only" in {row.relation, ruled.relation}:
        return True
    return ruled.relation != "partial" and row.relation != "partial"

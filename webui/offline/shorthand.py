"""Many pages that have much in common, written short: pieces in a table, and what stands anywhere twice copied.

gzip looks 32 KB back, and the same provision stands in pages that are megabytes apart. So a page is taken as a row of
pieces (a word, the beginning of a tag, an attribute's name), each piece is a number in one table, and the row of all
pages is written as pieces and copies of earlier runs, however far back (Ziv and Lempel, A Universal Algorithm for
Sequential Data Compression, 1977). What a copy costs is its distance, so the last few distances are numbered, as
later compressors do: texts that differ in a word here and there go on at the same distance. gzip then does the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from webui.offline.interlinear import AND, BEGIN, END, OWN, THEN

RECENT: Final = 4
"""Distances that are remembered."""
SHORTEST: Final = 5
"""Pieces that a copy from a new distance has at least; fewer are cheaper as they are."""
GAIN: Final = 4
"""By how many pieces it must be longer than a copy at a remembered distance."""
TRIED: Final = 32
"""Places at which a copy is looked for."""
EDGE: Final = 24
"""Pieces at either end of a copy whose places are remembered; what is within stands at its source too."""

_MARKS: Final = BEGIN + THEN + AND + END + OWN
_PIECE: Final = re.compile(
    f"{BEGIN}[0-9]+[{THEN}{END}]|[{_MARKS}]"
    rf'|<[^\s>{_MARKS}]*|\s[\w:-]+="|[^<>\s"/{_MARKS}]*[\s"/>]|[^<>\s"/{_MARKS}]+'
)
PIECE, COPY = 0, 1
"""What comes next: a piece, or a copy from a new distance; from 2 on a copy at a remembered one, the last first."""


@dataclass
class Shorthand:
    """Texts written short, one after the other: ``table`` of the pieces in the order in which they first come,
    ``lengths`` of the texts in pieces, and four rows of numbers that :func:`written` packs."""

    table: dict[str, int] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    row: list[int] = field(default_factory=list)

    def add(self, text: str) -> int:
        """Write a text; the answer is its number."""
        pieces = _PIECE.findall(text)
        number = self.table.setdefault
        self.row += [number(piece, len(self.table)) for piece in pieces]
        self.lengths.append(len(pieces))
        return len(self.lengths) - 1


@dataclass(frozen=True)
class Steps:
    """How a row is written: what each step is, and for each its numbers, in columns, since like goes with like."""

    kinds: bytes
    sizes: bytes
    pieces: bytes
    distances: bytes

    @property
    def columns(self) -> Sequence[bytes]:
        """All of it, in order."""
        return self.kinds, self.sizes, self.pieces, self.distances


def steps(row: Sequence[int]) -> Steps:
    """Write a row of numbers as new numbers and copies.

    >>> row = [0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 7]
    >>> read(steps(row)) == row, len(steps(row).kinds)
    (True, 9)
    """
    return _Writer(row).write()


class _Writer:
    def __init__(self, row: Sequence[int]) -> None:
        self._row = row
        self._places: dict[tuple[int, ...], list[int]] = {}
        self._recent = [1] * RECENT

    def write(self) -> Steps:
        row, end = self._row, len(self._row)
        kinds, sizes, pieces, distances = bytearray(), bytearray(), bytearray(), list[int]()
        at, unseen = 0, 0
        while at < end:
            kind, distance, size = self._best(at)
            kinds.append(kind)
            if kind == PIECE:
                new = row[at] == unseen
                unseen += new
                pieces += varint(0 if new else row[at] + 1)
            else:
                sizes += varint(size)
                if kind == COPY:
                    distances.append(distance)
                else:
                    del self._recent[kind - 2]
                self._recent = [distance, *self._recent][:RECENT]
            self._remember(at, size)
            at += size
        packed = b"".join(distance.to_bytes(3, "big") for distance in distances)
        return Steps(bytes(kinds), bytes(sizes), bytes(pieces), b"".join(packed[byte::3] for byte in range(3)))

    def _best(self, at: int) -> tuple[int, int, int]:
        """(kind, distance, size) of the step that says most here."""
        best = (PIECE, 0, 0)
        for kind, distance in enumerate(self._recent, 2):
            size = self._alike(at - distance, at) if distance <= at else 0
            if size > best[2]:
                best = (kind, distance, size)
        least = max(SHORTEST, best[2] + GAIN + 1)
        for place in self._places.get(tuple(self._row[at : at + SHORTEST]), ()):
            size = self._alike(place, at)
            if size >= least:
                best, least = (COPY, at - place, size), size
        return best if best[2] else (PIECE, 0, 1)

    def _alike(self, place: int, at: int) -> int:
        row, end = self._row, len(self._row)
        start = at
        # Long runs are compared in slices: most of what is copied is hundreds of pieces long.
        while at + 64 <= end and row[place : place + 64] == row[at : at + 64]:
            place, at = place + 64, at + 64
        while at < end and row[place] == row[at]:
            place, at = place + 1, at + 1
        return at - start

    def _remember(self, at: int, size: int) -> None:
        if size <= 2 * EDGE:
            places: Iterable[int] = range(at, at + size)
        else:
            places = (*range(at, at + EDGE), *range(at + size - EDGE, at + size))
        for place in places:
            known = self._places.setdefault(tuple(self._row[place : place + SHORTEST]), [])
            known.append(place)
            if len(known) > TRIED:
                del known[0]


def read(written: Steps) -> list[int]:
    """The row that these steps write."""
    row: list[int] = []
    sizes, pieces = _numbers(written.sizes), _numbers(written.pieces)
    third = len(written.distances) // 3
    far = zip(*(written.distances[byte * third : (byte + 1) * third] for byte in range(3)), strict=True)
    recent = [1] * RECENT
    unseen = 0
    for kind in written.kinds:
        if kind == PIECE:
            number = next(pieces)
            row.append(number - 1 if number else unseen)
            unseen += not number
            continue
        distance = int.from_bytes(bytes(next(far)), "big") if kind == COPY else recent.pop(kind - 2)
        recent = [distance, *recent][:RECENT]
        for _ in range(next(sizes)):
            row.append(row[-distance])
    return row


def varint(number: int) -> bytes:
    """A number in as few bytes as it needs, seven bits in each, the lowest first.

    >>> varint(5), varint(300)
    (b'\\x05', b'\\xac\\x02')
    """
    packed = bytearray()
    while number > 0x7F:
        packed.append(number & 0x7F | 0x80)
        number >>= 7
    packed.append(number)
    return bytes(packed)


def _numbers(packed: bytes) -> Iterator[int]:
    number, shift = 0, 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number, shift = 0, 0

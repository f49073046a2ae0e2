"""The whole way from two books to rows: groups of laws, pairs, what is left over, relations, reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.address import Address
from kb.alignment.likeness import Likeness, Named, Weights, by_id
from kb.alignment.pairing import Matrix, best_pairs, likeness_matrix
from kb.alignment.partials import Link, links_of
from kb.alignment.reasons import Standing, lonely, paired, partial
from kb.alignment.rows import Alignment, Row, alone, in_reading_order
from kb.alignment.units import Reading, Unit, units_of
from kb.book import Book
from kb.messages import Message

Change = Callable[[Address, Address], Message | None]
"""Says why the rule of two paired provisions is known to have changed between the editions, or None."""
Moved = Callable[[Address], Message | None]
"""Says where a provision that stands alone is known to have come from or gone to, or None."""


def _nothing(_: Address, __: Address | None = None) -> Message | None:
    return None


@dataclass(frozen=True)
class Aligner:
    """What alignment needs beside the two books: how to read each, and what is known of their editions.

    ``changed`` is asked about pairs (left, right), ``gone`` and ``new`` about what stands alone on either side;
    ``labels_count`` turns the little evidence of equal labels off, for measuring what it is worth.
    """

    left: Reading
    right: Reading
    changed: Change = field(default=_nothing)
    gone: Moved = field(default=_nothing)
    new: Moved = field(default=_nothing)
    labels_count: bool = True
    named: Named = by_id

    @property
    def turned(self) -> Aligner:
        """The same for the two books in the other order."""
        return replace(
            self,
            left=self.right,
            right=self.left,
            changed=lambda a, b: self.changed(b, a),
            gone=self.new,
            new=self.gone,
        )


def align(left: Book, right: Book, aligner: Aligner) -> Alignment:
    """The rows of two books. Every provision, note and law of both stands in at least one.

    The books are always compared in the order of their ids, so that the result does not depend on the sides.
    """
    if (left.id, left.edition) > (right.id, right.edition):
        return align(right, left, aligner.turned).turned
    units = units_of(left, left.by_number, aligner.left), units_of(right, right.by_number, aligner.right)
    shared = left.language == right.language
    likeness = Likeness(Weights.of([*units[0], *units[1]]), shared, aligner.labels_count, aligner.named)
    rows: list[Row] = []
    for number in sorted({*left.by_number, *right.by_number}):
        ours = [unit for unit in units[0] if unit.address.law == number]
        theirs = [unit for unit in units[1] if unit.address.law == number]
        if not ours or not theirs:
            lacking = left.id if not ours else right.id
            rows += (_lacking(u, number, lacking, aligner, on_left=bool(ours)) for u in ours or theirs)
        else:
            rows += _Law(ours, theirs, likeness, aligner).rows()
    return Alignment(left.id, right.id, in_reading_order(rows))


def _lacking(unit: Unit, number: int, book: str, aligner: Aligner, *, on_left: bool) -> Row:
    lacking = Message("align-law-lacking", {"book": book, "law": number})
    known = (aligner.gone if on_left else aligner.new)(unit.address)
    return alone(unit.address, 1.0, (lacking, known) if known else (lacking,), on_left=on_left)


@dataclass(frozen=True)
class _Law:
    """One law on both sides, while its rows are made."""

    left: Sequence[Unit]
    right: Sequence[Unit]
    likeness: Likeness
    aligner: Aligner

    def rows(self) -> list[Row]:
        matrix = likeness_matrix(self.left, self.right, self.likeness)
        pairs = best_pairs(matrix)
        joined: dict[tuple[int, int], list[Link]] = {pair: [] for pair in pairs}
        parts = self._left_over(pairs, joined)
        rows = [self._paired(at, to, matrix, joined[at, to]) for at, to in pairs]
        rows += (partial(link.unit, link.other, link.strength, self.likeness, on_left=on) for link, on in parts)
        rows += self._alone(rows, matrix)
        return rows

    def _left_over(
        self, pairs: Sequence[tuple[int, int]], joined: Mapping[tuple[int, int], list[Link]]
    ) -> list[tuple[Link, bool]]:
        """Links of what one-to-one pairing left over; those that join a row are put there."""
        taken = {at for at, _ in pairs}, {to for _, to in pairs}
        left_partner = {self.right[to].address: self.left[at] for at, to in pairs}
        right_partner = {self.left[at].address: self.right[to] for at, to in pairs}
        rest_left = [u for n, u in enumerate(self.left) if n not in taken[0]]
        rest_right = [u for n, u in enumerate(self.right) if n not in taken[1]]
        links = [(link, True) for link in links_of(rest_left, self.right, left_partner, self.likeness)]
        links += [(link, False) for link in links_of(rest_right, self.left, right_partner, self.likeness)]
        parts: list[tuple[Link, bool]] = []
        for link, on_left in links:
            row = next(p for p in pairs if (self.right[p[1]] if on_left else self.left[p[0]]) is link.other)
            if link.joins:
                joined[row].append(link)
            else:
                parts.append((link, on_left))
        return parts

    def _paired(self, at: int, to: int, matrix: Matrix, joins: Sequence[Link]) -> Row:
        left, right = self.left[at], self.right[to]
        more_left = [link.unit.address for link in joins if link.unit in self.left]
        more_right = [link.unit.address for link in joins if link.unit in self.right]
        others = [*(matrix[at, n] for n in range(len(self.right)) if n != to)]
        others += (matrix[n, to] for n in range(len(self.left)) if n != at)
        standing = Standing(float(matrix[at, to]), float(max(others, default=0.0)))
        row = paired(left, right, standing, self.likeness, self.aligner.changed(left.address, right.address))
        return Row(
            tuple(sorted((*row.left, *more_left))),
            tuple(sorted((*row.right, *more_right))),
            row.relation,
            row.confidence,
            (*row.reasons, *(Message("align-joins", {"address": link.unit.address.compact}) for link in joins)),
        )

    def _alone(self, rows: Sequence[Row], matrix: Matrix) -> list[Row]:
        told = {a for row in rows for a in row.left}, {a for row in rows for a in row.right}
        found: list[Row] = []
        for n, unit in enumerate(self.left):
            if unit.address not in told[0]:
                nearest = self.right[int(matrix[n].argmax())]
                found.append(lonely(unit, nearest, float(matrix[n].max()), self.aligner.gone, on_left=True))
        for n, unit in enumerate(self.right):
            if unit.address not in told[1]:
                nearest = self.left[int(matrix[:, n].argmax())]
                found.append(lonely(unit, nearest, float(matrix[:, n].max()), self.aligner.new, on_left=False))
        return found

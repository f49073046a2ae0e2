"""Units of other books that say the same as a unit, by the rows of the corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kb.corpus import Corpus
from kb.search.documents import Unit


class Partner(NamedTuple):
    """Two units, by number, that a row brings together; ``twins`` when they are alone in it and say the same, or
    are of the same subject: then a list of results shows the two as one."""

    unit: int
    other: int
    twins: bool


def read_partners(corpus: Corpus, units: Sequence[Unit]) -> tuple[Partner, ...]:
    """Both directions of every pair in the rows of a corpus, in the order of the units.

    The rows are worked out when they are first asked for, so this belongs into a build.
    """
    return tuple(sorted(_pairs(corpus, units)))


def _pairs(corpus: Corpus, units: Sequence[Unit]) -> Iterator[Partner]:
    numbers = {(unit.book, unit.address): number for number, unit in enumerate(units)}
    for (left, right), rows in corpus.rows.items():
        for row in rows:
            ours = [numbers[left, address] for address in row.left if (left, address) in numbers]
            theirs = [numbers[right, address] for address in row.right if (right, address) in numbers]
            twins = len(ours) == len(theirs) == 1 and row.relation != "partial"
            for unit in ours:
                for other in theirs:
                    yield Partner(unit, other, twins)
                    yield Partner(other, unit, twins)

"""Score the alignment against a gold file, and stress the method: scripts/bench alignment [--gold FILE] [--dump FILE].

The gold file has three columns: addresses left, addresses right (blank-separated, - for a gap), relation. Without
--dump the method itself is measured, rulings off; with it, the rows of any JSON dump. Prints the figures and every
wrong row, then four stress tests, each over several seeds, worst and mean.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from kb.address import Address, parse
from kb.alignment.aligning import Aligner, align
from kb.alignment.units import Reading
from kb.book import Book, Law
from kb.corpus import find_folders, load_corpus
from kb.corpus.aligning import aligner_of

GOLD = Path(__file__).parent.parent.parent / "tests" / "data" / "alignment_gold.tsv"
GAP = "-"

Side = frozenset[str]
Pair = tuple[str, str]


@dataclass(frozen=True)
class Group:
    """One row of a gold file or of an alignment: the addresses of both sides and the relation."""

    left: Side
    right: Side
    relation: str

    @property
    def pairs(self) -> set[Pair]:
        """Every pair of the row; a gap on either side is the partner ``-``."""
        return {(a, b) for a in (self.left or {GAP}) for b in (self.right or {GAP})}


@dataclass(frozen=True)
class Score:
    """Precision, recall and F1 by pairs (gaps counted on both sides), and precision by whole rows."""

    precision: float
    recall: float
    strict: float
    lax: float
    partials: float
    wrong: tuple[str, ...]

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def read_gold(path: Path) -> list[Group]:
    """The rows of a gold file."""
    rows = [line.split("\t") for line in path.read_text("utf8").splitlines() if line and not line.startswith("#")]
    return [Group(_side(left), _side(right), relation) for left, right, relation, *_ in rows]


def _side(text: str) -> Side:
    return frozenset() if text == GAP else frozenset(text.split())


def score(got: Sequence[Group], gold: Sequence[Group]) -> Score:
    """Hold rows against gold rows."""
    mine = {pair for group in got for pair in group.pairs}
    right = {pair for group in gold for pair in group.pairs}
    whole = {(group.left, group.right) for group in gold}
    partial = {pair for group in gold if group.relation == "partial" for pair in group.pairs}
    wrong = [f"missing {a} = {b}" for a, b in sorted(right - mine)] + [
        f"wrong {a} = {b}" for a, b in sorted(mine - right)
    ]
    return Score(
        precision=len(mine & right) / len(mine) if mine else 0.0,
        recall=len(mine & right) / len(right),
        strict=sum((group.left, group.right) in whole for group in got) / len(got) if got else 0.0,
        lax=sum(bool(group.pairs & right) for group in got) / len(got) if got else 0.0,
        partials=len(partial & mine) / len(partial) if partial else 1.0,
        wrong=tuple(wrong),
    )


def groups(rows: Iterable[tuple[Iterable[Address], Iterable[Address], str]], laws: set[int]) -> list[Group]:
    """Rows of an alignment as groups, of some laws only."""
    found = []
    for left, right, relation in rows:
        ours, theirs = list(left), list(right)
        if (ours or theirs)[0].law in laws:
            found.append(Group(frozenset(map(str, ours)), frozenset(map(str, theirs)), relation))
    return found


# --- stress -----------------------------------------------------------------------------------------------------------


def relabelled(book: Book, rng: random.Random, *, shuffled: bool) -> tuple[Book, Mapping[Address, Address]]:
    """The book with meaningless labels, or with its siblings in another order; and what each address was before."""
    was: dict[Address, Address] = {}
    laws = tuple(_relabelled(law, rng, was, shuffled=shuffled) for law in book.laws)
    return replace(book, laws=laws), was


def _relabelled(law: Law, rng: random.Random, was: dict[Address, Address], *, shuffled: bool) -> Law:
    provisions = [p for p in law.provisions if not p.address.labels]
    was[law.address] = law.address
    was.update((note.address, note.address) for note in law.notes)

    def walk(old: Address, new: Address) -> None:
        below = [p for p in law.provisions if p.address.parent == old]
        labels = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        rng.shuffle(below if shuffled else labels)
        for provision, label in zip(below, labels, strict=False):
            address = new.child(label)
            was[address] = provision.address
            provisions.append(replace(provision, address=address))
            walk(provision.address, address)

    walk(law.address, law.address)
    return replace(law, provisions=tuple(provisions))


def thinned(book: Book, rng: random.Random) -> tuple[Book, set[str]]:
    """The book without a third of its provisions (and what stands in them), and which are gone."""
    gone: set[Address] = set()
    for law in book.laws:
        labelled = [p.address for p in law.provisions if p.address.labels]
        dropped = rng.sample(labelled, len(labelled) // 3)
        gone |= {a for a in labelled if any(d.contains(a) for d in dropped)}
    laws = tuple(replace(w, provisions=tuple(p for p in w.provisions if p.address not in gone)) for w in book.laws)
    return replace(book, laws=laws), {str(address) for address in gone}


@dataclass(frozen=True)
class Bench:
    """Two books cut down to the laws of the gold, and how to align them."""

    left: Book
    right: Book
    aligner: Aligner
    gold: Sequence[Group]

    @property
    def laws(self) -> set[int]:
        """The laws that the gold speaks of."""
        return {parse(next(iter(group.left or group.right))).law for group in self.gold}

    def aligned(
        self,
        left: Book | None = None,
        right: Book | None = None,
        was: tuple[Mapping[Address, Address], Mapping[Address, Address]] | None = None,
    ) -> list[Group]:
        """Rows of the books, or of changed ones whose addresses are given back their old form."""
        rows = align(left or self.left, right or self.right, self.aligner).rows
        ours, theirs = was or ({}, {})
        return groups(
            (([ours.get(a, a) for a in r.left], [theirs.get(a, a) for a in r.right], r.relation) for r in rows),
            self.laws,
        )

    def blind(self, seed: int) -> float:
        """F1 with every label of both books replaced by a meaningless one."""
        rng = random.Random(seed)  # noqa: S311 - a seeded shuffle for a measurement
        left, ours = relabelled(self.left, rng, shuffled=False)
        right, theirs = relabelled(self.right, rng, shuffled=False)
        return score(self.aligned(left, right, (ours, theirs)), self.gold).f1

    def shuffled(self, seed: int) -> float:
        """F1 with the siblings of the right book in another order, labelled anew in that order."""
        right, theirs = relabelled(self.right, random.Random(seed), shuffled=True)  # noqa: S311 - as above
        return score(self.aligned(None, right, ({}, theirs)), self.gold).f1

    def orphans(self, seed: int) -> tuple[int, int]:
        """(orphaned partners that became gaps, all orphaned partners) after a third of one side is gone."""
        on_left = seed % 2 == 0
        book, gone = thinned(self.left if on_left else self.right, random.Random(seed))  # noqa: S311 - as above
        rows = self.aligned(book, None) if on_left else self.aligned(None, book)
        pairs = [pair if on_left else (pair[1], pair[0]) for group in self.gold for pair in group.pairs]
        partners: dict[str, set[str]] = {}
        for lost, kept in pairs:
            partners.setdefault(kept, set()).add(lost)
        orphaned = [kept for kept, lost in partners.items() if kept != GAP and lost != {GAP} and lost <= gone]
        alone = {a for group in rows if group.relation == "only" for a in (group.right if on_left else group.left)}
        return sum(kept in alone for kept in orphaned), len(orphaned)

    def transposes(self) -> bool:
        """Whether swapping the sides gives the transposed result exactly."""
        there = align(self.left, self.right, self.aligner)
        return align(self.right, self.left, self.aligner.turned) == there.turned


def _cached(reading: Reading) -> Reading:
    return Reading(
        lru_cache(None)(lambda text: tuple(reading.concepts(text))),
        lru_cache(None)(lambda text: tuple(reading.cites(text))),
        lru_cache(None)(lambda text: tuple(reading.stems(text))),
    )


def _cut(book: Book, laws: set[int]) -> Book:
    return replace(book, laws=tuple(law for law in book.laws if law.number in laws))


def _from_dump(path: Path, books: tuple[str, str], laws: set[int]) -> list[Group]:
    dump = json.loads(path.read_text("utf8"))
    for alignment in dump["alignments"]:
        if set(alignment["books"]) == set(books):
            left, right = books
            rows = ((map(parse, r[left]), map(parse, r[right]), r["relation"]) for r in alignment["rows"])
            return groups(rows, laws)
    sys.exit(f"{path} has no alignment of {' and '.join(books)}.")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--dump", type=Path)
    parser.add_argument("--left", default="da-1997")
    parser.add_argument("--right", default="nl-2017")
    parser.add_argument("--seeds", type=int, default=8)
    asked = parser.parse_args()
    gold = read_gold(asked.gold)
    corpus = load_corpus(find_folders().corpus)
    aligner = aligner_of(corpus, asked.left, asked.right)
    aligner = replace(aligner, left=_cached(aligner.left), right=_cached(aligner.right))
    bench = Bench(corpus.book(asked.left), corpus.book(asked.right), aligner, gold)
    got = _from_dump(asked.dump, (asked.left, asked.right), bench.laws) if asked.dump else bench.aligned()
    result = score(got, gold)
    for line in result.wrong:
        print(line)
    print(f"precision {result.precision:.3f} recall {result.recall:.3f} F1 {result.f1:.3f}")
    print(f"rows exactly right {result.strict:.3f}, touching a right pair {result.lax:.3f}")
    print(f"partial pairs found {result.partials:.3f}")
    if asked.dump:
        return
    bench = Bench(_cut(bench.left, bench.laws), _cut(bench.right, bench.laws), aligner, gold)
    seeds = range(asked.seeds)
    blind = [bench.blind(seed) for seed in seeds]
    shuffled = [bench.shuffled(seed) for seed in seeds]
    orphans = [bench.orphans(seed) for seed in seeds]
    kept = sum(n for n, _ in orphans) / max(1, sum(of for _, of in orphans))
    print(f"swapping the sides transposes: {bench.transposes()}")
    print(f"labels deleted: F1 worst {min(blind):.3f} mean {sum(blind) / len(blind):.3f}")
    print(f"siblings shuffled: F1 worst {min(shuffled):.3f} mean {sum(shuffled) / len(shuffled):.3f}")
    print(f"a third removed: orphaned partners that became gaps {kept:.3f} of {sum(of for _, of in orphans)}")


if __name__ == "__main__":
    main()

"""How much each term says for each document, worked out once at build time: BM25 impacts, term by term.

A question is then a sum of a few arrays. Four kinds of documents share one numbering, in this order: units,
laws, phrasings of units, phrasings of situations. Keys of terms: ``da:strafkort`` a stem of a language,
``da/strafkortets`` a spelling, ``#penalty-card`` a concept in any language.

The formula is BM25 with several fields (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009, §3.4
to 3.6): frequencies are weighted by field and by length, added up, and dampened once. A saying is short and each
of its words counts once, so sayings are compared by the cosine of their words' rarity instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

TEXT, HEADING, PATH, PARTS = "", "heading", "path", "parts"
WEIGHTS: Final[Mapping[str, float]] = {TEXT: 1.0, HEADING: 1.6, PATH: 0.5, PARTS: 0.45}
"""What an occurrence counts: in the text, in a heading, in a heading above, in a compound."""
K1: Final = 1.2
B: Final = 0.5
"""How fast repeats stop counting, and how much a long text is held against it (texts only, not headings)."""


LITTLE: Final = 0.35
"""What is left of the rarity of words that say little (``hvad``, ``welke``, ``the``): neither nothing nor much."""
STEM, SPELLING, CONCEPT = ":", "/", "#"
"""What tells the keys apart: language:stem, language/spelling, #concept."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many documents of each kind there are."""

    units: int
    laws: int
    phrasings: int
    situations: int

    @property
    def total(self) -> int:
        """All documents."""
        return self.units + self.laws + self.phrasings + self.situations

    @property
    def bounds(self) -> tuple[int, int, int, int, int]:
        """Where each kind begins, and the end."""
        laws, phrasings = self.units, self.units + self.laws
        return 0, laws, phrasings, phrasings + self.phrasings, self.total


@dataclass(frozen=True, slots=True)
class Posting:
    """Where a term stands in one field: documents in ascending order, and how often in each."""

    field: str
    documents: Ints
    counts: Floats


class Impacts:
    """The impacts of every term, and how rare each is. ``starts`` has one entry more than there are terms."""

    def __init__(self, keys: Sequence[str], starts: Ints, documents: Ints, values: Floats, rarity: Floats) -> None:
        self.keys = keys
        self.ids = {key: number for number, key in enumerate(keys)}
        self.arrays = {"starts": starts, "documents": documents, "values": values, "rarity": rarity}
        self.rarity: list[float] = rarity.tolist()
        self._starts: list[int] = starts.tolist()
        self._documents, self._values = documents, values

    def of(self, term: int) -> tuple[Ints, Floats]:
        """The documents that have a term, in ascending order, and its impact on each."""
        start, end = self._starts[term], self._starts[term + 1]
        return self._documents[start:end], self._values[start:end]

    def frequency(self, term: int) -> int:
        """In how many documents a term stands."""
        return self._starts[term + 1] - self._starts[term]


def weigh(
    postings: Iterable[tuple[str, Sequence[Posting]]],
    sizes: Sizes,
    lengths: Floats,
    speakers: Mapping[str, Sequence[int]],
    little: Collection[str] = (),
) -> Impacts:
    """The impacts of all terms, in the order that ``postings`` gives them: (key, where it stands).

    ``lengths`` are the words of each document; ``speakers`` how many documents of each kind a language has, which
    is what rarity is measured against; ``little`` the keys of words that say little, and count a part of theirs.
    """
    norms = _norms(lengths, sizes)
    everybody = [sum(column) for column in zip(*speakers.values(), strict=True)]
    keys: list[str] = []
    found: list[Ints] = []
    values: list[Floats] = []
    rarity: list[float] = []
    said = np.zeros(sizes.total, np.float32)
    first_saying = sizes.bounds[2]
    for key, fields in postings:
        among = speakers.get(language_of(key), everybody)
        documents, impacts, rare = _impacts(fields, sizes, norms, among, LITTLE if key in little else 1.0)
        if STEM in key:
            sayings = slice(int(np.searchsorted(documents, first_saying)), None)
            said[documents[sayings]] += impacts[sayings]
        keys.append(key)
        found.append(documents)
        values.append(impacts)
        rarity.append(rare)
    starts = np.cumsum([0, *map(len, found)], dtype=np.int32)
    documents = np.concatenate(found) if found else np.zeros(0, np.int32)
    whole = np.concatenate(values) if values else np.zeros(0, np.float32)
    sayings_too = documents >= first_saying
    whole[sayings_too] /= np.sqrt(np.maximum(said[documents[sayings_too]], 1e-6))
    return Impacts(keys, starts, documents, whole, np.array(rarity, np.float32))


def language_of(key: str) -> str:
    """The language of a key, empty for a concept.

    >>> language_of("da:kort"), language_of("nl/kaarten"), language_of("#revoke")
    ('da', 'nl', '')
    """
    if key.startswith(CONCEPT):
        return ""
    return key.partition(STEM if STEM in key else SPELLING)[0]


def _norms(lengths: Floats, sizes: Sizes) -> Floats:
    norms = np.ones(sizes.total, np.float32)
    for start, end in pairwise(sizes.bounds[:3]):
        part = lengths[start:end]
        mean = float(part.mean()) if len(part) else 1.0
        norms[start:end] = 1 - B + B * part / max(mean, 1.0)
    return norms


def _impacts(
    fields: Sequence[Posting], sizes: Sizes, norms: Floats, among: Sequence[int], share: float
) -> tuple[Ints, Floats, float]:
    """The documents of one term, its impact on each (sayings not yet divided by their length), and its rarity."""
    found = np.unique(np.concatenate([posting.documents for posting in fields]))
    weighted = np.zeros(len(found), np.float32)
    own = np.zeros(len(found), bool)
    for posting in fields:
        at = np.searchsorted(found, posting.documents)
        counts = posting.counts / norms[posting.documents] if posting.field == TEXT else posting.counts
        weighted[at] += WEIGHTS[posting.field] * counts
        own[at] |= posting.field != PATH
    impacts = weighted * (K1 + 1) / (weighted + K1)
    cuts = np.searchsorted(found, np.array(sizes.bounds))
    rare = 0.0
    for kind, (start, end) in enumerate(pairwise(cuts)):
        holders = int(own[start:end].sum()) or int(end - start)
        if not holders:
            continue
        rarity = share * max(0.05, float(np.log1p((among[kind] - holders + 0.5) / (holders + 0.5))))
        if kind < 2:
            impacts[start:end] *= rarity
        else:
            impacts[start:end] = np.minimum(1.0, weighted[start:end]) * rarity
        if kind in (0, 2):
            rare = min(rare, rarity) if rare else rarity
    return found.astype(np.int32), impacts.astype(np.float32), rare

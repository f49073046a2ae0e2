"""How much each term says for each document, worked out once at build time: impacts, term by term.

A question is then a sum of a few arrays. Two kinds of documents share one numbering: units, then situations. Keys
of terms: ``da:strafkort`` a stem of a language, ``da/strafkortets`` a spelling, ``#penalty-card`` a concept in any
language.

For the text of a unit the formula is BM25 with several fields (Robertson, Zaragoza: The Probabilistic Relevance
Framework, 2009, §3.4 to 3.6): frequencies are weighted by field and length, added up, and dampened once. A saying
(a lay phrasing of a unit, a phrasing of a situation) is short and each of its words counts once: a word counts by
its rarity over the root of all rarities in the saying, which is half of a cosine, and a unit takes for each word
the saying that is best for it. (Best saying as a whole, or BM25 over all sayings, found no more, and cost more.)
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
Bools = npt.NDArray[np.bool_]

TEXT, HEADING, PATH, PARTS = "", "heading", "path", "parts"
WEIGHTS: Final[Mapping[str, float]] = {TEXT: 1.0, HEADING: 1.6, PATH: 0.5, PARTS: 0.45}
"""What an occurrence counts: in the text, in a heading, in a heading above, in a compound."""
K1: Final = 1.2
B: Final = 0.5
"""How fast repeats stop counting, and how much a long text is held against it (texts only, not headings)."""


SAYING: Final = 5.0
"""What a word of a saying counts beside one of the text (its half cosine is a small number)."""
SHORT: Final = 8.0
"""The rarity that even the shortest saying is taken to have: one word said alone is not all that is asked."""
LITTLE: Final = 0.35
"""What is left of the rarity of words that say little (``hvad``, ``welke``, ``the``): neither nothing nor much."""
UNKNOWN: Final = 4.0
"""How rare a word counts that no unit and no saying has."""
STEM, SPELLING, CONCEPT = ":", "/", "#"
"""What tells the keys apart: language:stem, language/spelling, #concept."""


@dataclass(frozen=True, slots=True)
class Sayings:
    """What the documents behind the units point at: the numbers of the units, then those of the situations, one
    for each saying in the order that they were numbered; ``units`` and ``situations`` are how many there are."""

    units: int
    situations: int
    of_units: Ints
    of_situations: Ints

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Where units, sayings of units and sayings of situations begin among all texts, and the end."""
        sayings = self.units + len(self.of_units)
        return 0, self.units, sayings, sayings + len(self.of_situations)


@dataclass(frozen=True, slots=True)
class Posting:
    """Where a term stands in one field: documents in ascending order, and how often in each."""

    field: str
    documents: Ints
    counts: Floats


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the terms stand, one after the other: term ``t`` has the rows ``starts[t]`` to ``starts[t + 1]``, each
    with its document, its impact on it, and whether the document has it in its own text or in a heading, and not
    only in a saying."""

    starts: Ints
    documents: Ints
    values: Floats
    own: Bools


class Impacts:
    """The impacts of every term on every document, and how rare each term is."""

    def __init__(self, keys: Sequence[str], rarity: Floats, columns: Columns) -> None:
        self.keys = keys
        self.ids = {key: number for number, key in enumerate(keys)}
        self.columns = columns
        self.rarity: list[float] = rarity.tolist()
        self._starts: list[int] = columns.starts.tolist()

    def of(self, term: int) -> tuple[Ints, Floats, Bools]:
        """The documents that have a term, in ascending order, its impact on each, and whether it is their own."""
        here = slice(self._starts[term], self._starts[term + 1])
        return self.columns.documents[here], self.columns.values[here], self.columns.own[here]

    def frequency(self, term: int) -> int:
        """In how many documents a term stands."""
        return self._starts[term + 1] - self._starts[term]


def weigh(
    postings: Iterable[tuple[str, Sequence[Posting]]],
    sayings: Sayings,
    lengths: Floats,
    speakers: Mapping[str, Sequence[int]],
    little: Collection[str] = (),
) -> Impacts:
    """The impacts of all terms, in the order that ``postings`` gives them: (key, where it stands).

    ``lengths`` are the words of each unit; ``speakers`` how many units, sayings of units and sayings of situations
    a language has, which is what rarity is measured against; ``little`` the keys of words that say little, and
    count a part of theirs.
    """
    scale = _Scale(
        sayings,
        1 - B + B * lengths / max(float(lengths.mean()) if len(lengths) else 1.0, 1.0),
        {**speakers, "": [sum(column) for column in zip(*speakers.values(), strict=True)]},
    )
    said = np.zeros(sayings.bounds[-1], np.float32)
    terms: list[_Term] = []
    for key, fields in postings:
        term = _term(key, fields, scale, LITTLE if key in little else 1.0)
        if STEM in key:
            said[term.texts[term.units :]] += term.values[term.units :]
        terms.append(term)
    roots = np.sqrt(np.maximum(said, SHORT))
    points_at = np.concatenate([np.arange(sayings.units), sayings.of_units, sayings.units + sayings.of_situations])
    gathered = [_gathered(term, roots, points_at.astype(np.int32), sayings.units) for term in terms]
    columns = Columns(
        np.cumsum([0, *(len(documents) for documents, _, _ in gathered)], dtype=np.int32),
        np.concatenate([documents for documents, _, _ in gathered] or [np.zeros(0, np.int32)]),
        np.concatenate([values for _, values, _ in gathered] or [np.zeros(0, np.float32)]),
        np.concatenate([own for _, _, own in gathered] or [np.zeros(0, bool)]),
    )
    return Impacts([term.key for term in terms], np.array([term.rarity for term in terms], np.float32), columns)


def language_of(key: str) -> str:
    """The language of a key, empty for a concept.

    >>> language_of("da:kort"), language_of("nl/kaarten"), language_of("#revoke")
    ('da', 'nl', '')
    """
    if key.startswith(CONCEPT):
        return ""
    return key.partition(STEM if STEM in key else SPELLING)[0]


@dataclass(frozen=True, slots=True)
class _Scale:
    """What impacts are measured against: the length norm of each unit, and how many texts a language has."""

    sayings: Sayings
    norms: Floats
    speakers: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class _Term:
    """A term before its sayings are gathered: the texts that have it, the units first, and its value for each."""

    key: str
    texts: Ints
    values: Floats
    units: int
    rarity: float


def _term(key: str, fields: Sequence[Posting], scale: _Scale, share: float) -> _Term:
    sayings, among = scale.sayings, scale.speakers[language_of(key)]
    texts = np.unique(np.concatenate([posting.documents for posting in fields])).astype(np.int32)
    weighted = np.zeros(len(texts), np.float32)
    own = np.zeros(len(texts), bool)
    for posting in fields:
        at = np.searchsorted(texts, posting.documents)
        counts = WEIGHTS[posting.field] * posting.counts
        if posting.field == TEXT:
            units = posting.documents < sayings.units
            counts[units] /= scale.norms[posting.documents[units]]
        weighted[at] += counts
        own[at] |= posting.field != PATH
    cuts = np.searchsorted(texts, np.array(sayings.bounds))
    values = np.minimum(1.0, weighted)
    values[: cuts[1]] = weighted[: cuts[1]] * (K1 + 1) / (weighted[: cuts[1]] + K1)
    least = 0.0
    for kind, (start, end) in enumerate(pairwise(cuts)):
        holders = int(own[start:end].sum()) or int(end - start)
        if holders:
            rarity = share * max(0.05, float(np.log1p((among[kind] - holders + 0.5) / (holders + 0.5))))
            values[start:end] *= rarity
            least = min(least, rarity) if least else rarity
    return _Term(key, texts, values.astype(np.float32), int(cuts[1]), least)


def _gathered(term: _Term, roots: Floats, points_at: Ints, units: int) -> tuple[Ints, Floats, Bools]:
    """The documents of a term: its sayings taken together by what they point at, and added to the texts."""
    sayings = term.texts[term.units :]
    shares = term.values[term.units :] / roots[sayings]
    shares[points_at[sayings] < units] *= SAYING
    documents, at = np.unique(points_at[term.texts], return_inverse=True)
    best = np.zeros(len(documents), np.float32)
    np.maximum.at(best, at[term.units :], shares)
    own = np.zeros(len(documents), bool)
    own[at[: term.units]] = True
    best[at[: term.units]] += term.values[: term.units]
    return documents.astype(np.int32), best, own

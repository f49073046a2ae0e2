"""Recognising in a question the situation that it is about.

A question is compared with each phrasing (the cosine of their features) and with all that is said of a situation
together (the share of the question that it covers). Rare features weigh more than common ones, concepts more than
words, the little words of questions least. All of that is counted once, when the table is read; a question then
costs a few sums over inverted lists, and the same question always finds the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from kb.language import Vocabulary
from kb.situations.reading import Features, Reader, merged
from kb.situations.table import Situation
from kb.terms import Terms

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]

RARITY: Final = 0.6
"""The power that dampens how much more a rare feature weighs than a common one."""
UNKNOWN: Final = 5.0
"""What a word weighs that no phrasing has: more than a rare one, so that strange questions recognise nothing."""
COVERING: Final = 2.0
"""What covering the question counts, where coming close to one phrasing counts 1."""
EVIDENCE: Final = 1.6
"""How much a question must say to reach half of the score that its likeness would give: a word counts 1 that only
one situation has, nothing that all have, and a little word nothing."""
LEAST: Final = 0.12
"""Below this score nothing is recognised."""
SURE: Final = 0.33
"""From this score on, a situation answers the question; below it, it is worth a mention."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A situation found in a question; ``score``, between 0 and 1, grows with likeness and with what was said."""

    slug: str
    score: float

    @property
    def sure(self) -> bool:
        """Whether it answers the question, so that its main provision may lead; else it is worth a mention."""
        return self.score >= SURE


class Recogniser:
    """Finds situations in questions. Immutable; build it once for a table.

    ``vocabularies`` are those of the languages that questions may be in.

    >>> from kb.terms import Term
    >>> terms = Terms(("en",), (Term("revoke", "play", "revoke", words={"en": ("revoke", "follow suit")}),))
    >>> revoke = Situation("revoke", "play", {}, {"en": ("he revoked", "failed to follow suit")}, ())
    >>> claim = Situation("claim", "claim", {}, {"en": ("he claimed the rest", "a statement")}, ())
    >>> recogniser = Recogniser([revoke, claim], {"en": Vocabulary(stemmer="english")}, terms)
    >>> [found.slug for found in recogniser.recognise("did not folow suit", "en")]
    ['revoke']
    >>> recogniser.recognise("what is the weather like", "en")
    ()
    """

    def __init__(self, situations: Sequence[Situation], vocabularies: Mapping[str, Vocabulary], terms: Terms) -> None:
        self._slugs = tuple(situation.slug for situation in situations)
        said = [
            (number, code, text)
            for number, situation in enumerate(situations)
            for code in vocabularies
            for text in (*situation.said.get(code, ()), situation.title.get(code, ""))
            if text
        ]
        texts = {code: [text for _, spoken, text in said if spoken == code] for code in vocabularies}
        self._readers = {code: Reader(code, v, terms, texts[code]) for code, v in vocabularies.items()}
        read = [(number, self._readers[code].learn(text)) for number, code, text in said]
        little = frozenset(feature for reader in self._readers.values() for feature in reader.little)
        self._likeness = _Likeness(read, len(situations), little)

    def recognise(self, question: str, language: str | None = None, limit: int = 3) -> tuple[Recognised, ...]:
        """The situations that a question is about, best first; none where nothing comes close.

        ``language`` is that of the question; where it is None, or nothing is found in it, all are tried.
        """
        codes = (language,) if language in self._readers else tuple(self._readers)
        scores = self._scores(question, codes)
        if len(codes) < len(self._readers) and not (scores >= LEAST).any():
            scores = self._scores(question, tuple(self._readers))
        best = np.argsort(-scores, kind="stable")[:limit]
        return tuple(Recognised(self._slugs[at], round(float(scores[at]), 4)) for at in best if scores[at] >= LEAST)

    def _scores(self, question: str, codes: Sequence[str]) -> Floats:
        scores = np.zeros(len(self._slugs))
        for code in codes:
            np.maximum(scores, self._likeness.scores(self._readers[code].read(question)), out=scores)
        return scores


@dataclass(frozen=True, slots=True)
class _Postings:
    """Where a feature stands: in which phrasings and which situations, and how much it weighs there; ``rarity`` is
    its weight where it counts 1, ``telling`` what it tells as evidence."""

    rarity: float
    telling: float
    phrasings: Ints
    in_phrasings: Floats
    situations: Ints
    in_situations: Floats


class _Likeness:
    """The features of all phrasings, inverted.

    ``read`` are (situation, features) of each phrasing, by rising situation; ``little`` features are no evidence.
    """

    def __init__(self, read: Sequence[tuple[int, Features]], situations: int, little: frozenset[str]) -> None:
        together = {
            number: merged(features for _, features in group) for number, group in groupby(read, key=lambda one: one[0])
        }
        by_phrasing = _inverted(enumerate(features for _, features in read))
        by_situation = _inverted(together.items())
        self._situations = situations
        self._postings = {
            feature: _postings(by_phrasing[feature], found, situations, tells=feature not in little)
            for feature, found in by_situation.items()
        }
        rarity = {feature: postings.rarity for feature, postings in self._postings.items()}
        lengths = [sum((rarity[f] * share) ** 2 for f, share in features.items()) for _, features in read]
        self._lengths: Floats = np.sqrt(lengths)
        self._owners, begins = np.unique([number for number, _ in read], return_index=True)
        self._begins = begins.astype(np.int32)

    def scores(self, asked: Features) -> Floats:
        """How well each situation answers a question, 0 to 1."""
        scores = np.zeros(self._situations)
        known = [(self._postings[f], share) for f, share in asked.items() if f in self._postings]
        if not known:
            return scores
        strange = sum((UNKNOWN * share) ** 2 for f, share in asked.items() if f not in self._postings and f[0] != "#")
        whole = strange + sum((postings.rarity * share) ** 2 for postings, share in known)
        near = _summed(
            [p.phrasings for p, _ in known], [p.in_phrasings * (p.rarity * share) for p, share in known], self._lengths
        )
        scores[self._owners] = np.maximum.reduceat(near / (self._lengths * np.sqrt(whole)), self._begins)
        at = [postings.situations for postings, _ in known]
        weights = [(p, p.rarity * share) for p, share in known]
        cover = _summed(at, [np.minimum(p.in_situations, weight) * weight for p, weight in weights], scores)
        telling = np.repeat([p.telling * share for p, share in known], [len(places) for places in at])
        told = _summed(at, [telling], scores)
        likeness: Floats = (scores + COVERING / whole * cover) / (1 + COVERING)
        return likeness * (told / (told + EVIDENCE))


def _postings(
    phrasings: Sequence[tuple[int, float]], found: Sequence[tuple[int, float]], situations: int, *, tells: bool
) -> _Postings:
    rarity = float(np.log1p(situations / len(found))) ** RARITY
    return _Postings(
        rarity,
        1 - float(np.log(len(found)) / np.log(max(situations, 2))) if tells else 0.0,
        np.array([at for at, _ in phrasings], np.int32),
        rarity * np.array([share for _, share in phrasings]),
        np.array([at for at, _ in found], np.int32),
        rarity * np.array([share for _, share in found]),
    )


def _inverted(read: Iterable[tuple[int, Features]]) -> dict[str, list[tuple[int, float]]]:
    lists: dict[str, list[tuple[int, float]]] = {}
    for number, features in read:
        for feature, share in features.items():
            lists.setdefault(feature, []).append((number, share))
    return lists


def _summed(at: Sequence[Ints], values: Sequence[Floats], like: Floats) -> Floats:
    """The sums of values by place, as many places as ``like`` has."""
    sums: Floats = np.bincount(np.concatenate(at), np.concatenate(values), minlength=len(like)).astype(np.float64)
    return sums

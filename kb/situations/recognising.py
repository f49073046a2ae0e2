"""Recognising in a question what it is about, by how people say it: a situation, or a law.

A question is compared with each phrasing (the cosine of their features) and with all that is said of a thing
together (the share of the question that it covers). Rare features weigh more than common ones, concepts more than
words, the little words of questions least. All of that is counted once, when the table is read; a question then
costs a few sums over inverted lists, and the same question always finds the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from kb.language import Vocabulary
from kb.situations.reading import Features, Reader, merged, plain_word
from kb.situations.table import Phrasings, Situation
from kb.terms import Terms

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]

RARITY: Final = 0.6
"""The power that dampens how much more a rare feature weighs than a common one."""
UNKNOWN: Final = 5.0
"""What a word weighs that no phrasing has: more than a rare one, so that strange questions recognise nothing."""
COVERING: Final = 1.0
"""What covering the question counts, where coming close to one phrasing counts 1."""
DOUBT: Final = 0.24
"""Where nothing reaches this score in the language of the question, the other languages are tried."""
ELSEWHERE: Final = 0.85
"""What a language counts that the question is not said to be in."""
EVIDENCE: Final = 1.6
"""How much a question must say to reach half of the score that its likeness would give: a word counts 1 that only
one thing has, nothing that all have, and a little word nothing."""
LEAST: Final = 0.12
"""Below this score nothing is recognised."""
SURE: Final = 0.3
"""From this score on, what was found answers the question; below it, it is worth a mention."""


K = TypeVar("K", bound=Hashable)

Said = Mapping[K, Mapping[str, Sequence[str]]]
"""What people say of things: thing (a slug, a law number), then language code, then phrasings."""


@dataclass(frozen=True, slots=True)
class Recognised(Generic[K]):
    """Something found in a question; ``score``, between 0 and 1, grows with likeness and with what was said."""

    what: K
    score: float

    @property
    def sure(self) -> bool:
        """Whether it answers the question and may lead; else it is worth a mention."""
        return self.score >= SURE


class Recogniser(Generic[K]):
    """Finds in questions what they are about. Immutable; build it once for a table.

    ``vocabularies`` are those of the languages that questions may be in.

    >>> from kb.terms import Term
    >>> terms = Terms(("en",), (Term("revoke", "play", "revoke", words={"en": ("revoke", "follow suit")}),))
    >>> said = {"revoke": {"en": ["failed to follow suit"]}, "claim": {"en": ["he claimed the rest", "a statement"]}}
    >>> recogniser = Recogniser(said, {"en": Vocabulary(stemmer="english")}, terms)
    >>> [found.what for found in recogniser.recognise("failed to folow suit", "en")]
    ['revoke']
    >>> recogniser.recognise("what is the weather like", "en")
    ()
    """

    def __init__(self, said: Said[K], vocabularies: Mapping[str, Vocabulary], terms: Terms) -> None:
        self._things = tuple(said)
        texts: dict[str, list[str]] = {code: [] for code in vocabularies}
        for phrasings in said.values():
            for code in vocabularies:
                texts[code] += phrasings.get(code, ())
        self._readers = {code: Reader(code, v, terms, texts[code]) for code, v in vocabularies.items()}
        read = [
            (number, self._readers[code].learn(text))
            for number, phrasings in enumerate(said.values())
            for code in vocabularies
            for text in phrasings.get(code, ())
        ]
        little = frozenset(feature for reader in self._readers.values() for feature in reader.little)
        self._likeness = _Likeness(read, len(self._things), little)

    def recognise(self, question: str, language: str | None = None, limit: int = 3) -> tuple[Recognised[K], ...]:
        """What a question is about, the likeliest first; nothing where nothing comes close.

        ``language`` is that of the question, or None; where little is found in it, the others are tried too.
        """
        codes = (language,) if language in self._readers else tuple(self._readers)
        scores = self._scores(question, codes)
        if not (scores >= DOUBT).any():
            np.maximum(scores, ELSEWHERE * self._scores(question, set(self._readers).difference(codes)), out=scores)
        best = np.argsort(-scores, kind="stable")[:limit]
        return tuple(Recognised(self._things[at], round(float(scores[at]), 4)) for at in best if scores[at] >= LEAST)

    def _scores(self, question: str, codes: Iterable[str]) -> Floats:
        scores = np.zeros(len(self._things))
        for code in codes:
            np.maximum(scores, self._likeness.scores(self._readers[code].read(question)), out=scores)
        return scores


def said_of_situations(situations: Iterable[Situation]) -> Said[str]:
    """What is said of each situation, its title included, by slug."""
    return {
        situation.slug: {
            code: (*situation.said.get(code, ()), *filter(None, (situation.title.get(code),)))
            for code in {*situation.said, *situation.title}
        }
        for situation in situations
    }


def said_of_laws(phrasings: Phrasings, situations: Iterable[Situation]) -> Said[int]:
    """What is said of each law, by number: of its provisions in any book, and of the situations that it rules.

    Laws know no book here: a law's number means the same subject in every edition.
    """
    said: dict[int, dict[str, dict[str, None]]] = {}
    for (_, address), texts in phrasings.items():
        for code, found in texts.items():
            said.setdefault(address.law, {}).setdefault(code, {}).update(dict.fromkeys(found))
    for situation in situations:
        for law in sorted({main.law for main in situation.main.values()}):
            for code, found in situation.said.items():
                said.setdefault(law, {}).setdefault(code, {}).update(dict.fromkeys(found))
    return {law: {code: tuple(found) for code, found in said[law].items()} for law in sorted(said)}


@dataclass(frozen=True, slots=True)
class _Postings:
    """Where a feature stands: in which phrasings, of which things, and how much it weighs there. ``rarity`` is its
    weight where it counts 1, ``telling`` what it tells as evidence."""

    rarity: float
    telling: float
    phrasings: Ints
    in_phrasings: Floats
    things: Ints
    in_things: Floats


class _Likeness:
    """The features of all phrasings, inverted.

    ``read`` are (thing, features) of each phrasing, by rising number of the thing; ``little`` features are no evidence.
    """

    def __init__(self, read: Sequence[tuple[int, Features]], things: int, little: frozenset[str]) -> None:
        together = {
            number: merged(features for _, features in group) for number, group in groupby(read, key=lambda one: one[0])
        }
        by_phrasing = _inverted(enumerate(features for _, features in read))
        by_thing = _inverted(together.items())
        self._things = things
        self._postings = {
            feature: _postings(by_phrasing[feature], found, things, tells=feature not in little and "+" not in feature)
            for feature, found in by_thing.items()
        }
        rarity = {feature: postings.rarity for feature, postings in self._postings.items()}
        lengths = [sum((rarity[f] * share) ** 2 for f, share in features.items()) for _, features in read]
        self._lengths: Floats = np.sqrt(lengths)
        self._owners, begins = np.unique([number for number, _ in read], return_index=True)
        self._begins = begins.astype(np.int32)

    def scores(self, asked: Features) -> Floats:
        """How well each thing answers a question, 0 to 1."""
        scores = np.zeros(self._things)
        known = [(self._postings[f], share) for f, share in asked.items() if f in self._postings]
        if not known:
            return scores
        strange = sum((UNKNOWN * share) ** 2 for f, share in asked.items() if f not in self._postings and plain_word(f))
        whole = strange + sum((postings.rarity * share) ** 2 for postings, share in known)
        weights = [postings.rarity * share for postings, share in known]
        at = [postings.phrasings for postings, _ in known]
        values = np.concatenate([postings.in_phrasings for postings, _ in known])
        near = _summed(at, values * _spread(weights, at), self._lengths)
        scores[self._owners] = np.maximum.reduceat(near / (self._lengths * np.sqrt(whole)), self._begins)
        at = [postings.things for postings, _ in known]
        values = np.concatenate([postings.in_things for postings, _ in known])
        asked_for = _spread(weights, at)
        cover = _summed(at, np.minimum(values, asked_for) * asked_for, scores)
        told = _summed(at, _spread([postings.telling * share for postings, share in known], at), scores)
        likeness: Floats = (scores + COVERING / whole * cover) / (1 + COVERING)
        return likeness * (told / (told + EVIDENCE))


def _postings(
    phrasings: Sequence[tuple[int, float]], found: Sequence[tuple[int, float]], things: int, *, tells: bool
) -> _Postings:
    rarity = float(np.log1p(things / len(found))) ** RARITY
    return _Postings(
        rarity,
        1 - float(np.log(len(found)) / np.log(max(things, 2))) if tells else 0.0,
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


def _spread(values: Sequence[float], at: Sequence[Ints]) -> Floats:
    """Each value as often as it has places."""
    return np.repeat(np.array(values), [len(places) for places in at])


def _summed(at: Sequence[Ints], values: Floats, like: Floats) -> Floats:
    """The sums of values by place, as many places as ``like`` has."""
    sums: Floats = np.bincount(np.concatenate(at), values, minlength=len(like)).astype(np.float64)
    return sums

"""How alike two units are: a figure from 0 to 1 out of several kinds of evidence, each told apart.

No kind of evidence is trusted alone, and equal labels least of all: the same label means other things in other
editions. Rare concepts count more than common ones (inverse document frequency over the units of both books).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.address import Address
from kb.alignment.units import Content, Unit

_HEADING = 0.8
_CITED = 0.7
_NUMERALS = 0.25
_LENGTH = 0.3
_PLACE = 0.15
_DEPTH = 0.3
_LABEL = 0.15
_SUBJECT = 2.0
_UNKNOWN = 0.3  # how alike two texts are taken to be when nothing is known of what one of them says
_STRANGERS = 0.2  # the most that place and label can do for two texts that share no concept


@dataclass(frozen=True)
class Weights:
    """How much each concept and each stem says: rare ones much, those of every second unit nearly nothing."""

    concepts: Mapping[str, float]
    stems: Mapping[str, float]

    @classmethod
    def of(cls, units: Iterable[Unit]) -> Weights:
        """Weights from how many units speak of each."""
        seen = list(units)
        concepts = Counter(c for unit in seen for c in unit.own.concepts)
        stems = Counter(s for unit in seen for s in unit.own.stems)
        return cls(_rarity(concepts, len(seen)), _rarity(stems, len(seen)))


def _rarity(counts: Mapping[str, int], of: int) -> dict[str, float]:
    return {key: math.log(1 + of / count) for key, count in counts.items()}


Named = Callable[[Sequence[str]], Mapping[str, str]]
"""Gives the words for some concepts, as parameters of a message: ``terms``, and ``terms_da`` … where known."""


def by_id(concepts: Sequence[str]) -> Mapping[str, str]:
    """Concepts named by their ids, where nothing better is known."""
    return {"terms": ", ".join(concepts)}


@dataclass(frozen=True)
class Likeness:
    """Compares the units of two books; symmetric in its two sides. ``shared_words`` says that both books are of
    one language, so that their words can be compared beside the concepts."""

    weights: Weights
    shared_words: bool
    labels_count: bool = True
    named: Named = by_id

    def of(self, left: Unit, right: Unit) -> float:
        """The likeness of two units by themselves, without their neighbours."""
        if left.is_note != right.is_note:
            return 0.6 * self.content(left.own, right.own)
        subject = self._subject(left, right)
        evidence = [(_SUBJECT, subject) if subject is not None else (_SUBJECT / 2, _UNKNOWN)]
        if not left.heading.empty and not right.heading.empty:
            evidence.append((_HEADING, self.content(left.heading, right.heading)))
        cited = _cited(left.whole.cited, right.whole.cited)
        if cited is not None:
            evidence.append((_CITED, cited))
        if left.own.numerals or right.own.numerals:
            evidence.append((_NUMERALS, _overlap(left.own.numerals, right.own.numerals)))
        evidence.append((_LENGTH, _ratio(left.whole.length, right.whole.length)))
        evidence.append((_DEPTH, float(left.address.depth == right.address.depth)))
        evidence.append((_PLACE, 1 - abs(left.place - right.place)))
        if self.labels_count:
            evidence.append((_LABEL, float(left.address.labels[-1:] == right.address.labels[-1:])))
        total = sum(weight for weight, _ in evidence)
        value = sum(weight * value for weight, value in evidence) / total
        return min(value, _STRANGERS) if subject == 0 and not cited else value

    def _subject(self, left: Unit, right: Unit) -> float | None:
        """How alike what they say is, items included where one of them says nothing by itself; None where nothing
        is known of what one of them says."""
        if not self.shared_words and not (left.whole.concepts and right.whole.concepts):
            return None
        whole = self.content(left.whole, right.whole)
        if left.is_container or right.is_container or not (left.items or right.items):
            return whole
        return 0.6 * self.content(left.own, right.own) + 0.4 * whole

    def content(self, left: Content, right: Content) -> float:
        """The weighted cosine of two contents' concepts (and words, within one language)."""
        concepts = _cosine(left.concepts, right.concepts, self.weights.concepts)
        if not self.shared_words:
            return concepts
        words = _cosine(dict.fromkeys(left.stems, 1), dict.fromkeys(right.stems, 1), self.weights.stems)
        return max(words, 0.5 * (words + concepts))

    def covered(self, part: Content, whole: Content) -> float:
        """How much of ``part`` stands in ``whole``, 0 to 1: for what one side says within a longer text."""
        if part.empty or whole.empty:
            return 0.0
        mine = {c: self.weights.concepts.get(c, 0.0) for c in part.concepts}
        found = sum(weight for concept, weight in mine.items() if concept in whole.concepts)
        said = found / sum(mine.values()) if mine else 0.0
        if self.shared_words:
            words = {s: self.weights.stems.get(s, 0.0) for s in part.stems}
            kept = sum(weight for stem, weight in words.items() if stem in whole.stems)
            said = max(said, kept / sum(words.values()) if words else 0.0)
        cited = _cited(part.cited, whole.cited)
        return said if cited is None else 0.75 * said + 0.25 * cited


def _cosine(left: Mapping[str, int], right: Mapping[str, int], weights: Mapping[str, float]) -> float:
    if not left or not right:
        return 0.0
    one = {key: (1 + math.log(n)) * weights.get(key, 0.0) for key, n in left.items()}
    other = {key: (1 + math.log(n)) * weights.get(key, 0.0) for key, n in right.items()}
    dot = sum(value * other.get(key, 0.0) for key, value in one.items())
    size = math.sqrt(sum(v * v for v in one.values()) * sum(v * v for v in other.values()))
    return dot / size if size else 0.0


def _cited(left: frozenset[Address], right: frozenset[Address]) -> float | None:
    """How far two sets of citations agree by law number, None when neither side cites."""
    if not left and not right:
        return None
    one, other = {a.law for a in left}, {a.law for a in right}
    return len(one & other) / len(one | other)


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right)


def _ratio(left: int, right: int) -> float:
    return min(left, right) / max(left, right) if max(left, right) else 1.0

"""A law that lost its head: found by what it cites, what it says, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kb.address import Address
from kb.structure.passage import Passage

Cites = Callable[[str], Sequence[Address]]
"""Gives the addresses that a text cites."""

_CITED_ITSELF = 3.0  # a law's notes and items cite the law they stand in
_CITED_UNIT = 5.0  # a citation of a unit that stands here under that label
_TITLE = 4.0  # all words of a title found in the text
_TITLE_LINE = 10.0  # the title itself stands there
_ENOUGH = 4.0
_AHEAD = 1.4  # how far the best must lead


@dataclass(frozen=True, slots=True)
class Recognised:
    """The law that a headless run of passages is, and the evidence for it, in words of the source."""

    number: int
    words: tuple[str, ...] = field(default=())
    cited: tuple[str, ...] = field(default=())


def recognise(
    body: Sequence[Passage], titles: Mapping[int, str], taken: Collection[int], cites: Cites, ceiling: int
) -> Recognised | None:
    """Which law a run of passages is, or None when nothing is clear enough.

    ``taken`` are numbers that have their own head elsewhere in the book, ``ceiling`` is the next head in the same
    document (laws stand in order). The title's words are compared by their longest common run of letters, since
    one language's *geannuleerd* is its *annuleren*.
    """
    texts = [p.text for p in body] + [a.note for p in body for a in p.anchors if a.note]
    cited = [address for text in texts for address in cites(text)]
    labels = {p.label for p in body if p.label}
    said = {word for text in texts for word in _words(text)}
    scored: list[tuple[float, Recognised]] = []
    for number, title in titles.items():
        if number in taken or number >= ceiling:
            continue
        own = [address for address in cited if address.law == number]
        title_words = _words(title)
        found = tuple(word for word in title_words if any(_akin(word, other) for other in said))
        score = _TITLE * _share(found, title_words, titles.values()) * min(1.0, len(found) / 2)
        score += _CITED_ITSELF * bool(own)
        score += _CITED_UNIT * any(address.labels and address.labels[0] in labels for address in own)
        score += _TITLE_LINE * any(p.text.casefold() == title.casefold() for p in body[:1])
        scored.append((score, Recognised(number, found, tuple(dict.fromkeys(a.compact for a in own)))))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or scored[0][0] < _ENOUGH or (len(scored) > 1 and scored[0][0] < _AHEAD * scored[1][0]):
        return None
    return scored[0][1]


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[^\W\d_]{4,}", text)]


def _share(found: Sequence[str], of: Sequence[str], titles: Collection[str]) -> float:
    """How much of a title was found, its rare words weighing more than those of many titles."""
    weight = {word: 1 / sum(word in title.lower() for title in titles) for word in of}
    return sum(weight[word] for word in found) / sum(weight.values()) if weight else 0.0


def _akin(left: str, right: str) -> bool:
    """Whether two words share a run of letters that is two thirds of the shorter one."""
    needed = max(4, round(0.66 * min(len(left), len(right))))
    if len(left) < needed or len(right) < needed:
        return False
    return any(left[at : at + needed] in right for at in range(len(left) - needed + 1))

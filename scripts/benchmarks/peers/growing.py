"""A corpus grown by copies in which words are replaced, always the same for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from kb.search.documents import Documents, Saying

EXCHANGED: Final = 0.35
"""The share of longer words that another word of the language takes the place of."""
MADE_UP: Final = 0.12
"""The share that becomes a word of its own, so that the lexicon grows with the corpus as it does in life."""
_WORD: Final = re.compile(r"[^\W\d_]{4,}")


def grow(documents: Documents, times: int, seed: int = 1) -> Documents:
    """The documents, and ``times - 1`` copies of units and of what people say for them, with words replaced."""
    words = {code: sorted(_words(documents, code)) for code in {unit.language for unit in documents.units} | {"en"}}
    units, phrasings = list(documents.units), list(documents.phrasings)
    laws = 1 + max((unit.law for unit in documents.units), default=0)
    for copy in range(1, times):
        chance = random.Random(seed * 1_000 + copy)  # noqa: S311 - a corpus to measure with, no secret
        first = len(units)
        for unit in documents.units:
            texts = [_replaced(text, words[unit.language], chance) for text in unit.texts]
            fresh = replace(unit, book=f"{unit.book}-{copy}", law=unit.law + copy * laws)
            units.append(replace(fresh, texts=(texts[0], texts[1], texts[2])))
        for saying in documents.phrasings:
            text = _replaced(saying.text, words.get(saying.language, words["en"]), chance)
            phrasings.append(Saying(saying.of + first, saying.language, text))
    return replace(documents, units=tuple(units), phrasings=tuple(phrasings))


def _words(documents: Documents, code: str) -> Iterator[str]:
    texts = [text for unit in documents.units if unit.language == code for text in unit.texts]
    texts += [saying.text for saying in documents.phrasings if saying.language == code]
    return iter({word.lower() for text in texts for word in _WORD.findall(text)})


def _replaced(text: str, words: Sequence[str], chance: random.Random) -> str:
    def other(word: re.Match[str]) -> str:
        drawn = chance.random()
        if drawn < MADE_UP:
            return word[0] + "".join(chance.choices("aeionrst", k=3))
        return chance.choice(words) if drawn < MADE_UP + EXCHANGED else word[0]

    return _WORD.sub(other, text)


def by_unit(documents: Documents) -> Mapping[int, list[Saying]]:
    """The sayings of each unit."""
    said: dict[int, list[Saying]] = {}
    for saying in documents.phrasings:
        said.setdefault(saying.of, []).append(saying)
    return said

"""Our understanding of a question put into the terms of a peer, so that both look for the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.language import Vocabulary
from kb.language.words import spelling, stems, tokens
from kb.search.asked import Understood
from kb.search.documents import Documents
from kb.search.impacts import CONCEPT, SPELLING, STEM
from kb.search.index import Index
from scripts.benchmarks.peers import Asked, Text
from scripts.benchmarks.peers.growing import by_unit


def texts_of(documents: Documents, vocabularies: Mapping[str, Vocabulary]) -> list[Text]:
    """What a peer indexes for each unit."""
    said = by_unit(documents)
    texts = []
    for number, unit in enumerate(documents.units):
        vocabulary = vocabularies[unit.language]
        heading, text, closing = unit.texts
        whole = f"{heading} {text} {closing}"
        texts.append(
            Text(
                " ".join(stems(" ".join((*unit.path, heading)), vocabulary)),
                " ".join(stems(f"{text} {closing}", vocabulary)),
                " ".join(stem for s in said.get(number, ()) for stem in stems(s.text, vocabularies[s.language])),
                " ".join(spelling(token.text, vocabulary) for token in tokens(whole)),
            )
        )
    return texts


class Expanding:
    """Puts questions into the terms of peers, by the index that understood them."""

    def __init__(self, index: Index, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._keys: Sequence[str] = index.impacts.keys
        self._vocabularies = vocabularies
        self._said = {
            concept.id: tuple(
                tuple(stems(text, vocabularies[code]))
                for words in (concept.words, concept.lay, concept.forms)
                for code, texts in words.items()
                if code in vocabularies
                for text in texts
            )
            for concept in index.concepts
        }

    def asked(self, understood: Understood) -> Asked:
        """The same question for a peer."""
        any_of: dict[tuple[str, ...], None] = {}
        spelled: dict[str, None] = {}
        phrase: tuple[str, ...] = ()
        for words in (words for phrases in understood.phrases for words in phrases):
            code = self._keys[words[0]].partition(SPELLING)[0]
            phrase = tuple(
                stems(" ".join(self._keys[w].partition(SPELLING)[2] for w in words), self._vocabularies[code])
            )
        for slot in () if phrase else understood.slots:
            for term, _ in slot.alternatives:
                key = self._keys[term]
                if key.startswith(CONCEPT):
                    any_of.update((expression, None) for expression in self._said[key[1:]] if expression)
                elif STEM in key:
                    any_of[key.partition(STEM)[2],] = None
                else:
                    spelled[key.partition(SPELLING)[2]] = None
        return Asked(tuple(any_of), tuple(spelled), phrase)

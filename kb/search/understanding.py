"""A question made into terms of an index: for each of its words, all that would answer it, and how well.

Every word becomes a :class:`Slot`. What may fill it: the word itself in each language, in any form; the parts of
a compound and the compound that two words form; a concept that it names, which stands for the words of every
language; another negation for a negation; for a prefix, a pattern or a misspelling, the words of the corpus that
it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from kb.language import Vocabulary
from kb.language.words import fold, spelling, stem
from kb.messages import Message
from kb.search.asked import Phrase, Slot, Understood, saying_key
from kb.search.correcting import Correcting
from kb.search.impacts import CONCEPT, LITTLE, SPELLING, STEM, UNKNOWN
from kb.search.index import Index
from kb.search.query import EXPANSIONS, Word, read_query
from kb.search.speech import Reading, Speech, Spotter

OTHER_LANGUAGE: Final = 0.85
"""A word counts less in a language that is not that of the question."""
TERM: Final = 0.9
"""A concept counts less than the literal word."""
PART: Final = 0.55
"""A part of a compound asked for, found by itself."""
NEGATION: Final = 0.7
"""Another negation than the one asked for."""


class Understanding:
    """Understands questions for one index."""

    def __init__(self, index: Index, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._ids = index.impacts.ids
        self._impacts = index.impacts
        self._vocabularies = vocabularies
        self._codes = tuple(vocabularies)
        self._compounds = {c: Speech(v, index.words.get(c, ())).compounds for c, v in vocabularies.items()}
        self._spotters = {c: Spotter(index.concepts, c, v, index.common.get(c, ())) for c, v in vocabularies.items()}
        self._correcting = Correcting(index, vocabularies, self._compounds, self._spotters)
        self._little = {c: frozenset(map(fold, v.little)) for c, v in vocabularies.items()}
        self._any_little = frozenset(chain.from_iterable(self._little.values()))
        self._little_terms = frozenset(
            chain.from_iterable(_terms(v.little, c, v, self._ids) for c, v in vocabularies.items())
        )
        self._negations = {c: _terms(v.negations, c, v, self._ids) for c, v in vocabularies.items()}

    def understand(self, text: str, language: str | None = None, *, typing: bool = False) -> Understood:
        """Understand what was typed; ``language`` is that of the question, None when nobody said."""
        query = read_query(text, says_little=self._little_words(language).__contains__, typing=typing)
        codes = self._order(language)
        remarks = list(query.remarks)
        words, meant = self._correcting.corrected(query.words, codes)
        slots, concepts = self._slots(words, codes, language, remarks) if words else ((), ())
        if words:
            slots += tuple(self._exactly(word, codes) for word in dict.fromkeys(chain.from_iterable(query.phrases)))
        said = (*(word.text for word in words), *chain.from_iterable(query.phrases))
        return Understood(
            query,
            language,
            slots,
            tuple(self._phrase(phrase) for phrase in query.phrases),
            tuple({term for word in query.without for term in self._ruled_out(word, codes, remarks)}),
            tuple(self._phrase(phrase) for phrase in query.without_phrases),
            concepts,
            meant,
            tuple(remarks),
            tuple(saying_key(said, c, self._vocabularies[c]) for c in (codes[:1] if language == codes[0] else codes)),
        )

    def _order(self, language: str | None) -> tuple[str, ...]:
        return (language, *(c for c in self._codes if c != language)) if language in self._codes else self._codes

    def _slots(
        self, words: Sequence[Word], codes: Sequence[str], language: str | None, remarks: list[Message]
    ) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
        slots = [self._slot(word, codes, language, remarks) for word in words]
        self._join(words, codes[:1] if language in self._vocabularies else codes, slots)
        concepts: dict[str, None] = {}
        for code in codes if any(word.kind == "word" for word in words) else ():
            share = TERM if language in (None, code) else TERM * OTHER_LANGUAGE
            for places, concept in self._spotters[code].spot(self._reading(words, code)):
                concepts[concept] = None
                term = self._ids.get(f"{CONCEPT}{concept}")
                if term is not None:
                    saying = [slots[place] for place in places]
                    whole = sum(slot.weight for slot in saying)
                    for slot in saying:
                        slot.alternatives.append((term, share * slot.weight / whole))
        return tuple(slots), tuple(concepts)

    def _slot(self, word: Word, codes: Sequence[str], language: str | None, remarks: list[Message]) -> Slot:
        """What a word stands for by itself."""
        slot = Slot(word.text)
        if word.kind != "word" or word.typing:
            slot.alternatives += self._expanded(word, codes, remarks)
        if word.kind == "word":
            for code in codes:
                self._add_word(slot, code, 1.0 if language in (None, code) else OTHER_LANGUAGE)
        if slot.alternatives:
            slot.weight = max(self._impacts.rarity[term] for term, _ in slot.alternatives)
        slot.little = fold(word.text) in self._little_words(language)
        if slot.little:
            slot.weight = min(slot.weight, UNKNOWN * LITTLE)
            slot.alternatives = [(t, s if t in self._little_terms else s * LITTLE) for t, s in slot.alternatives]
        elif slot.negations:
            others = {t for terms in self._negations.values() for t in terms}.difference(slot.literal.values())
            slot.alternatives += ((term, NEGATION) for term in sorted(others))
        return slot

    def _exactly(self, word: str, codes: Sequence[str]) -> Slot:
        """A word of a phrase: only as it is spelled."""
        keys = (f"{code}{SPELLING}{spelling(word, self._vocabularies[code])}" for code in codes)
        terms = [self._ids[key] for key in keys if key in self._ids]
        rarity = max((self._impacts.rarity[term] for term in terms), default=UNKNOWN)
        return Slot(word, rarity, [(term, 1.0) for term in terms])

    def _add_word(self, slot: Slot, code: str, share: float) -> None:
        """The word as it is in one language, and the parts of it where it is a compound."""
        stemmed = self._ids.get(f"{code}{STEM}{stem(slot.shown, self._vocabularies[code])}")
        if stemmed is not None:
            slot.alternatives.append((stemmed, share))
            slot.literal[code] = stemmed
            if stemmed in self._negations[code]:
                slot.negations = self._negations
        for part in self._compounds[code].parts(slot.shown):
            if (term := self._ids.get(f"{code}{STEM}{part}")) is not None:
                slot.alternatives.append((term, share * PART))

    def _little_words(self, language: str | None) -> frozenset[str]:
        return self._little.get(language or "", self._any_little)

    def _expanded(self, word: Word, codes: Sequence[str], remarks: list[Message]) -> list[tuple[int, float]]:
        """What a prefix, a pattern or a fuzzy word stands for, the commonest first where there are too many."""
        terms: list[tuple[int, float]] = []
        for code in codes:
            lexicon, first = self._correcting.lexicons[code]
            text = _wild_spelling(word.text, self._vocabularies[code])
            if word.kind == "pattern":
                terms += ((first + place, 1.0) for place in lexicon.pattern(text))
            elif word.kind == "fuzzy":
                terms += ((first + place, 1 / (1 + off)) for off, place in lexicon.near(text, word.distance))
                if terms:
                    break  # near in the first language that has any: looking through all costs most of the answer
            else:
                terms += ((first + place, 1.0) for place in lexicon.prefix(text))
        if len(terms) > EXPANSIONS:
            remarks.append(Message("query-expansions", {"word": word.text, "limit": EXPANSIONS}))
            terms = sorted(terms, key=lambda entry: -self._impacts.frequency(entry[0]))[:EXPANSIONS]
        return terms

    def _join(self, words: Sequence[Word], codes: Sequence[str], slots: Sequence[Slot]) -> None:
        """Two words typed apart that are one in the texts (``straf kaart``): it fills both."""
        for at in range(len(words) - 1):
            if words[at].kind == words[at + 1].kind == "word":
                for term in self._correcting.joined(words[at].text, words[at + 1].text, codes):
                    slots[at].alternatives.append((term, 1.0))
                    slots[at + 1].alternatives.append((term, 1.0))

    def _ruled_out(self, word: Word, codes: Sequence[str], remarks: list[Message]) -> list[int]:
        if word.kind != "word":
            return [term for term, _ in self._expanded(word, codes, remarks)]
        keys = (f"{code}{STEM}{stem(word.text, self._vocabularies[code])}" for code in codes)
        return [self._ids[key] for key in keys if key in self._ids]

    def _reading(self, words: Sequence[Word], code: str) -> Reading:
        vocabulary = self._vocabularies[code]
        plain = [word.text if word.kind == "word" else "" for word in words]
        return Reading((), [stem(w, vocabulary) for w in plain], [spelling(w, vocabulary) for w in plain], ())

    def _phrase(self, phrase: Sequence[str]) -> Phrase:
        found = []
        for code, vocabulary in self._vocabularies.items():
            keys = [f"{code}{SPELLING}{spelling(word, vocabulary)}" for word in phrase]
            if all(key in self._ids for key in keys):
                found.append(tuple(self._ids[key] for key in keys))
        return tuple(found)


def _terms(words: Iterable[str], code: str, vocabulary: Vocabulary, ids: Mapping[str, int]) -> frozenset[int]:
    keys = (f"{code}{STEM}{stem(word, vocabulary)}" for word in words)
    return frozenset(ids[key] for key in keys if key in ids)


def _wild_spelling(text: str, vocabulary: Vocabulary) -> str:
    """The spelling of a pattern, its ``*`` and ``?`` kept."""
    pieces = re.split(r"([*?])", text)
    return "".join([piece if piece in {"*", "?"} else spelling(piece, vocabulary) for piece in pieces])

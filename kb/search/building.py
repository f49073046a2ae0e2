"""From documents to an index: every text read once, written as a Whoosh segment, weighed, and put in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from kb.language import Vocabulary
from kb.language.words import stem
from kb.search.documents import Documents, Unit
from kb.search.fields import Document, concepts_in, spellings_in, stems_in
from kb.search.impacts import HEADING, PARTS, PATH, STEM, Ints, Posting, Sayings, weigh
from kb.search.index import Index
from kb.search.speech import Reading, Speech, Spotter, speeches
from kb.search.stream import make_stream

Fields = dict[str, list[str]]
Postings = Iterable[tuple[str, list[Posting]]]


def make_index(
    documents: Documents, vocabularies: Mapping[str, Vocabulary], invert: Callable[[Iterable[Document]], Postings]
) -> Index:
    """The index of these documents; ``invert`` numbers them as they come and gives every term, by key and in the
    order of the keys, with where it stands."""
    reader = _Reader(documents, vocabularies)
    texts = list(reader.documents())
    units = len(documents.units)
    sayings = Sayings(units, len(documents.situations), *_targets(documents))
    little = {f"{code}{STEM}{stem(word, v)}" for code, v in vocabularies.items() for word in v.little}
    lengths = np.array([reader.length(text) for text in texts[:units]], np.float32)
    impacts = weigh(invert(texts), sayings, lengths, reader.speakers(), little)
    return Index(
        units,
        impacts,
        make_stream(documents.units, reader.speeches, reader.spotters, impacts.ids),
        reader.words,
        reader.compounds(impacts.ids),
        documents.concepts,
        documents.common,
        documents.situations,
    )


def _targets(documents: Documents) -> tuple[Ints, Ints]:
    """What each saying of a unit, and each saying of a situation, points at."""
    of_situations = [
        number for number, s in enumerate(documents.situations) for texts in s.phrasings.values() for _ in texts
    ]
    of_units = [saying.of for saying in documents.phrasings]
    return np.array(of_units, np.int32), np.array(of_situations, np.int32)


class _Reader:
    """Turns texts into the fields of Whoosh documents."""

    def __init__(self, documents: Documents, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._documents = documents
        self._vocabularies = vocabularies
        self.speeches: Mapping[str, Speech] = speeches(vocabularies, self._texts())
        self.words = {code: speech.words for code, speech in self.speeches.items()}
        self.spotters = {
            code: Spotter(documents.concepts, code, v, documents.common.get(code, ()))
            for code, v in vocabularies.items()
        }
        self._parts: dict[str, set[str]] = {}

    def documents(self) -> Iterator[Fields]:
        """Units, sayings of units, sayings of situations."""
        for unit in self._documents.units:
            yield self._unit(unit)
        for saying in self._documents.phrasings:
            yield self._saying(saying.language, saying.text)
        for situation in self._documents.situations:
            for language, texts in situation.phrasings.items():
                for text in texts:
                    yield self._saying(language, text)

    def length(self, fields: Fields) -> int:
        """The words of a document that count towards its length."""
        return sum(len(fields.get(stems_in(code), ())) for code in self._vocabularies)

    def speakers(self) -> Mapping[str, tuple[int, int, int]]:
        """How many units, sayings of units and sayings of situations each language has."""
        units = Counter(unit.language for unit in self._documents.units)
        sayings = Counter(saying.language for saying in self._documents.phrasings)
        situations: Counter[str] = Counter()
        for situation in self._documents.situations:
            for language, texts in situation.phrasings.items():
                situations[language] += len(texts)
        return {code: (units[code], sayings[code], situations[code]) for code in self._vocabularies}

    def compounds(self, ids: Mapping[str, int]) -> Mapping[str, tuple[str, ...]]:
        """The keys of all compounds of the units' texts by the key of each of their parts."""
        return {part: tuple(sorted(whole)) for part, whole in sorted(self._parts.items()) if part in ids}

    def _texts(self) -> Iterator[tuple[str, str]]:
        for unit in self._documents.units:
            yield from ((unit.language, text) for text in unit.texts)
        yield from ((saying.language, saying.text) for saying in self._documents.phrasings)
        for situation in self._documents.situations:
            yield from ((code, text) for code, texts in situation.phrasings.items() for text in texts)
        for concept in self._documents.concepts:
            for code in self._vocabularies:
                for words in (concept.words, concept.lay, concept.forms):
                    yield from ((code, text) for text in words.get(code, ()))

    def _unit(self, unit: Unit) -> Fields:
        fields: Fields = {}
        heading, text, closing = unit.texts
        self._add(fields, unit.language, heading, HEADING)
        for part in (text, closing):
            self._add(fields, unit.language, part)
        for above in unit.path:
            read = self.speeches[unit.language].read(above)
            fields.setdefault(stems_in(unit.language, PATH), []).extend(read.stems)
            spotted = self.spotters[unit.language].spot(read, asked=False)
            fields.setdefault(concepts_in(PATH), []).extend(concept for _, concept in spotted)
        return fields

    def _saying(self, language: str, text: str) -> Fields:
        fields: Fields = {}
        self._add(fields, language, text, asked=True)
        return fields

    def _add(self, fields: Fields, language: str, text: str, part: str = "", *, asked: bool = False) -> None:
        read = self.speeches[language].read(text)
        fields.setdefault(stems_in(language, part), []).extend(read.stems)
        fields.setdefault(stems_in(language, PARTS), []).extend(read.parts)
        fields.setdefault(spellings_in(language), []).extend(read.spellings)
        spotter = self.spotters[language]
        fields.setdefault(concepts_in(), []).extend(concept for _, concept in spotter.spot(read, asked=asked))
        parts = Reading((), read.parts, read.parts, ())
        fields.setdefault(concepts_in(PATH), []).extend(concept for _, concept in spotter.spot(parts, asked=asked))
        self._remember(language, read)

    def _remember(self, language: str, read: Reading) -> None:
        compounds = self.speeches[language].compounds
        for word, whole in zip(read.words, read.stems, strict=True):
            for part in compounds.parts(word.text):
                self._parts.setdefault(f"{language}{STEM}{part}", set()).add(f"{language}{STEM}{whole}")

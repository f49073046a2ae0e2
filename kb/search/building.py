"""From documents to an index: every text read once, written as a Whoosh segment, weighed, and put in a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from kb.language import Vocabulary
from kb.language.words import stem
from kb.search.documents import Documents, Unit
from kb.search.impacts import HEADING, PARTS, PATH, STEM, Sizes, weigh
from kb.search.index import Index, targets
from kb.search.speech import Reading, Speech, Spotter, speeches
from kb.search.stream import make_stream
from kb.search.whoosh_segment import concepts, field, raw, read_segment, write_segment

Fields = dict[str, list[str]]


def make_index(documents: Documents, vocabularies: Mapping[str, Vocabulary], folder: Path) -> Index:
    """The index of these documents; the Whoosh segment that it was read from stays in ``folder``."""
    reader = _Reader(documents, vocabularies)
    whole = list(reader.documents())
    write_segment(folder, vocabularies, whole)
    sizes = Sizes(
        len(documents.units),
        len(documents.laws),
        len(documents.phrasings),
        sum(len(texts) for situation in documents.situations for texts in situation.phrasings.values()),
    )
    little = {f"{code}{STEM}{stem(word, v)}" for code, v in vocabularies.items() for word in v.little}
    lengths = np.array([reader.length(document) for document in whole], np.float32)
    impacts = weigh(read_segment(folder), sizes, lengths, reader.speakers(), little)
    phrasing_of, situation_of = targets(documents)
    return Index(
        sizes,
        impacts,
        make_stream(documents.units, reader.speeches, impacts.ids),
        reader.words,
        reader.compounds(impacts.ids),
        documents.concepts,
        documents.situations,
        phrasing_of,
        situation_of,
    )


class _Reader:
    """Turns texts into the fields of Whoosh documents."""

    def __init__(self, documents: Documents, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._documents = documents
        self._vocabularies = vocabularies
        self.speeches: Mapping[str, Speech] = speeches(vocabularies, self._texts())
        self.words = {code: speech.words for code, speech in self.speeches.items()}
        self._spotters = {code: Spotter(documents.concepts, code, v) for code, v in vocabularies.items()}
        self._parts: dict[str, set[str]] = {}

    def documents(self) -> Iterator[Fields]:
        """Units, laws, phrasings of units, phrasings of situations."""
        laws: list[Fields] = [{} for _ in self._documents.laws]
        for unit in self._documents.units:
            fields = self._unit(unit)
            for name, words in fields.items():
                if not name.endswith(f"_{PATH}"):
                    laws[unit.law].setdefault(name, []).extend(words)
            yield fields
        for law, titles in zip(laws, self._documents.titles, strict=True):
            for language, title in titles.items():
                if language in self.speeches:
                    self._add(law, language, title, HEADING)
            yield law
        for saying in self._documents.phrasings:
            yield self._saying(saying.language, saying.text)
        for situation in self._documents.situations:
            for language, texts in situation.phrasings.items():
                for text in texts:
                    yield self._saying(language, text)

    def length(self, fields: Fields) -> int:
        """The words of a document that count towards its length."""
        return sum(len(fields.get(field(code), ())) for code in self._vocabularies)

    def speakers(self) -> Mapping[str, tuple[int, int, int, int]]:
        """How many documents of each kind a language has; a law has its titles in every language."""
        units, sayings, situations = ([0] * len(self._vocabularies) for _ in range(3))
        codes = list(self._vocabularies)
        for unit in self._documents.units:
            units[codes.index(unit.language)] += 1
        for saying in self._documents.phrasings:
            sayings[codes.index(saying.language)] += 1
        for situation in self._documents.situations:
            for language, texts in situation.phrasings.items():
                situations[codes.index(language)] += len(texts)
        laws = len(self._documents.laws)
        return {code: (units[i], laws, sayings[i], situations[i]) for i, code in enumerate(codes)}

    def compounds(self, ids: Mapping[str, int]) -> Mapping[str, tuple[str, ...]]:
        """The keys of all compounds of the units' texts by the key of each of their parts."""
        return {part: tuple(sorted(whole)) for part, whole in sorted(self._parts.items()) if part in ids}

    def _texts(self) -> Iterator[tuple[str, str]]:
        for unit in self._documents.units:
            yield from ((unit.language, text) for text in unit.texts)
        for titles in self._documents.titles:
            yield from ((code, title) for code, title in titles.items() if code in self._vocabularies)
        yield from ((saying.language, saying.text) for saying in self._documents.phrasings)
        for situation in self._documents.situations:
            yield from ((code, text) for code, texts in situation.phrasings.items() for text in texts)
        for concept in self._documents.concepts:
            for code in self._vocabularies:
                yield from ((code, text) for text in concept.words.get(code, ()))

    def _unit(self, unit: Unit) -> Fields:
        fields: Fields = {}
        heading, text, closing = unit.texts
        self._add(fields, unit.language, heading, HEADING)
        for part in (text, closing):
            self._add(fields, unit.language, part)
        for above in unit.path:
            read = self.speeches[unit.language].read(above)
            fields.setdefault(field(unit.language, PATH), []).extend(read.stems)
            spotted = self._spotters[unit.language].spot(read)
            fields.setdefault(concepts(PATH), []).extend(concept for _, _, concept in spotted)
        return fields

    def _saying(self, language: str, text: str) -> Fields:
        fields: Fields = {}
        self._add(fields, language, text)
        return fields

    def _add(self, fields: Fields, language: str, text: str, part: str = "") -> None:
        read = self.speeches[language].read(text)
        fields.setdefault(field(language, part), []).extend(read.stems)
        fields.setdefault(field(language, PARTS), []).extend(read.parts)
        fields.setdefault(raw(language), []).extend(read.spellings)
        spotter = self._spotters[language]
        fields.setdefault(concepts(), []).extend(concept for _, _, concept in spotter.spot(read))
        parts = Reading((), read.parts, read.parts, ())
        fields.setdefault(concepts(PATH), []).extend(concept for _, _, concept in spotter.spot(parts))
        self._remember(language, read)

    def _remember(self, language: str, read: Reading) -> None:
        compounds = self.speeches[language].compounds
        for word, whole in zip(read.words, read.stems, strict=True):
            for part in compounds.parts(word.text):
                self._parts.setdefault(f"{language}{STEM}{part}", set()).add(f"{language}{STEM}{whole}")

"""From documents to an index: every text read once; units inverted by Whoosh, sayings here; weighed, put in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

import numpy as np

from kb.language import Vocabulary
from kb.language.words import fold, stem
from kb.search.asked import saying_key
from kb.search.documents import Documents, Saying, Unit
from kb.search.fields import Document, concepts_in, key_of, spellings_in, stems_in
from kb.search.impacts import HEADING, PARTS, PATH, STEM, Ints, Posting, Sayings, weigh
from kb.search.index import Index
from kb.search.latent import keep_company
from kb.search.query import read_query
from kb.search.speech import Reading, Speech, Spotter, speeches
from kb.search.stream import make_stream

Fields = dict[str, list[str]]
Postings = Iterable[tuple[str, list[Posting]]]


def make_index(
    documents: Documents, vocabularies: Mapping[str, Vocabulary], invert: Callable[[Iterable[Document]], Postings]
) -> Index:
    """The index of these documents; ``invert`` numbers the units as they come and gives every term, by key, with
    where it stands."""
    reader = _Reader(documents, vocabularies)
    units = [reader.unit(unit) for unit in documents.units]
    of_units, of_situations = documents.phrasings, tuple(_of_situations(documents))
    sayings = Sayings(len(units), len(documents.situations), _targets(of_units), _targets(of_situations))
    postings: dict[str, list[Posting]] = dict(invert(units))
    for key, heard in _heard(chain(of_units, of_situations), len(units), reader).items():
        postings.setdefault(key, []).extend(heard)
    little = {f"{code}{STEM}{stem(word, v)}" for code, v in vocabularies.items() for word in v.little}
    lengths = np.array([sum(len(unit.get(stems_in(code), ())) for code in vocabularies) for unit in units], np.float32)
    said = Counter(saying.language for saying in of_units), Counter(saying.language for saying in of_situations)
    written = Counter(unit.language for unit in documents.units)
    speakers = {code: (written[code], said[0][code], said[1][code]) for code in vocabularies}
    impacts = weigh(sorted(postings.items()), sayings, lengths, speakers, little)
    return Index(
        len(units),
        impacts,
        keep_company(impacts, len(units) + len(documents.situations)),
        make_stream(documents.units, reader.speeches, reader.spotters, impacts.ids),
        {code: speech.words for code, speech in reader.speeches.items()},
        {part: tuple(sorted(whole)) for part, whole in sorted(reader.compounds.items()) if part in impacts.ids},
        documents.concepts,
        documents.common,
        documents.situations,
        documents.partners,
        _said(of_situations, vocabularies),
    )


def _of_situations(documents: Documents) -> Iterator[Saying]:
    for number, situation in enumerate(documents.situations):
        for language, texts in situation.phrasings.items():
            yield from (Saying(number, language, text) for text in texts)


def _said(sayings: Iterable[Saying], vocabularies: Mapping[str, Vocabulary]) -> dict[str, list[int]]:
    """The situations that are told in exactly these words, as a question with the same words is read."""
    said: dict[str, list[int]] = {}
    for saying in sayings:
        vocabulary = vocabularies[saying.language]
        little = frozenset(map(fold, vocabulary.little))
        query = read_query(saying.text, says_little=little.__contains__)
        words = chain((word.text for word in query.words), chain.from_iterable(query.phrases))
        key = saying_key(words, saying.language, vocabulary)
        if saying.of not in said.setdefault(key, []):
            said[key].append(saying.of)
    return said


def _targets(sayings: Iterable[Saying]) -> Ints:
    """What each saying points at."""
    return np.array([saying.of for saying in sayings], np.int32)


def _heard(sayings: Iterable[Saying], first: int, reader: _Reader) -> dict[str, list[Posting]]:
    """Where each term stands in the sayings, which are numbered from ``first``; each word of one counts once."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, saying in enumerate(sayings, first):
        for name, words in reader.saying(saying).items():
            prefix, part = key_of(name)
            for word in dict.fromkeys(words):
                found.setdefault((prefix + word, part), []).append(number)
    postings: dict[str, list[Posting]] = {}
    for (key, part), numbers in found.items():
        standing = np.array(numbers, np.int32)
        postings.setdefault(key, []).append(Posting(part, standing, np.ones(len(standing), np.float32)))
    return postings


class _Reader:
    """Turns texts into the fields of documents."""

    def __init__(self, documents: Documents, vocabularies: Mapping[str, Vocabulary]) -> None:
        self.speeches: Mapping[str, Speech] = speeches(vocabularies, _texts(documents, vocabularies))
        self.spotters = {
            code: Spotter(documents.concepts, code, v, documents.common.get(code, ()))
            for code, v in vocabularies.items()
        }
        self.compounds: dict[str, set[str]] = {}

    def unit(self, unit: Unit) -> Fields:
        """The fields of a unit: its texts, its heading, and the headings that it stands under."""
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

    def saying(self, saying: Saying) -> Fields:
        """The fields of a saying."""
        fields: Fields = {}
        self._add(fields, saying.language, saying.text, asked=True)
        return fields

    def _add(self, fields: Fields, language: str, text: str, part: str = "", *, asked: bool = False) -> None:
        if not text:
            return
        read = self.speeches[language].read(text)
        fields.setdefault(stems_in(language, part), []).extend(read.stems)
        fields.setdefault(stems_in(language, PARTS), []).extend(read.parts)
        fields.setdefault(spellings_in(language), []).extend(read.spellings)
        spotter = self.spotters[language]
        fields.setdefault(concepts_in(), []).extend(concept for _, concept in spotter.spot(read, asked=asked))
        parts = Reading((), read.parts, read.parts, ())
        fields.setdefault(concepts_in(PATH), []).extend(concept for _, concept in spotter.spot(parts, asked=asked))
        if read.parts:
            self._remember(language, read)

    def _remember(self, language: str, read: Reading) -> None:
        compounds = self.speeches[language].compounds
        for word, whole in zip(read.words, read.stems, strict=True):
            for part in compounds.parts(word.text):
                self.compounds.setdefault(f"{language}{STEM}{part}", set()).add(f"{language}{STEM}{whole}")


def _texts(documents: Documents, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(language, text) of all that is said anywhere."""
    for unit in documents.units:
        yield from ((unit.language, text) for text in unit.texts)
    yield from ((saying.language, saying.text) for saying in chain(documents.phrasings, _of_situations(documents)))
    for concept in documents.concepts:
        for code in languages:
            for words in (concept.words, concept.lay, concept.forms):
                yield from ((code, text) for text in words.get(code, ()))

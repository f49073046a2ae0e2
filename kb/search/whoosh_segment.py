"""The one place that knows Whoosh: documents written as one segment, and its postings read back once.

By the recipe that measured best: one writer into a fresh folder, one ``commit(optimize=True)``, a field per
language with stems and positions, an unstemmed field for prefixes, patterns and near spellings, and only a number
stored. The postings become arrays (:mod:`kb.search.impacts`) in the same build, so that a question never waits for
Whoosh, and no process that answers questions ever opens a Whoosh index: opening one runs pickles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from whoosh import fields, index  # type: ignore[import-untyped]  # whoosh ships no type hints
from whoosh.analysis import SpaceSeparatedTokenizer  # type: ignore[import-untyped]  # likewise
from whoosh.reading import IndexReader  # type: ignore[import-untyped]  # likewise

from kb.search.impacts import CONCEPT, HEADING, PARTS, PATH, SPELLING, STEM, TEXT, Posting

Document = Mapping[str, Sequence[str]]
"""The words of one document by field: see :func:`field`."""

_RAW = "raw"
_CONCEPTS = "concepts"
_MEMORY = 256
"""MB that the writer may use before it spills to disk; the laws need a fraction of it."""


def field(language: str, part: str = TEXT) -> str:
    """The name of the field for the stems of a language in one part of a document."""
    return f"{language}_{part}" if part else language


def raw(language: str) -> str:
    """The name of the field for the unstemmed spellings of a language."""
    return f"{language}_{_RAW}"


def concepts(part: str = TEXT) -> str:
    """The name of the field for concepts."""
    return f"{_CONCEPTS}_{part}" if part else _CONCEPTS


def write_segment(folder: Path, languages: Iterable[str], documents: Iterable[Document]) -> None:
    """Write all documents into ``folder`` as one segment, numbered in the order they come."""
    schema = fields.Schema(n=fields.STORED)
    for language in languages:
        for part in (TEXT, HEADING, PATH, PARTS):
            schema.add(field(language, part), _words(positions=part == TEXT))
        schema.add(raw(language), _words(positions=False))
    for part in (TEXT, PATH):
        schema.add(concepts(part), _words(positions=False))
    writer = index.create_in(folder, schema).writer(limitmb=_MEMORY)
    for number, document in enumerate(documents):
        writer.add_document(n=number, **{name: " ".join(words) for name, words in document.items() if words})
    writer.commit(optimize=True)


def read_segment(folder: Path) -> Iterator[tuple[str, list[Posting]]]:
    """Every term of the segment that :func:`write_segment` has just written, by key, in the order of the keys.

    Only for a folder that this very process filled: opening a Whoosh index runs whatever it holds.
    """
    opened = index.open_dir(folder)
    with opened.reader() as reader:
        found: dict[str, list[Posting]] = {}
        for name in sorted(reader.indexed_field_names()):
            prefix, part = _key(name)
            for term in reader.lexicon(name):
                found.setdefault(prefix + term.decode(), []).append(_posting(reader, name, part, term))
    yield from sorted(found.items())


def _words(*, positions: bool) -> fields.FieldType:
    return fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=positions, stored=False)


def _key(name: str) -> tuple[str, str]:
    """The prefix of the keys of a field, and the part of a document that it is about."""
    first, _, part = name.partition("_")
    if first == _CONCEPTS:
        return CONCEPT, part
    return (f"{first}{SPELLING}", TEXT) if part == _RAW else (f"{first}{STEM}", part)


def _posting(reader: IndexReader, name: str, part: str, term: bytes) -> Posting:
    matcher = reader.postings(name, term)
    documents: list[int] = []
    counts: list[float] = []
    while matcher.is_active():
        documents.append(matcher.id())
        counts.append(matcher.weight())
        matcher.next()
    return Posting(part, np.array(documents, np.int32), np.array(counts, np.float32))

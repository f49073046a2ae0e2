"""The search engine: an index written with Whoosh, and what answers questions from it.

Only this module knows Whoosh, by the recipe that measured best: one writer into a fresh folder, one
``commit(optimize=True)`` and so one segment; a field per language with stems and positions, an unstemmed one for
prefixes, patterns and near spellings; only a number stored. The postings of the segment become arrays
(:mod:`kb.search.impacts`) in the same build, so a question never waits for Whoosh, and no process that answers
questions opens a Whoosh index, or even imports Whoosh: opening one runs the pickles it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from kb.corpus import Corpus
from kb.search import Engine
from kb.search.answering import Answering
from kb.search.documents import fingerprint, gather_documents, read_units
from kb.search.fields import Document, all_fields, key_of
from kb.search.impacts import Posting
from kb.search.index import make_files, read_files
from kb.search.store import read_index, write_index

if TYPE_CHECKING:
    from whoosh.reading import IndexReader  # type: ignore[import-untyped]  # whoosh ships no type hints

_MEMORY: Final = 256
"""MB that the writer may use before it spills to disk; the laws need a fraction of it."""


def build_index(corpus: Corpus, folder: Path) -> None:
    """Build the search index of a corpus into ``folder`` and put it to use in one step.

    Raises :class:`kb.errors.BrokenBuild` (``index-unwritable``) where the file system refuses.
    """
    # A process that only answers needs none of these; importing them takes longer than a thousand answers.
    from kb.search.building import make_index  # noqa: PLC0415
    from kb.search.partners import read_partners  # noqa: PLC0415
    from kb.search.sayings import read_sayings  # noqa: PLC0415

    documents = gather_documents(corpus, read_sayings(corpus))
    documents = replace(documents, partners=read_partners(corpus, documents.units))
    vocabularies = {code: language.vocabulary for code, language in corpus.languages.items()}

    def fill(fresh: Path) -> None:
        index = make_index(documents, vocabularies, lambda texts: invert(fresh, vocabularies, texts))
        for name, data in make_files(index).items():
            (fresh / name).write_bytes(data)

    write_index(folder, fingerprint(corpus), fill)


def open_engine(corpus: Corpus, folder: Path) -> Engine:
    """The engine for a corpus whose index was built into ``folder``.

    Raises :class:`kb.errors.BrokenBuild` where the index is missing, damaged, or of another corpus.
    """
    index = read_files(read_index(folder, fingerprint(corpus)))
    return Answering(index, read_units(corpus), corpus)


def invert(
    folder: Path, languages: Iterable[str], documents: Iterable[Document]
) -> Iterator[tuple[str, list[Posting]]]:
    """Write all documents into ``folder`` as one segment, numbered in the order they come, and read every term
    back, by key and in the order of the keys. Only for a folder that this very call fills."""
    from whoosh import fields, index  # type: ignore[import-untyped] # noqa: PLC0415 - see build_index
    from whoosh.analysis import SpaceSeparatedTokenizer  # type: ignore[import-untyped] # noqa: PLC0415

    schema = fields.Schema(n=fields.STORED)
    for name, ordered in all_fields(languages).items():
        schema.add(name, fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=ordered, stored=False))
    created = index.create_in(folder, schema)
    writer = created.writer(limitmb=_MEMORY)
    for number, document in enumerate(documents):
        writer.add_document(n=number, **{name: " ".join(words) for name, words in document.items() if words})
    writer.commit(optimize=True)
    found: dict[str, list[Posting]] = {}
    with created.reader() as reader:
        for name in sorted(reader.indexed_field_names()):
            prefix, part = key_of(name)
            for term in reader.lexicon(name):
                found.setdefault(prefix + term.decode(), []).append(_posting(reader, name, part, term))
    yield from sorted(found.items())


def _posting(reader: IndexReader, name: str, part: str, term: bytes) -> Posting:
    matcher = reader.postings(name, term)
    documents: list[int] = []
    counts: list[float] = []
    while matcher.is_active():
        documents.append(matcher.id())
        counts.append(matcher.weight())
        matcher.next()
    return Posting(part, np.array(documents, np.int32), np.array(counts, np.float32))

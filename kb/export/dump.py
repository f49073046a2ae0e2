"""The JSON dump, a contract that other tools read; its schema is ``docs/dump.schema.json``."""

from __future__ import annotations

from typing import Any

import msgspec

from kb.book import Book, Law, Note, Provision
from kb.corpus import Corpus
from kb.references import Reference, Target

SCHEMA = 1
"""Raised by a change that a reader of the former dump could not read."""

Json = dict[str, Any]


def write_dump(corpus: Corpus) -> str:
    """The whole corpus as JSON text.

    Books in order of their ids, laws and units in reading order, references in the order of the texts they
    stand in: the same corpus gives the same text, to the byte.
    """
    return msgspec.json.format(msgspec.json.encode(dump(corpus)), indent=1).decode() + "\n"


def dump(corpus: Corpus) -> Json:
    """The same as objects that JSON knows; offsets count characters (not bytes) of the field they belong to."""
    return {
        "schema": SCHEMA,
        "books": [_book(book) for book in corpus.books.values()],
        "references": [_reference(r) for found in corpus.references.values() for r in found],
        "alignments": [],
    }


def target_record(target: Target) -> Json:
    """A target as the dump, and every other answer for programs, writes it."""
    return {"book": target.book, "address": str(target.address)}


def citation_record(reference: Reference) -> Json:
    """What is known of a citation wherever it stands: span, targets, status, and the reason as a sentence."""
    return {
        "start": reference.start,
        "end": reference.end,
        "text": reference.text,
        "kind": reference.kind,
        "targets": [target_record(target) for target in reference.targets],
        "status": reference.status,
        "reason": None if reference.reason is None else str(reference.reason),
    }


def _book(book: Book) -> Json:
    return {
        "id": book.id,
        "language": book.language,
        "edition": book.edition,
        "title": book.title,
        "publisher": book.publisher,
        "laws": [_law(law) for law in book.laws],
    }


def _law(law: Law) -> Json:
    return {
        "number": str(law.number),
        "title": law.title,
        "part": law.part,
        "provisions": [provision_record(provision) for provision in law.provisions],
        "notes": [note_record(note) for note in law.notes],
    }


def provision_record(unit: Provision) -> Json:
    """A provision as the dump writes it; ``closing`` only where there is one."""
    record: Json = {"address": str(unit.address), "heading": unit.heading, "text": unit.text}
    if unit.closing is not None:
        record["closing"] = unit.closing
    return record | {"label": unit.label}


def note_record(note: Note) -> Json:
    """A note as the dump writes it; ``at`` and ``offset`` are null for one that only stands after its law."""
    return {
        "address": str(note.address),
        "text": note.text,
        "at": None if note.at is None else str(note.at),
        "offset": note.offset,
        "kind": note.kind,
    }


def _reference(reference: Reference) -> Json:
    return {"book": reference.book, "from": str(reference.at), "field": reference.field} | citation_record(reference)

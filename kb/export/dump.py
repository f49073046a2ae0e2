"""The JSON dump, a contract that other tools read; its schema is ``docs/dump.schema.json``."""

from __future__ import annotations

from itertools import combinations

import msgspec

from kb.alignment import Row
from kb.book import Book, Law
from kb.corpus import Corpus
from kb.corpus.aligning import align_books
from kb.export.records import (
    Json,
    imprint_record,
    note_record,
    provision_record,
    row_record,
    standing_record,
)
from kb.references import Reference

SCHEMA = 1
"""Raised by a change that a reader of the former dump could not read."""


def write_dump(corpus: Corpus, *, rulings: bool = True) -> str:
    """The whole corpus as JSON text; without ``rulings``, the rows are those of the method alone.

    Books in order of their ids, laws and units in reading order, references in the order of the texts they
    stand in: the same corpus gives the same text, to the byte.
    """
    return msgspec.json.format(msgspec.json.encode(dump(corpus, rulings=rulings)), indent=1).decode() + "\n"


def dump(corpus: Corpus, *, rulings: bool = True) -> Json:
    """The same as objects that JSON knows; offsets count characters (not bytes) of the field they belong to."""
    return {
        "schema": SCHEMA,
        "books": [_book(book) for book in corpus.books.values()],
        "references": [_reference(r) for found in corpus.references.values() for r in found],
        "alignments": [_alignment(corpus, left, right, rulings) for left, right in combinations(corpus.books, 2)],
    }


def _book(book: Book) -> Json:
    return imprint_record(book) | {"laws": [_law(law) for law in book.laws]}


def _law(law: Law) -> Json:
    return {
        "number": str(law.number),
        "title": law.title,
        "part": law.part,
        "provisions": [provision_record(provision) for provision in law.provisions],
        "notes": [note_record(note) for note in law.notes],
    }


def _alignment(corpus: Corpus, left: str, right: str, rulings: bool) -> Json:
    rows = corpus.rows[left, right] if rulings else align_books(corpus, left, right, rulings=False)[0].rows
    return {"books": [left, right], "rows": [_row(row, left, right) for row in rows]}


def _row(row: Row, left: str, right: str) -> Json:
    return row_record(row, {left: [str(unit) for unit in row.left], right: [str(unit) for unit in row.right]})


def _reference(reference: Reference) -> Json:
    return {"book": reference.book, "from": str(reference.at)} | standing_record(reference)

"""Provisions, notes and citations as JSON objects: the same in the dump and in every answer for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kb.address import Address
from kb.alignment import Row
from kb.book import Book, Note, Provision
from kb.references import Reference, Target

Json = dict[str, Any]


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


def standing_record(reference: Reference) -> Json:
    """A citation that stands in a unit of ours: also which of the unit's texts it stands in."""
    return {"field": reference.field} | citation_record(reference)


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


def unit_record(book: Book, address: Address) -> Json:
    """What a unit says itself, without what stands below it; a law is told by its printed title and lead text."""
    unit = book.units.get(address)
    provision = unit if isinstance(unit, Provision) else None
    heading = provision.heading if provision else None
    return {
        "address": str(address),
        "heading": heading if address.depth else book.by_number[address.law].title,
        "text": unit.text if unit is not None else "",
        "closing": provision.closing if provision else None,
    }


def row_record(row: Row, sides: Mapping[str, Sequence[object]]) -> Json:
    """A row, with what ``sides`` gives for each book under the book's id: addresses, or whole units."""
    return {
        **sides,
        "relation": row.relation,
        "confidence": row.confidence,
        "reasons": [str(reason) for reason in row.reasons],
    }


def imprint_record(book: Book) -> Json:
    """What a book is: id, language, edition, title, publisher."""
    return {
        "id": book.id,
        "language": book.language,
        "edition": book.edition,
        "title": book.title,
        "publisher": book.publisher,
    }

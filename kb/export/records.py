"""Provisions, notes and citations as JSON objects: the same in the dump and in every answer for programs."""

from __future__ import annotations

from typing import Any

from kb.book import Note, Provision
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

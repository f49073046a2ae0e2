"""``book.json``: what the parser made of a book, written for people who read differences, and read back exactly.

Stable order, one law's head, one provision, note or finding a line, defaults left out: a change to the parser
shows as the lines it changed. The file holds no more than the parser knows; what a book *is* stands in
``book.toml`` alone (:mod:`kb.corpus.imprint`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from kb.address import Address, parse
from kb.book import Book, Finding, Law, Note, NoteKind, Origin, Place, Provision
from kb.corpus.imprint import Imprint
from kb.corpus.said import Said, hear, say
from kb.errors import BrokenBuild, WrongCall
from kb.messages import Message

SCHEMA = 1
"""Raised whenever a reader of the former layout could not read the new one."""


class _Provision(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    address: str
    label: Origin
    place: str
    marker: str = ""
    heading: str | None = None
    text: str = ""
    closing: str | None = None
    evidence: Said | None = None


class _Note(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    address: str
    kind: NoteKind
    place: str
    marker: str = ""
    text: str = ""
    at: str | None = None
    offset: int | None = None


class _Head(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    number: int
    place: str
    marker: str = ""
    title: str | None = None
    part: str | None = None
    origin: Origin = "printed"
    evidence: Said | None = None


class _Law(_Head, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    provisions: tuple[_Provision, ...] = ()
    notes: tuple[_Note, ...] = ()


class _Finding(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    message: Said
    place: str
    text: str = ""
    address: str | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    book: str
    laws: tuple[_Law, ...]
    findings: tuple[_Finding, ...]


def write_book(book_id: str, laws: Iterable[Law], findings: Iterable[Finding]) -> bytes:
    """The bytes of ``book.json`` (UTF-8, line feeds) for what a parser made of the sources of ``book_id``."""
    written = ",\n".join(_write_law(law) for law in laws)
    found = _lines([_Finding(say(f.message), str(f.place), f.text, _maybe(f.address)) for f in findings], "")
    return f'{{"schema":{SCHEMA},"book":{_json(book_id)},\n"laws":[\n{written}],\n"findings":[{found}]}}\n'.encode()


def read_book(data: bytes, imprint: Imprint, name: str) -> Book:
    """The book that ``imprint`` describes, with the laws and findings that ``data`` holds.

    Raises :class:`BrokenBuild` (``book-damaged``) where the bytes are no ``book.json`` of this version or of
    this book; ``name`` is how the error calls the file.
    """
    try:
        stored = msgspec.json.decode(data, type=_File)
        if stored.book != imprint.id:
            raise msgspec.ValidationError(f"it is of {stored.book}, not of {imprint.id}")
        laws = tuple(map(_read_law, stored.laws))
        findings = tuple(map(_read_finding, stored.findings))
    except (msgspec.MsgspecError, WrongCall, UnicodeError, ValueError) as problem:
        raise BrokenBuild("book-damaged", name=name, problem=str(problem)[:200]) from problem
    return bind_book(imprint, laws, findings)


def bind_book(imprint: Imprint, laws: Sequence[Law], findings: Sequence[Finding] = ()) -> Book:
    """A Book from its imprint and what a parser made of its sources."""
    details = {"rights": imprint.rights, "origin": imprint.origin}
    return Book(
        id=imprint.id,
        language=imprint.language,
        edition=imprint.edition,
        title=imprint.title,
        publisher=imprint.publisher,
        laws=tuple(laws),
        findings=tuple(findings),
        superseded_by=imprint.superseded_by,
        details={key: value for key, value in details.items() if value},
    )


def _write_law(law: Law) -> str:
    head = _json(_Head(law.number, str(law.place), law.marker, law.title, law.part, law.origin, _said(law.evidence)))
    provisions = _lines([_write_provision(provision) for provision in law.provisions], " ")
    notes = _lines([_write_note(note) for note in law.notes], " ")
    return f'{head[:-1]},\n "provisions":[{provisions}],\n "notes":[{notes}]}}'


def _write_provision(unit: Provision) -> _Provision:
    place, evidence = str(unit.place), _said(unit.evidence)
    return _Provision(
        str(unit.address), unit.label, place, unit.marker, unit.heading, unit.text, unit.closing, evidence
    )


def _write_note(note: Note) -> _Note:
    return _Note(str(note.address), note.kind, str(note.place), note.marker, note.text, _maybe(note.at), note.offset)


def _read_law(law: _Law) -> Law:
    return Law(
        number=law.number,
        title=law.title,
        part=law.part,
        provisions=tuple(map(_read_provision, law.provisions)),
        notes=tuple(map(_read_note, law.notes)),
        place=_place(law.place),
        marker=law.marker,
        origin=law.origin,
        evidence=_heard(law.evidence),
    )


def _read_provision(unit: _Provision) -> Provision:
    return Provision(
        address=parse(unit.address),
        heading=unit.heading,
        text=unit.text,
        label=unit.label,
        place=_place(unit.place),
        closing=unit.closing,
        marker=unit.marker,
        evidence=_heard(unit.evidence),
    )


def _read_note(note: _Note) -> Note:
    at = parse(note.at) if note.at is not None else None
    return Note(parse(note.address), note.text, note.kind, _place(note.place), at, note.offset, note.marker)


def _read_finding(finding: _Finding) -> Finding:
    address = parse(finding.address) if finding.address is not None else None
    return Finding(hear(finding.message), _place(finding.place), finding.text, address)


def _said(message: Message | None) -> Said | None:
    return None if message is None else say(message)


def _heard(said: Said | None) -> Message | None:
    return None if said is None else hear(said)


def _place(text: str) -> Place:
    file, _, line = text.rpartition(":")
    return Place(file, int(line))


def _maybe(address: Address | None) -> str | None:
    return None if address is None else str(address)


def _lines(records: Sequence[msgspec.Struct], indent: str) -> str:
    return ",".join(f"\n{indent}{_json(record)}" for record in records)


def _json(value: msgspec.Struct | str | Mapping[str, object]) -> str:
    return msgspec.json.encode(value).decode()

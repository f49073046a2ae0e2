"""The same pages for machines: a law or provision as JSON, and as plain text to paste into a mail."""

from __future__ import annotations

from collections.abc import Sequence

from kb import links
from kb.address import Address
from kb.book import Book, Note, Provision
from kb.corpus import Corpus
from kb.export.records import Json, standing_record
from webui.signposts import cited


def book_json(corpus: Corpus, book: Book) -> Json:
    """What a book is, and its laws by number and name."""
    laws = [
        {"number": law.number, "title": corpus.law_name(book.id, law.number), "url": links.unit(book.id, law.address)}
        for law in book.laws
    ]
    return {**_imprint(book), "url": links.book(book.id), "laws": laws}


def units_json(corpus: Corpus, book: Book, addresses: Sequence[Address]) -> Json:
    """A law, provision or note (or siblings) with all that stands in it, in reading order."""
    first = addresses[0]
    provisions = [unit for address in addresses for unit in book.below(address)]
    law = book.by_number[first.law]
    inside = {unit.address for unit in provisions}
    notes = [note for note in law.notes if note.address in addresses or note.at in inside or first == law.address]
    return {
        **_imprint(book),
        "law": {"number": law.number, "title": corpus.law_name(book.id, law.number), "part": law.part},
        "provisions": [_provision(corpus, book, unit) for unit in provisions],
        "notes": [_note(corpus, book, note) for note in notes],
    }


def units_text(corpus: Corpus, book: Book, addresses: Sequence[Address], edition: str) -> str:
    """The same as plain text: one unit a paragraph behind its citation, the ``edition`` on the last line."""
    first = addresses[0]
    law = book.by_number[first.law]
    lines = [f"{cited(corpus, book, law.address)} {corpus.law_name(book.id, law.number) or ''}".rstrip()]
    lines += [_paragraph(corpus, book, unit) for address in addresses for unit in book.below(address)]
    notes = [note for note in law.notes if note.address in addresses or first == law.address]
    lines += [f"{cited(corpus, book, note.address)}: {note.text}" for note in notes]
    return "\n\n".join([*lines, edition]) + "\n"


def _imprint(book: Book) -> Json:
    return {
        "book": book.id,
        "language": book.language,
        "edition": book.edition,
        "title": book.title,
        "superseded_by": book.superseded_by,
    }


def _provision(corpus: Corpus, book: Book, unit: Provision) -> Json:
    return {
        "address": str(unit.address),
        "citation": cited(corpus, book, unit.address),
        "url": links.unit(book.id, unit.address),
        "heading": unit.heading,
        "text": unit.text,
        "closing": unit.closing,
        "label": unit.label,
        "references": _references(corpus, book, unit.address),
        "cited_by": _cited_by(corpus, book, unit.address),
    }


def _note(corpus: Corpus, book: Book, note: Note) -> Json:
    return {
        "address": str(note.address),
        "citation": cited(corpus, book, note.address),
        "url": links.unit(book.id, note.address),
        "text": note.text,
        "kind": note.kind,
        "at": None if note.at is None else str(note.at),
        "offset": note.offset,
        "references": _references(corpus, book, note.address),
    }


def _references(corpus: Corpus, book: Book, address: Address) -> list[Json]:
    found = corpus.references.get((book.id, address), ())
    return [standing_record(reference) for reference in found]


def _cited_by(corpus: Corpus, book: Book, address: Address) -> list[Json]:
    places = {(found.book, found.at): None for found in corpus.backlinks.get((book.id, address), ())}
    return [{"book": citing, "address": str(at)} for citing, at in places]


def _paragraph(corpus: Corpus, book: Book, unit: Provision) -> str:
    words = [] if not unit.address.depth else [cited(corpus, book, unit.address)]
    words += [unit.heading] if unit.heading else []
    text = "\n".join(part for part in (unit.text, unit.closing) if part)
    return "\n".join(part for part in (" ".join(words), text) if part)

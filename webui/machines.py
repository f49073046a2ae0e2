"""The same pages for machines: a law or provision as JSON, and as plain text to paste into a mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kb import links
from kb.address import LAST_LAW, Address
from kb.book import Book, Note, Provision
from kb.corpus import Corpus
from kb.export.records import Json, standing_record
from kb.messages import Message
from webui.signposts import cited


def book_json(corpus: Corpus, book: Book) -> Json:
    """A whole book: what it is, and its laws with all that stands in them."""
    laws = [_whole_law(corpus, book, law.address) for law in book.laws]
    return {**_imprint(book), "url": links.book(book.id), "laws": laws}


def units_json(corpus: Corpus, book: Book, addresses: Sequence[Address]) -> Json:
    """A law, provision or note (or siblings) with all that stands in it, in reading order."""
    return {**_imprint(book), **_passage(corpus, book, addresses)}


def laws_json(corpus: Corpus, book: Book, first: Address, last: Address) -> Json:
    """The laws of a range with all that stands in them, and the numbers of those that the book lacks."""
    wanted = range(first.law, min(last.law, LAST_LAW) + 1)
    return {
        **_imprint(book),
        "laws": [_whole_law(corpus, book, Address(number)) for number in wanted if number in book.by_number],
        "lacking": [number for number in wanted if number not in book.by_number],
    }


def units_text(corpus: Corpus, book: Book, addresses: Sequence[Address], say: Callable[[Message], str] = str) -> str:
    """Laws, provisions or notes as plain text: one unit a paragraph behind its citation (in brackets where its label
    was inferred), the edition at the end. ``say`` makes the sentences around the texts."""
    laws = dict.fromkeys(address.law for address in addresses)
    paragraphs = [
        paragraph
        for number in laws
        for paragraph in _paragraphs(corpus, book, [address for address in addresses if address.law == number])
    ]
    imprint = [f"{book.title}, {book.edition} ({book.id})"]
    if book.superseded_by is not None:
        imprint.append(say(Message("export-superseded", {"edition": book.superseded_by})))
    shown = {*addresses, *(unit.address for address in addresses for unit in book.below(address))}
    if any(inferred(book, address) for address in shown):
        imprint.append(say(Message("export-inferred")))
    return "\n\n".join([*paragraphs, "\n".join(imprint)]) + "\n"


def inferred(book: Book, address: Address) -> bool:
    """Whether the label of a law or provision was restored by us."""
    unit = book.units.get(address)
    law = book.by_number.get(address.law)
    if not address.depth:
        return law is not None and law.origin == "inferred"
    return isinstance(unit, Provision) and unit.label == "inferred"


def _whole_law(corpus: Corpus, book: Book, law: Address) -> Json:
    passage = _passage(corpus, book, [law])
    return {**passage.pop("law"), "url": links.unit(book.id, law), **passage}


def _passage(corpus: Corpus, book: Book, addresses: Sequence[Address]) -> Json:
    """Units of one law."""
    law = book.by_number[addresses[0].law]
    provisions = [unit for address in addresses for unit in book.below(address)]
    return {
        "law": {"number": law.number, "title": corpus.law_name(book.id, law.number), "part": law.part},
        "provisions": [_provision(corpus, book, unit) for unit in provisions],
        "notes": [_note(corpus, book, note) for note in _notes(book, addresses)],
    }


def _paragraphs(corpus: Corpus, book: Book, addresses: Sequence[Address]) -> Iterator[str]:
    """The units of one law, each closing behind what stands in its unit."""
    law = Address(addresses[0].law)
    yield f"{_cited(corpus, book, law)} {corpus.law_name(book.id, law.law) or ''}".rstrip()
    for address in addresses:
        open_: list[Provision] = []
        for unit in book.below(address):
            yield from _closings(open_, unit.address)
            open_.append(unit)
            yield from filter(None, [_paragraph(corpus, book, unit)])
        yield from _closings(open_, None)
    yield from (f"{cited(corpus, book, note.address)}: {note.text}" for note in _notes(book, addresses))


def _closings(open_: list[Provision], following: Address | None) -> Iterator[str]:
    """The closings of the units that end before another, innermost first; they are open no more."""
    while open_ and (following is None or not open_[-1].address.contains(following)):
        closing = open_.pop().closing
        if closing:
            yield closing


def _notes(book: Book, addresses: Sequence[Address]) -> list[Note]:
    """The notes that belong to units of one law: those asked for, and those that stand in what was."""
    law = book.by_number[addresses[0].law]
    inside = {unit.address for address in addresses for unit in book.below(address)}
    whole = law.address in addresses
    return [note for note in law.notes if whole or note.address in addresses or note.at in inside]


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
    words = [] if not unit.address.depth else [_cited(corpus, book, unit.address)]
    words += [unit.heading] if unit.heading else []
    return "\n".join(part for part in (" ".join(words), unit.text) if part)


def _cited(corpus: Corpus, book: Book, address: Address) -> str:
    sign = cited(corpus, book, address)
    return f"[{sign}]" if inferred(book, address) else sign

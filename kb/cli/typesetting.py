"""A law, provision or note set in plain text, as ``kb show`` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from kb.address import Address
from kb.book import Book, Note, Provision
from kb.citations import cite
from kb.corpus import Corpus


def set_unit(corpus: Corpus, book: Book, address: Address) -> str:
    """The unit at an address with all that stands in it, under the book's edition and the path of headings."""
    return "\n".join([_edition(book), _path(corpus, book, address), "", *_body(book, address)])


def _edition(book: Book) -> str:
    superseded = f", superseded by the edition of {book.superseded_by}" if book.superseded_by else ""
    return f"{book.title}, {book.edition} ({book.id}){superseded}"


def _path(corpus: Corpus, book: Book, address: Address) -> str:
    steps = [cite(Address(address.law), corpus.language(book.language))]
    law = book.by_number[address.law]
    title = corpus.law_name(book.id, address.law)
    if title is not None:
        steps[0] += f" {title}" if law.title is not None else f" [{title}]"
    for step, heading in book.heading_path(address)[1:]:
        label = f"note {step.note}" if step.note is not None else step.labels[-1]
        steps.append(f"{label} {heading}" if heading else label)
    return " › ".join(steps)


def _body(book: Book, address: Address) -> Iterator[str]:
    unit = book.units.get(address)
    if isinstance(unit, Note):
        yield from unit.text.split("\n")
        return
    closings: list[tuple[Address, str]] = []
    for provision in book.below(address):
        while closings and not closings[-1][0].contains(provision.address):
            yield from _closing(*closings.pop(), address)
        yield from _provision(provision, address)
        if provision.closing:
            closings.append((provision.address, provision.closing))
    while closings:
        yield from _closing(*closings.pop(), address)
    for note in book.by_number[address.law].notes:
        if address.depth == 0 or (note.at is not None and address.contains(note.at)):
            where = f" to {note.at}" if note.at is not None else ""
            yield ""
            yield f"note {note.address.note}{where} ({note.kind}): {note.text}"


def _provision(unit: Provision, shown: Address) -> Iterator[str]:
    margin = _margin(unit.address, shown)
    if unit.address == shown:
        lead = ""
    else:
        label = f"{unit.address.labels[-1]}." if unit.label == "printed" else f"[{unit.address.labels[-1]}.]"
        lead = f"{label} {unit.heading or ''}".rstrip()
        if unit.heading or not unit.text:
            yield margin + lead
            lead = ""
    for paragraph in unit.text.split("\n") if unit.text else ():
        yield f"{margin}{lead} {paragraph}" if lead else f"{margin}{paragraph}"
        lead = ""


def _closing(address: Address, closing: str, shown: Address) -> Iterator[str]:
    margin = _margin(address, shown)
    for paragraph in closing.split("\n"):
        yield margin + paragraph


def _margin(address: Address, shown: Address) -> str:
    return "    " * max(0, address.depth - shown.depth - 1)

"""``kb compare``: a law or provision of two books side by side."""

from __future__ import annotations

from collections.abc import Iterable

from kb.address import Address
from kb.alignment import Row
from kb.book import Book
from kb.citations import cite
from kb.cli.output import answer, answer_json, remark
from kb.cli.usage import Call
from kb.corpus import Corpus, find_folders
from kb.errors import NotFound
from kb.export.records import Json, row_record, unit_record
from kb.library import Library
from kb.messages import Message


def run(call: Call) -> int:
    """Print the rows of the unit that the address leads to in either book; 1 when neither has it."""
    library = Library(find_folders())
    left, right = library.corpus.book(call.text("left")), library.corpus.book(call.text("right"))
    at = _address(library, call.text("address"), (left, right))
    if left.id == right.id:
        remark(Message("compare-itself", {"book": left.id}))
    rows = library.corpus.alignment(left.id, right.id).touching(at)
    if call.options.json:
        answer_json({"books": [left.id, right.id], "address": str(at), "rows": [_record(r, left, right) for r in rows]})
    else:
        answer("\n\n".join(_told(library.corpus, row, left, right) for row in rows))
    return 0


def _address(library: Library, text: str, books: Iterable[Book]) -> Address:
    """Where the text leads in the first of the books that has it."""
    for book in books:
        led = library.resolve(text, book=book.id)
        if len(led.targets) == 1 and not led.moved and book.has(led.targets[0].address):
            return led.targets[0].address
    raise NotFound("compare-nowhere", text=text[:80], books=", ".join(book.id for book in books))


def _told(corpus: Corpus, row: Row, left: Book, right: Book) -> str:
    said = [f"— {row.relation} ({row.confidence:.2f}) {' '.join(map(str, row.reasons))}"]
    for book, addresses in ((left, row.left), (right, row.right)):
        said += (_own(corpus, book, address) for address in addresses)
        if not addresses:
            said.append(f"{book.id}: –")
    return "\n".join(said)


def _own(corpus: Corpus, book: Book, address: Address) -> str:
    """A unit's own words: what stands below it has rows of its own."""
    said = unit_record(book, address)
    words = " ".join(filter(None, (said["heading"], said["text"], said["closing"])))
    return f"{book.id} {cite(address, corpus.language(book.language))}: {words}"


def _record(row: Row, left: Book, right: Book) -> Json:
    sides = ((left, row.left), (right, row.right))
    return row_record(row, {book.id: [unit_record(book, unit) for unit in units] for book, units in sides})

"""``kb compare``: a law or provision of two books side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.address import Address
from kb.alignment import Row
from kb.book import Book, Provision
from kb.citations import cite
from kb.cli.output import answer, answer_json, remark
from kb.cli.usage import Call
from kb.corpus import Corpus, find_folders
from kb.errors import NotFound
from kb.export.records import Json
from kb.library import Library
from kb.messages import Message


def run(call: Call) -> int:
    """Print the rows of the unit that the address leads to in either book; 1 when neither has it."""
    library = Library(find_folders())
    left, right = library.corpus.book(call.text("left")), library.corpus.book(call.text("right"))
    at = _address(library, call.text("address"), (left, right))
    if left.id == right.id:
        remark(Message("compare-itself", {"book": left.id}))
    rows = rows_of(library.corpus, left, right, at)
    if call.options.json:
        answer_json({"books": [left.id, right.id], "address": str(at), "rows": [_record(r, left, right) for r in rows]})
    else:
        answer("\n\n".join(_told(library.corpus, row, left, right) for row in rows))
    return 0


def rows_of(corpus: Corpus, left: Book, right: Book, at: Address) -> Sequence[Row]:
    """The rows that touch a unit of either book, or anything in it."""
    rows = corpus.alignment(left.id, right.id).rows
    return [row for row in rows if any(at.contains(address) for address in (*row.left, *row.right))]


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
    side = _side(book, address)
    words = " ".join(filter(None, (side["heading"], side["text"], side["closing"])))
    return f"{book.id} {cite(address, corpus.language(book.language))}: {words}"


def _record(row: Row, left: Book, right: Book) -> Json:
    return {
        left.id: [_side(left, address) for address in row.left],
        right.id: [_side(right, address) for address in row.right],
        "relation": row.relation,
        "confidence": row.confidence,
        "reasons": [str(reason) for reason in row.reasons],
    }


def _side(book: Book, address: Address) -> dict[str, str | None]:
    unit = book.units.get(address)
    heading = unit.heading if isinstance(unit, Provision) else None
    return {
        "address": str(address),
        "heading": heading if address.depth else book.by_number[address.law].title,
        "text": unit.text if unit is not None else "",
        "closing": unit.closing if isinstance(unit, Provision) else None,
    }

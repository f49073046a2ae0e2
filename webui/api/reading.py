"""Books, laws and provisions."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from kb import links, references
from kb.address import Address, parse
from kb.alignment import Relation
from kb.book import Book, Note, Provision
from kb.citations import cite
from kb.corpus import Corpus
from kb.corpus.succession import succession
from kb.errors import NotFound
from kb.export.records import Json, imprint_record
from webui.api.endpoint import endpoint
from webui.api.paging import Paged, Part, bounds, cut
from webui.api.shapes import LawSign, NoteUnit, Place, Sentence, Unit, cited_by, law_sign, note_unit, unit
from webui.api.writing import url
from webui.shelf import shelf, tongue


class BookSign(msgspec.Struct, frozen=True):
    """What a book is."""

    id: str
    language: str
    edition: str
    title: str
    publisher: str
    superseded_by: Annotated[str | None, Meta(description="The later edition that is in force.")]
    url: str
    law_count: int


class Books(Paged, frozen=True):
    """The books that are here."""

    books: list[BookSign]


class BookContents(BookSign, frozen=True):
    """A book and its laws."""

    laws: list[LawSign]


class LawText(msgspec.Struct, frozen=True):
    """A law with all that stands in it, in reading order."""

    book: str
    language: str
    edition: str
    superseded_by: str | None
    law: LawSign
    provisions: list[Unit]
    notes: list[NoteUnit]


class Step(msgspec.Struct, frozen=True):
    """A unit that another stands in."""

    address: str
    heading: str | None
    url: str


class Partner(msgspec.Struct, frozen=True):
    """A unit of another book that says the same, or part of it."""

    book: str
    address: str
    url: str
    relation: Relation
    confidence: Annotated[float, Meta(ge=0, le=1)]
    reasons: list[Sentence]


class UnitText(msgspec.Struct, frozen=True):
    """A law, provision or note: where it stands, what it says, and what belongs to it in this and other books."""

    book: str
    address: str
    citation: str
    url: str
    language: str
    edition: str
    superseded_by: str | None
    law: LawSign
    path: Annotated[list[Step], Meta(description="The law, and all units down to this one.")]
    provisions: Annotated[list[Unit], Meta(description="The unit and all that stand in it; empty for a note.")]
    notes: list[NoteUnit]
    partners: list[Partner]
    cited_by: Annotated[list[Place], Meta(description="The units whose texts cite this one.")]


@endpoint(
    "GET", "books", "The books that are here.", Books, asks=Part, leads={"book-contents": {"book": "/books/0/id"}}
)
def books(asked: Part) -> Books:
    """The books in order of their ids."""
    found = [shelf().corpus.books[book_id] for book_id in sorted(shelf().corpus.books)]
    listed = [BookSign(**_sign(book)) for book in cut(found, asked.limit, asked.offset)]
    return Books(books=listed, **bounds(len(found), asked.limit, asked.offset))


@endpoint(
    "GET",
    "books/{book}",
    "A book and its laws.",
    BookContents,
    errors=(404,),
    leads={"law-text": {"book": "/id", "number": "/laws/0/number"}},
)
def book_contents(book: str) -> BookContents:
    """The laws of a book by number and name."""
    corpus = shelf().corpus
    found = corpus.book(book)
    return BookContents(**_sign(found), laws=[law_sign(corpus, found, law.number) for law in found.laws])


@endpoint(
    "GET",
    "books/{book}/laws/{number}",
    "A law with all that stands in it.",
    LawText,
    errors=(404,),
    leads={"unit-text": {"book": "/book", "address": "/provisions/0/address"}},
)
def law_text(book: str, number: str) -> LawText:
    """A law of a book, references both ways included."""
    corpus = shelf().corpus
    found = corpus.book(book)
    law = found.by_number.get(int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0)
    if law is None:
        raise NotFound("provision-unknown", book=found.id, address=number[:80])
    return LawText(
        found.id,
        found.language,
        found.edition,
        found.superseded_by,
        law_sign(corpus, found, law.number),
        [unit(corpus, found, provision) for provision in law.provisions],
        [note_unit(corpus, found, note) for note in law.notes],
    )


@endpoint(
    "GET",
    "provisions/{book}/{address:path}",
    "A law, provision or note: its words, references both ways, and its partners in the other books.",
    UnitText,
    errors=(404, 410),
    leads={"compare": {"left": "/book", "right": "/partners/0/book", "address": "/address"}},
)
def unit_text(book: str, address: str) -> UnitText:
    """What stands at an address of a book; the case of its labels is mended where only one can be meant. What was
    withdrawn is told with what has taken its place."""
    corpus = shelf().corpus
    at = parse(address)
    gone = succession(corpus, book, at)
    if gone is not None:
        reason = gone.reason(at)
        raise Withdrawn(reason.code, **reason.params)
    found = corpus.book(book)
    there = references.find(found, at)
    if there is None:
        raise NotFound("provision-unknown", book=found.id, address=address[:80])
    return _unit_text(corpus, found, there)


class Withdrawn(NotFound):
    """What stood there was withdrawn."""

    status = 410


def _unit_text(corpus: Corpus, book: Book, at: Address) -> UnitText:
    law = book.by_number[at.law]
    own = book.units.get(at)
    inside = [at] if isinstance(own, Note) else [provision.address for provision in book.below(at)]
    notes = [n for n in law.notes if n is own or at.depth == 0 or (n.at in inside and not isinstance(own, Note))]
    provisions = [each for each in map(book.units.get, inside) if isinstance(each, Provision)]
    listed = [unit(corpus, book, provision) for provision in provisions]
    return UnitText(
        book.id,
        str(at),
        cite(at, corpus.language(book.language)),
        url(links.unit(book.id, at)),
        book.language,
        book.edition,
        book.superseded_by,
        law_sign(corpus, book, at.law),
        [Step(str(step), name, url(links.unit(book.id, step))) for step, name in book.heading_path(at)],
        listed,
        [note_unit(corpus, book, note) for note in notes],
        partners(corpus, book, at),
        cited_by(corpus, book, at),
    )


def partners(corpus: Corpus, book: Book, at: Address) -> list[Partner]:
    """The units of the other books that stand in a row with this one."""
    return [
        Partner(
            other,
            str(address),
            url(links.unit(other, address)),
            row.relation,
            row.confidence,
            [tongue().message(reason).unescape() for reason in row.reasons],
        )
        for other in corpus.books
        if other != book.id
        for row in corpus.alignment(book.id, other).rows
        if at in row.left
        for address in row.right
    ]


def _sign(book: Book) -> Json:
    return imprint_record(book) | {
        "superseded_by": book.superseded_by,
        "url": url(links.book(book.id)),
        "law_count": len(book.laws),
    }

"""Two books side by side."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from kb import links
from kb.address import Address, parse
from kb.alignment import Relation
from kb.book import Book, Provision
from kb.citations import cite
from kb.corpus import Corpus
from kb.errors import NotFound
from webui.api.endpoint import endpoint
from webui.api.shapes import Sentence
from webui.api.writing import url
from webui.shelf import shelf, tongue


class Side(msgspec.Struct, frozen=True):
    """A unit with its own words."""

    book: str
    address: str
    citation: str
    url: str
    heading: str | None
    text: str
    closing: str | None


class AlignedRow(msgspec.Struct, frozen=True):
    """What belongs together; one side is empty where the other book has nothing of the kind."""

    left: list[Side]
    right: list[Side]
    relation: Relation
    confidence: Annotated[float, Meta(ge=0, le=1)]
    ruled: Annotated[bool, Meta(description="Whether a person decided it.")]
    reasons: list[Sentence]


class Compared(msgspec.Struct, frozen=True):
    """The rows of a law or unit, in the order of the left book."""

    left: str
    right: str
    address: str
    url: str
    rows: list[AlignedRow]


@endpoint(
    "GET",
    "compare/{left}/{right}/{address:path}",
    "A law or provision of two books, row by row.",
    Compared,
    errors=(404,),
)
def compare(left: str, right: str, address: str) -> Compared:
    """The rows that touch the unit, or anything in it, in either book."""
    corpus = shelf().corpus
    books = corpus.book(left), corpus.book(right)
    at = parse(address)
    if not any(book.has(at) for book in books):
        raise NotFound("compare-nowhere", text=address[:80], books=", ".join(book.id for book in books))
    return Compared(
        left,
        right,
        str(at),
        url(links.compare(left, right, at)),
        [
            AlignedRow(
                [_side(corpus, books[0], unit) for unit in row.left],
                [_side(corpus, books[1], unit) for unit in row.right],
                row.relation,
                row.confidence,
                row.ruled,
                [tongue().message(reason).unescape() for reason in row.reasons],
            )
            for row in corpus.alignment(left, right).touching(at)
        ],
    )


def _side(corpus: Corpus, book: Book, address: Address) -> Side:
    unit = book.units.get(address)
    provision = unit if isinstance(unit, Provision) else None
    return Side(
        book.id,
        str(address),
        cite(address, corpus.language(book.language)),
        url(links.unit(book.id, address)),
        book.heading_path(address)[-1][1],
        "" if unit is None else unit.text,
        None if provision is None else provision.closing,
    )

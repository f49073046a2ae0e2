"""The shapes that several answers share: places, references, units of a book.

``book`` and ``address`` are the identity of a place; ``url`` is its page. Offsets count Unicode code points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from kb import links
from kb.address import Address
from kb.book import Book, Note, NoteKind, Origin, Provision
from kb.citations import cite
from kb.corpus import Corpus
from kb.export.records import Json, citation_record
from kb.references import CitationKind, Field, Reference, Status, Target
from webui.api.writing import url
from webui.shelf import tongue

Sentence = Annotated[str, Meta(description="A sentence in the language of Accept-Language.")]


ADDRESS: Final = r"[1-9][0-9]?(/([A-Z]|[a-z]|[1-9][0-9]?|[IVX]{1,5}|[ivx]{1,5})){0,5}(/note/[1-9][0-9]?)?"
"""The pattern of an address."""

PlaceInBook = Annotated[
    str,
    Meta(
        pattern=f"^{ADDRESS}$",
        description="An address: a law number and its labels, such as 64/A/2 or 68/note/1.",
        examples=["64/A/2", "68"],
    ),
]


class Place(msgspec.Struct, frozen=True):
    """A law, provision or note; book is null where the language has no book, and url where nothing of ours is there."""

    book: str | None
    address: str
    url: str | None


class Cited(msgspec.Struct, frozen=True):
    """A citation, where it leads, and why where it leads nowhere."""

    start: Annotated[int, Meta(description="Where it begins; counts code points of the text as it was given.")]
    end: int
    text: Annotated[str, Meta(description="Its words as a reader sees them.")]
    kind: CitationKind
    targets: list[Place]
    status: Status
    reason: Sentence | None
    reason_code: Annotated[str | None, Meta(description="The stable name of the reason.")]


class Standing(Cited, frozen=True):
    """A citation in a book: in which text of its unit it stands."""

    field: Field


class Unit(msgspec.Struct, frozen=True):
    """One provision with its own words; those of the units in it are not repeated."""

    book: str
    address: str
    citation: Annotated[str, Meta(description="The address as the book's own language writes it.")]
    url: str
    heading: str | None
    text: str
    closing: Annotated[str | None, Meta(description="What stands after the last item and belongs to the whole.")]
    label: Annotated[Origin, Meta(description="Whether the label was printed in the source or restored by us.")]
    references: list[Standing]
    cited_by: list[Place]


class NoteUnit(msgspec.Struct, frozen=True):
    """A footnote, or a local rule of a federation."""

    book: str
    address: str
    citation: str
    url: str
    text: str
    kind: NoteKind
    at: Annotated[str | None, Meta(description="The provision that it stood in.")]
    offset: Annotated[int | None, Meta(description="Where in the text of that provision.")]
    references: list[Standing]
    cited_by: list[Place]


class LawSign(msgspec.Struct, frozen=True):
    """A law by number and name."""

    number: int
    citation: str
    title: str | None
    title_origin: Annotated[
        Literal["printed", "inferred"] | None,
        Meta(description="inferred: the source prints none; it is the edition's."),
    ]
    part: str | None
    url: str


def place(target: Target, corpus: Corpus) -> Place:
    """A place with its page, where there is one."""
    here = target.book in corpus.books and target.book is not None and corpus.books[target.book].has(target.address)
    return Place(target.book, str(target.address), url(links.unit(str(target.book), target.address)) if here else None)


def spot(book: str, address: Address) -> Place:
    """A place that is known to be there."""
    return Place(book, str(address), url(links.unit(book, address)))


def standing(reference: Reference, corpus: Corpus) -> Standing:
    """A reference of a book."""
    return Standing(**cited_fields(reference, corpus), field=reference.field)


def cited_fields(reference: Reference, corpus: Corpus) -> Json:
    """The fields of a citation: those that every answer for programs has, with addresses and a code beside them."""
    reason = reference.reason
    return {
        **citation_record(reference),
        "targets": [place(target, corpus) for target in reference.targets],
        "reason": None if reason is None else tongue().message(reason).unescape(),
        "reason_code": None if reason is None else reason.code,
    }


def unit(corpus: Corpus, book: Book, provision: Provision) -> Unit:
    """A provision of a book."""
    return Unit(
        book.id,
        str(provision.address),
        cite(provision.address, corpus.language(book.language)),
        url(links.unit(book.id, provision.address)),
        provision.heading,
        provision.text,
        provision.closing,
        provision.label,
        references(corpus, book, provision.address),
        cited_by(corpus, book, provision.address),
    )


def note_unit(corpus: Corpus, book: Book, note: Note) -> NoteUnit:
    """A note of a book."""
    return NoteUnit(
        book.id,
        str(note.address),
        cite(note.address, corpus.language(book.language)),
        url(links.unit(book.id, note.address)),
        note.text,
        note.kind,
        None if note.at is None else str(note.at),
        note.offset,
        references(corpus, book, note.address),
        cited_by(corpus, book, note.address),
    )


def law_sign(corpus: Corpus, book: Book, number: int) -> LawSign:
    """A law of a book by number and name."""
    law = book.by_number[number]
    title = corpus.law_name(book.id, number)
    origin: Literal["printed", "inferred"] = "inferred" if law.title is None else "printed"
    return LawSign(
        number,
        cite(law.address, corpus.language(book.language)),
        title,
        None if title is None else origin,
        law.part,
        url(links.unit(book.id, law.address)),
    )


def references(corpus: Corpus, book: Book, address: Address) -> list[Standing]:
    """The citations that stand in a unit."""
    return [standing(reference, corpus) for reference in corpus.references.get((book.id, address), ())]


def cited_by(corpus: Corpus, book: Book, address: Address) -> list[Place]:
    """The units whose texts cite this one, each once."""
    return list(_places(corpus.backlinks.get((book.id, address), ())))


def _places(found: Iterable[Reference]) -> Iterable[Place]:
    places = dict.fromkeys((reference.book, reference.at) for reference in found)
    return (spot(book, at) for book, at in places if book is not None and at is not None)

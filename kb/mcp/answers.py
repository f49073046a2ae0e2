"""What assistants are answered: the law's words, with edition and address, and why.

Records of plain values, from which the protocol's schemas are made; their fields are described in their docstrings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from kb import links
from kb.address import Address, parse
from kb.alignment import Relation
from kb.book import Book, Note, NoteKind, Origin, Provision
from kb.citations import cite
from kb.corpus import Corpus
from kb.errors import NotFound
from kb.export.records import unit_record
from kb.library import Library
from kb.linking import Context, Format, find_in
from kb.references import CitationKind, Status, Target
from kb.resolving import weigh


@dataclass(frozen=True)
class Place:
    """Where a law, provision or note stands: how it is cited, in which edition of which book, at which web address (a
    path of the site, where nobody has said what the site's own address is)."""

    book: str
    edition: str
    address: str
    citation: str
    url: str


@dataclass(frozen=True)
class ProvisionWords:
    """One provision in its own words. ``label`` says whether its label was printed or is inferred by us."""

    address: str
    citation: str
    label: Origin
    heading: str | None
    text: str
    closing: str | None


@dataclass(frozen=True)
class NoteWords:
    """A footnote of the laws, or a federation's local rule; ``at`` is the provision it stands in, if known."""

    address: str
    citation: str
    kind: NoteKind
    at: str | None
    text: str


@dataclass(frozen=True)
class Unit(Place):
    """A law, provision or note with all that stands in it. ``superseded_by`` is the later edition in force, if any:
    say so when you answer from this one. ``path`` are the titles and headings it stands under."""

    superseded_by: str | None
    law: str
    path: list[str]
    provisions: list[ProvisionWords]
    notes: list[NoteWords]


@dataclass(frozen=True)
class Looked:
    """Where a citation leads. ``reason`` says why nowhere, or why to another place than asked for; ``nearest`` is in
    the order in which one would look."""

    status: Literal["one", "several", "none"]
    units: list[Unit]
    reason: str | None = None
    nearest: list[Place] = field(default_factory=list)


@dataclass(frozen=True)
class Result(Place):
    """A provision or note that answers; ``snippet`` are words of it, ``why`` says how it was found, ``elsewhere`` are
    the places of other books that say the same."""

    heading: str | None
    snippet: str
    why: list[str]
    elsewhere: list[Place]


@dataclass(frozen=True)
class Searched:
    """What was found, best first, of ``total``. ``meant`` is the spelling that was searched for instead, if any."""

    results: list[Result]
    total: int
    meant: str | None
    remarks: list[str]


@dataclass(frozen=True)
class Row:
    """Units of two books that say the same (``same``), rule the same subject differently (``changed``), overlap
    (``partial``), or have no counterpart (``only``)."""

    relation: Relation
    confidence: float
    reasons: list[str]
    left: list[RowUnit]
    right: list[RowUnit]


@dataclass(frozen=True)
class RowUnit(Place):
    """One side of a row, in its own words."""

    heading: str | None
    text: str
    closing: str | None


@dataclass(frozen=True)
class Compared:
    """Two books side by side, in the order of the left one; ``url`` is the page that shows it."""

    url: str
    rows: list[Row]


@dataclass(frozen=True)
class Citation:
    """A citation in a text: its span in characters, where it leads, and the reason where it leads nowhere."""

    start: int
    end: int
    text: str
    kind: CitationKind
    status: Status
    reason: str | None
    targets: list[Place]


@dataclass(frozen=True)
class Cited:
    """The citations of a text in order. ``language`` is how it was read; where nobody named it, ``told_by`` says
    whether the citations decided, fit several languages (``tie``), or are none."""

    language: str
    told_by: Literal["caller", "citations", "tie", "none"]
    citations: list[Citation]


@dataclass(frozen=True)
class Desk:
    """Where questions are answered: the library, and the site's own address for the links."""

    library: Library
    base: str = ""

    @property
    def corpus(self) -> Corpus:
        """The books."""
        return self.library.corpus

    def lookup(self, citation: str, book: str | None, language: str | None, at: str | None) -> Looked:
        """The law's words at an address or citation; see :func:`kb.resolving.resolve` for what is raised."""
        led = self.library.resolve(citation, lang=language, book=book, at=at)
        return Looked(
            status=led.status,
            units=[self._unit(self.corpus.book(target.book), target.address) for target in led.targets if target.book],
            reason=None if led.reason is None else str(led.reason),
            nearest=self._places(led.nearest),
        )

    def search(self, query: str, books: Sequence[str] | None, language: str | None, limit: int) -> Searched:
        """Provisions and notes that answer a question, best first."""
        found = self.library.search(query, lang=language, book=books or None, limit=limit)
        results = []
        for hit in found.hits:
            book = self.corpus.book(hit.book)
            results.append(
                Result(
                    **vars(self._place(book, hit.address)),
                    heading=unit_record(book, hit.address)["heading"],
                    snippet=hit.snippet,
                    why=[str(message) for message in hit.why],
                    elsewhere=[self._place(self.corpus.book(other), address) for other, address in hit.partners],
                )
            )
        return Searched(results, found.total, found.meant, [str(message) for message in found.remarks])

    def compare(self, left: str, right: str, citation: str) -> Compared:
        """A law or provision of two books side by side; raises NotFound where neither has it."""
        sides = self.corpus.book(left), self.corpus.book(right)
        at = self._one_address(citation, sides)
        rows = self.corpus.alignment(left, right).touching(at)
        return Compared(
            url=links.absolute(self.base, links.compare(left, right, at)),
            rows=[
                Row(
                    row.relation,
                    row.confidence,
                    [str(reason) for reason in row.reasons],
                    [self._side(sides[0], unit) for unit in row.left],
                    [self._side(sides[1], unit) for unit in row.right],
                )
                for row in rows
            ],
        )

    def find_refs(self, text: str, form: Format, book: str | None, language: str | None, at: str | None) -> Cited:
        """Every citation of a text, strictly read: a bid or another rule book is none."""
        told_by: Literal["caller", "citations", "tie", "none"] = "caller"
        if language is None and book is None:
            evidence = weigh(self.corpus, text)
            language, told_by = evidence.best, evidence.kind
        context = Context(language, book, None if at is None else parse(at))
        found = find_in(self.corpus, text, form, context)
        citations = [
            Citation(
                one.start,
                one.end,
                one.text,
                one.reference.kind,
                one.reference.status,
                None if one.reference.reason is None else str(one.reference.reason),
                self._places(one.reference.targets),
            )
            for one in found
        ]
        return Cited(language or self.corpus.book(book or "").language, told_by, citations)

    # --- records ---------------------------------------------------------------------------------------------

    def _place(self, book: Book, address: Address) -> Place:
        citation = cite(address, self.corpus.language(book.language))
        return Place(
            book.id, book.edition, str(address), citation, links.absolute(self.base, links.unit(book.id, address))
        )

    def _places(self, targets: Iterable[Target]) -> list[Place]:
        return [self._place(self.corpus.book(target.book), target.address) for target in targets if target.book]

    def _side(self, book: Book, address: Address) -> RowUnit:
        said = unit_record(book, address)
        return RowUnit(
            **vars(self._place(book, address)), heading=said["heading"], text=said["text"], closing=said["closing"]
        )

    def _unit(self, book: Book, address: Address) -> Unit:
        steps = book.heading_path(address)
        law = book.by_number[address.law]
        name = self.corpus.law_name(book.id, address.law)
        inside = {unit.address for unit in book.below(address)}
        notes = [n for n in law.notes if not address.depth or n.address == address or n.at in inside]
        return Unit(
            **vars(self._place(book, address)),
            superseded_by=book.superseded_by,
            law=" ".join(filter(None, (cite(law.address, self.corpus.language(book.language)), name))),
            path=[heading for heading in chain([name], (heading for _, heading in steps[1:])) if heading],
            provisions=[self._provision(book, unit) for unit in book.below(address)],
            notes=[self._note(book, note) for note in notes],
        )

    def _provision(self, book: Book, unit: Provision) -> ProvisionWords:
        citation = self._place(book, unit.address).citation
        return ProvisionWords(str(unit.address), citation, unit.label, unit.heading, unit.text, unit.closing)

    def _note(self, book: Book, note: Note) -> NoteWords:
        at = None if note.at is None else str(note.at)
        return NoteWords(str(note.address), self._place(book, note.address).citation, note.kind, at, note.text)

    def _one_address(self, citation: str, books: Iterable[Book]) -> Address:
        """Where a citation leads in the first of the books that has it."""
        names = []
        for book in books:
            led = self.library.resolve(citation, book=book.id)
            if len(led.targets) == 1 and not led.moved and book.has(led.targets[0].address):
                return led.targets[0].address
            names.append(book.id)
        raise NotFound("compare-nowhere", text=citation[:80], books=", ".join(names))

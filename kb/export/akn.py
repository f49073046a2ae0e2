"""A book, or units of it, as Akoma Ntoso 3.0, the XML of laws (OASIS LegalDocML, 2018).

A law is an ``article``; what stands in it is, level by level, ``paragraph``, ``subparagraph``, ``point``, ``indent``
and ``alinea``. Lead text is the ``intro`` of what follows it and a closing its ``wrapUp``. Labels stand in ``num`` as
printed; an inferred one is ``editorial``, and the metadata say why. Notes stand at their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from lxml import etree

from kb import links
from kb.address import Address
from kb.book import Book, Note, Provision
from kb.citations import cite
from kb.corpus import Corpus
from kb.export.frbr import AKN, INFERRED, KB, LEVELS, Element, Identity, eid, legal, node, year_start
from kb.export.outline import Branch, Cutting, Words, cuttings, paragraphs
from kb.linking import url_of
from kb.references import Field

_FLOWING: Final = frozenset({f"{{{AKN}}}{tag}" for tag in ("p", "num", "heading")})


def akn(corpus: Corpus, book: Book, addresses: Iterable[Address] | None = None, base: str = "") -> bytes:
    """The book as an ``act``; with ``addresses``, these units with all that stands in them as a ``portion`` of it.

    ``base`` is the site's own address, put before every link. Raises :class:`kb.errors.NotFound`
    (``provision-unknown``) for an address of nothing.

    >>> from kb import load
    >>> from kb.address import parse
    >>> corpus = load().corpus
    >>> written = akn(corpus, corpus.book("da-1997"), [parse("64/B/6")])
    >>> root = etree.fromstring(written)
    >>> [unit] = root.iter("{*}subparagraph")
    >>> unit.get("eId"), "".join(unit.itertext()).split()[:4]
    ('art_64__para_B__subpara_6', ['6.', 'Kulørsvigt', 'i', '12.'])
    """
    parts = cuttings(book, addresses)
    spaces: dict[Any, str] = {None: AKN, "kb": KB}  # the stubs know no default namespace
    root: Element = etree.Element(f"{{{AKN}}}akomaNtoso", nsmap=spaces)
    writer = _Writer(corpus, book, base)
    if addresses is None:
        document = node(root, "act", name="act", contains="originalVersion")
        Identity(corpus, book, base).describe(document, parts)
        writer.preface(document)
        writer.laws(node(document, "body", eId="body"), parts)
    else:
        tops = tuple(address for part in parts for address in _tops(part))
        identity = Identity(corpus, book, base, tops)
        document = node(root, "portion", includedIn=f"{identity.expression}/!main")
        identity.describe(document, parts)
        writer.units(node(document, "portionBody"), parts, alone=len(tops) == 1)
    _set_in_lines(root)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def _tops(part: Cutting) -> tuple[Address, ...]:
    """What is wanted of a law."""
    if part.whole:
        return (part.law.address,)
    return (*(branch.unit.address for branch in part.branches), *(note.address for note in part.loose))


@dataclass(slots=True)
class _Writer:
    corpus: Corpus
    book: Book
    base: str
    counts: dict[str, int] = field(default_factory=dict)

    # --- documents -------------------------------------------------------------------------------------------

    def preface(self, parent: Element) -> None:
        title = node(node(parent, "preface"), "p")
        node(title, "docTitle", self.book.title)
        day = year_start(self.book.edition)
        for tag, text, given in (
            ("docAuthority", self.book.publisher, {}),
            ("docDate" if day else "docNumber", self.book.edition, {"date": day} if day else {}),
        ):
            title[-1].tail = ", "
            node(title, tag, text, **given)

    def laws(self, body: Element, parts: Sequence[Cutting]) -> None:
        """The laws, those of a part inside it."""
        number = 0
        for title, laws in groupby(parts, key=lambda part: part.law.part):
            parent = body
            if title is not None:
                number += 1
                parent = node(body, "part", eId=f"part_{number}")
                node(parent, "heading", title)
            for part in laws:
                self.law(parent, part)

    def units(self, body: Element, parts: Sequence[Cutting], *, alone: bool) -> None:
        """Laws, provisions and notes that stand alone; a portion holds one element, so several stand in a container."""
        parent = body if alone else node(body, "hcontainer", name="units", eId="units")
        for part in parts:
            if part.whole:
                self.law(parent, part)
                continue
            for branch in part.branches:
                self.provision(parent, branch)
            for note in part.loose:
                held = node(parent, "hcontainer", name="note", eId=f"{eid(note.address)}__hcontainer_1")
                self.note(node(node(held, "content", eId=f"{eid(note.address)}__content"), "p"), note)

    def law(self, parent: Element, part: Cutting) -> None:
        law = part.law
        name = eid(law.address)
        article = node(parent, "article", eId=name)
        sign = cite(law.address, self.corpus.language(self.book.language))
        self.number(article, law.marker or sign, inferred=law.origin == "inferred")
        title = self.corpus.law_name(self.book.id, law.number)
        if title is not None:
            lost = law.title is None
            node(article, "heading", title, status="editorial" if lost else None, refersTo=INFERRED if lost else None)
        self.hold(article, part.lead, part.branches, name, part.loose)

    def provision(self, parent: Element, branch: Branch) -> None:
        unit = branch.unit
        name = eid(unit.address)
        held = node(parent, LEVELS[unit.address.depth][0], eId=name)
        lost = unit.label == "inferred"
        label = unit.address.labels[-1]
        self.number(held, label if lost else unit.marker or f"{label}.", inferred=lost)
        for pieces in paragraphs(self.corpus, self.book, unit, "heading"):
            self.flow(node(held, "heading"), pieces, name)
        self.hold(held, unit, branch.below, name, ())

    def number(self, parent: Element, said: str, *, inferred: bool) -> None:
        node(parent, "num", said, status="editorial" if inferred else None, refersTo=INFERRED if inferred else None)

    # --- texts -----------------------------------------------------------------------------------------------

    def hold(
        self, parent: Element, unit: Provision | None, below: Sequence[Branch], name: str, loose: Sequence[Note]
    ) -> None:
        """What a unit says and what stands in it; notes without a place of their own behind it all."""
        if not below:
            content = node(parent, "content", eId=f"{name}__content")
            self.texts(content, unit, "text", name)
            self.texts(content, unit, "closing", name)
            self.notes(content, loose)
            if not len(content):
                node(content, "p")
            return
        intro = node(parent, "intro", eId=f"{name}__intro")
        self.texts(intro, unit, "text", name)
        if not len(intro):
            parent.remove(intro)
        for branch in below:
            self.provision(parent, branch)
        if loose or (unit is not None and unit.closing):
            behind = node(parent, "wrapUp", eId=f"{name}__wrapup")
            self.texts(behind, unit, "closing", name)
            self.notes(behind, loose)

    def texts(self, parent: Element, unit: Provision | Note | None, which: Field, name: str) -> None:
        if unit is None:
            return
        for pieces in paragraphs(self.corpus, self.book, unit, which):
            self.flow(node(parent, "p", **({"class": "closing"} if which == "closing" else {})), pieces, name)

    def flow(self, parent: Element, pieces: Iterable[Words | Note], name: str) -> None:
        """Words, citations as ``ref``, notes at their places."""
        for piece in pieces:
            if isinstance(piece, Note):
                self.note(parent, piece)
                continue
            url = None if piece.reference is None else url_of(self.corpus, piece.reference)
            if url is not None:
                self.counts[name] = self.counts.get(name, 0) + 1
                href = links.absolute(self.base, url)
                node(parent, "ref", piece.text, eId=f"{name}__ref_{self.counts[name]}", href=href)
            elif len(parent):
                parent[-1].tail = (parent[-1].tail or "") + legal(piece.text)
            else:
                parent.text = (parent.text or "") + legal(piece.text)

    def notes(self, parent: Element, loose: Iterable[Note]) -> None:
        for note in loose:
            self.note(node(parent, "p"), note)

    def note(self, parent: Element, note: Note) -> None:
        name = eid(note.address)
        held = node(parent, "authorialNote", eId=name, marker=str(note.address.note), placement="bottom")
        held.set("class", note.kind)
        self.texts(held, note, "text", name)
        if not len(held):
            node(held, "p")


def _set_in_lines(element: Element) -> None:
    """A line for each element, but none broken where words flow."""
    if element.tag in _FLOWING:
        return
    if len(element):
        element.text = element.text or "\n"
        for child in element:
            child.tail = child.tail or "\n"
            _set_in_lines(child)

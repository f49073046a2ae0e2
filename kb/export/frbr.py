"""What an Akoma Ntoso document says of itself: work, expression and manifestation, who made it, what was inferred.

The names follow the Akoma Ntoso Naming Convention 1.0 (OASIS, 2019). These laws are one federation's for the whole
world, so it stands where a country stands. Of the dates only the year is known: the first of January is written, since
the schema wants a day, and ``kb:precision`` says so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lxml import etree

from kb import links
from kb.address import Address
from kb.book import Book, Provision
from kb.corpus import Corpus
from kb.export.outline import Branch, Cutting
from kb.messages import Message

AKN: Final = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
KB: Final = "urn:bridge-law-kb:akn"
MADE_BY: Final = "#kb"
INFERRED: Final = "#inferred"
JURISDICTION: Final = "wbf"
WORK: Final = "laws-of-duplicate-bridge"

Element = etree._Element

LEVELS: Final = (
    ("article", "art"),
    ("paragraph", "para"),
    ("subparagraph", "subpara"),
    ("point", "point"),
    ("indent", "indent"),
    ("alinea", "al"),
)
"""The elements of a law and of what stands in it by depth, each with its name in an eId."""

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def node(parent: Element, tag: str, text: str = "", /, **attributes: str | None) -> Element:
    """A new element of Akoma Ntoso; attributes that are None are left out."""
    given = {name: legal(value) for name, value in attributes.items() if value is not None}
    made = etree.SubElement(parent, f"{{{AKN}}}{tag}", given)
    if text:
        made.text = legal(text)
    return made


def legal(text: str) -> str:
    """The text without what XML 1.0 cannot hold, which is shown as the sign for that."""
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)


def eid(address: Address) -> str:
    """The eId of a unit, by the Akoma Ntoso Naming Convention.

    >>> from kb.address import parse
    >>> eid(parse("9/A/2/b/II")), eid(parse("68/note/1"))
    ('art_9__para_A__subpara_2__point_b__indent_II', 'art_68__authorialNote_1')
    """
    steps = zip(LEVELS, (str(address.law), *address.labels), strict=False)
    names = [f"{short}_{label}" for (_, short), label in steps]
    return "__".join(names if address.note is None else [*names, f"authorialNote_{address.note}"])


@dataclass(frozen=True, slots=True)
class Identity:
    """Which document this is: of which book, under which base address. ``portion`` are the units that stand alone in
    it; none for the whole book."""

    corpus: Corpus
    book: Book
    base: str = ""
    portion: tuple[Address, ...] = ()

    @property
    def work(self) -> str:
        """The laws of an edition, in any language."""
        return f"/akn/{JURISDICTION}/act/{_slug(self.book.edition)}/{WORK}"

    @property
    def expression(self) -> str:
        """The same in the words of this book."""
        return f"{self.work}/{self.language}@{_slug(self.book.edition)}"

    @property
    def language(self) -> str:
        """The language in three letters (ISO 639-2), where its file has them."""
        language = self.corpus.language(self.book.language)
        return language.alpha3 or language.code

    def describe(self, parent: Element, parts: Sequence[Cutting]) -> None:
        """Add the ``meta`` of a document that holds these parts."""
        meta = node(parent, "meta")
        self._identify(node(meta, "identification", source=MADE_BY))
        self._refer(node(meta, "references", source=MADE_BY))
        self._annotate(node(meta, "proprietary", source=MADE_BY), parts)

    def _identify(self, parent: Element) -> None:
        work = self._level(parent, "FRBRWork", self.work, "", "#wbf")
        node(work, "FRBRcountry", value=JURISDICTION)
        node(work, "FRBRname", value="Laws of Duplicate Bridge")
        expression = self._level(parent, "FRBRExpression", self.expression, "", "#publisher")
        node(expression, "FRBRlanguage", language=self.language)
        manifestation = self._level(parent, "FRBRManifestation", self.expression, ".akn", MADE_BY)
        if self.portion:
            ends: dict[str, str | None] = {"from": f"#{eid(self.portion[0])}", "upTo": f"#{eid(self.portion[-1])}"}
            node(manifestation, "FRBRportion", **ends)
        node(manifestation, "FRBRformat", value="application/akn+xml")

    def _level(self, parent: Element, tag: str, uri: str, suffix: str, author: str) -> Element:
        level = node(parent, tag)
        portion = "~" + "+".join(map(eid, self.portion)) if self.portion else ""
        node(level, "FRBRthis", value=f"{uri}/!main{portion}{suffix}")
        node(level, "FRBRuri", value=uri + suffix)
        if tag == "FRBRExpression":
            alone = len(self.portion) == 1
            place = links.unit(self.book.id, self.portion[0]) if alone else links.book(self.book.id)
            node(level, "FRBRalias", value=links.absolute(self.base, place), name="address")
        self._date(level)
        node(level, "FRBRauthor", href=author)
        return level

    def _date(self, level: Element) -> None:
        day = year_start(self.book.edition)
        dated = node(level, "FRBRdate", date=day or "0001-01-01", name="edition")
        dated.set(f"{{{KB}}}precision", "year" if day else "unknown")

    def _refer(self, parent: Element) -> None:
        at = "/akn/ontology"
        organisation = f"{at}/organization/{JURISDICTION}"
        node(parent, "TLCOrganization", eId="wbf", href=f"{organisation}/wbf", showAs="World Bridge Federation")
        publisher = self.book.publisher
        href = f"{organisation}/{_slug(publisher)}"
        node(parent, "TLCOrganization", eId="publisher", href=href, showAs=publisher)
        about = links.absolute(self.base, links.page("about"))
        node(parent, "TLCOrganization", eId="kb", href=about, showAs="bridge-law-kb")
        node(
            parent,
            "TLCConcept",
            eId="inferred",
            href=f"{at}/concept/{JURISDICTION}/inferred",
            showAs="lost and restored",
        )

    # --- what this corpus knows beside the text ---------------------------------------------------------------

    def _annotate(self, parent: Element, parts: Sequence[Cutting]) -> None:
        own = _own(parent, "book", id=self.book.id, edition=self.book.edition)
        if self.book.superseded_by:
            own.set("superseded-by", legal(self.book.superseded_by))
        if self.book.details.get("rights"):
            _own(parent, "rights", self.book.details["rights"])
        imprint = self.corpus.imprints.get(self.book.id)
        for source in imprint.sources if imprint else ():
            told = _own(parent, "source", source.evidence, file=source.file, edition=source.edition)
            if source.doubt:
                told.set("doubt", legal(source.doubt))
        for part in parts:
            self._inferred(parent, part)
        for finding in self.book.findings:
            if self.portion and not (finding.address and any(_holds(part, finding.address) for part in parts)):
                continue
            at = f"#{eid(finding.address)}" if finding.address else None
            told = _said(
                parent, "finding", finding.message, file=finding.place.file, line=str(finding.place.line), at=at
            )
            if finding.text:
                told.set("text", legal(finding.text))

    def _inferred(self, parent: Element, part: Cutting) -> None:
        law = part.law
        if part.whole and law.origin == "inferred":
            _said(parent, "inferred", law.evidence, at=f"#{eid(law.address)}")
        for unit in units(part.branches):
            if unit.label == "inferred":
                printed = unit.marker or None
                _said(parent, "inferred", unit.evidence, at=f"#{eid(unit.address)}", printed=printed)


def units(branches: Sequence[Branch]) -> Iterator[Provision]:
    """The provisions of trees, in reading order."""
    for branch in branches:
        yield branch.unit
        yield from units(branch.below)


def year_start(edition: str) -> str | None:
    """The first day of the year of an edition; None where it names no year.

    >>> year_start("2017"), year_start("second")
    ('2017-01-01', None)
    """
    year = re.search(r"(?<!\d)[12]\d{3}(?!\d)", edition)
    return f"{year.group()}-01-01" if year else None


def _holds(part: Cutting, address: Address) -> bool:
    if part.whole:
        return address == part.law.address or any(address == unit.address for unit in part.law.provisions)
    return any(address == unit.address for unit in units(part.branches))


def _own(parent: Element, tag: str, text: str = "", **attributes: str | None) -> Element:
    given = {name: legal(value) for name, value in attributes.items() if value is not None}
    made = etree.SubElement(parent, f"{{{KB}}}{tag}", given)
    made.text = legal(text) or None
    return made


def _said(parent: Element, tag: str, message: Message | None, **attributes: str | None) -> Element:
    code = None if message is None else message.code
    return _own(parent, tag, "" if message is None else str(message), code=code, **attributes)


def _slug(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "unnamed"

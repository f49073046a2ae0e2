"""What schema.org says of the books: ``Legislation``, with its versions and its translations, as JSON-LD.

Two texts of different editions that say the same are translations of each other; where the rule has changed they are
versions of one work. An edition that has been superseded is not in force; of the others we do not say that they are,
since each federation puts its own in force.
"""

from __future__ import annotations

from typing import Any, Final

from flask import json
from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.book import Book
from kb.links import Link
from kb.references import Target
from webui.pairing import Pairing
from webui.relations import MEDIA_TYPES, Way
from webui.shelf import Shelf
from webui.signposts import cited

WORK: Final = "Laws of Duplicate Bridge"

Record = dict[str, Any]


def site_data(name: str, base: str) -> Markup:
    """The site, and how it is searched."""
    target = links.absolute(base, links.search()) + "?q={q}"
    action = {"@type": "SearchAction", "target": target, "query-input": "required name=q"}
    place = links.absolute(base, links.start())
    return written({"@type": "WebSite", "name": name, "url": place, "potentialAction": action})


def book_data(stock: Shelf, book: Book, base: str) -> Markup:
    """A book: an edition of the laws in a language."""
    path = links.book(book.id)
    return written(
        {
            **_edition(book, path, base),
            "name": book.title,
            "publisher": {"@type": "Organization", "name": book.publisher},
            **_related(stock, book, Link("book", book.id), base, WORK),
        }
    )


def unit_data(stock: Shelf, book: Book, address: Address, base: str) -> Markup:
    """A law, provision or note of a book."""
    citation = cited(stock.corpus, book, address)
    link = Link("unit", book.id, address=address)
    up = next(way.href for way in stock.related(link) if way.rel == "up")
    path = links.unit(book.id, address)
    whole = {"@type": "Legislation", "@id": links.absolute(base, up)}
    return written(
        {
            **_edition(book, path, base),
            "name": named(stock, book, address),
            "legislationIdentifier": citation,
            "isPartOf": whole,
            **_related(stock, book, link, base, f"{WORK}, {address}"),
        }
    )


def named(stock: Shelf, book: Book, address: Address) -> str:
    """How a unit is cited, with its heading, or the title of its law where it has none."""
    heading = book.heading_path(address)[-1][1] if address.depth else None
    name = heading or stock.corpus.law_name(book.id, address.law)
    return " ".join(filter(None, (cited(stock.corpus, book, address), name)))


def written(record: Record) -> Markup:
    """A record as JSON that can stand in a script element: nothing in it ends that or begins another."""
    text = json.dumps({"@context": "https://schema.org", **record}, separators=(",", ":"), ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - its angle brackets and ampersands are written as escapes of JSON


def _edition(book: Book, path: str, base: str) -> Record:
    place = links.absolute(base, path)
    record: Record = {
        "@type": "Legislation",
        "@id": place,
        "url": place,
        "inLanguage": book.language,
        "version": book.edition,
        "encoding": {
            "@type": "LegislationObject",
            "encodingFormat": MEDIA_TYPES["xml"],
            "contentUrl": links.absolute(base, links.with_suffix(path, "xml")),
        },
    }
    if book.superseded_by is not None:
        record["legislationLegalForce"] = "https://schema.org/NotInForce"
    return record


def _related(stock: Shelf, book: Book, link: Link, base: str, work: str) -> Record:
    """The same text in other languages, and other versions of the same."""
    translations: list[Record] = []
    versions: list[Record] = []
    for way in stock.related(link):
        if way.language:
            target = _target(way)
            other = stock.corpus.book(target.book or "")
            same = link.address is not None and _says_the_same(stock.pairing(book.id, other.id), link.address, target)
            (translations if same else versions).append(
                {
                    "@type": "Legislation",
                    "@id": links.absolute(base, way.href),
                    "inLanguage": other.language,
                    "version": other.edition,
                }
            )
    record: Record = {"workTranslation": translations} if translations else {}
    if versions:
        record["exampleOfWork"] = {"@type": "CreativeWork", "name": work, "workExample": versions}
    return record


def _target(way: Way) -> Target:
    read = links.read(way.href)
    return Target(read.book, read.address or Address(1))


def _says_the_same(pairing: Pairing, address: Address, target: Target) -> bool:
    """Whether a row of the comparison finds both sides to say the same."""
    rows = pairing.rows_at("left", address)
    return any(row.relation == "same" and target.address in row.right for row in rows)

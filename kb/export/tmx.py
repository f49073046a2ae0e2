"""Rows as a translation memory: TMX 1.4, which translators' tools read.

The format is that of the Localization Industry Standards Association, TMX 1.4b (2005): a header, and a ``tu`` for
each row that has both sides, with a ``tuv`` for each language.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable

from kb.address import Address
from kb.alignment import Row
from kb.book import Book, Note, Provision
from kb.corpus import Corpus
from kb.corpus.folders import version

_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def write_tmx(corpus: Corpus, left: str, right: str) -> str:
    """The rows of two books as TMX 1.4, the left book's language as the source.

    Raises :class:`kb.errors.NotFound` (``book-unknown``).
    """
    ours, theirs = corpus.book(left), corpus.book(right)
    tmx = ET.Element("tmx", version="1.4")
    ET.SubElement(
        tmx,
        "header",
        {
            "creationtool": "bridge-law-kb",
            "creationtoolversion": version(),
            "segtype": "paragraph",
            "o-tmf": "bridge-law-kb rows",
            "adminlang": "en",
            "srclang": ours.language,
            "datatype": "plaintext",
        },
    )
    body = ET.SubElement(tmx, "body")
    for row in corpus.alignment(left, right).rows:
        _add(body, row, ours, theirs)
    ET.indent(tmx, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(tmx, encoding="unicode")}\n'


def _add(body: ET.Element, row: Row, ours: Book, theirs: Book) -> None:
    texts = _text(ours, row.left), _text(theirs, row.right)
    if not all(texts):
        return
    names = " ".join(a.compact for a in row.left), " ".join(a.compact for a in row.right)
    unit = ET.SubElement(body, "tu", tuid=f"{names[0]} ~ {names[1]}")
    ET.SubElement(unit, "prop", type="x-relation").text = row.relation
    ET.SubElement(unit, "prop", type="x-confidence").text = f"{row.confidence:.2f}"
    for book, name, text in ((ours, names[0], texts[0]), (theirs, names[1], texts[1])):
        variant = ET.SubElement(unit, "tuv", {_LANG: book.language})
        ET.SubElement(variant, "prop", type="x-address").text = f"{book.id} {name}"
        ET.SubElement(variant, "seg").text = text


def _text(book: Book, addresses: Iterable[Address]) -> str:
    """What the units of one side say: heading and text, a paragraph each."""
    said: list[str | None] = []
    for address in addresses:
        unit = book.units.get(address)
        if not address.depth:
            said.append(book.by_number[address.law].title)
        if isinstance(unit, Provision):
            said += [unit.heading, unit.text, unit.closing]
        elif isinstance(unit, Note):
            said.append(unit.text)
    return "\n".join(filter(None, said))

"""A book bound whole: all that the corpus holds of it on one page, set for paper, from the title page to the notes.

It hangs on ``/print/<book>`` because what stands behind a book in an address is always a law, provision or note of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from flask import Blueprint, render_template
from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.book import Book
from webui.contents import laws_held
from webui.leaf import Leaf
from webui.press import kept
from webui.printing import qr_code
from webui.shelf import shelf, tongue
from webui.typesetting import element_id, set_law
from webui.weaving import Weaver

pages = Blueprint("binding", __name__)

IN_A_LAW = 4
"""The level of the first headings in a law: above them stand the book, the part and the law."""


class BoundWeaver(Weaver):
    """Weaves a text whose links lead to places on the same page, so that they can be followed in a PDF."""

    def place(self, address: Address) -> str:
        """A unit, by its element."""
        return f"#{element_id(address)}"

    def stretch(self, first: Address, last: Address) -> str:
        """The first of the siblings: the others follow it."""
        del last
        return self.place(first)


@dataclass(frozen=True, slots=True)
class Section:
    """The laws under one part title, or under none."""

    title: str | None
    leaves: Sequence[Leaf]


@pages.get("/print/<book_id>")
@kept(lambda: shelf().press)
def whole(book_id: str) -> str:
    """The whole book. Raises NotFound for one that is not here."""
    corpus = shelf().corpus
    book = corpus.book(book_id)
    return render_template(
        "binding/book.html",
        book=book,
        source_imprint=corpus.imprints.get(book.id),
        parts=laws_held(corpus, book),
        sections=bound(book),
        qr_code=partial(_code, book),
        paper=True,
    )


def bound(book: Book) -> list[Section]:
    """The laws of a book in order, by part, set for one page."""
    corpus, speaking = shelf().corpus, tongue()
    leaves = [
        set_law(
            corpus,
            book,
            law,
            (),
            speaking,
            weaver=BoundWeaver(corpus, book, speaking, prefix=f"{law.number}-"),
            level=IN_A_LAW,
        )
        for law in book.laws
    ]
    return [Section(title, list(group)) for title, group in groupby(leaves, lambda leaf: leaf.law.part)]


def _code(book: Book, base: str) -> tuple[str, Markup]:
    address = links.absolute(base, links.book(book.id))
    return address, qr_code(address)

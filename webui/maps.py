"""The map of a book: which law leads to which, as a drawing and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.address import Address
from kb.book import Book
from kb.corpus import Corpus
from webui.arcs import AXIS, ROW, WIDTH, Arc, Drawing, Stop, crossings, drawn
from webui.press import kept
from webui.shelf import shelf, tongue
from webui.signposts import Signpost, law_sign

pages = Blueprint("maps", __name__)

MOST: Final = 10
"""Laws in the list of those most cited."""
LONGEST: Final = 40
"""Characters of a law's name beside the drawing; the table has all of it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A law on the map. ``sign`` leads to it, or, where the book lacks it, to its row in the table, which says so."""

    stop: Stop
    sign: Signpost
    short: str
    elsewhere: tuple[Signpost, ...]


@pages.get("/map")
def default() -> AnyResponse:
    """The map of the book in the reader's language, else of the first: by redirect, since each map has one address."""
    corpus = shelf().corpus
    book = corpus.default_books.get(tongue().code) or next(iter(corpus.books.values()))
    return redirect(links.map_of(book.id), 302)


@pages.get("/map/<book>")
@kept(lambda: shelf().press)
def drawing(book: str) -> str:
    """The map of one book."""
    corpus = shelf().corpus
    read = corpus.book(book)
    drawing = map_of(corpus, read)
    entries = {stop.law: _entry(corpus, read, stop) for stop in drawing.stops}
    return render_template(
        "maps/map.html",
        book=read,
        drawing=drawing,
        entries=entries,
        most=[entries[stop.law] for stop in drawing.most_cited[:MOST]],
        axis=AXIS,
        width=WIDTH,
        row=ROW,
        said=_said,
    )


def map_of(corpus: Corpus, book: Book) -> Drawing:
    """The drawing of a book's references."""
    found = (each for (book_id, _), those in corpus.references.items() if book_id == book.id for each in those)
    return drawn(book.by_number, crossings(found))


def _entry(corpus: Corpus, book: Book, stop: Stop) -> Entry:
    sign = law_sign(corpus, book, stop.law)
    if not stop.held:
        sign = Signpost(f"#{row_id(stop.law)}", sign.text, sign.language, sign.more)
    others = () if stop.held else tuple(_held_by(corpus, stop.law, book.id))
    name = sign.more or ""
    short = name if len(name) <= LONGEST else name[:LONGEST].rpartition(" ")[0] + " …"
    return Entry(stop, sign, short, others)


def _held_by(corpus: Corpus, law: int, but: str) -> list[Signpost]:
    """The same law in the books that hold it, named by the book."""
    others = (book for book in corpus.books.values() if book.id != but and law in book.by_number)
    return [
        Signpost(links.unit(book.id, Address(law)), law_sign(corpus, book, law).text, book.language) for book in others
    ]


def row_id(law: int) -> str:
    """The id of a law's row in the table."""
    return f"law-{law}"


def _said(arc: Arc) -> str:
    """How often, where it is more than once."""
    return f" ×{tongue().number(arc.count)}" if arc.count > 1 else ""

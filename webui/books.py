"""The pages of the books: the first page, contents, laws, and every address that names something in them.

All of them hang on one rule, because an address decides by itself what it is (:func:`kb.links.read`).
"""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.address import Address
from kb.book import Book
from kb.errors import NotFound, WrongCall
from webui.contents import all_laws, laws_between, laws_held
from webui.machines import book_json, units_json, units_text
from webui.missing import FORMS, lacking_law, lacking_unit, mended
from webui.press import kept
from webui.questions import follow
from webui.shelf import shelf, tongue
from webui.signposts import cited
from webui.typesetting import set_law

pages = Blueprint("books", __name__)


@pages.get("/")
@pages.get("/<path:path>")
@kept(lambda: shelf().press)
def page(path: str = "") -> Response | AnyResponse | str:
    """Whatever stands at an address of a book."""
    try:
        link = links.read(quote(f"/{path}"))
    except WrongCall:
        return astray()
    if link.kind == "start":
        return start()
    if link.kind == "short":
        return follow(link.word)
    if link.kind == "language" and link.language in shelf().corpus.default_books:
        return in_language(link)
    if link.suffix not in FORMS or link.book is None or link.book not in shelf().corpus.books:
        return astray()
    book = shelf().corpus.book(link.book)
    if link.kind == "book":
        return contents(book, link.suffix)
    if link.kind in {"unit", "range"} and link.address is not None:
        return law(book, link.address, link.last, link.suffix)
    return astray()


def start() -> str:
    """The first page: the search box, then what there is to read, the reader's own language first."""
    corpus = shelf().corpus
    ordered = sorted(corpus.books.values(), key=lambda book: book.language != tongue().code)
    return render_template("books/start.html", books=[(book, laws_held(corpus, book)) for book in ordered])


def contents(book: Book, suffix: str) -> Response | AnyResponse | str:
    """All the laws of a book, those that this corpus lacks included."""
    if suffix == "json":
        return jsonify(book_json(shelf().corpus, book))
    if suffix:
        return astray()
    return render_template("books/contents.html", book=book, parts=all_laws(shelf().corpus, book))


def law(book: Book, address: Address, last: Address | None, suffix: str) -> Response | AnyResponse | str:
    """A law's page, open at the unit (or the siblings) asked for."""
    corpus = shelf().corpus
    if last is not None and not last.depth:
        return laws(book, address, last)
    if address.law not in book.by_number:
        return lacking_law(book, address, suffix)
    addresses = [address] if last is None else _between(book, address, last)
    if not addresses or not all(map(book.has, addresses)):
        return mended(request.path) or lacking_unit(book, address, suffix)
    if suffix == "json":
        return jsonify(units_json(corpus, book, addresses))
    if suffix == "txt":
        return _plain(units_text(corpus, book, addresses, _edition(book)))
    leaf = set_law(corpus, book, book.by_number[address.law], addresses if address.depth else (), tongue())
    return render_template("books/law.html", leaf=leaf, book=book)


def laws(book: Book, first: Address, last: Address) -> str:
    """The laws of a range, each by name: they are too many for one page."""
    corpus = shelf().corpus
    title = "–".join(cited(corpus, book, end) for end in (first, last))
    parts = laws_between(corpus, book, first.law, last.law)
    return render_template("books/laws.html", book=book, title=title, parts=parts)


def in_language(link: links.Link) -> AnyResponse:
    """The same in the default book of the language: a redirect, since another edition may become the default."""
    book = shelf().corpus.default_books[str(link.language)]
    place = links.book(book.id) if link.address is None else links.unit(book.id, link.address)
    return redirect(links.with_suffix(place, link.suffix) if link.suffix else place, 302)


def astray() -> AnyResponse:
    """An address of nothing: mended where only one thing can be meant, else the page that says so."""
    better = mended(request.path)
    if better is not None:
        return better
    raise NotFound("page-unknown", path=request.path[:80])


def _between(book: Book, first: Address, last: Address) -> list[Address]:
    """The siblings from first to last that the book has."""
    below = (unit.address for unit in book.below(first.parent or first))
    return [address for address in below if address.parent == first.parent and first <= address <= last]


def _edition(book: Book) -> str:
    return f"{book.title}, {book.edition} ({book.id})"


def _plain(text: str) -> Response:
    response = make_response(text)
    response.content_type = "text/plain; charset=utf-8"
    return response

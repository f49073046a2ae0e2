"""The pages of the books: the first page, contents, laws, and every address that names something in them.

All of them hang on one rule, because an address decides by itself what it is (:func:`kb.links.read`).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from flask import Blueprint, Response, current_app, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.address import LAST_LAW, Address
from kb.book import Book
from kb.errors import NotFound, WrongCall
from kb.export.akn import akn
from kb.export.markdown import markdown
from webui.contents import all_laws, laws_between, laws_held
from webui.machines import book_json, laws_json, units_json, units_text
from webui.missing import lacking_law, lacking_unit, mended
from webui.negotiating import PAGE, form, link_asked, onward, take_as
from webui.paper import text_given
from webui.press import kept
from webui.questions import follow
from webui.relations import MEDIA_TYPES
from webui.shelf import shelf, tongue
from webui.signposts import cited, elsewhere
from webui.typesetting import set_law
from webui.withdrawn import withdrawn, withdrawn_book

pages = Blueprint("books", __name__)


@pages.get("/")
@pages.get("/<path:path>")
@kept(lambda: shelf().press)
def page(**_: str) -> Response | AnyResponse | str:
    """Whatever stands at an address of a book."""
    link = link_asked()
    if link is None:
        return astray()
    if link.kind == "start":
        return start()
    if link.kind == "short":
        return follow(link.word)
    if link.kind == "language" and link.language in shelf().corpus.default_books:
        return in_language(link)
    if link.book is None or link.other is not None:
        return astray()
    book = shelf().corpus.books.get(link.book)
    if book is None:
        return mended(request.path) or gone(link.book, link.address, link.last) or not_here(link.book)
    if link.address is None:
        return contents(book)
    return law(book, link.address, link.last)


def start() -> str:
    """The first page: the search box, then what there is to read, the reader's own language first."""
    corpus = shelf().corpus
    ordered = sorted(corpus.books.values(), key=lambda book: book.language != tongue().code)
    return render_template("books/start.html", books=[(book, laws_held(corpus, book)) for book in ordered])


def contents(book: Book) -> Response | str:
    """All the laws of a book, those that this corpus lacks included; for machines that want text, the whole of it."""
    corpus = shelf().corpus
    if form() == PAGE:
        return render_template("books/contents.html", book=book, parts=all_laws(corpus, book))
    return jsonify(book_json(corpus, book)) if form() == "json" else written(book, None)


def law(book: Book, address: Address, last: Address | None) -> Response | AnyResponse | str:
    """A law's page, open at the unit (or the siblings) asked for."""
    corpus = shelf().corpus
    if last is not None and not last.depth:
        return laws(book, address, last)
    if address.law not in book.by_number:
        return gone(book.id, address, last) or lacking_law(book, address)
    addresses = [address] if last is None else _between(book, address, last)
    missing = next((end for end in (address, last) if end is not None and not book.has(end)), None)
    if missing is not None:
        return gone(book.id, address, last) or mended(request.path) or lacking_unit(book, missing)
    if form() != PAGE:
        return jsonify(units_json(corpus, book, addresses)) if form() == "json" else written(book, addresses)
    leaf = set_law(corpus, book, book.by_number[address.law], addresses if address.depth else (), tongue())
    return render_template("books/law.html", leaf=leaf, book=book)


def gone(book_id: str, address: Address | None, last: Address | None) -> Response | None:
    """The answer for what was published here and has been withdrawn; None where it never was here."""
    if address is None:
        return withdrawn_book(book_id)
    return withdrawn(book_id, address) if last is None else withdrawn(book_id, address, last)


def laws(book: Book, first: Address, last: Address) -> Response | str:
    """The laws of a range, each by name, since they are too many for one page; for machines, with their texts."""
    corpus = shelf().corpus
    held = [law.address for law in book.laws if first <= law.address <= last]
    if form() == "json" and held:
        return jsonify(laws_json(corpus, book, first, last))
    lacking = [number for number in range(first.law, min(last.law, LAST_LAW) + 1) if number not in book.by_number]
    others = {number: elsewhere(corpus, number, book.id) for number in lacking}
    if form() != PAGE:
        told = next((Address(number) for number in lacking if others[number]), first)
        return written(book, held) if held else lacking_law(book, told)
    title = "–".join(cited(corpus, book, end) for end in (first, last))
    parts = laws_between(corpus, book, first.law, last.law)
    signs = [sign for number in lacking for sign in others[number]]
    page = render_template("books/laws.html", book=book, title=title, parts=parts, elsewhere=signs)
    return make_response(page, 200 if held else 404)


def written(book: Book, addresses: Sequence[Address] | None) -> Response:
    """Units of a book, or all of it, as a text of the form asked for."""
    corpus, base = shelf().corpus, str(current_app.config["BASE_URL"])
    if form() == "xml":
        return Response(akn(corpus, book, addresses, base), content_type=MEDIA_TYPES["xml"])
    if form() == "md":
        text = markdown(corpus, book, addresses, base, tongue().said)
    else:
        text = units_text(corpus, book, addresses or [law.address for law in book.laws], tongue().said)
    return text_given(text)


def in_language(link: links.Link) -> AnyResponse:
    """The same in the default book of the language: a redirect, since another edition may become the default."""
    book = shelf().corpus.default_books[str(link.language)]
    place = links.book(book.id) if link.address is None else links.unit(book.id, link.address)
    return redirect(onward(place), 302)


def astray() -> Response | AnyResponse:
    """An address of nothing: mended where only one thing can be meant, else the page that says so. What is said short
    behind a book or a language (``/nl/54b2``) goes to the resolver."""
    better = mended(request.path) or spoken(request.path)
    if better is not None:
        return better
    raise NotFound("page-unknown", path=request.path[:80])


def spoken(path: str) -> Response | AnyResponse | None:
    """Where the short form of an address behind a book or a language leads; None for what is none."""
    first, _, short = path.strip("/").partition("/")
    book = shelf().corpus.books.get(first) or shelf().corpus.default_books.get(first)
    try:
        link = links.read(quote(f"/{short}")) if book is not None else None
    except WrongCall:
        return None
    if link is None or book is None or link.kind != "short":
        return None
    take_as(link)
    return follow(link.word, book.id)


def not_here(book_id: str) -> AnyResponse:
    """A book that is not here: which there are."""
    raise NotFound("book-unknown", book=book_id[:80], known=", ".join(shelf().corpus.books))


def _between(book: Book, first: Address, last: Address) -> list[Address]:
    """The siblings from first to last that the book has."""
    below = (unit.address for unit in book.below(first.parent or first))
    return [address for address in below if address.parent == first.parent and first <= address <= last]

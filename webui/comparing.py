"""Two books side by side: which can be, the whole of them as one picture, and a law row by row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from urllib.parse import quote

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from kb import address as addresses
from kb import links
from kb.address import LAST_LAW, Address
from kb.book import Book
from kb.errors import NotFound
from kb.resolving import resolve
from webui import asked
from webui.facing import face
from webui.negotiating import PAGE, form, link_asked, onward, query_asked
from webui.pairing import SIDES, Account, Pairing, account, count
from webui.paper import given
from webui.press import kept
from webui.ribbons import draw
from webui.rowsheet import overview_sheet, pairs_sheet, rows_sheet
from webui.rowsigns import law_way
from webui.shelf import shelf, tongue
from webui.signposts import cited, place_signs
from webui.transcripts import overview_json, pairs_json, rows_json
from webui.withdrawn import withdrawn

pages = Blueprint("comparing", __name__)


@pages.get("/compare")
@pages.get("/compare.<suffix>")
@pages.get("/compare/<path:path>")
@kept(lambda: shelf().press, asked.only_differences)
def page(**_: str) -> Response | AnyResponse | str:
    """Whatever stands at an address of two books."""
    link = link_asked()
    if link is None:
        return astray()
    if link.kind == "word":
        return nothing_to_compare(link) if link.rest else pairs()
    left, right = (shelf().corpus.book(str(book)) for book in (link.book, link.other))
    if left.id == right.id:
        return itself(left, link.address)
    pairing = shelf().pairing(left.id, right.id)
    return overview(pairing) if link.address is None else law(pairing, link.address)


def pairs() -> Response | str:
    """Each two books that can stand side by side."""
    corpus = shelf().corpus
    found = list(combinations(corpus.books.values(), 2))
    if form() == "json":
        return jsonify(pairs_json(found))
    if form() != PAGE:
        return given(pairs_sheet(corpus, found, tongue()))
    counted = [(left, right, _accounts(shelf().pairing(left.id, right.id))) for left, right in found]
    return render_template("comparing/pairs.html", pairs=counted)


def overview(pairing: Pairing) -> Response | str:
    """All rows of two books as one picture and as one table, and what they come to."""
    corpus = shelf().corpus
    accounts = _accounts(pairing)
    if form() == "json":
        return jsonify(overview_json(pairing, accounts))
    if form() != PAGE:
        return given(overview_sheet(corpus, pairing, accounts, tongue()))
    laws = [(law_way(corpus, pairing, law), count(law, rows)) for law, rows in pairing.by_law.items()]
    picture = draw(corpus, pairing, tongue())
    names = {law: _name(pairing, law) for law in pairing.by_law}
    return render_template(
        "comparing/overview.html", pairing=pairing, accounts=accounts, laws=laws, names=names, picture=picture
    )


def law(pairing: Pairing, address: Address) -> Response | AnyResponse | str:
    """The rows of a law, open at the unit asked for."""
    corpus = shelf().corpus
    if pairing.home(address) is None:
        gone = withdrawn(pairing.left.id, address) or withdrawn(pairing.right.id, address)
        return gone or mended(pairing, address) or nowhere((pairing.left, pairing.right), address)
    if form() != PAGE:
        rows = [row for row in pairing.by_law.get(address.law, ()) if _inside(address, (*row.left, *row.right))]
        if form() == "json":
            return jsonify(rows_json(corpus, pairing, address, rows))
        return given(rows_sheet(corpus, pairing, address, rows, tongue()))
    spread = face(shelf().wordbook, pairing, address, tongue(), differences=bool(asked.only_differences()))
    return render_template("comparing/law.html", spread=spread)


def itself(book: Book, address: Address | None) -> Response:
    """A book beside itself: nothing to see, and what could stand beside it instead."""
    if form() != PAGE:
        raise NotFound("compare-itself", book=book.id)
    others = [other for other in shelf().corpus.books.values() if other.id != book.id]
    known = address if address is not None and book.has(address) else None
    place = None if known is None else cited(shelf().corpus, book, known)
    page = render_template("comparing/itself.html", book=book, others=others, address=known, place=place)
    return make_response(page, 404)


def nowhere(books: Sequence[Book], address: Address) -> Response:
    """An address that neither book has: which law they have of it, what is nearest, and what it is called."""
    if form() != PAGE:
        raise NotFound("compare-nowhere", text=str(address), books=", ".join(book.id for book in books))
    corpus = shelf().corpus
    held = any(address.law in book.by_number for book in books)
    near = [sign for book in books for sign in place_signs(corpus, resolve(corpus, str(address), book=book.id).nearest)]
    page = render_template(
        "comparing/nowhere.html",
        books=books,
        address=address,
        place=cited(corpus, books[0], address),
        law=Address(address.law) if held else None,
        foreign=address.law > LAST_LAW,
        near=near if held else [],
    )
    return make_response(page, 404)


def nothing_to_compare(link: links.Link) -> AnyResponse:
    """A path behind ``/compare`` that names no two books: mended where it is clear what is meant, else an error."""
    corpus = shelf().corpus
    steps = link.rest.rstrip("/").split("/")
    books = [_book_meant(step) for step in steps[:2]]
    unknown = next((step for step, book in zip(steps, books, strict=False) if book is None), None)
    if unknown is not None:
        raise NotFound("book-unknown", book=unknown[:80], known=", ".join(corpus.books))
    if len(steps) == 1:
        return redirect(links.page("compare"), 302)
    address = addresses.parse("/".join(steps[2:])) if steps[2:] else None
    left, right = (book.id for book in books if book)
    return redirect(onward(links.compare(left, right, address)), 302)


def mended(pairing: Pairing, address: Address) -> AnyResponse | None:
    """A permanent redirect to the one address of either book that is written so but for its case, the left one's
    first; None when there is none."""
    for book in map(pairing.book, SIDES):
        meant = shelf().places.get(links.unit(book.id, address).lower(), ())
        better = [found.address for place in meant if (found := links.read(place)).book == book.id]
        if len(better) == 1:
            place = links.compare(pairing.left.id, pairing.right.id, better[0])
            return redirect(onward(place), 301)
    return None


def astray() -> AnyResponse:
    """An address of nothing; a slash too many is taken away."""
    path = request.path.rstrip("/")
    if path != request.path and path:
        return redirect(quote(path) + query_asked(), 301)
    raise NotFound("page-unknown", path=request.path[:80])


def _accounts(pairing: Pairing) -> list[Account]:
    return [account(pairing, side) for side in SIDES]


def _name(pairing: Pairing, law: int) -> tuple[str, str] | None:
    """What a law is called by a book that has it, the left one if it does, and in which language."""
    book = next(book for book in map(pairing.book, SIDES) if law in book.by_number)
    name = shelf().corpus.law_name(book.id, law)
    return (name, book.language) if name else None


def _inside(address: Address, units: Sequence[Address]) -> bool:
    return any(address.contains(unit) for unit in units)


def _book_meant(step: str) -> Book | None:
    """The book of an id in any case, or the default book of a language."""
    corpus = shelf().corpus
    return corpus.books.get(step.lower()) or corpus.default_books.get(step.lower())

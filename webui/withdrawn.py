"""Addresses that were published here and are no more: 410, an honest page, and what has taken their place."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from flask import Response, current_app, make_response, render_template

from kb import links
from kb.address import Address
from kb.book import Book
from kb.corpus.succession import succession
from kb.messages import Message
from kb.references import Target
from webui.mishaps import Problem, machine, problem
from webui.negotiating import PAGE, form
from webui.paper import as_text, paragraph, refused
from webui.relations import Way, header
from webui.shelf import shelf, tongue
from webui.signposts import cited, place_signs

GONE = 410


class Successor(msgspec.Struct, frozen=True):
    """What has taken the place of something; a whole book has no address."""

    book: str
    address: str | None
    url: str


class Gone(Problem, frozen=True):
    """Why there is no answer any more (RFC 9457), and what has taken the place of what was asked for."""

    successors: list[Successor]


def withdrawn(book_id: str, *addresses: Address) -> Response | None:
    """The answer for addresses of a book one of which was withdrawn; None where none was."""
    corpus = shelf().corpus
    found = [(address, gone) for address in addresses if (gone := succession(corpus, book_id, address)) is not None]
    if not found:
        return None
    book = corpus.books.get(book_id)
    names = [f"{book_id}/{address}" if book is None else cited(corpus, book, address) for address, _ in found]
    targets = [Target(*place) for place in dict.fromkeys(place for _, gone in found for place in gone.successors)]
    reasons = [gone.why for _, gone in found if gone.why]
    return _gone(" ".join(names), [gone.reason(address) for address, gone in found], reasons, targets, ())


def withdrawn_book(book_id: str) -> Response | None:
    """The answer for a book all of whose addresses were withdrawn; None where it never was here."""
    corpus = shelf().corpus
    addresses = [address for book, address in corpus.withdrawn if book == book_id]
    if not addresses or book_id in corpus.books:
        return None
    found = (gone for address in addresses if (gone := succession(corpus, book_id, address)) is not None)
    books = dict.fromkeys(book for gone in found for book, _ in gone.successors)
    sentences = [Message("book-withdrawn", {"book": book_id})]
    return _gone(book_id, sentences, (), (), [corpus.book(book) for book in books])


def _gone(
    title: str,
    messages: Sequence[Message],
    reasons: Sequence[str],
    targets: Sequence[Target],
    books: Sequence[Book],
) -> Response:
    corpus = shelf().corpus
    places = [Successor(str(t.book), str(t.address), links.unit(str(t.book), t.address)) for t in targets]
    places += [Successor(book.id, None, links.book(book.id)) for book in books]
    sentences = [tongue().message(message) for message in messages]
    if form() == "json":
        said = " ".join(sentence.unescape() for sentence in sentences)
        told = problem(GONE, said, messages[0].code, messages[0].params)
        response = machine(Gone(**msgspec.structs.asdict(told), successors=places), GONE)
    elif form() == PAGE:
        page = render_template(
            "books/withdrawn.html",
            title=title,
            sentences=sentences,
            reasons=reasons,
            successors=place_signs(corpus, targets),
            books=books,
        )
        response = make_response(page, GONE)
    else:
        words = [*sentences, *reasons, *(each.url for each in places)]
        response = refused(as_text(map(paragraph, words)), GONE)
    if places:
        base = str(current_app.config["BASE_URL"])
        response.headers["Link"] = header((Way("successor-version", each.url) for each in places), base)
    return response

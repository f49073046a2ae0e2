"""Addresses of nothing: mended where only one thing can be meant, else a page that helps on.

A page for what is not there says what it is called, which other book has it, and how to bring the text in.
"""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.address import Address
from kb.book import Book
from kb.errors import NotFound
from kb.resolving import resolve
from webui.shelf import shelf
from webui.signposts import cited, elsewhere, place_signs

FORMS = ("", "json", "txt")
"""The forms in which an address of a book is given out; the page itself is the empty one."""


def mended(path: str) -> AnyResponse | None:
    """A permanent redirect to the one address meant by a path in the wrong case or with a slash too many; None
    when there is no such address, or more than one."""
    bare, dot, suffix = path.rpartition(".")
    if not dot or suffix.lower() not in FORMS:
        bare, suffix = path, ""
    meant = shelf().places.get(bare.rstrip("/").lower(), ())
    better = [links.with_suffix(place, suffix.lower()) if suffix else place for place in meant]
    return redirect(better[0], 301) if len(better) == 1 and better[0] != path else None


def lacking_law(book: Book, address: Address, suffix: str) -> Response:
    """The page of a law that this book lacks; for a machine, the error."""
    if suffix:
        raise NotFound("provision-unknown", book=book.id, address=str(address))
    corpus = shelf().corpus
    page = render_template(
        "books/lacking_law.html",
        book=book,
        address=address,
        citation=cited(corpus, book, address),
        law=cited(corpus, book, Address(address.law)),
        name=corpus.law_name(book.id, address.law),
        elsewhere=elsewhere(corpus, address.law, book.id),
    )
    return make_response(page, 404)


def lacking_unit(book: Book, address: Address, suffix: str) -> Response:
    """The page of a provision or note that its law lacks: where it stands here, if the editions moved it, else what
    is nearest; for a machine, the error."""
    if suffix:
        raise NotFound("provision-unknown", book=book.id, address=str(address))
    corpus = shelf().corpus
    led = resolve(corpus, str(address), book=book.id)
    page = render_template(
        "books/lacking_unit.html",
        book=book,
        citation=cited(corpus, book, address),
        reason=led.reason,
        moved=place_signs(corpus, led.targets),
        near=place_signs(corpus, led.nearest),
    )
    return make_response(page, 404)

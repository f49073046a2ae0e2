"""Addresses of nothing: mended where only one thing can be meant, else a page that helps on.

A page for what is not there says what it is called, which other book has it, and how to bring the text in.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, make_response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.address import Address
from kb.book import Book
from kb.errors import NotFound
from kb.resolving import resolve
from webui.negotiating import PAGE, form, query_asked
from webui.shelf import shelf
from webui.signposts import cited, elsewhere, place_signs


def mended(path: str) -> AnyResponse | None:
    """A permanent redirect to the one address meant by a path in the wrong case or with a slash too many, with its
    suffix and its query; None when there is no such address, or more than one."""
    bare, dot, named = path.rpartition(".")
    if not dot or named.lower() not in links.SUFFIXES:
        bare, named = path, ""
    meant = {better for better in _meant(bare.rstrip("/")) if better}
    better = [links.with_suffix(place, named.lower()) if named else place for place in meant]
    return redirect(better[0] + query_asked(), 301) if len(better) == 1 and better[0] != path else None


def _meant(path: str) -> Iterator[str]:
    """The places whose paths read so but for their case; of siblings, by both their ends."""
    places = shelf().places
    yield from places.get(path.lower(), ())
    above, _, ends = path.rpartition("/")
    first, dash, last = ends.partition("-")
    if not dash:
        return
    for one in places.get(f"{above}/{first}".lower(), ()):
        for other in places.get(f"{above}/{last}".lower(), ()):
            yield from _span(one, other)


def _span(first: str, last: str) -> Iterator[str]:
    one, other = links.read(first), links.read(last)
    if one.book == other.book is not None and one.address and other.address and one.address < other.address:
        yield links.span(str(one.book), one.address, other.address)


def lacking_law(book: Book, address: Address) -> Response:
    """The page of a law that this book lacks; for a machine, the error."""
    if form() != PAGE:
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


def lacking_unit(book: Book, address: Address) -> Response:
    """The page of a provision or note that its law lacks: where it stands here, if the editions moved it, else what
    is nearest; for a machine, the error."""
    if form() != PAGE:
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

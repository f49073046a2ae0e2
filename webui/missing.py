"""Addresses of nothing: mended where only one thing can be meant, else a page that helps on.

A page for what is not there says what it is called, which other book has it, and how to bring the text in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from flask import Response, current_app, make_response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.address import Address
from kb.book import Book
from kb.export.records import Json
from kb.messages import Message
from kb.references import Target
from kb.resolving import resolve
from webui.machines import units_json, units_text
from webui.mishaps import MISHAPS, Problem, advice, machine, problem
from webui.negotiating import PAGE, form, query_asked
from webui.paper import refused
from webui.shelf import shelf, tongue
from webui.signposts import cited, elsewhere, place_signs
from webui.standins import StandIn, shown, stand_ins


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
    """The page of a law that this book lacks, with what another book says there; for a machine, the same as an
    error."""
    corpus = shelf().corpus
    instead = stand_ins(corpus, book, address, tongue().code)
    if form() != PAGE:
        return _told(Message("provision-unknown", {"book": book.id, "address": str(address)}), instead)
    page = render_template(
        "books/lacking_law.html",
        book=book,
        address=address,
        citation=cited(corpus, book, address),
        law=cited(corpus, book, Address(address.law)),
        name=corpus.law_name(book.id, address.law),
        elsewhere=elsewhere(corpus, address.law, book.id),
        instead=shown(corpus, instead[0], tongue()) if instead else None,
    )
    return make_response(page, 404)


def lacking_unit(book: Book, address: Address) -> Response:
    """The page of a provision or note that its law lacks: where it stands here, if the editions moved it, else what
    is nearest, and what another book has at this address; for a machine, the same as an error."""
    corpus = shelf().corpus
    led = resolve(corpus, str(address), book=book.id)
    instead = [one for one in stand_ins(corpus, book, address, tongue().code) if one.exact or one.reason]
    if form() != PAGE:
        message = led.reason or Message("provision-unknown", {"book": book.id, "address": str(address)})
        return _told(message, instead, led.targets or led.nearest)
    page = render_template(
        "books/lacking_unit.html",
        book=book,
        citation=cited(corpus, book, address),
        reason=led.reason,
        moved=place_signs(corpus, led.targets),
        near=place_signs(corpus, led.nearest),
        instead=shown(corpus, instead[0], tongue()) if instead and not led.targets else None,
    )
    return make_response(page, 404)


class Near(msgspec.Struct, frozen=True):
    """Something near to what was asked for."""

    book: str
    address: str
    url: str


class Lacking(Problem, frozen=True):
    """Why there is no answer (RFC 9457), what is near, and what other books say there: as of a law or provision, with
    whether the address is the same and, where an edition moved it, why."""

    nearest: list[Near]
    elsewhere: list[Json]


def _told(message: Message, instead: Sequence[StandIn], near: Sequence[Target] = ()) -> Response:
    """The error for a machine."""
    corpus = shelf().corpus
    sentence = tongue().said(message)
    if form() != "json":
        base = str(current_app.config["BASE_URL"])
        texts = (units_text(corpus, one.book, one.addresses, tongue().said) for one in instead)
        ways = [f"{sign.text} {base}{sign.href}" for sign, _ in place_signs(corpus, near)]
        onward = ways or ([] if instead else [advice(MISHAPS[404])])
        return refused("\n".join([*(f"{line}\n" for line in (sentence, *onward)), *texts]), 404)
    nearest = [Near(str(t.book), str(t.address), links.unit(str(t.book), t.address)) for t in near]
    other = [
        {
            "exact": one.exact,
            "reason": None if one.reason is None else tongue().said(one.reason),
            **units_json(corpus, one.book, one.in_one_law),
        }
        for one in instead
    ]
    told = msgspec.structs.asdict(problem(404, sentence, message.code, message.params))
    return machine(Lacking(**told, nearest=nearest, elsewhere=other), 404)

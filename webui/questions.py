"""Questions: where a citation leads, and what a search finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.book import Book
from kb.citations import read
from kb.errors import WrongCall
from kb.references import Target
from kb.resolving import Resolution, resolve
from kb.search import Answer
from kb.search.facets import narrowed
from webui import asked
from webui.api.questions import leading
from webui.asked import Standpoint
from webui.narrowing import Narrow, book_switches, choice, facets
from webui.negotiating import PAGE, form
from webui.press import printed
from webui.records import as_json
from webui.results import grouped
from webui.shelf import shelf, tongue
from webui.signposts import Signpost, place_signs
from webui.situations import Entry, told

pages = Blueprint("questions", __name__)

PER_PAGE: Final = 20


TOLD: Final = 3
"""Situations that are shown beside other results."""


@dataclass(frozen=True, slots=True)
class Help:
    """What may help where nothing was found: the same in all books or without quotes (the way there, how many), words
    that look like those asked for, situations that have them."""

    all_books: tuple[str, int] | None
    unquoted: tuple[str, int] | None
    terms: Sequence[Signpost]
    situations: Sequence[Entry]


@pages.get("/r")
@pages.get("/r.<suffix>")
def resolver(**_: str) -> Response | AnyResponse:
    """Where a citation leads: there at once, a choice, or the reason why nowhere."""
    text = asked.question()
    if not text and form() != PAGE:
        raise WrongCall("question-missing", mark="?q=", example=links.resolver("64A2"))
    if not text:
        return make_response(render_template("questions/nothing.html", text="", resolution=None, near=[]), 400)
    return _led(text, resolved(text, asked.standpoint()))


def follow(text: str, book: str | None = None) -> Response | AnyResponse:
    """The short form of an address as people say it (``/54b2``), perhaps behind its book: the same as the resolver."""
    if form() != PAGE:
        said = request.args.to_dict(flat=False) | {"q": [text]} | ({} if book is None else {"book": [book]})
        return redirect(f"{links.with_suffix(links.page('r'), form())}?{urlencode(said, doseq=True)}", 302)
    here = asked.standpoint()
    return _led(text, resolved(text, here if book is None else replace(here, book=book)))


@pages.get("/search")
@pages.get("/search.<suffix>")
def search(**_: str) -> Response | AnyResponse:
    """Results, best first; a citation goes straight to its provision."""
    text, books, page = asked.question(), asked.books(), asked.page()
    if form() == "json":
        return printed(jsonify(_json(_answered(text, books, page))), once=True).answer()
    led, whole = _cited(text, Standpoint(asked.language(), books[0] if len(books) == 1 else None, None))
    if led is not None and whole and led.status == "one" and not led.moved:
        return redirect(_way(led.targets[0]), 302)
    narrow = Narrow(text, asked.language() or "", books, choice())
    shown = render_template(
        "questions/search.html",
        narrow=narrow,
        page=page,
        led=led,
        meant=[] if led is None else _signs(led.targets),
        near=[] if led is None else _signs(led.nearest),
        **(_results(narrow, page) if text else {"answer": None, "books": book_switches(narrow)}),
    )
    return printed(make_response(shown), once=True).answer()  # packed for the bad line of a hall


def _results(narrow: Narrow, page: int) -> Mapping[str, Any]:
    """What the page of results shows of an answer. Words may be in any language; of two units that say the same, the
    one in the reader's language is listed."""
    chosen = tuple(sorted(narrow.books))
    answer = _whole(narrow, chosen)
    hits = narrowed(answer, shelf().parts, narrow.choice)
    told_all = list(told(answer.situations)) if narrow.choice.situations else []
    alone = narrow.choice.kinds == ("situation",)
    switches = facets(narrow, answer, lambda book: answer if chosen == (book,) else _whole(narrow, (book,)))
    return {
        "answer": answer,
        "total": len(hits),
        "pages": -(-len(hits) // PER_PAGE),
        "groups": grouped(hits[(page - 1) * PER_PAGE : page * PER_PAGE]),
        "told": told_all if alone else told_all[:TOLD] if page == 1 else [],
        "facets": switches,
        "books": switches.books,
        "help": None if answer.total or answer.situations else _help(narrow),
    }


def _whole(narrow: Narrow, books: tuple[str, ...]) -> Answer:
    return shelf().answering(narrow.text, narrow.language or tongue().code, books)


def _help(narrow: Narrow) -> Help:
    """What to try where nothing was found."""
    code, offers = tongue().code, shelf().suggesting
    everywhere = _whole(narrow, ()).total if narrow.books else 0
    plain = narrow.text.replace('"', " ").replace("“", " ").replace("”", " ")
    without = _whole(replace(narrow, text=" ".join(plain.split())), tuple(sorted(narrow.books)))
    return Help(
        (narrow.link(books=()), everywhere) if everywhere else None,
        (links.search(without.query, books=narrow.books), without.total) if without.total else None,
        [
            Signpost(links.search(term.text, books=narrow.books), term.text, term.language)
            for term in offers.near_terms(narrow.text)
        ],
        list(told(offers.situations(narrow.text, code, TOLD))),
    )


def resolved(text: str, here: Standpoint) -> Resolution:
    """The answer to a citation from where the reader stands. Who names neither language nor book gets the book
    of the page's language, else the only book that has it, else the choice."""
    corpus = shelf().corpus
    if here.language is None and here.book is None and tongue().code in corpus.default_books:
        own = resolve(corpus, text, language=tongue().code, at=here.at)
        if own.status == "one":
            return own
    return resolve(corpus, text, language=here.language, book=here.book, at=here.at)


def _cited(text: str, here: Standpoint) -> tuple[Resolution | None, bool]:
    """Where the citations among the words lead (None where there are none, or they lead nowhere and words stand
    beside them), and whether the whole question was one."""
    reading = read(text, shelf().corpus.languages.values())
    if not reading.citations:
        return None, False
    led = resolved(text, here)
    return (led if reading.whole or led.targets else None), reading.whole


def _led(text: str, resolution: Resolution) -> Response | AnyResponse:
    if form() != PAGE:
        status = {"one": 200, "several": 300, "none": 404}[resolution.status]
        told = as_json(leading(shelf().corpus, text, resolution))
        return Response(told, status, content_type="application/json")
    if resolution.status == "one" and not resolution.moved:
        return redirect(_way(resolution.targets[0]), 302)
    if resolution.targets:
        page = render_template(
            "questions/several.html", text=text, resolution=resolution, targets=_signs(resolution.targets)
        )
        return make_response(page, 300)
    near = _signs(resolution.nearest)
    return make_response(render_template("questions/nothing.html", text=text, resolution=resolution, near=near), 404)


def _way(target: Target) -> str:
    return links.unit(str(target.book), target.address)


def _signs(targets: Sequence[Target]) -> list[tuple[Signpost, Book]]:
    return place_signs(shelf().corpus, targets)


def _answered(text: str, books: Sequence[str], page: int) -> Answer:
    offset = (page - 1) * PER_PAGE
    search_in = shelf().engine.search
    return search_in(text, language=asked.language(), books=books or None, limit=PER_PAGE, offset=offset)


def _json(answer: Answer) -> dict[str, Any]:
    corpus = shelf().corpus
    results = [
        {
            "book": hit.book,
            "address": str(hit.address),
            "url": links.unit(hit.book, hit.address),
            "heading": corpus.book(hit.book).heading_path(hit.address)[-1][1],
            "snippet": hit.snippet,
            "score": hit.score,
        }
        for hit in answer.hits
    ]
    remarks = [str(remark) for remark in answer.remarks]
    return {
        "query": answer.query,
        "total": answer.total,
        "results": results,
        "situations": list(answer.situations),
        "remarks": remarks,
    }

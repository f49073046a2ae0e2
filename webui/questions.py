"""Questions: where a citation leads, and what a search finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.book import Book
from kb.citations import read
from kb.references import Target
from kb.resolving import Resolution, resolve
from kb.search import Answer, Hit
from webui import asked
from webui.asked import Standpoint
from webui.markup import marked
from webui.shelf import shelf, tongue
from webui.signposts import Signpost, place_signs, unit_sign

pages = Blueprint("questions", __name__)

PER_PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class Found:
    """A hit as printed: the way there, the units it stands in, and the words that answer."""

    place: Signpost
    chain: Sequence[Signpost]
    book: Book
    snippet: Markup
    hit: Hit


@pages.get("/r")
def resolver() -> Response | AnyResponse:
    """Where a citation leads: there at once, a choice, or the reason why nowhere."""
    text = asked.question()
    if not text:
        return make_response(render_template("questions/nothing.html", text="", resolution=None, near=[]), 400)
    return _led(text, resolved(text, asked.standpoint()))


def follow(text: str) -> Response | AnyResponse:
    """The short form of an address as people say it (``/54b2``): the same as the resolver."""
    return _led(text, resolved(text, asked.standpoint()))


@pages.get("/search")
@pages.get("/search.<suffix>")
def search(suffix: str = "") -> Response | AnyResponse | str:
    """Results, best first; a citation goes straight to its provision."""
    text, books, page = asked.question(), asked.books(), asked.page()
    if suffix == "json":
        return jsonify(_json(_answered(text, books, page)))
    led, whole = _cited(text, Standpoint(asked.language(), books[0] if len(books) == 1 else None, None))
    if led is not None and whole and led.status == "one" and not led.moved:
        return redirect(_way(led.targets[0]), 302)
    answer = _answered(text, books, page) if text else None
    return render_template(
        "questions/search.html",
        text=text,
        chosen=books,
        language=asked.language(),
        page=page,
        pages=0 if answer is None else -(-answer.total // PER_PAGE),
        answer=answer,
        found=[] if answer is None else [_found(hit) for hit in answer.hits],
        led=led,
        meant=[] if led is None else _signs(led.targets),
        near=[] if led is None else _signs(led.nearest),
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


def _found(hit: Hit) -> Found:
    corpus = shelf().corpus
    book = corpus.book(hit.book)
    chain = [unit_sign(corpus, book, step) for step in hit.address.ancestors if book.has(step)]
    return Found(unit_sign(corpus, book, hit.address), chain, book, _excerpt(book, hit), hit)


def _excerpt(book: Book, hit: Hit) -> Markup:
    """The words that answer, with dots where the text goes on before and behind them."""
    unit = book.units.get(hit.address)
    before, found, behind = unit.text.partition(hit.snippet) if unit and hit.snippet else ("", "", "")
    dots = ("… " if before else "", " …" if found and behind else "")
    return Markup("{}{}{}").format(dots[0] if found else "", marked(hit.snippet, hit.marks), dots[1])


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

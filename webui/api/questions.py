"""Search, suggestions while typing, and where a citation leads."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from kb import address as addresses
from kb import links
from kb.corpus import Corpus
from kb.messages import Message
from kb.resolving import Resolution
from kb.resolving import resolve as look_up
from kb.search import Hit
from kb.search.suggesting import Kind, Suggestion
from webui.api.endpoint import Question, endpoint
from webui.api.paging import FURTHEST, Paged, bounds
from webui.api.shapes import Place, PlaceInBook, Sentence, place, spot
from webui.api.writing import url
from webui.shelf import shelf, tongue

MOST_HITS: Final = 100
"""Results of one answer."""

Spoken = Annotated[str | None, Meta(description="The language of the question; it filters nothing.")]


class Searched(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to search for."""

    q: Annotated[Question, Meta(description="A citation, or words in any of the languages.")]
    lang: Spoken = None
    book: Annotated[tuple[str, ...], Meta(description="Only these books; may be given several times.")] = ()
    limit: Annotated[int, Meta(ge=1, le=MOST_HITS)] = 20
    offset: Annotated[int, Meta(ge=0, le=FURTHEST)] = 0


class Result(msgspec.Struct, frozen=True):
    """A provision or note that answers. marks are the spans of the snippet that answer, in code points."""

    book: str
    address: str
    url: str
    heading: str | None
    snippet: str
    marks: list[tuple[int, int]]
    score: float
    why: list[Sentence]
    partners: list[Place]


class Results(Paged, frozen=True):
    """What a search finds, best first. meant is another spelling that was looked for; situations are by slug."""

    query: str
    results: list[Result]
    situations: list[str]
    meant: str | None
    remarks: list[Sentence]


@endpoint(
    "GET",
    "search",
    "Provisions and notes that answer a question.",
    Results,
    asks=Searched,
    errors=(404,),
    leads={"unit-text": {"book": "/results/0/book", "address": "/results/0/address"}},
)
def search(asked: Searched) -> Results:
    """Search the books."""
    corpus = shelf().corpus
    language = _language(corpus, asked.lang)
    chosen = [corpus.book(book).id for book in dict.fromkeys(asked.book)]
    words = _words(asked.q)
    found = shelf().engine.search(
        words, language=language, books=chosen or None, limit=asked.limit, offset=asked.offset
    )
    return Results(
        query=words,
        results=[_result(corpus, hit) for hit in found.hits],
        situations=list(found.situations),
        meant=found.meant,
        remarks=[_said(remark) for remark in found.remarks],
        **bounds(found.total, asked.limit, asked.offset),
    )


class Typed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was typed so far."""

    q: Question
    lang: Spoken = None


class Offer(msgspec.Struct, frozen=True):
    """Something that begins as was typed; it leads to a unit (book, address), or to what has the id."""

    kind: Kind
    text: str
    language: str
    url: str
    book: str | None
    address: str | None
    id: str | None


class Offers(msgspec.Struct, frozen=True):
    """Suggestions, kind by kind."""

    query: str
    suggestions: list[Offer]


@endpoint("GET", "suggest", "What begins as somebody types it.", Offers, asks=Typed, errors=(404,))
def suggest(asked: Typed) -> Offers:
    """Addresses, situations, terms and headings."""
    words = _words(asked.q)
    found = shelf().suggesting.suggest(words, _language(shelf().corpus, asked.lang))
    return Offers(words, [_offer(one) for one in found])


class Pointed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A citation, as somebody types it, and from where."""

    q: Annotated[Question, Meta(description="A citation in any spelling: 64a2, §64A2, Law 64 A 2.")]
    lang: Annotated[str | None, Meta(description="The language that it is written in.")] = None
    book: Annotated[str | None, Meta(description="The book that is meant.")] = None
    at: Annotated[PlaceInBook | None, Meta(description="Where relative citations are read from.")] = msgspec.field(
        name="from", default=None
    )


class Led(msgspec.Struct, frozen=True):
    """Where a citation leads. moved: by the concordance of editions; the reason then says from where and why."""

    query: str
    status: Literal["one", "several", "none"]
    targets: list[Place]
    reason: Sentence | None
    reason_code: str | None
    nearest: list[Place]
    moved: bool


@endpoint(
    "GET",
    "resolve",
    "Where a citation leads: one place, several, or none.",
    Led,
    asks=Pointed,
    errors=(404,),
    leads={"unit-text": {"book": "/targets/0/book", "address": "/targets/0/address"}},
)
def resolve(asked: Pointed) -> Led:
    """Resolve a citation; that it leads nowhere is an answer, with the reason and what is nearest."""
    corpus = shelf().corpus
    words = _words(asked.q)
    at = None if asked.at is None else addresses.parse(asked.at)
    return leading(corpus, words, look_up(corpus, words, language=asked.lang, book=asked.book, at=at))


def leading(corpus: Corpus, words: str, found: Resolution) -> Led:
    """The record of where a citation leads."""
    return Led(
        words,
        found.status,
        [place(target, corpus) for target in found.targets],
        None if found.reason is None else _said(found.reason),
        None if found.reason is None else found.reason.code,
        [place(target, corpus) for target in found.nearest],
        found.moved,
    )


def _result(corpus: Corpus, hit: Hit) -> Result:
    return Result(
        hit.book,
        str(hit.address),
        url(links.unit(hit.book, hit.address)),
        corpus.book(hit.book).heading_path(hit.address)[-1][1],
        hit.snippet,
        list(hit.marks),
        hit.score,
        [_said(reason) for reason in hit.why],
        [spot(book, address) for book, address in hit.partners],
    )


def _offer(one: Suggestion) -> Offer:
    if one.address is not None:
        path, text = links.unit(one.book, one.address), one.text or one.address.compact
        return Offer(one.kind, text, one.language, url(path), one.book, str(one.address), None)
    path = links.situations(one.id) if one.kind == "situation" else links.terms(one.id)
    return Offer(one.kind, one.text, one.language, url(path), None, None, one.id)


def _language(corpus: Corpus, code: str | None) -> str | None:
    return None if code is None else corpus.language(code).code


def _words(question: str) -> str:
    """A question without what is no text in it: control characters count as blanks."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in question).split())


def _said(message: Message) -> str:
    return tongue().message(message).unescape()

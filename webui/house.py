"""The house itself: what stands on the shelf and whose it is, the site's own files, and whether it is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from mimetypes import guess_type
from typing import Final

from flask import Blueprint, Response, jsonify, make_response, render_template

from kb.book import Book, Finding
from kb.corpus import Corpus, Imprint
from kb.errors import NotFound
from kb.references import Status
from webui.files import FILES, FOREVER, VERSION
from webui.press import REVALIDATE, kept
from webui.shelf import shelf

pages = Blueprint("house", __name__)

STATUSES: Final[Sequence[Status]] = ("ok", "outside-corpus", "no-such-provision", "ambiguous", "foreign")


@dataclass(frozen=True, slots=True)
class Account:
    """A book in numbers: labels counted once each, references by where they lead, and what was odd."""

    book: Book
    imprint: Imprint | None
    laws: int
    provisions: int
    inferred: int
    notes: int
    parts: int
    references: Sequence[tuple[Status, int]]
    findings: Sequence[Finding]


def account(corpus: Corpus, book: Book) -> Account:
    """Count a book."""
    units = [unit for law in book.laws for unit in law.provisions if unit.address.depth]
    statuses = Counter(
        reference.status
        for (book_id, _), references in corpus.references.items()
        if book_id == book.id
        for reference in references
    )
    return Account(
        book=book,
        imprint=corpus.imprints.get(book.id),
        laws=len(book.laws),
        provisions=len(units),
        inferred=sum(unit.label == "inferred" for unit in units),
        notes=sum(len(law.notes) for law in book.laws),
        parts=len({law.part for law in book.laws if law.part}),
        references=[(status, statuses[status]) for status in STATUSES if statuses[status]],
        findings=book.findings,
    )


@pages.get("/about")
@kept(lambda: shelf().press)
def about() -> str:
    """What is here: books and editions, counted; findings; rights."""
    corpus = shelf().corpus
    accounts = [account(corpus, book) for book in corpus.books.values()]
    return render_template("house/about.html", accounts=accounts)


@pages.get("/healthz")
def health() -> Response:
    """Whether the site answers, for those who watch it."""
    books = {book.id: len(book.laws) for book in shelf().corpus.books.values()}
    response = jsonify(status="ok", books=books)
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/static/<version>/<path:name>")
@kept(lambda: shelf().press)
def file(version: str, name: str) -> Response:
    """A style sheet or script of the site; ``version`` keeps one build's files apart from the next one's."""
    if name not in FILES:
        raise NotFound("page-unknown", path=f"/static/{version}/{name}"[:80])
    response = make_response(FILES[name])
    response.content_type = guess_type(name)[0] or "application/octet-stream"
    response.headers["Cache-Control"] = FOREVER if version == VERSION else REVALIDATE
    return response

"""Narrowing results: books, parts and kinds as switches that are plain links, each with what it would give.

A switch keeps the question and everything else that was chosen. Books are all on until one is switched off; of parts
and kinds, none chosen means all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import request

from kb import links
from kb.book import Book
from kb.messages import N_
from kb.search import Answer
from kb.search.facets import KINDS, Choice, Kind, counted, narrowed
from webui.shelf import shelf, tongue

KIND_NAMES: Final[Mapping[Kind, str]] = {
    "law": N_("Law text"),
    "note": N_("Notes"),
    "situation": N_("Situations"),
}

FEW: Final = 2
"""Values that a facet must have to be worth a place on the page."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One value of a facet: what it is called, in which language, how many results it gives, whether it is on, and
    the way to the results with it turned; no way where turning it would leave nothing to choose from."""

    name: str
    language: str
    count: int
    on: bool
    href: str | None


@dataclass(frozen=True, slots=True)
class Facets:
    """All switches of a page of results; a facet with nothing to choose is empty."""

    books: Sequence[Switch]
    parts: Sequence[Switch]
    kinds: Sequence[Switch]
    everything: str | None
    """The way to the results with no part and no kind chosen, where some are."""


@dataclass(frozen=True, slots=True)
class Narrow:
    """What a reader asks and has chosen. ``books`` is empty for all of them."""

    text: str
    language: str
    books: Sequence[str]
    choice: Choice

    def link(
        self,
        *,
        books: Collection[str] | None = None,
        parts: Collection[str] | None = None,
        kinds: Collection[str] | None = None,
        page: int = 1,
    ) -> str:
        """The way to the same question, with some of what is chosen changed."""
        return links.search(
            self.text,
            language=self.language,
            books=self.books if books is None else books,
            parts=self.choice.parts if parts is None else parts,
            kinds=self.choice.kinds if kinds is None else kinds,
            page=page,
        )

    def link_to(self, text: str) -> str:
        """The way to another question, asked of the same books."""
        return links.search(text, language=self.language, books=self.books)


def choice() -> Choice:
    """The parts and kinds that the address names; what there is not is passed over."""
    parts = dict.fromkeys(part for part in request.args.getlist("part") if part in shelf().parts.known)
    asked = request.args.getlist("kind")
    return Choice(tuple(parts), tuple(kind for kind in KINDS if kind in asked))


def facets(asked: Narrow, answer: Answer, of_book: Callable[[str], Answer]) -> Facets:
    """The switches for an answer to a question; ``of_book`` answers it from one book alone."""
    counts = counted(answer, shelf().parts, asked.choice)
    known = shelf().parts.known
    values = [part for part in known.values() if counts.parts.get(part.value) or part.value in asked.choice.parts]
    parts = [
        Switch(
            part.title or tongue().text(N_("Other laws")),
            part.language or tongue().code,
            counts.parts.get(part.value, 0),
            part.value in asked.choice.parts,
            asked.link(parts=_turned(part.value, asked.choice.parts)),
        )
        for part in values
    ]
    kinds = [
        Switch(
            tongue().text(KIND_NAMES[kind]),
            tongue().code,
            counts.kinds.get(kind, 0),
            kind in asked.choice.kinds,
            asked.link(kinds=_turned(kind, asked.choice.kinds)),
        )
        for kind in KINDS
        if counts.kinds.get(kind) or kind in asked.choice.kinds
    ]
    chosen = bool(asked.choice.parts or asked.choice.kinds)
    return Facets(
        book_switches(asked, of_book),
        parts if len(parts) >= FEW or asked.choice.parts else [],
        kinds if len(kinds) >= FEW or asked.choice.kinds else [],
        asked.link(parts=(), kinds=()) if chosen else None,
    )


def book_switches(asked: Narrow, of_book: Callable[[str], Answer] | None = None) -> list[Switch]:
    """The switches of the books; without ``of_book`` nothing is counted."""
    books = list(shelf().corpus.books.values())
    if len(books) < FEW:
        return []
    on = asked.books or [book.id for book in books]

    def count(book: Book) -> int:
        if of_book is None:
            return 0
        return len(narrowed(of_book(book.id), shelf().parts, asked.choice))

    return [
        Switch(_called(book), book.language, count(book), book.id in on, _book_link(asked, book.id, on, len(books)))
        for book in books
    ]


def _book_link(asked: Narrow, book: str, on: Sequence[str], all_books: int) -> str | None:
    turned = _turned(book, on)
    if not turned:
        return None
    return asked.link(books=() if len(turned) == all_books else turned)


def _turned(value: str, chosen: Sequence[str]) -> list[str]:
    """What is chosen when a switch is turned."""
    return [other for other in chosen if other != value] if value in chosen else [*chosen, value]


def _called(book: Book) -> str:
    return f"{shelf().corpus.language(book.language).name} {book.edition}"

"""What a reader asks for in the query of an address, read with its limits."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import current_app, request
from werkzeug.exceptions import RequestURITooLarge

from kb import address as addresses
from kb import links
from kb.address import Address
from kb.errors import WrongCall
from webui.shelf import shelf

LONGEST: Final = 1000
"""Characters of a question; nobody types more, and an engine cuts long before."""

LAST_PAGE: Final = 500
"""Pages of results that can be asked for; there are fewer in any book of laws."""


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where a reader stands: the language of the question, the book, the unit; None for what was not said."""

    language: str | None
    book: str | None
    at: Address | None


def question(name: str = "q") -> str:
    """The text of a parameter, without blanks around it; empty when it is missing.

    Raises :class:`WrongCall` (``question-unreadable``) where it holds control characters, and 414 where it is
    longer than :data:`LONGEST`.
    """
    text = request.args.get(name, "")
    if len(text) > LONGEST:
        raise RequestURITooLarge
    if any(unicodedata.category(sign) in {"Cc", "Cs", "Cn"} and sign not in "\t\n\r" for sign in text):
        raise WrongCall("question-unreadable")
    return " ".join(text.split())


def books() -> list[str]:
    """The ids of the books to search; empty for all of them. Raises NotFound for one that is not here."""
    chosen = [book_id for book_id in request.args.getlist("book") if book_id]
    return [shelf().corpus.book(book_id).id for book_id in dict.fromkeys(chosen)]


def language() -> str | None:
    """The language of the question. Raises NotFound for one that is not here."""
    code = request.args.get("lang", "")
    return shelf().corpus.language(code).code if code else None


def standpoint() -> Standpoint:
    """Where the reader stands, from ``lang``, ``book`` and ``from``; the last may be an address, alone or behind its
    book, or a path or the whole address of a page of ours."""
    chosen = books()
    book = chosen[0] if chosen else None
    origin = question("from")
    if not origin:
        return Standpoint(language(), book, None)
    if origin[:1].isdigit():
        return Standpoint(language(), book, addresses.parse(origin))
    base = str(current_app.config["BASE_URL"])
    link = links.read(origin if origin.startswith("/") or (base and origin.startswith(base)) else f"/{origin}", base)
    return Standpoint(language(), book or (link.book and shelf().corpus.book(link.book).id), link.address)


def only_differences() -> Mapping[str, str]:
    """What counts of the query where two books stand side by side: whether to leave out the rows that say the same."""
    return {"only": "differences"} if request.args.get("only") == "differences" else {}


def page() -> int:
    """The page of results, from 1; whatever is no number counts as the first."""
    number = request.args.get("page", "")
    return min(max(int(number), 1), LAST_PAGE) if number.isascii() and number.isdigit() and len(number) < 6 else 1

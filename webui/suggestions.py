"""Suggestions while somebody types, for the script of the search boxes: in a few milliseconds, in groups."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from flask import Blueprint, Response, jsonify

from kb import links
from kb.messages import N_
from kb.search.suggesting import Kind, Suggestion
from webui import asked
from webui.shelf import shelf, tongue
from webui.signposts import cited, edition_name
from webui.trails import trail

pages = Blueprint("suggestions", __name__)

GROUPS: Final[Mapping[Kind, str]] = {
    "address": N_("Provisions"),
    "situation": N_("Situations"),
    "term": N_("Terms"),
    "heading": N_("Headings"),
}

NONE: Final = N_("No suggestions")

FRESH: Final = "private, max-age=600"
"""The same beginning gives the same until the books change; a typist types it again within minutes."""


@pages.get("/suggest")
def suggest() -> Response:
    """What begins as ``q`` says, by kind, in the language of the page; ``said`` counts it for those who listen."""
    found = shelf().suggesting.suggest(asked.question(), tongue().code)
    groups = [
        {"name": tongue().text(GROUPS[kind]), "items": [placed(one) for one in ones]}
        for kind, ones in groupby(found, key=lambda one: one.kind)
    ]
    ngettext = tongue().plural
    said = ngettext("{count} suggestion", "{count} suggestions", len(found)) if found else tongue().text(NONE)
    response = jsonify(said=said, groups=groups)
    response.headers["Cache-Control"] = FRESH
    return response


def placed(one: Suggestion) -> dict[str, Any]:
    """A suggestion: where it leads, its words, ``more`` beside them, and the book that it is from."""
    corpus = shelf().corpus
    if one.kind == "situation":
        return {"href": links.situations(one.id), "text": one.text, "lang": one.language}
    if one.kind == "term":
        term = corpus.terms.by_id[one.id]
        code = tongue().code
        word = term.word(code) or term.english
        more = {} if word == one.text else {"more": word, "moreLang": code if term.word(code) else "en"}
        return {"href": links.terms(one.id), "text": one.text, "lang": one.language, **more}
    book, address = corpus.book(one.book), one.address
    assert address is not None  # noqa: S101 - a suggestion of a book has an address
    names = [step.name for step in trail(corpus, book, address) if step.name]
    return {
        "href": links.unit(book.id, address),
        "text": cited(corpus, book, address),
        "lang": book.language,
        "more": one.text or " › ".join(names),
        "moreLang": book.language,
        "book": edition_name(corpus, book),
    }

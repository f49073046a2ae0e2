"""What other sites show in place of a link to one of our pages, by oEmbed 1.0.

A law text comes as a quotation with its citation, edition and address (``rich``; no script, no frame), anything else as
a link with a title. Only our own addresses are answered for.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, g, jsonify, request
from markupsafe import Markup

from kb import links
from kb.book import Book
from kb.errors import NotFound, WrongCall
from kb.links import Link
from kb.messages import Message
from webui.cards import SITE_NAME, Card, card_of, opening, words_of
from webui.discovery import site_root
from webui.legislation import named
from webui.mishaps import answer
from webui.shelf import shelf, tongue
from webui.signposts import cited, edition_name, source_name

pages = Blueprint("previews", __name__)

WIDEST: Final = 600
"""Pixels of a quotation where the other site sets no limit."""

LINE: Final = 24
"""Pixels of a line of text, and three of them for citation, edition and the space around."""
LETTER: Final = 8
LEAST: Final = 120
LONGEST: Final = 600
"""Characters of a law text that are quoted; the link leads to the rest."""

A_DAY: Final = 24 * 3600


@pages.get("/oembed")
def oembed() -> Response:
    """The preview of ``url`` as ``format`` json or xml, in ``maxwidth`` and ``maxheight`` pixels.

    For another format 501, as oEmbed asks. Raises NotFound (404) for what is no page of ours, WrongCall for a size that
    is none.
    """
    g.form = "json"  # in which errors are told
    form = request.args.get("format", "json")
    if form not in {"json", "xml"}:
        return answer(501, Message("preview-format", {"format": form[:20]}))
    url = request.args.get("url", "")
    link = _own(url)
    card = None if link is None else card_of(shelf(), link, tongue(), site_root())
    if link is None or card is None:
        raise NotFound("preview-unknown", url=url[:80])
    record = preview(link, card, _pixels("maxwidth"), _pixels("maxheight"))
    response = jsonify(record) if form == "json" else Response(_xml(record), content_type="text/xml; charset=utf-8")
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Cache-Control"] = "max-age=3600"
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def preview(link: Link, card: Card, width: int | None, height: int | None) -> dict[str, str | int]:
    """The record of a preview, its text cut to fit the size."""
    site = tongue().text(SITE_NAME).unescape()
    told: dict[str, str | int] = {"version": "1.0", "provider_name": site, "provider_url": site_root() + links.start()}
    book = shelf().corpus.books.get(link.book or "")
    if book is None or link.address is None or link.last is not None or link.kind != "unit":
        return {**told, "type": "link", "title": _title(link) or site, "cache_age": A_DAY}
    wide = min(width or WIDEST, WIDEST)
    letters = LONGEST
    if height is not None:
        letters = min(letters, max(0, height // LINE - 3) * (wide // LETTER))
    words = opening(words_of(book, link.address), letters) if letters else ""
    lines = 3 + -(-len(words) * LETTER // wide)
    return {
        **told,
        "type": "rich",
        "title": card.title,
        "author_name": book.publisher,
        "cache_age": A_DAY,
        "width": wide,
        "height": lines * LINE if height is None else min(height, lines * LINE),
        "html": _quoted(book, link, words),
    }


def _quoted(book: Book, link: Link, words: str) -> str:
    assert link.address is not None  # noqa: S101 - only units are quoted
    place = site_root() + links.unit(book.id, link.address)
    name = named(shelf(), book, link.address)
    quotation = Markup(
        '<blockquote cite="{0}" lang="{1}"><p><b>{2}</b></p>{3}<p><a href="{0}">{4}</a></p></blockquote>'
    )
    text = Markup("<p>{}</p>").format(words) if words else Markup()
    return str(
        quotation.format(place, book.language, name, text, f"{book.title} ({source_name(shelf().corpus, book)})")
    )


def _title(link: Link) -> str:
    """What a page that is not quoted is called; empty for one that has no name of its own."""
    corpus, code = shelf().corpus, tongue().code
    book, other = (corpus.books.get(name or "") for name in (link.book, link.other))
    if book is not None:
        ends = "–".join(cited(corpus, book, end) for end in (link.address, link.last) if end is not None)
        editions = " | ".join(edition_name(corpus, each) for each in (book, other) if each is not None)
        return f"{ends} ({editions})" if ends else f"{book.title} ({editions})" if other is None else editions
    if link.word == "terms" and link.rest:
        term = corpus.terms.by_id[link.rest]
        return term.word(code) or term.english
    if link.word == "situations" and link.rest:
        titles = next(one.title for one in corpus.situations if one.slug == link.rest)
        return titles.get(code) or next(iter(titles.values()))
    return ""


def _own(url: str) -> Link | None:
    """What one of our own addresses names, in the default book where it names a language; None for any other."""
    own = {site_root(), str(current_app.config["BASE_URL"]).rstrip("/")}
    for root in filter(None, own):
        if url.startswith(f"{root}/"):
            url = url[len(root) :]
            break
    if not url.startswith("/") or url.startswith("//"):
        return None
    try:
        link = links.read(urlsplit(url).path)
    except (WrongCall, ValueError):
        return None
    book = shelf().corpus.default_books.get(link.language or "")
    return link if book is None else replace(link, kind="book" if link.address is None else "unit", book=book.id)


def _pixels(name: str) -> int | None:
    said = request.args.get(name)
    if said is None:
        return None
    pixels = int(said[:6]) if said.isascii() and said.isdigit() else 0
    if pixels < LEAST:
        raise WrongCall("preview-size", name=name, said=said[:20], least=LEAST)
    return pixels


def _xml(record: Mapping[str, str | int]) -> bytes:
    root = ET.Element("oembed")
    for name, value in record.items():
        ET.SubElement(root, name).text = str(value)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text

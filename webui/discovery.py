"""How other programs find the site: the sitemap, robots.txt, and the description by which browsers search it.

These want whole addresses: they begin with the site's own (``KB_BASE_URL``), else with that by which it was asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final
from urllib.parse import urlsplit
from xml.sax.saxutils import escape, quoteattr

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from kb import links
from kb.address import Address
from kb.errors import NotFound
from webui import asked
from webui.cards import in_languages
from webui.shelf import Shelf, shelf, tongue
from webui.suggestions import FRESH, placed

pages = Blueprint("discovery", __name__)

MOST: Final = 40_000
"""Addresses in one sitemap: the protocol allows 50,000, and 50 MB, which at most 1,000 bytes each stay below."""

SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
XHTML: Final = "http://www.w3.org/1999/xhtml"

QUESTIONS: Final = ("/search", "/r?", "/r$", "/r.json", "/suggest", "/oembed", "/api/", "/report")
"""What begins so is made for somebody who asks, and without end."""


def site_root() -> str:
    """The site's own address, as set, else as this request has it."""
    return str(current_app.config["BASE_URL"] or request.url_root).rstrip("/")


@pages.get("/robots.txt")
def robots() -> Response:
    """What crawlers leave alone, and where the rest is listed."""
    root = urlsplit(site_root()).path
    lines = ["User-agent: *", *(f"Disallow: {root}{path}" for path in QUESTIONS)]
    text = "\n".join([*lines, "", f"Sitemap: {site_root()}/sitemap.xml", ""])
    return Response(text, content_type="text/plain; charset=utf-8")


@pages.get("/sitemap.xml")
def sitemap() -> Response:
    """Every page that has an address of its own, with the same in other languages; of too many, the list of lists."""
    places = every_place(shelf())
    if len(places) <= MOST:
        return _xml(_listed(places))
    count = -(-len(places) // MOST)
    each = (f"<sitemap><loc>{escape(site_root())}/sitemap-{part}.xml</loc></sitemap>" for part in range(1, count + 1))
    return _xml(chain([f'<sitemapindex xmlns="{SITEMAP}">'], each, ["</sitemapindex>"]))


@pages.get("/sitemap-<int:part>.xml")
def part_of_sitemap(part: int) -> Response:
    """One list of a long sitemap, counted from 1."""
    places = every_place(shelf())[(part - 1) * MOST : part * MOST] if part else []
    if not places:
        raise NotFound("page-unknown", path=request.path[:80])
    return _xml(_listed(places))


@pages.get("/opensearch.xml")
def opensearch() -> Response:
    """The site as a search engine of the browser, in the reader's language."""
    text = render_template("discovery/opensearch.xml", root=site_root())
    response = Response(text, content_type="application/opensearchdescription+xml")
    response.vary.update(("Accept-Language", "Cookie"))
    return response


@pages.get("/suggest/opensearch")
def suggested() -> Response:
    """Suggestions as browsers read them (OpenSearch Suggestions 1.1): what was typed, then completions, words beside
    them, and addresses."""
    items = [placed(one) for one in shelf().suggesting.suggest(asked.question(), tongue().code)]
    said = [str(item["text"]) for item in items]
    beside = [", ".join(filter(None, (item.get("more"), item.get("book")))) for item in items]
    addresses = [links.absolute(site_root(), str(item["href"])) for item in items]
    response = jsonify([asked.question(), said, beside, addresses])
    response.content_type = "application/x-suggestions+json"
    response.headers["Cache-Control"] = FRESH
    return response


def every_place(stock: Shelf) -> Sequence[str]:
    """The true address of every page, in the order in which one would read them."""
    return list(dict.fromkeys(_places(stock)))


def _places(stock: Shelf) -> Iterator[str]:
    corpus = stock.corpus
    yield links.start()
    for book in corpus.books.values():
        yield links.book(book.id)
        for law in book.laws:
            yield links.unit(book.id, law.address)
            yield from (links.unit(book.id, unit.address) for unit in law.provisions)
            yield from (links.unit(book.id, note.address) for note in law.notes)
    for term in ("", *(term.id for term in corpus.terms.concepts)):
        yield links.terms(term)
    for slug in ("", *(one.slug for one in corpus.situations)):
        yield links.situations(slug)
    if len(corpus.books) > 1:
        yield links.page("compare")
    for left in corpus.books.values():
        yield links.map_of(left.id)
        for right in corpus.books.values():
            if left.id < right.id:
                laws = stock.pairing(left.id, right.id).by_law
                yield links.compare(left.id, right.id)
                yield from (links.compare(left.id, right.id, Address(number)) for number in laws)
    yield from (links.page(word) for word in ("keys", "about"))


def _listed(places: Sequence[str]) -> Iterator[str]:
    root = site_root()
    yield f'<urlset xmlns="{SITEMAP}" xmlns:xhtml="{XHTML}">'
    for place in places:
        same = (
            f'<xhtml:link rel="alternate" hreflang={quoteattr(way.language)} href={quoteattr(root + way.href)}/>'
            for way in in_languages(shelf(), links.read(place))
        )
        yield f"<url><loc>{escape(root + place)}</loc>{''.join(same)}</url>"
    yield "</urlset>"


def _xml(lines: Iterator[str]) -> Response:
    text = "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *lines, ""])
    return Response(text, content_type="application/xml; charset=utf-8")

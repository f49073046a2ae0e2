"""A book bound whole: nothing of it is missing, its links lead to places on the page, its title page tells of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from kb import links
from kb.library import Library
from webui import create_app
from webui.typesetting import element_id

BOOKS = ("da-1997", "nl-2017")


@pytest.fixture(params=BOOKS)
def bound(request: pytest.FixtureRequest, soup: Callable[..., BeautifulSoup]) -> tuple[str, BeautifulSoup]:
    return request.param, soup(links.whole(request.param))


def test_every_law_provision_and_note_stands_in_it_once(bound: tuple[str, BeautifulSoup], library: Library) -> None:
    book_id, page = bound
    book = library.corpus.book(book_id)
    ids = [str(tag["id"]) for tag in page.select("main [id]")]
    for address in [*book.units, *(law.address for law in book.laws)]:
        assert ids.count(element_id(address)) == 1, address
    for mark in page.select(".anchor"):
        mark.decompose()  # the text stands without the numbers of notes in it
    words = "".join(page.select("main")[0].get_text().split())
    lost = [unit.address for unit in book.units.values() if "".join(unit.text.split()) not in words]
    assert lost == []
    assert len(page.select("article.law")) == len(book.laws)


def test_references_lead_to_places_on_the_page(bound: tuple[str, BeautifulSoup]) -> None:
    _, page = bound
    inside = [str(tag["href"]) for tag in page.select("a.ref:not(.several), .anchor a, .bound-contents a")]
    assert len(inside) > 10
    ids = {str(tag["id"]) for tag in page.select("[id]")}
    assert {way for way in inside if not way.startswith("#")} == set()
    assert {way[1:] for way in inside} <= ids


def test_it_has_contents_with_parts_and_no_buttons(soup: Callable[..., BeautifulSoup], library: Library) -> None:
    page = soup("/print/da-1997", "da")
    parts = {law.part for law in library.corpus.book("da-1997").laws if law.part}
    assert {tag.get_text() for tag in page.select(".bound-contents .part")} == parts
    assert parts <= {tag.get_text() for tag in page.select("h2")}
    assert len(page.select(".bound-contents a")) == 39
    assert page.select("main button, main a.beside") == []


@pytest.mark.parametrize(("hl", "words"), [("da", "afløst af udgaven fra 2017"), ("en", "superseded by that of 2017")])
def test_the_title_page_says_what_it_is(soup: Callable[..., BeautifulSoup], hl: str, words: str) -> None:
    title = soup("/print/da-1997", hl).select(".title-page")[0].get_text(" ")
    for part in ("Love for turneringsbridge", "Danmarks Bridgeforbund", words, "World Bridge Federation", "39"):
        assert part in title


def test_it_bears_the_address_of_the_book_as_a_code(library: Library) -> None:
    site = create_app(library.corpus, library.engine, {"BASE_URL": "https://laws.example"})
    page = BeautifulSoup(site.test_client().get("/print/nl-2017").get_data(as_text=True), "lxml")
    assert page.select(".title-code p")[0].get_text() == "https://laws.example/nl-2017"
    assert page.select(".title-code svg.qr path")


def test_the_contents_of_the_book_lead_to_it(soup: Callable[..., BeautifulSoup]) -> None:
    assert soup("/nl-2017").select_one('main a[href="/print/nl-2017"]') is not None

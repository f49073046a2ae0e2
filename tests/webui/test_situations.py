"""The pages of situations: the list by phase, each with its provisions in order, and what is not there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from kb import links
from kb.library import Library
from kb.situations import PHASES

LANGUAGES = ("da", "nl", "en")

Parsed = Callable[..., BeautifulSoup]
Read = Callable[..., TestResponse]


def hrefs(place: BeautifulSoup | Tag, selector: str) -> list[str]:
    return [str(tag["href"]) for tag in place.select(selector)]


@pytest.mark.parametrize("hl", LANGUAGES)
def test_the_list_has_every_situation_once_under_its_phase_in_the_reader_s_language(
    soup: Parsed, library: Library, hl: str
) -> None:
    page = soup("/situations", hl)
    ids = [str(tag["id"]) for tag in page.select(".phase h2")]
    assert ids == [phase for phase in PHASES if phase in ids]
    for phase in ids:
        heading = page.find(id=phase)
        assert heading is not None
        assert heading.parent is not None
        shown = [(str(a["href"]), a.get_text()) for a in heading.parent.select("li > a")]
        assert shown == [
            (links.situations(one.slug), one.title[hl]) for one in library.corpus.situations if one.phase == phase
        ]
    assert len(hrefs(page, ".phase li > a")) == len(library.corpus.situations)


@pytest.mark.parametrize(
    ("words", "hl"), [("kulørsvigt", "da"), ("verzaking", "nl"), ("revoke", "en"), ("revoke", "da")]
)
def test_the_list_is_filtered_without_a_script(soup: Parsed, library: Library, words: str, hl: str) -> None:
    page = soup(f"/situations?q={words}", hl)
    found = hrefs(page, ".phase li > a")
    assert "/situations/revoke" in found
    assert 1 < len(found) < len(library.corpus.situations) / 2
    field = page.select_one("form.filter input[name=q]")
    assert field is not None
    assert field["value"] == words


@pytest.mark.parametrize("hl", LANGUAGES)
def test_a_filter_that_leaves_nothing_offers_the_search(soup: Parsed, hl: str) -> None:
    page = soup("/situations?q=zzzz", hl)
    assert page.select(".phase") == []
    assert "/search?q=zzzz" in hrefs(page, "main a")
    assert "/situations" in hrefs(page, "main a")


@pytest.mark.parametrize("hl", LANGUAGES)
def test_every_situation_shows_its_provisions_in_order_in_each_book(soup: Parsed, library: Library, hl: str) -> None:
    for one in library.corpus.situations[::9]:
        page = soup(links.situations(one.slug), hl)
        title = page.find("h1")
        assert title is not None
        assert title.get_text() == one.title[hl]
        for book in library.corpus.books:
            reading = page.select_one(f'section[aria-labelledby="in-{book}"]')
            assert reading is not None
            shown = hrefs(reading, ".step > div > .passage > h3 > a")
            assert shown == [links.unit(book, address) for address, _ in one.provisions(book)]
            if shown:
                why = [tag.get_text() for tag in reading.select(".step-why")]
                assert why == [step.why[hl] for step in one.steps]


def test_the_text_is_the_law_s_own_with_its_references_and_notes(soup: Parsed, library: Library) -> None:
    page = soup("/situations/revoke", "da")
    book = library.corpus.book("da-1997")
    passages = page.select('section[aria-labelledby="in-da-1997"] .passage')
    for passage in passages:
        way = passage.select_one("h3 > a")
        assert way is not None
        address = next(a for a in book.units if links.unit(book.id, a) == way["href"])
        assert " ".join(book.units[address].text.split()) in " ".join(passage.get_text().split())
    assert hrefs(page, ".passage a.ref")
    assert page.select(".passage .inner a.label")


@pytest.mark.parametrize(
    ("hl", "word"), [("da", "Læs denne først"), ("nl", "Lees deze eerst"), ("en", "Read this first")]
)
def test_the_main_provision_is_marked_in_words(soup: Parsed, library: Library, hl: str, word: str) -> None:
    (one,) = (one for one in library.corpus.situations if one.slug == "revoke")
    (marked,) = soup("/situations/revoke", hl).select(".main-passage")
    assert word in marked.get_text()
    way = marked.select_one("h3 > a")
    assert way is not None
    assert way["href"] == links.unit("da-1997", one.main["da-1997"])


def test_the_reader_s_own_book_comes_first_and_the_other_one_behind_a_switch(soup: Parsed) -> None:
    for hl, order in (("da", ["in-da-1997", "in-nl-2017"]), ("nl", ["in-nl-2017", "in-da-1997"])):
        page = soup("/situations/claim", hl)
        assert [str(tag["aria-labelledby"]) for tag in page.select(".reading")] == order
        first, second = page.select(".reading")
        assert first.select_one("details .steps") is None
        assert second.select_one("details .steps") is not None
        assert page.select_one(f'.reading .step > div[lang="{hl}"]') is not None


def test_a_book_that_lacks_the_laws_says_so_by_name_and_the_other_one_stands_open(soup: Parsed) -> None:
    page = soup("/situations/revoke", "nl")
    own, other = page.select(".reading")
    assert "Artikel 64" in own.get_text()
    assert own.select(".steps") == []
    assert other.select_one("details .steps") is None
    assert other.select_one(".steps") is not None


def test_laws_that_no_book_here_holds_are_named(soup: Parsed) -> None:
    page = soup("/situations/insufficient-bid", "en")
    text = " ".join(page.select("main")[0].get_text().split())
    assert "27" in text
    assert "Insufficient Bid" in text


def test_a_situation_says_that_the_law_decides_and_leads_to_the_comparison(soup: Parsed) -> None:
    page = soup("/situations/claim", "da")
    guidance = page.select_one(".guidance")
    assert guidance is not None
    assert "Lovens tekst afgør" in guidance.get_text()
    assert any(href.startswith("/compare/da-1997/nl-2017/68") for href in hrefs(page, ".passage a"))


@pytest.mark.parametrize("hl", LANGUAGES)
@pytest.mark.parametrize("name", ["revok", "claim-forgoten-trump", "dummy", "Kulørsvigt i 12. stik"])
def test_an_unknown_situation_leads_to_the_nearest(read: Read, soup: Parsed, name: str, hl: str) -> None:
    path = f"/situations/{name}"
    assert read(path, hl).status_code == 404
    near = hrefs(soup(path, hl), ".places a")
    assert near
    assert all(href.startswith("/situations/") for href in near)


def test_a_situation_in_the_wrong_case_is_mended(read: Read) -> None:
    response = read("/situations/Revoke")
    assert (response.status_code, response.headers["Location"]) == (301, "/situations/revoke")


def test_machines_get_the_same(read: Read, library: Library) -> None:
    listed = read("/situations.json").json
    assert listed is not None
    assert [each["slug"] for each in listed["situations"]] == [one.slug for one in library.corpus.situations]
    few = read("/situations.json?q=verzaking").json
    assert few is not None
    assert 0 < len(few["situations"]) < len(listed["situations"])
    one = read("/situations/revoke.json").json
    assert one is not None
    assert one["title"] == {"da": "Kulørsvigt", "nl": "Verzaking", "en": "Revoke"}
    assert one["main"]["da-1997"]["url"] == "/da-1997/64/A/1"
    assert one["steps"][0]["at"]["da-1997"][0].keys() == {"address", "url"}


@pytest.mark.parametrize("path", ["/situations/none.json", "/situations.xml", "/situations/revoke.xml"])
def test_what_there_is_not_is_not_found(read: Read, path: str) -> None:
    response = read(path)
    assert response.status_code == 404
    if path.endswith(".json"):
        assert response.json is not None

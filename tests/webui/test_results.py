"""The page of results: what it shows of an answer, how it is narrowed, and how it helps where nothing was found."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from kb.library import Library
from webui.locale import tongues

LANGUAGES = ("da", "nl", "en")

Parsed = Callable[..., BeautifulSoup]
Read = Callable[..., TestResponse]


def hrefs(place: BeautifulSoup | Tag, selector: str) -> list[str]:
    return [str(tag["href"]) for tag in place.select(selector)]


def query(href: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(href).query)


def switch(page: BeautifulSoup, name: str) -> Tag:
    return next(tag for tag in page.select(".switch") if name in tag.get_text())


def count(page: BeautifulSoup) -> int:
    said = page.select_one(".count")
    assert said is not None
    found = re.search(r"\d+ (bestemmelse|bepaling|provision)", said.get_text())
    return int(found[0].split()[0]) if found else 0


def number(tag: Tag) -> int:
    shown = tag.select_one(".number")
    assert shown is not None
    return int(shown.get_text())


@pytest.mark.parametrize("hl", LANGUAGES)
def test_a_result_says_where_it_stands_and_marks_whole_words_of_the_text(
    soup: Parsed, library: Library, hl: str
) -> None:
    page = soup("/search?q=etableret kulørsvigt", hl)
    (law,) = (tag for tag in page.select(".of-law") if tag.select('h2 a[href="/da-1997/64"]'))
    paths = [" ".join(tag.get_text().split()) for tag in law.select("h2, h3")]
    assert paths[0] == "64 Fremgangsmåden efter en etableret kulørsvigt"
    assert "A Straf › 1 Den fejlende spiller vandt stikket hvori kulørsvigten skete" in paths
    for mark in page.select(".snippet mark"):
        assert mark.get_text().isalnum()
    texts = " ".join(" ".join(unit.text.split()) for unit in library.corpus.book("da-1997").units.values())
    for snippet in page.select('.own > .snippet[lang="da"]'):
        shown = " ".join(snippet.get_text().strip(" …").split())
        assert shown in texts
    assert {str(tag["lang"]) for tag in page.select(".snippet")} <= {"da", "nl"}


def test_several_hits_of_a_law_stand_under_it_and_many_unfold(soup: Parsed) -> None:
    page = soup("/search?q=kulørsvigt", "da")
    group = page.select_one(".of-law")
    assert group is not None
    law = group.select_one("h2 a")
    assert law is not None
    assert law["href"] == "/da-1997/64"
    assert all(href.startswith("/da-1997/64/") for href in hrefs(group, "h3 a"))
    assert group.select_one("details .hit") is not None
    every = hrefs(page, ".hits h2 a, .hits h3 a")
    assert len(every) == len(set(every))


@pytest.mark.parametrize("hl", LANGUAGES)
def test_the_situation_that_a_question_tells_stands_first(soup: Parsed, library: Library, hl: str) -> None:
    (revoke,) = (one for one in library.corpus.situations if one.slug == "revoke")
    page = soup(f"/search?q={revoke.said[hl][0]}", hl)
    card = page.select_one(".told")
    assert card is not None
    assert hrefs(card, "a")[0] == "/situations/revoke"
    assert card.find_next(class_="hits") is not None


def test_a_counterpart_stands_beside_with_its_own_language_and_link(soup: Parsed) -> None:
    page = soup("/search?q=claim", "nl")
    partner = page.select_one(".paired .partner")
    assert partner is not None
    way = partner.select_one(".partner-way")
    assert way is not None
    assert way["lang"] == "da"
    assert hrefs(way, "a")[0].startswith("/da-1997/")
    badge = partner.select_one(".edition-short")
    assert badge is not None
    assert badge.get_text() == "Dansk 1997"
    assert hrefs(partner, ".partner-beside a")[0].startswith("/compare/nl-2017/da-1997/")


def test_what_stands_beside_a_result_is_not_a_result_again(soup: Parsed) -> None:
    for asked in ("claim", "uitkomst voor de beurt", "udspil uden for tur"):
        page = soup(f"/search?q={asked}", "nl")
        beside = set(hrefs(page, ".partner-way a"))
        assert beside
        assert not beside.intersection(hrefs(page, ".own h2 a, .own h3 a"))


@pytest.mark.parametrize("hl", LANGUAGES)
@pytest.mark.parametrize("asked", ["revoke", "penalty 50d1", "claimen", "jeg har fjorten kort"])
def test_each_result_says_why_it_is_there(soup: Parsed, library: Library, asked: str, hl: str) -> None:
    reasons = [reason for hit in library.engine.search(asked, language=hl).hits for reason in hit.why]
    assert reasons
    said = [tag.get_text() for tag in soup(f"/search?q={asked}", hl).select(".why")]
    assert tongues()[hl].message(reasons[0]).unescape() in said


@pytest.mark.parametrize(("hl", "said"), [("da", "Mente du"), ("nl", "Bedoelde je"), ("en", "Did you mean")])
def test_a_misspelling_gives_the_results_of_what_was_meant(soup: Parsed, hl: str, said: str) -> None:
    page = soup("/search?q=kulørsvgt&book=da-1997", hl)
    meant = page.select_one(".meant")
    assert meant is not None
    assert meant.get_text().startswith(said)
    assert query(hrefs(meant, "a")[0]) == {"q": ["kulørsvigt"], "book": ["da-1997"]}
    assert page.select(".hit")


def test_switches_are_links_that_keep_the_question_and_say_what_they_give(soup: Parsed) -> None:
    page = soup("/search?q=kort", "da")
    for one in page.select(".switch"):
        assert one.name == "a"
        href = str(one["href"])
        assert query(href)["q"] == ["kort"]
        there = soup(href, "da")
        if "book=" not in href and "kind=situation" not in href:
            assert count(there) == number(one), href
    for name, key in (("Noter", "kind"), ("STRAFKORT", "part"), ("Lovtekst", "kind")):
        assert key in query(str(switch(page, name)["href"]))


def test_a_language_can_be_switched_off_and_the_address_remembers_it(soup: Parsed) -> None:
    page = soup("/search?q=claim", "da")
    off = soup(str(switch(page, "Nederlands 2017")["href"]), "da")
    assert off.select('.hits [lang="nl"]') == []
    assert off.select(".hit")
    assert [str(tag["value"]) for tag in off.select('form.find input[name="book"]')] == ["da-1997"]
    assert all(query(href)["book"] == ["da-1997"] for href in hrefs(off, ".facet a"))
    assert switch(off, "Dansk 1997").name == "span"  # the last one stays on
    on = switch(off, "Nederlands 2017")
    assert "book" not in query(str(on["href"]))


def test_facets_together(soup: Parsed) -> None:
    page = soup("/search?q=kort&kind=note&part=48-52&part=61-64", "da")
    for href in hrefs(page, ".hits h2 a, .hits h3 a"):
        if "/note/" not in href:
            assert page.select_one(f'.of-law h2 a[href="{href}"]') is not None  # the law above
    everything = page.select_one(".all-again a")
    assert everything is not None
    assert everything["href"] == "/search?q=kort"
    assert switch(page, "Noter").select_one(".unseen") is not None


def test_how_many_have_every_word_is_said_only_where_it_is_true_of_what_is_shown(soup: Parsed) -> None:
    for path in ("/search?q=penalty card", "/search?q=penalty card&kind=law&part=48-52", "/search?q=makker strafkort"):
        page = soup(path, "en")
        every = re.search(r"(\d+) have all the words", page.select(".count")[0].get_text())
        assert every is None or int(every[1]) < count(page)


def test_only_situations_when_that_is_chosen(soup: Parsed) -> None:
    page = soup("/search?q=jeg har fjorten kort&kind=situation", "en")
    assert page.select(".hit") == []
    assert hrefs(page, ".told a")
    assert page.select_one(".help") is None


@pytest.mark.parametrize("path", ["?q=kort&kind=x&part=9", "?q=kort&part=", "?kind=note", "?q=+"])
def test_what_cannot_be_chosen_is_passed_over(read: Read, path: str) -> None:
    assert read(f"/search{path}").status_code == 200


def test_results_come_in_pages_that_keep_what_was_chosen(soup: Parsed) -> None:
    first = soup("/search?q=kort&book=da-1997&kind=law", "da")
    (more,) = hrefs(first, ".turn a")
    assert query(more) == {"q": ["kort"], "book": ["da-1997"], "kind": ["law"], "page": ["2"]}
    second = soup(more, "da")
    assert hrefs(second, ".hits h3 a, .hit h2 a") != hrefs(first, ".hits h3 a, .hit h2 a")
    assert len(hrefs(second, ".turn a")) == 2
    assert second.select(".told") == []


@pytest.mark.parametrize("hl", LANGUAGES)
def test_where_nothing_is_found_the_page_helps(soup: Parsed, hl: str) -> None:
    page = soup('/search?q="kulørsvigt verzaking"&book=nl-2017', hl)
    assert page.select(".hit") == []
    found = hrefs(page, ".help a")
    assert "/situations" in found
    assert any(query(href).get("q") == ["kulørsvigt verzaking"] for href in found)  # without quotes
    assert any(query(href).get("q") == ["kulørsvigt"] for href in found)  # a word of the laws
    assert (
        any(href.startswith("/situations/") for href in hrefs(soup('/search?q="revoke revoke revoke"', hl), ".help a"))
        is False
    )


def test_where_only_the_other_book_has_it_that_is_offered(soup: Parsed) -> None:
    page = soup('/search?q="ikke tages tilbage"&book=nl-2017', "en")
    offered = [href for href in hrefs(page, ".help a") if query(href).get("q") == ['"ikke tages tilbage"']]
    assert offered == ["/search?q=%22ikke+tages+tilbage%22"]


def test_nothing_of_the_highlight_is_in_any_address(soup: Parsed) -> None:
    page = soup("/search?q=kulørsvigt", "da")
    for href in hrefs(page, ".hits a"):
        assert "?" not in href
        assert "#" not in href


@pytest.mark.parametrize("hl", ["da", "nl"])
def test_a_citation_alone_still_leads_there(read: Read, hl: str) -> None:
    response = read("/search?q=64a2", hl)
    assert (response.status_code, response.headers["Location"]) == (302, "/da-1997/64/A/2")


@pytest.mark.parametrize(
    "asked",
    ["<b>kort</b>", '"><script>', "%00", "🂡🂡", "\u202ekort", "kort~9 [a TO b] ^3", "(((", "***", "a" * 900, "§§§"],
)
def test_odd_questions_get_a_page(read: Read, asked: str) -> None:
    response = read(f"/search?q={asked}")
    assert response.status_code in {200, 400}
    assert "<b>kort</b>" not in response.get_data(as_text=True)

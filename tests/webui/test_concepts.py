"""The terms: the list in the order of each language, the page of each, and what is no term."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from kb import links
from kb.address import parse
from kb.library import Library
from webui.concordancer import BEFORE, LENGTH, concordance, rendered, snippet
from webui.glossary import glossary
from webui.pairing import Pairing
from webui.wordbook import Wordbook, texts

Parsed = Callable[..., BeautifulSoup]
Read = Callable[..., TestResponse]

LANGUAGES = ("da", "nl", "en")


@pytest.fixture(scope="module")
def wordbook(library: Library) -> Wordbook:
    return Wordbook(library.corpus)


@pytest.fixture(scope="module")
def pairings(library: Library) -> list[Pairing]:
    corpus = library.corpus
    return [Pairing(corpus.book("da-1997"), corpus.book("nl-2017"), corpus.alignment("da-1997", "nl-2017").rows)]


def words(tag: Tag | None) -> str:
    assert tag is not None
    return " ".join(tag.get_text(" ").split())


# --- the list ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hl", LANGUAGES)
def test_every_term_is_in_the_list_with_its_words(soup: Parsed, library: Library, hl: str) -> None:
    page = soup("/terms", hl)
    terms = library.corpus.terms.by_id
    entries = page.select(".entry")
    assert len(entries) == len(terms)
    for entry in entries:
        link = entry.select_one("a")
        assert link is not None
        term = terms[str(link["href"]).removeprefix("/terms/")]
        assert words(link) == (term.word(hl) or term.english)
        assert link["lang"] == (hl if term.word(hl) else "en")
        assert {span["lang"] for span in entry.select(".across span")} == {
            code for code in LANGUAGES if code != hl and term.word(code)
        }


ORDERS = [
    (
        "da",
        "#ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅ",
        ["klassifikation", "kort", "krav på stik", "øvrige kort", "åbningsudspil"],
    ),
    ("nl", "#ABCDEFGHIJKLMNOPQRSTUVWXYZ", ["kaart", "opeisen van slagen", "verzaking"]),
    ("en", "#ABCDEFGHIJKLMNOPQRSTUVWXYZ", ["card", "claim", "revoke"]),
]


@pytest.mark.parametrize(("by", "alphabet", "some"), ORDERS)
def test_the_list_stands_in_the_order_of_its_language(soup: Parsed, by: str, alphabet: str, some: list[str]) -> None:
    page = soup(f"/terms?by={by}", "en")
    letters = [letter for letter in page.select(".letter") if len(words(letter.select_one("h2"))) == 1]
    initials = "".join(words(letter.select_one("h2")) for letter in letters)
    assert initials == "".join(letter for letter in alphabet if letter in initials)
    listed = [words(link) for link in page.select(".entry a")]
    assert [word for word in listed if word in some] == [word for word in some if word in listed]
    assert len(set(some) & set(listed)) >= 3
    for letter in letters:
        initial = words(letter.select_one("h2"))
        if initial.isalpha():
            assert all(words(entry.select_one("a"))[0].upper() == initial for entry in letter.select(".entry"))


def test_a_term_without_a_word_stands_at_the_end_and_says_why(soup: Parsed) -> None:
    last = soup("/terms?by=da", "en").select(".letter")[-1]
    assert "Without a word" in words(last.select_one("h2"))
    assert last.select_one('a[href="/terms/wrong-side"]') is not None
    page = soup("/terms/wrong-side", "en")
    assert "No word in this language:" in words(page.select_one(".words section"))
    assert "54E" in words(page.select_one(".words section"))


FILTERS = [
    ("kulørsvigt", "revoke"),
    ("kulorsvigt", "revoke"),
    ("KULOERSVIGT", "revoke"),
    ("verzaking", "revoke"),
    ("renege", "revoke"),
    ("arbiter", "director"),
    ("claim", "claim"),
]


@pytest.mark.parametrize(("typed", "term"), FILTERS)
def test_the_filter_finds_words_of_any_language_however_typed(soup: Parsed, typed: str, term: str) -> None:
    found = [str(link["href"]) for link in soup(f"/terms?q={typed}", "en").select(".entry a")]
    assert f"/terms/{term}" in found
    assert len(found) < 40


@pytest.mark.parametrize("hl", LANGUAGES)
def test_a_filter_that_finds_nothing_says_so(soup: Parsed, hl: str) -> None:
    page = soup("/terms?q=zzzz%3Cb%3E", hl)
    assert page.select(".entry") == []
    assert page.select_one('main a[href^="/terms?by="]') is not None
    assert page.select("input[value='zzzz<b>']")


def test_an_unknown_order_is_that_of_the_page(soup: Parsed, library: Library) -> None:
    assert glossary(library.corpus, "da").entries == len(library.corpus.terms.concepts)
    assert words(soup("/terms?by=xx", "nl").select_one(".orders [aria-current]")) == "Nederlands"


# --- a term --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hl", LANGUAGES)
def test_a_term_shows_its_words_by_where_they_are_met(soup: Parsed, library: Library, hl: str) -> None:
    page = soup("/terms/revoke", hl)
    term = library.corpus.terms.by_id["revoke"]
    sections = page.select(".words section")
    assert [section.h2["lang"] for section in sections if section.h2] == list(library.corpus.terms.languages)
    for section, code in zip(sections, library.corpus.terms.languages, strict=True):
        assert all(word in words(section) for word in term.said(code))
    assert words(page.h1) == term.word(hl)
    assert [str(link["href"]) for link in page.select(".relatives a")]


def test_a_term_tells_of_editions_false_friends_and_wider_terms(soup: Parsed) -> None:
    page = soup("/terms/rectification", "en")
    assert "since the edition of 2007" in words(page.select_one(".words"))
    assert "until the edition of 1997" in words(page.select_one(".words"))
    assert page.select_one(".note-of-term[lang=en]") is not None
    assert "Mistaken easily:" in words(soup("/terms/declarer", "en").select_one(".words"))
    wider = soup("/terms/established-revoke", "en").select_one('.relatives a[href="/terms/revoke"]')
    assert wider is not None


RENDERED = {"da": "verzaking i 1 af 1 række", "nl": "verzaking in 1 van 1 rij", "en": "verzaking in 1 of 1 row"}


@pytest.mark.parametrize("hl", LANGUAGES)
def test_how_a_word_was_rendered(soup: Parsed, hl: str) -> None:
    told = [words(line) for line in soup("/terms/revoke", hl).select(".rendered li")]
    assert any(line.startswith("kulørsvigt Dansk 1997 →") and RENDERED[hl] in line for line in told)


def test_a_text_in_several_rows_counts_once(wordbook: Wordbook, pairings: list[Pairing]) -> None:
    for term in ("claim", "concession", "director", "card"):
        for each in rendered(wordbook, term, pairings):
            side = "left" if each.left.id == "da-1997" else "right"
            assert each.rendering.rows <= len(pairings[0].partners(side))  # type: ignore[arg-type]  # a side it is
            assert len(each.unrendered) <= each.rendering.rows
            assert all(count <= each.rendering.rows for _, count in each.rendering.by)


@pytest.mark.parametrize("term", ["revoke", "card", "claim", "defender", "director"])
def test_every_place_of_a_term_stands_once_those_with_rows_first(
    soup: Parsed, wordbook: Wordbook, pairings: list[Pairing], term: str
) -> None:
    found = concordance(wordbook, term, pairings)
    beside = [
        each for _, rows in found.beside for row in rows for side in (row.left, row.right) for each in side if each.has
    ]
    alone = [each for _, rest in found.alone for each in rest]
    places = {each.place.href for each in (*beside, *alone)}
    expected = {links.unit(book, unit) for book, units in wordbook.places[term].items() for unit in units}
    assert places == expected
    assert not {each.place.href for each in beside} & {each.place.href for each in alone}
    assert all("<mark>" in each.snippet for each in (*beside, *alone))
    page = soup(f"/terms/{term}", "da")
    assert {str(link["href"]) for link in page.select(".excerpt-head a")} >= expected
    assert page.select_one(".excerpt, .pair").find_parent("section").select(".pair")  # type: ignore[union-attr]


@pytest.mark.parametrize("hl", LANGUAGES)
def test_a_term_that_no_book_has_says_so(soup: Parsed, hl: str) -> None:
    page = soup("/terms/appeal", hl)
    assert page.select(".excerpt") == []
    assert len(words(page.select("main section")[-1])) > 40


SNIPPETS = [
    ("kort", [(0, 4)], "<mark>kort</mark>"),
    ("a " * 100 + "kort", [(200, 204)], "…"),
    ("kort" + " a" * 200, [(0, 4)], "<mark>kort</mark>"),
    ("ord " * 30, [], "ord ord"),
    ("<kort> & mere", [(1, 5)], "&lt;<mark>kort</mark>&gt; &amp; mere"),
]


@pytest.mark.parametrize(("text", "marks", "part"), SNIPPETS)
def test_a_snippet_shows_the_word_and_is_no_longer_than_it_must_be(
    text: str, marks: list[tuple[int, int]], part: str
) -> None:
    piece = snippet(text, marks)
    assert part in piece
    assert len(piece.striptags()) <= LENGTH * 4 // 3 + BEFORE + 6
    assert piece.count("<mark>") == len(marks)


# --- for machines, and what is no term -----------------------------------------------------------------------


def test_a_term_as_json_says_where_it_stands(read: Read, library: Library) -> None:
    record = read("/terms/revoke.json").json
    assert record is not None
    assert record["words"]["da"]["printed"][0] == "kulørsvigt"
    assert record["occurrences"]
    for place in record["occurrences"]:
        said = texts(library.corpus.book(place["book"]), parse(place["address"]))
        assert said[place["field"]][place["start"] : place["end"]] == place["text"]
    listed = read("/terms.json").json
    assert listed is not None
    assert len(listed["terms"]) == len(library.corpus.terms.concepts)


UNKNOWN = [
    ("/terms/no-such-thing", 404, None),
    ("/terms/no-such-thing.json", 404, None),
    ("/terms/kulørsvigt", 302, "/terms/revoke"),
    ("/terms/kulorsvigt", 302, "/terms/revoke"),
    ("/terms/%3Cscript%3E", 404, None),
    ("/terms/a/b", 404, None),
    ("/terms/", 404, None),
    ("/terms/" + "a" * 3000, 404, None),
]


@pytest.mark.parametrize(("path", "status", "place"), UNKNOWN)
def test_what_is_no_term_is_told_or_led_to_one(read: Read, path: str, status: int, place: str | None) -> None:
    response = read(path)
    assert (response.status_code, response.headers.get("Location")) == (status, place)
    if response.is_json:
        assert response.json is not None
        assert response.json["detail"]
    elif status == 404:
        main = BeautifulSoup(response.get_data(as_text=True), "lxml").select_one("main")
        assert len(words(main)) > 30
        assert "<script>" not in response.get_data(as_text=True).split("<main")[1]


def test_a_word_that_may_mean_several_terms_offers_them(read: Read, library: Library, wordbook: Wordbook) -> None:
    several = next(
        word
        for term in library.corpus.terms.concepts
        for word in term.said("da")
        if len({found.term for found in wordbook.index.lookup(word)}) > 1 and word not in library.corpus.terms.by_id
    )
    response = read(f"/terms/{several}")
    assert response.status_code == 300
    page = BeautifulSoup(response.get_data(as_text=True), "lxml")
    assert len(page.select("main ul a")) > 1

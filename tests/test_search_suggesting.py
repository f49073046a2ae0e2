"""Suggestions while somebody types: what is offered for a beginning, in which order, and what never is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import load
from kb.address import Address, parse
from kb.book import Book, Law, Place, Provision
from kb.corpus import Corpus
from kb.language import Vocabulary
from kb.search.addressbook import AddressBook
from kb.search.beginnings import Beginnings
from kb.search.suggesting import MOST, Suggesting, Suggestion


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load().corpus


@pytest.fixture(scope="module")
def offers(corpus: Corpus) -> Suggesting:
    return Suggesting(corpus)


ADDRESSES = [
    ("64", "da", ["da-1997/64", "da-1997/64/A", "da-1997/64/B"]),
    ("§64a", "da", ["da-1997/64/A", "da-1997/64/A/1", "da-1997/64/A/2"]),
    ("§ 64 A 2", "nl", ["da-1997/64/A/2"]),
    ("lov 64 b", "en", ["da-1997/64/B", "da-1997/64/B/1"]),
    ("Artikel 68D2b", "nl", ["nl-2017/68/D/2/b", "nl-2017/68/D/2/b/i"]),
    ("law 68d2b(ii)", "en", ["nl-2017/68/D/2/b/ii"]),
    ("54", "nl", ["nl-2017/54", "nl-2017/54/A"]),
    ("54", "da", ["da-1997/54", "da-1997/54/A"]),
    ("71(1)", "nl", ["nl-2017/71/1"]),
    ("71/1", "nl", ["nl-2017/71/1"]),
    ("68 fodn", "da", ["da-1997/68/note/1"]),
    ("law 16 note 1", "en", ["da-1997/16/note/1"]),
    ("79c", "da", ["nl-2017/79/C", "nl-2017/79/C/1"]),
]


@pytest.mark.parametrize(("typed", "language", "first"), ADDRESSES)
def test_addresses_are_offered_by_their_beginnings(
    offers: Suggesting, typed: str, language: str, first: list[str]
) -> None:
    found = [f"{s.book}/{s.address}" for s in offers.suggest(typed, language) if s.kind == "address"]
    assert found[: len(first)] == first


@pytest.mark.parametrize("typed", ["6", "1", "160", "711", "64a22", "64 straf", "§", "a2", "", "80", "64a2 " * 400])
def test_what_is_no_beginning_of_an_address_offers_none(offers: Suggesting, typed: str) -> None:
    assert [s for s in offers.suggest(typed, "da") if s.kind == "address"] == []


def test_a_number_is_whole_when_it_is_typed(corpus: Corpus) -> None:
    place = Place("made-up", 1)
    numbered = [Law(n, None, None, (Provision(Address(n), None, "x", "printed", place),), (), place) for n in (16, 160)]
    tenth = Provision(parse("16/A/10"), None, "x", "printed", place)
    laws = (*numbered, Law(17, None, None, (tenth,), (), place))
    book = AddressBook(Book("xx-1", "da", "1", "", "", laws), corpus.languages.values())
    assert [str(address) for address in book.beginning("16", 9)] == ["16", "16/A/10"]
    assert [str(address) for address in book.beginning("160", 9)] == ["160"]
    assert book.beginning("16a1", 9) == []
    assert [str(address) for address in book.beginning("16a10", 9)] == ["16/A/10"]


WORDS = [
    ("kul", "da", "situation", "revoke"),
    ("KULOERS", "da", "situation", "revoke"),
    ("revok", "da", "situation", "revoke"),
    ("revok", "nl", "situation", "revoke"),
    ("kulorsv", "da", "term", "revoke"),
    ("verzak", "nl", "term", "revoke"),
    ("renonce", "da", "term", "inability-to-follow"),
    ("verzak", "da", "term", "revoke"),
    ("strafk", "da", "heading", "da-1997/50"),
    ("blinde", "da", "heading", "da-1997/42"),
    ("etab kulør", "da", "heading", "da-1997/63"),
    ("kulør etab", "da", "heading", "da-1997/63"),
]


@pytest.mark.parametrize(("typed", "language", "kind", "named"), WORDS)
def test_words_offer_what_begins_so(offers: Suggesting, typed: str, language: str, kind: str, named: str) -> None:
    assert named in [name(s) for s in offers.suggest(typed, language) if s.kind == kind]


def name(suggestion: Suggestion) -> str:
    return suggestion.id or f"{suggestion.book}/{suggestion.address}"


@pytest.mark.parametrize(("language", "title"), [("da", "Kulørsvigt"), ("nl", "Verzaking"), ("en", "Revoke")])
def test_a_situation_is_offered_by_its_title_in_the_language_of_the_reader(
    offers: Suggesting, language: str, title: str
) -> None:
    for typed in ("kulørsvigt", "verzaking", "revoke"):
        said = [s for s in offers.suggest(typed, language) if s.kind == "situation"]
        assert (said[0].text, said[0].language) == (title, language)


def test_what_is_of_the_language_of_the_reader_comes_first(offers: Suggesting) -> None:
    for language in ("da", "nl"):
        found = [s.language for s in offers.suggest("54", language)]
        assert found[0] == language


def test_kinds_come_in_order_with_their_limits_and_nothing_twice(offers: Suggesting) -> None:
    for typed in ("de", "en", "straf", "54", "kort"):
        found = offers.suggest(typed, "da")
        kinds = [s.kind for s in found]
        assert kinds == sorted(kinds, key=list(MOST).index)
        assert all(kinds.count(kind) <= most for kind, most in MOST.items())
        assert len({(s.kind, *s.leads_to) for s in found}) == len(found)


@given(st.text(max_size=200))
@settings(deadline=None, max_examples=150)
def test_any_text_is_answered(offers: Suggesting, typed: str) -> None:
    for suggestion in offers.suggest(typed, "nl"):
        assert suggestion.book or suggestion.id
    offers.near_terms(typed)


def test_situations_are_found_by_title_and_by_how_people_say_it_in_any_language(offers: Suggesting) -> None:
    assert "revoke" in offers.situations("follow suit", "nl")
    assert offers.situations("kulørsvigt", "da")[0] == "revoke"
    assert offers.situations("zzzz") == ()


@pytest.mark.parametrize(
    ("asked", "term"), [("kulørsvgt", "revoke"), ("verzakking bij bridge", "revoke"), ("qqq dumy", "dummy")]
)
def test_terms_are_near_that_look_like_the_words_asked(offers: Suggesting, asked: str, term: str) -> None:
    assert term in [found.id for found in offers.near_terms(asked)]


def test_nothing_is_near_nonsense(offers: Suggesting) -> None:
    assert offers.near_terms("qwertyuiop 12 ¤¤¤") == ()


BEGUN = [
    ("kul", [0, 1]),  # at the beginning before further on
    ("etableret kul", [1]),
    ("kul etab", [1]),  # in any order
    ("svigt", [0, 1]),  # inside a word, when it is long enough
    ("svi", []),
    ("k", []),
    ("lov 16", [2]),
    ("16", [2]),
    ("lov 160", [3]),
]


@pytest.mark.parametrize(("typed", "found"), BEGUN)
def test_texts_are_found_by_the_beginnings_of_their_words(typed: str, found: list[int]) -> None:
    texts = ["kulørsvigt", "etableret kulørsvigt", "lov 16", "lov 160"]
    assert Beginnings(texts, Vocabulary(stemmer="danish")).find(typed, 9) == found

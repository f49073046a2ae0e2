"""Situations and lay phrasings: the tables, their checks, and recognising what a question is about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.address import Address, parse
from kb.book import Book, Law, Note, Place, Provision
from kb.corpus import Corpus, load_corpus
from kb.errors import BadSource
from kb.language import Vocabulary
from kb.language.words import fold, tokens
from kb.situations import (
    PHASES,
    Phrasings,
    Recogniser,
    Situation,
    check_phrasings,
    check_situations,
    read_phrasings,
    read_situations,
    said_of_laws,
    said_of_situations,
)
from kb.terms import Terms, read_terms

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
LANGUAGES = ("da", "nl", "en")
FLOW_CHARTS = {
    "insufficient-bid": "27",
    "call-out-of-rotation": "29",
    "penalty-card": "50",
    "opening-lead-out-of-turn": "54",
    "defender-leads-out-of-turn": "56",
    "declarer-leads-from-wrong-hand": "55",
    "revoke": "64",
    "fouled-board": "87",
    "claim-disputed": "70",
    "card-exposed-during-auction": "24",
    "inadmissible-double": "36",
    "wrong-number-of-cards": "13",
    "lead-restrictions": "50",
}
"""What federations draw flow charts for, and the law that rules it."""


def rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


@cache
def corpus() -> Corpus:
    return load_corpus(ROOT / "corpus")


@cache
def situations() -> tuple[Situation, ...]:
    return read_situations(corpus().tables["situations.toml"])


@cache
def phrasings() -> Phrasings:
    return read_phrasings(corpus().tables["phrasings.toml"])


def vocabularies() -> Mapping[str, Vocabulary]:
    return {code: language.vocabulary for code, language in corpus().languages.items()}


@cache
def terms() -> Terms:
    return read_terms(corpus().tables["terms.toml"])


@cache
def recogniser() -> Recogniser[str]:
    return Recogniser(said_of_situations(situations()), vocabularies(), terms())


@cache
def law_recogniser() -> Recogniser[int]:
    return Recogniser(said_of_laws(phrasings(), situations()), vocabularies(), terms())


def slugs(question: str, language: str | None = None) -> list[str]:
    return [found.what for found in recogniser().recognise(question, language)]


def words(text: str) -> str:
    return " ".join(fold(token.text) for token in tokens(text))


# --- the tables of the corpus ---------------------------------------------------------------------------------------


def test_the_situations_hold_against_the_books() -> None:
    assert [str(found) for found in check_situations(situations(), corpus().books, LANGUAGES)] == []


def test_the_phrasings_hold_against_the_books_and_leave_no_provision_out() -> None:
    assert [str(found) for found in check_phrasings(phrasings(), corpus().books, LANGUAGES)] == []


def test_there_are_situations_enough_in_every_phase() -> None:
    assert len(situations()) >= 90
    assert {situation.phase for situation in situations()} == set(PHASES)


@pytest.mark.parametrize(("slug", "law"), FLOW_CHARTS.items())
def test_what_is_looked_up_most_is_a_situation_with_its_law(slug: str, law: str) -> None:
    situation = next(one for one in situations() if one.slug == slug)
    named = {address.law for _, address in situation.places()} | {
        a.law for step in situation.steps for a in step.outside
    }
    assert int(law) in named


def test_a_situation_whose_law_no_book_has_says_which_law_it_is() -> None:
    psychic = next(one for one in situations() if one.slug == "psychic-bid-or-secret-agreement")
    assert not list(psychic.places())
    assert {address.law for step in psychic.steps for address in step.outside} >= {40}


def test_every_law_of_every_book_can_be_asked_for_in_every_language() -> None:
    for book in corpus().books.values():
        for law in book.laws:
            said = phrasings()[book.id, law.address]
            assert all(len(said[code]) >= 3 for code in LANGUAGES), (book.id, law.number)


def test_no_question_we_measure_on_is_a_phrasing() -> None:
    known = {words(text) for said in phrasings().values() for texts in said.values() for text in texts}
    known |= {words(text) for one in situations() for texts in one.said.values() for text in texts}
    asked = [row[0] for name in ("situation_questions.tsv", "own_questions_untouched.tsv") for row in rows(name)]
    assert [question for question in asked if words(question) in known] == []


# --- reading --------------------------------------------------------------------------------------------------------

TABLE = """
[[situation]]
slug = "revoke"
phase = "play"
title = { en = "Revoke" }
said.en = ["he did not follow suit"]
main = { da-1997 = "64/A/1" }
[[situation.step]]
at = { da-1997 = ["63", "64/A/1"] }
why = { en = "Established?" }
"""


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        (TABLE.replace('"play"', '"dinner"'), "Invalid enum value 'dinner'"),
        (TABLE.replace('"64/A/1" }', '"A64" }'), "“revoke” has “A64” for an address"),
        (TABLE.replace('"63"', '"63/?"'), "“revoke” has “63/?” for an address"),
        (TABLE.replace("why", "because"), "unknown field `because`"),
        (TABLE + TABLE, "the situation “revoke” stands twice"),
        ("[[situation", "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_right_is_refused_with_its_place(table: str, complaint: str) -> None:
    with pytest.raises(BadSource, match=r"situations\.toml") as refused:
        read_situations(table)
    assert complaint in str(refused.value)


def test_an_index_with_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(BadSource, match=r"phrasings\.toml: “da-1997 64-A” has “64-A” for an address"):
        read_phrasings('[provisions.da-1997."64-A"]\nen = ["revoke"]')


def test_provisions_come_in_the_order_of_application() -> None:
    revoke = read_situations(TABLE)[0]
    assert [str(address) for address, _ in revoke.provisions("da-1997")] == ["63", "64/A/1"]
    assert list(revoke.provisions("nl-2017")) == []


# --- checks ---------------------------------------------------------------------------------------------------------


def book(id_: str, *texts: tuple[str, str]) -> Book:
    place = Place("made.txt", 1)
    found: dict[int, list[Provision]] = {}
    for address, text in texts:
        made = Provision(parse(address), None, text, "printed", place)
        found.setdefault(made.address.law, []).append(made)
    laws = (
        Law(n, None, None, tuple(p), (Note(parse(f"{n}/note/1"), "Note.", "footnote", place),), place)
        for n, p in found.items()
    )
    return Book(id_, "en", "2000", "Made", "Nobody", tuple(laws))


BOOKS = {
    "one": book("one", ("1", ""), ("1/A", "Heads up."), ("2", "Lead text.")),
    "two": book("two", ("1", "Text.")),
}


def situation(**changes: str) -> str:
    parts = {
        "title": 'title = { en = "A" }',
        "said": 'said.en = ["a b", "b c", "c d", "d e"]',
        "main": 'main = { one = "1/A", two = "1" }',
        "step": '[[situation.step]]\nat = { one = ["1/A"], two = ["1"] }\nwhy = { en = "w" }',
    } | changes
    return '[[situation]]\nslug = "a"\nphase = "play"\n' + "\n".join(parts.values())


@pytest.mark.parametrize(
    ("table", "codes"),
    [
        (situation(), []),
        (situation(title='title = { da = "A" }'), ["situation-language"]),
        (situation(said='said.en = ["a b"]'), ["situation-few"]),
        (situation(main='main = { one = "1/A", two = "1/note/1" }'), ["situation-main-elsewhere"]),
        (situation(main='main = { one = "1/A" }'), ["situation-without-main"]),
        (
            situation(
                main='main = { one = "1", two = "1" }',
                step='[[situation.step]]\nat = { one = ["1"], two = ["1"] }\nwhy = { en = "w" }',
            ),
            ["situation-main-silent"],
        ),
        (
            situation(step='[[situation.step]]\nat = { one = ["1/A", "1/B"], two = ["1"] }\nwhy = { en = "w" }'),
            ["situation-nowhere"],
        ),
        (
            situation(step='[[situation.step]]\nat = { one = ["1/A", "2"], two = ["1"] }\nwhy = { en = "w" }'),
            ["situation-unmarked"],
        ),
        (
            situation(
                step='[[situation.step]]\nat = { one = ["1/A", "2"], two = ["1"] }\noutside = ["2"]\nwhy = { en = "w" }'
            ),
            [],
        ),
        (
            situation(
                step='[[situation.step]]\nat = { one = ["1/A"], two = ["1"] }\noutside = ["1"]\nwhy = { en = "w" }'
            ),
            ["situation-inside"],
        ),
        (situation(main="", step='[[situation.step]]\noutside = ["27"]\nwhy = { en = "w" }'), []),
        (situation(main="", step='[[situation.step]]\nwhy = { en = "w" }'), ["situation-empty-step"]),
        (
            situation(
                main='main = { one = "2" }',
                step='[[situation.step]]\nat = { one = ["2"], two = ["1"] }\noutside = ["2"]\nwhy = { en = "w" }',
            ),
            [],
        ),
        (
            situation(
                main='main = { two = "1" }',
                step='[[situation.step]]\nat = { two = ["1"], six = ["1"] }\nwhy = { en = "w" }',
            ),
            ["situation-nowhere"],
        ),
    ],
)
def test_each_fault_of_a_situation_is_found(table: str, codes: list[str]) -> None:
    assert [found.code for found in check_situations(read_situations(table), BOOKS, ["en"])] == codes


def test_a_phrasing_of_two_situations_is_found() -> None:
    second = situation(said='said.en = ["B, c?", "x", "y", "z"]').replace('slug = "a"', 'slug = "b"')
    found = check_situations(read_situations(situation() + "\n" + second), BOOKS, ["en"])
    assert [str(one) for one in found] == [
        "The situations “b” and “a” both have the phrasing “B, c?”: leave it to one of them."
    ]


def test_each_fault_of_an_index_is_found() -> None:
    table = """
    [provisions.one."1"]
    en = ["a", "b", "c"]
    [provisions.one."1/B"]
    en = ["a", "b", "c"]
    [provisions.two."1"]
    en = ["a", "b"]
    """
    found = [(one.code, str(one.params["address"])) for one in check_phrasings(read_phrasings(table), BOOKS, ["en"])]
    assert found == [
        ("phrasing-nowhere", "1/B"),
        ("phrasing-few", "1"),
        ("phrasing-none", "1/A"),
        ("phrasing-none", "2"),
    ]


# --- recognising ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_phrasings_find_their_situation_first_or_second(language: str) -> None:
    lost = [
        (one.slug, text)
        for one in situations()
        for text in one.said[language]
        if one.slug not in slugs(text, language)[:2]
    ]
    assert lost == []


def test_further_phrasings_find_their_situation_among_the_first_three() -> None:
    asked = rows("situation_questions.tsv")
    found = [slug in slugs(question, language) for question, language, slug in asked]
    assert len(asked) >= 120
    assert {slug for _, _, slug in asked} <= {one.slug for one in situations()}
    assert sum(found) / len(found) >= 0.9


def test_further_phrasings_are_recognised_without_knowing_their_language() -> None:
    asked = rows("situation_questions.tsv")
    found = [slug in slugs(question) for question, _, slug in asked]
    assert sum(found) / len(found) >= 0.88


def test_the_questions_we_tuned_on_are_none_of_those_we_measure_on() -> None:
    for tuned, untouched in (
        ("situation_questions_tuned.tsv", "situation_questions.tsv"),
        ("own_questions_tuned.tsv", "own_questions_untouched.tsv"),
    ):
        assert not {words(row[0]) for row in rows(tuned)} & {words(row[0]) for row in rows(untouched)}


@pytest.mark.parametrize(
    ("question", "language", "slug"),
    [
        ("kulorsvigt", "da", "revoke"),
        ("KULOERSVIGT", "da", "revoke"),
        ("kulørsvgit", "da", "revoke"),
        ("verzakng", "nl", "revoke"),
        ("suit follow not did he", "en", "revoke"),
        ("hånd forkert fra spillede spilfører", "da", "declarer-leads-from-wrong-hand"),
        ("leider speelde uit de verkeerde hand", "da", "declarer-leads-from-wrong-hand"),
        ("insuficient bid", "en", "insufficient-bid"),
        ("mijn partner had een denkpauze", None, "partner-hesitated"),
    ],
)
def test_order_form_spelling_and_keyboard_do_not_matter(question: str, language: str | None, slug: str) -> None:
    assert slug in slugs(question, language)


def test_what_has_nothing_to_do_with_a_table_recognises_nothing_surely() -> None:
    found = [recogniser().recognise(question, language) for question, language in rows("unrelated_questions.tsv")]
    assert sum(any(one.sure for one in each) for each in found) / len(found) <= 0.1
    assert sum(bool(each) for each in found) / len(found) <= 0.4


@pytest.mark.parametrize("question", ["", "   ", "?!", "§", "\x00\x00", "🂡🂢", "xqzt wvbk", "ø" * 5000, "a " * 5000])
def test_nothing_is_recognised_in_what_is_no_question(question: str) -> None:
    assert slugs(question) == []


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.sampled_from([*LANGUAGES, None, "xx"]))
def test_any_text_is_answered_the_same_way_twice(question: str, language: str | None) -> None:
    found = recogniser().recognise(question, language)
    assert found == recogniser().recognise(question, language)
    assert all(0 < one.score <= 1 for one in found)
    assert list(found) == sorted(found, key=lambda one: -one.score)


def test_a_made_up_language_needs_no_python() -> None:
    made_up = {"zz": Vocabulary(stemmer="english", digraphs=(("uu", "u"),), little=("ze",))}
    said = {"revoke": {"zz": ["blorpu ze snark"]}, "claim": {"zz": ["ze vimsy quop"]}}
    found = Recogniser(said, made_up, Terms(("zz",))).recognise("snark blorpuu", "zz")
    assert [one.what for one in found] == ["revoke"]


# --- laws by what is said of them -----------------------------------------------------------------------------------


def test_laws_are_found_by_what_is_said_of_them() -> None:
    asked = rows("own_questions_untouched.tsv")
    first = third = 0
    for question, language, laws, _ in asked:
        right = {int(law) for law in laws.split(";")}
        found = [one.what for one in law_recogniser().recognise(question, language)]
        first += bool(found) and found[0] in right
        third += bool(right.intersection(found))
    assert first / len(asked) >= 0.8
    assert third / len(asked) >= 0.9


@pytest.mark.parametrize("name", ["own_questions_tuned.tsv", "own_questions_untouched.tsv"])
def test_our_own_questions_name_laws_and_say_why(name: str) -> None:
    held = {law.number for one in corpus().books.values() for law in one.laws}
    for question, language, laws, why in rows(name):
        assert question.strip()
        assert language in LANGUAGES
        assert why.strip()
        assert {int(law) for law in laws.split(";")} <= held


def test_a_law_speaks_through_its_provisions_and_the_situations_it_rules() -> None:
    index: Phrasings = {("one", Address(1, ("A",))): {"en": ("heads up",)}, ("two", Address(1)): {"en": ("tails",)}}
    ruled = read_situations(situation())
    assert said_of_laws(index, ruled) == {1: {"en": ("heads up", "tails", "a b", "b c", "c d", "d e")}}

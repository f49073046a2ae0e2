"""kb.search.query: the grammar of what people type; it never raises, and says what it cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search.query import CHARACTERS, DISTANCE, WILDCARDS, WORDS, Query, Word, read_query


def shown(query: Query) -> list[str]:
    """The parts of a query in a notation of the test's own."""
    signs = {"word": "{}", "prefix": "{}*", "pattern": "{}", "fuzzy": "{}~"}

    def sign(word: Word) -> str:
        return signs[word.kind].format(word.text) + (str(word.distance) if word.distance else "")

    return [
        *(sign(word) for word in query.words),
        *(f'"{" ".join(phrase)}"' for phrase in query.phrases),
        *(f"-{sign(word)}" for word in query.without),
        *(f'-"{" ".join(phrase)}"' for phrase in query.without_phrases),
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("straf kort", ["straf", "kort"]),
        ("kort kort kort", ["kort"]),
        ("må man se tidligere stik?", ["må", "man", "se", "tidligere", "stik"]),
        ("§ 64 A 2", ["§", "64", "A", "2"]),
        ("64a2", ["64", "a", "2"]),
        ('"niet van toepassing"', ['"niet van toepassing"']),
        ("„ikke tages tilbage“", ['"ikke tages tilbage"']),
        ("«ikke tages» stik", ["stik", '"ikke tages"']),
        ('"ikke tages', ['"ikke tages"']),
        ('""', []),
        ("stik -dobling", ["stik", "-dobling"]),
        ('stik -"den blinde"', ["stik", '-"den blinde"']),
        ('stik -"den blinde" kort "ud af tur"', ["stik", "kort", '"ud af tur"', '-"den blinde"']),
        ("ikke-fejlende side", ["ikke", "fejlende", "side"]),
        ("udspil - tilspil", ["udspil", "tilspil"]),
        ("claim – contested", ["claim", "contested"]),
        ("strafk*", ["strafk*"]),
        ("*kort", ["*kort"]),
        ("k?lørsvigt", ["k?lørsvigt"]),
        ("kul*vigt", ["kul*vigt"]),
        ("kul**vigt?*", ["kul*vigt*"]),
        ("st*", ["st"]),
        ("*", []),
        ("???", []),
        ("kulorsvig~", ["kulorsvig~1"]),
        ("kulorsvig~2", ["kulorsvig~2"]),
        ("kulorsvig~9", ["kulorsvig~2"]),
        ("kulorsvig~0", ["kulorsvig"]),
        ("~9", []),
        ("text:stik", ["text", "stik"]),
        ("[a TO z]", ["a", "TO", "z"]),
        ("stik^9 kort^1.5", ["stik", "kort"]),
        ("(((stik)))", ["stik"]),
        ("NOT NOT stik", ["NOT", "stik"]),
        ("AND OR", ["AND", "OR"]),
        ("dummy's rights", ["dummy's", "rights"]),
        ("stik\x00kort", ["stik", "kort"]),
        ("\u202estik\u202c kort", ["stik", "kort"]),
        ("♠ 🂡 !!!", []),
        ("שלום עולם", ["שלום", "עולם"]),
        ("o\u0308re", ["öre"]),
        ("", []),
    ],
)
def test_reading(text: str, parts: list[str]) -> None:
    assert shown(read_query(text)) == parts


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("stik", []),
        ("x" * 10_000, ["query-cut"]),
        ("stik " * 2_000, ["query-cut"]),
        ("a b c d e f g h i j k l m", ["query-words"]),
        ('"' + "ord og " * 1_000 + '"', ["query-cut", "query-words"]),
        ("st* stik", ["query-short"]),
        ("abc* def* ghi*", ["query-wildcards"]),
        ("stik~9", ["query-distance"]),
        ("!?…", ["query-empty"]),
        ("\x00", ["query-empty"]),
        ("-stik", ["query-only-without"]),
    ],
)
def test_what_was_cut_is_said(text: str, codes: list[str]) -> None:
    remarks = read_query(text).remarks
    assert [remark.code for remark in remarks] == codes
    assert all(str(remark) for remark in remarks)


def test_words_that_say_little_are_left_out_first() -> None:
    question = "what happens when the declarer has led from the wrong hand and dummy has played"
    little = {"what", "when", "the", "has", "and", "happens"}
    query = read_query(question, says_little=little.__contains__)
    assert {"declarer", "led", "wrong", "hand", "dummy", "played"} <= {word.text for word in query.words}
    assert len(query.words) <= WORDS


def test_the_last_word_may_go_on_while_somebody_types() -> None:
    assert read_query("stort straf", typing=True).words[-1].typing
    assert not read_query("stort straf ", typing=True).words[-1].typing
    assert not read_query("stort st", typing=True).words[-1].typing
    assert not read_query("stort straf").words[-1].typing


NASTY = [
    "a* " * 20,
    "*a " * 20,
    '"' + "x " * 3_500 + '"',
    "(" * 1_000,
    "NOT " * 500,
    "stik~9 " * 50,
    "from:[* TO *]^99 ~~~ ^^^ ***",
    "\x00" * 100,
    "\ud800",
    "🂡" * 10_000,
    "\u202e" * 300 + "abc",
    "e" + "\u0301" * 10_000,
    "ﷺ" * 10_000,
    '"' * 999,
    "-" * 999,
    '-"' * 500,
    "' OR 1=1 --",
    "?" * 10_000 + "*" * 10_000,
    "a?" * 5_000,
    "\\" * 100 + "%_[]{}$(){}|&;`",
]


@pytest.mark.parametrize("text", NASTY)
def test_nasty_strings_are_bounded(text: str) -> None:
    assert_bounded(read_query(text))
    assert_bounded(read_query(text, typing=True))


@given(st.text(max_size=400) | st.text(alphabet='ab *?"-~^9:[]()„“«»\x00 ', max_size=300))
def test_any_text_is_read_within_bounds(text: str) -> None:
    assert_bounded(read_query(text))


def assert_bounded(query: Query) -> None:
    assert len(query.text) <= CHARACTERS
    assert len(query.words) + sum(map(len, query.phrases)) <= WORDS
    assert sum(word.kind in ("prefix", "pattern") for word in (*query.words, *query.without)) <= WILDCARDS
    assert all(0 <= word.distance <= DISTANCE for word in query.words)
    assert all(word.text for word in (*query.words, *query.without))
    assert query.empty == any(remark.code in ("query-empty", "query-only-without") for remark in query.remarks)
    assert hash(query) == hash(query)
    assert all(str(remark) for remark in query.remarks)

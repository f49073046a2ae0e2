"""The concordance: what moved between editions, and what the books at hand say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.address import Address, parse
from kb.book import Book, Law, Place, Provision
from kb.concordance import EXAMPLE, Concordance, check, read_concordance
from kb.corpus.loading import load_corpus, load_languages
from kb.errors import BadSource

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "corpus" / "concordance.toml").read_text("utf8")
TABLE = read_concordance(TEXT, "concordance.toml")
PLACE = Place("made-up.txt", 1)


def moved(address: str, from_edition: str, to_edition: str) -> list[tuple[str | None, str]]:
    found = TABLE.moved(parse(address), from_edition, to_edition)
    return [(str(move.to_address) if move.to_address else None, move.certainty) for move in found]


def book(edition: str, *addresses: str) -> Book:
    units = tuple(Provision(parse(address), None, "…", "printed", PLACE) for address in addresses)
    laws = tuple(
        Law(number, None, None, tuple(unit for unit in units if unit.address.law == number), (), PLACE)
        for number in sorted({unit.address.law for unit in units})
    )
    return Book(f"da-{edition}", "da", edition, "Made up", "Nobody", laws)


@pytest.mark.parametrize(
    ("address", "from_edition", "to_edition", "expected"),
    [
        ("12/C/1", "2017", "1997", [("12/C/2", "seen")]),
        ("12/C/1", "1997", "2017", [("12/C/2", "seen")]),
        ("12/C/2", "2007", "1997", [("12/C/1", "seen")]),
        ("12/C/1/c", "2017", "1997", [("12/C/3", "inferred")]),
        ("12/C/1/e", "2007", "1997", [("12/C/2", "inferred")]),
        ("12/C/3", "1997", "2007", [("12/C/1/c", "inferred")]),
        ("16/B", "2017", "1997", [("16/A", "seen")]),
        ("16/B/1/a", "2017", "1997", [("16/A", "inferred")]),
        ("16/C/2", "1997", "2007", [("16/D/2", "seen")]),
        ("16/D/2", "2007", "1997", [("16/C/2", "seen")]),
        ("16/D/2", "2017", "1997", [("16/B", "inferred")]),
        ("16/C", "2017", "1997", []),
        ("50/E", "2017", "1997", [("50/C", "seen"), ("50/D/1", "seen")]),
        ("50/C", "1997", "2017", [("50/E", "seen")]),
        ("54/E", "2017", "1997", [("24", "seen")]),
        ("71/A", "1997", "2017", [("71/1", "seen")]),
        ("71/B", "1997", "2017", [(None, "seen")]),
        ("71/2", "2017", "1997", [("71/C", "seen")]),
        ("72/B/1", "1997", "2007", [("23", "seen")]),
        ("23", "2007", "1997", [("72/B/1", "seen")]),
        ("23", "2017", "1997", [(None, "seen")]),
        ("79/C", "1997", "2017", [("79/C/1", "seen"), ("79/C/2", "seen")]),
        ("70/D", "1997", "2017", [("70/D/1", "seen"), ("70/D/2", "seen"), ("70/D/3", "inferred")]),
        ("61/B", "1997", "2017", []),
        ("64/A/2", "1997", "2017", []),
        ("16/D/2", "1875", "1997", []),
        ("16/D/2", "2007", "1875", []),
    ],
)
def test_where_a_unit_of_one_edition_stands_in_another(
    address: str, from_edition: str, to_edition: str, expected: list[tuple[str | None, str]]
) -> None:
    assert moved(address, from_edition, to_edition) == expected


def test_a_citation_without_an_edition_is_looked_for_in_all_others() -> None:
    found = TABLE.from_others(parse("16/D/2"), "1997")
    assert [(move.from_edition, str(move.to_address)) for move in found] == [("2017", "16/B"), ("2007", "16/C/2")]
    assert [str(move.to_address) for move in TABLE.from_others(parse("12/C/1/c"), "1997")] == ["12/C/3", "12/C/3"]
    assert TABLE.from_others(parse("64/A"), "1997") == ()


@pytest.mark.parametrize("language", ["da", "nl", "en"])
def test_every_move_has_its_reason_in_every_language(language: str) -> None:
    for subject in TABLE.subjects:
        assert subject.name[language]
        assert subject.why[language]
    (move,) = TABLE.moved(parse("12/C/1/c"), "2017", "1997")
    reason = str(move.reason(language))
    assert all(
        piece in reason for piece in ("12C1c", "12C3", "2017", "1997", move.subject[language], move.why[language])
    )
    (gone,) = TABLE.moved(parse("71/B"), "1997", "2017")
    assert gone.reason(language).code == "edition-lacks"
    assert gone.why[language] in str(gone.reason(language))


def test_a_reason_in_a_language_that_the_table_lacks_is_english() -> None:
    (move,) = TABLE.moved(parse("54/E"), "2017", "1997")
    assert move.reason("xx") == move.reason("en")


def test_the_table_is_whole() -> None:
    assert set(TABLE.editions) == {"1997", "2007", "2017"}
    assert set(load_languages()) <= set(TABLE.subjects[0].name)
    for subject in TABLE.subjects:
        assert set(subject.places) == set(TABLE.editions)
        assert any(subject.places.values())
        named = {tuple(places) for places in subject.places.values()}
        assert (subject.change == "moved") <= (len(named) > 1)


def test_the_books_at_hand_bear_the_table_out() -> None:
    found = check(TABLE, load_corpus(ROOT / "corpus").books.values())
    assert {message.code for message in found} <= {"concordance-unchecked", "concordance-not-borne-out"}
    doubted = [m.params["address"] for m in found if m.code == "concordance-not-borne-out"]
    assert doubted == ["70D3"]


def test_the_check_reports_and_never_raises() -> None:
    table = read_concordance(EXAMPLE.replace('seen = ["16/C"]', 'seen = ["16/C", "94/A"]', 1), "x.toml")
    found = check(table, [book("1997", "16/A"), book("2007", "64/A"), book("1987", "16/A")])
    assert [message.code for message in found] == [
        "concordance-no-law",
        "concordance-not-there",
        "concordance-unchecked",
        "concordance-unchecked",
        "concordance-edition",
    ]
    assert "16C" in str(found[1])
    assert check(table, [book("2017", "16/C")])[1:] == ()
    assert check(Concordance(()), []) == ()


def test_an_inferred_address_that_is_not_there_is_doubted_only() -> None:
    table = read_concordance(EXAMPLE.replace("1997 = {seen", "1997 = {inferred"), "x.toml")
    assert [message.code for message in check(table, [book("1997", "16/A")])] == ["concordance-not-borne-out"]
    assert table.moved(Address(16, ("D", "2")), "2007", "1997")[0].certainty == "inferred"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (EXAMPLE.replace("16/D", "D16"), "concordance-address", "“D16”"),
        (EXAMPLE.replace("carries", "carry"), "table-unreadable", "carry"),
        (EXAMPLE.replace('"moved"', '"gone"'), "table-unreadable", "gone"),
        ("[[subjects", "table-unreadable", "x.toml"),
    ],
)
def test_a_table_that_cannot_be_read_says_where(text: str, code: str, words: str) -> None:
    with pytest.raises(BadSource) as caught:
        read_concordance(text, "x.toml")
    assert caught.value.code == code
    assert words in str(caught.value)
    assert "x.toml" in str(caught.value)

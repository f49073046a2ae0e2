"""Addresses: read, printed, ordered, compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.address import Address, parse, roman, siblings, to_roman
from kb.errors import WrongCall

LEVELS = (
    st.sampled_from("ABCDEFGHKLM"),
    st.integers(1, 99).map(str),
    st.sampled_from("abcdefgh"),
    st.sampled_from(["i", "ii", "iv"]),
)


@st.composite
def addresses(draw: st.DrawFn) -> Address:
    depth = draw(st.integers(0, 4))
    labels = tuple(draw(level) for level in LEVELS[:depth])
    note = draw(st.none() | st.integers(1, 20)) if depth == 0 else None
    return Address(draw(st.integers(1, 93)), labels, note)


@given(addresses())
def test_printed_and_read_again_it_is_the_same(address: Address) -> None:
    assert parse(str(address)) == address


@given(st.lists(addresses(), max_size=8))
def test_the_order_is_total_and_puts_a_unit_before_what_stands_in_it(found: list[Address]) -> None:
    ordered = sorted(found)
    backwards = found[::-1]
    assert ordered == sorted(backwards)
    for address in found:
        assert all(ancestor < address and ancestor.contains(address) for ancestor in address.ancestors)


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        read = str(parse(text))
    except WrongCall as refused:
        read = refused.code
    assert read in {text, "address-unreadable"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "64a2",
        "64/",
        "/64",
        "064",
        "64/A/",
        "64/AB",
        "64/A/0",
        "64/note",
        "64/note/0",
        "64/A/2/b/i/x/y",
        "1000",
        "64/Ä",
    ],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(WrongCall):
        parse(text)


def test_reading_order() -> None:
    texts = [
        "9",
        "64",
        "64/A",
        "64/A/2",
        "64/A/10",
        "64/B",
        "64/note/1",
        "68/D/2/b",
        "68/D/2/b/i",
        "68/D/2/b/iv",
        "68/D/2/b/ix",
        "71/1",
    ]
    assert [str(address) for address in sorted(map(parse, reversed(texts)))] == texts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("64", "64"),
        ("64/A/2", "64A2"),
        ("45/C/4/b", "45C4b"),
        ("68/D/2/b/ii", "68D2b(ii)"),
        ("9/A/2/b/II", "9A2b(II)"),
        ("71/1", "71(1)"),
        ("68/note/1", "68 note 1"),
    ],
)
def test_as_people_say_it(text: str, said: str) -> None:
    assert parse(text).compact == said


def test_contains_stops_at_whole_labels_and_notes() -> None:
    assert not parse("6").contains(parse("64"))
    assert not parse("64/A").contains(parse("64/B"))
    assert not parse("64/note/1").contains(parse("64/note/2"))
    assert parse("64").contains(parse("64/note/1"))


def test_roman_numerals_round_trip() -> None:
    assert [roman(to_roman(number)) for number in range(1, 40)] == list(range(1, 40))
    assert roman("iiii") is None
    assert list(siblings("I"))[:4] == ["I", "II", "III", "IV"]
    assert list(siblings("X"))[:3] == ["X", "Y", "Z"]

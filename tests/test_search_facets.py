"""Facets: what is counted, over which results, and what is left when a reader chooses."""

from __future__ import annotations

import pytest

from kb import load
from kb.address import parse
from kb.search import Answer, Hit
from kb.search.facets import APART, Choice, Parts, counted, kind_of, narrowed


@pytest.fixture(scope="module")
def parts() -> Parts:
    return Parts(load().corpus)


def hit(place: str) -> Hit:
    book, _, address = place.partition("/")
    return Hit(book, parse(address), 1.0, "")


ANSWER = Answer(
    "x",
    tuple(map(hit, ["da-1997/64/A", "da-1997/12/C", "da-1997/68/note/1", "nl-2017/54/A", "nl-2017/79", "da-1997/54"])),
    6,
    situations=("revoke", "claim"),
)


@pytest.mark.parametrize(
    ("place", "part"),
    [
        (("da-1997", "64"), "61-64"),
        (("da-1997", "12"), APART),
        (("nl-2017", "54"), "53-56"),  # the Dutch book prints no parts
        (("nl-2017", "79"), APART),  # no book here puts it in a part
    ],
)
def test_a_law_stands_in_its_part(parts: Parts, place: tuple[str, str], part: str) -> None:
    assert parts.of(place[0], parse(place[1])) == part


def test_parts_keep_the_title_and_language_of_their_book(parts: Parts) -> None:
    part = parts.known["61-64"]
    assert (part.title, part.language, sorted(part.laws)) == ("KULØRSVIGT", "da", [61, 62, 63, 64])
    assert list(parts.known)[-1] == APART


@pytest.mark.parametrize(
    ("choice", "found"),
    [
        (Choice(), 6),
        (Choice(kinds=("note",)), 1),
        (Choice(kinds=("law",)), 5),
        (Choice(kinds=("situation",)), 0),
        (Choice(parts=("53-56",)), 2),
        (Choice(parts=("53-56", "61-64")), 3),
        (Choice(parts=("61-64",), kinds=("note",)), 0),
        (Choice(parts=("1-3",)), 0),
    ],
)
def test_an_answer_is_narrowed_to_what_was_chosen(parts: Parts, choice: Choice, found: int) -> None:
    assert len(narrowed(ANSWER, parts, choice)) == found


def test_each_count_says_what_one_gets_by_choosing_it(parts: Parts) -> None:
    for choice in (Choice(), Choice(kinds=("law",)), Choice(parts=("53-56",))):
        counts = counted(ANSWER, parts, choice)
        for value, count in counts.parts.items():
            assert len(narrowed(ANSWER, parts, Choice((value,), choice.kinds))) == count
        for kind, count in counts.kinds.items():
            if kind == "situation":
                assert count == len(ANSWER.situations)
            else:
                assert len(narrowed(ANSWER, parts, Choice(choice.parts, (kind,)))) == count


def test_values_without_results_are_not_counted(parts: Parts) -> None:
    counts = counted(Answer("x", (hit("da-1997/64/A"),), 1), parts, Choice())
    assert counts.parts == {"61-64": 1}
    assert counts.kinds == {"law": 1}


def test_a_note_is_a_note() -> None:
    assert [kind_of(parse(text)) for text in ("68", "68/A", "68/note/1")] == ["law", "law", "note"]


@pytest.mark.parametrize(("kinds", "seen"), [((), True), (("situation",), True), (("law",), False)])
def test_situations_are_seen_unless_other_kinds_are_chosen(kinds: tuple[str, ...], seen: bool) -> None:
    assert Choice(kinds=kinds).situations is seen  # type: ignore[arg-type]  # a table of tests has plain words

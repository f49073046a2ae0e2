"""Where a citation leads: one place, several, or none with the reason and the nearest."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import load
from kb.address import parse
from kb.corpus import Corpus
from kb.errors import NotFound
from kb.references import Target
from kb.resolving import NEAREST, WEIGHED, Resolution, find, resolve, weigh


@cache
def corpus() -> Corpus:
    return load().corpus


def said(targets: tuple[Target, ...]) -> list[str]:
    return [f"{target.book}/{target.address}" for target in targets]


ONE = [
    ("64/A/2", None, "da-1997", "da-1997/64/A/2"),
    ("64a2", None, "da-1997", "da-1997/64/A/2"),
    ("64a2", "da", None, "da-1997/64/A/2"),
    ("64a2", None, None, "da-1997/64/A/2"),
    ("§ 64 A 2", None, None, "da-1997/64/A/2"),
    ("  lov 64 a2.  ", None, None, "da-1997/64/A/2"),
    ("Law 64 A 2", "en", None, "da-1997/64/A/2"),
    ("artikel 68 D 2 b i", "nl", None, "nl-2017/68/D/2/b/i"),
    ("68D2b(ii)", None, None, "nl-2017/68/D/2/b/ii"),
    ("9a2b(ii)", None, None, "da-1997/9/A/2/b/II"),
    ("9/a/2/B/ii", None, None, "da-1997/9/A/2/b/II"),
    ("68", "da", None, "da-1997/68"),
    ("68", "nl", None, "nl-2017/68"),
    ("68", "da", "nl-2017", "nl-2017/68"),
    ("da-1997/64/A/2", None, None, "da-1997/64/A/2"),
    ("/da-1997/64/A/2", None, "nl-2017", "da-1997/64/A/2"),
    ("da-1997/64a2", None, None, "da-1997/64/A/2"),
    ("https://laws.example/b/da-1997/64/A/2", None, None, "da-1997/64/A/2"),
    ("fodnoten til §68", None, None, "da-1997/68/note/1"),
    ("68/note/1", None, None, "da-1997/68/note/1"),
    ("79c", None, None, "nl-2017/79/C"),
]


@pytest.mark.parametrize(("text", "language", "book", "expected"), ONE)
def test_one_place_is_meant(text: str, language: str | None, book: str | None, expected: str) -> None:
    resolution = resolve(corpus(), text, language, book)
    assert (resolution.status, said(resolution.targets)) == ("one", [expected])
    assert (resolution.reason, resolution.nearest, resolution.moved) == (None, (), False)


SEVERAL = [
    ("68/B", None, None, ["da-1997/68/B", "nl-2017/68/B"]),
    ("Law 68", "en", None, ["da-1997/68", "nl-2017/68"]),
    ("§69 og 70", "da", None, ["da-1997/69", "da-1997/70"]),
    ("artikel 70 t/m 79", "nl", None, ["nl-2017/70", "nl-2017/71", "nl-2017/79"]),
    ("§70B-D", "da", None, ["da-1997/70/B", "da-1997/70/C", "da-1997/70/D"]),
    ("voetnoot bij artikel 70", "nl", None, [f"nl-2017/70/note/{number}" for number in (1, 2, 3)]),
]


@pytest.mark.parametrize(("text", "language", "book", "expected"), SEVERAL)
def test_several_places_are_meant(text: str, language: str | None, book: str | None, expected: list[str]) -> None:
    resolution = resolve(corpus(), text, language, book)
    assert (resolution.status, said(resolution.targets)) == ("several", expected)


NONE = [
    ("20", None, None, "Law 20 (Review and Explanation of Calls) is in none of the books here", []),
    ("20", "nl", None, "Law 20 (Herhaling en uitleg (van biedingen)) is in none", []),
    (
        "§10A",
        "nl",
        None,
        "Law 10 (Het vaststellen van een rechtzetting) is not in nl-2017, but in da-1997",
        ["da-1997/10/A"],
    ),
    ("79C1", "da", None, "Law 79 (Vundne stik) is not in da-1997, but in nl-2017", ["nl-2017/79/C/1"]),
    (
        "64/Z",
        None,
        None,
        "da-1997 has law 64, and no 64Z in it",
        ["da-1997/64", "da-1997/64/A", "da-1997/64/B", "da-1997/64/C"],
    ),
    ("68B1", "da", None, "da-1997 has law 68, and no 68B1 in it", ["da-1997/68/B", "nl-2017/68/B/1"]),
    ("§241", None, None, "241 is of another rule book", []),
    ("kulørsvigt", None, None, "“kulørsvigt” cites no law", []),
    ("", None, None, "cites no law", []),
    ("punkt A1", "da", None, "is read from where it stands", []),
]


@pytest.mark.parametrize(("text", "language", "book", "reason", "nearest"), NONE)
def test_nothing_is_there_and_the_reason_is_said(
    text: str, language: str | None, book: str | None, reason: str, nearest: list[str]
) -> None:
    resolution = resolve(corpus(), text, language, book)
    assert (resolution.status, resolution.targets) == ("none", ())
    assert reason in str(resolution.reason)
    assert said(resolution.nearest) == nearest


MOVED = [
    ("12C1c", "da-1997", ["da-1997/12/C/3"], "12C1c of 2017 is most likely 12C3 of 1997"),
    ("§16D2", "da-1997", ["da-1997/16/B", "da-1997/16/C/2"], "16D2 of 2017 is most likely 16B of 1997"),
    ("16d2", None, ["da-1997/16/B", "da-1997/16/C/2"], "16D2 of 2017"),
]


@pytest.mark.parametrize(("text", "book", "expected", "reason"), MOVED)
def test_a_citation_of_another_edition_is_answered_with_its_place_here(
    text: str, book: str | None, expected: list[str], reason: str
) -> None:
    resolution = resolve(corpus(), text, book=book)
    assert said(resolution.targets) == expected
    assert (resolution.status, resolution.moved) == ("one" if len(expected) == 1 else "several", True)
    assert reason in str(resolution.reason)


def test_a_reason_is_given_in_the_language_of_the_question() -> None:
    assert "appelkomite" in str(resolve(corpus(), "12C1c", "da").reason)


def test_what_moved_out_of_the_corpus_says_where_it_went() -> None:
    resolution = resolve(corpus(), "54E", book="da-1997")
    assert (resolution.status, resolution.moved) == ("none", False)
    assert "54E of 2017 is 24 of 1997" in str(resolution.reason)
    assert "nl-2017/54/E" in said(resolution.nearest)


RELATIVE = [
    ("punkt A1", "43/B/1", ["da-1997/43/A/1"]),
    ("denne paragraf", "43/B/1", ["da-1997/43"]),
    ("punkt 2", "64/A/1", ["da-1997/64/A/2"]),
]


@pytest.mark.parametrize(("text", "at", "expected"), RELATIVE)
def test_a_relative_citation_is_read_from_where_it_stands(text: str, at: str, expected: list[str]) -> None:
    assert said(resolve(corpus(), text, "da", at=parse(at)).targets) == expected


def test_a_relative_citation_of_nothing_names_what_is_near() -> None:
    resolution = resolve(corpus(), "punkt Q", "da", at=parse("64/A/1"))
    assert (resolution.status, said(resolution.nearest)[0]) == ("none", "da-1997/64")
    assert "64" in str(resolution.reason)


@pytest.mark.parametrize(
    "call",
    [
        lambda: resolve(corpus(), "64", book="da-2017"),
        lambda: resolve(corpus(), "64", language="xx"),
        lambda: resolve(corpus(), "da-2017/64/A"),
        lambda: find(corpus(), "§64", book="da-2017"),
        lambda: find(corpus(), "§64", language="xx"),
    ],
)
def test_what_is_not_here_is_an_error_that_names_what_is(call: object) -> None:
    assert callable(call)
    with pytest.raises(NotFound, match="da"):
        call()


@given(st.text(max_size=300), st.sampled_from([None, "da", "nl", "en"]))
def test_any_text_gets_an_answer(text: str, language: str | None) -> None:
    try:
        resolution = resolve(corpus(), text, language)
    except NotFound:
        return  # it named a book that is not here
    assert isinstance(resolution, Resolution)
    assert (resolution.status == "none") == (resolution.targets == ())
    assert len(resolution.nearest) <= NEAREST
    assert all(corpus().book(t.book or "").has(t.address) for t in (*resolution.targets, *resolution.nearest))


# --- citations of a text -------------------------------------------------------------------------------------


def test_citations_lead_to_the_books_of_the_language() -> None:
    (danish,) = find(corpus(), "se §68", language="da")
    (dutch,) = find(corpus(), "zie artikel 68", language="nl")
    (english,) = find(corpus(), "see Law 68", language="en")
    assert [said(r.targets) for r in (danish, dutch)] == [["da-1997/68"], ["nl-2017/68"]]
    assert (english.targets, english.status) == ((Target(None, parse("68")),), "outside-corpus")


def test_a_book_that_is_named_comes_before_the_language() -> None:
    (english,) = find(corpus(), "see Law 68", language="en", book="nl-2017")
    assert said(english.targets) == ["nl-2017/68"]
    (dutch,) = find(corpus(), "zie artikel 68", book="nl-2017")
    assert said(dutch.targets) == ["nl-2017/68"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zie artikel 68 en artikel 70", ["nl-2017/68", "nl-2017/70"]),
        ("jf. paragraf 68", ["da-1997/68"]),
        ("see Laws 68 and 70", ["None/68", "None/70"]),
        ("nothing of the kind", []),
    ],
)
def test_without_a_language_the_words_of_the_citations_decide(text: str, expected: list[str]) -> None:
    assert [target for reference in find(corpus(), text) for target in said(reference.targets)] == expected


@given(st.text(max_size=300))
def test_spans_are_slices_in_order(text: str) -> None:
    end = 0
    for reference in find(corpus(), text, language="da"):
        assert reference.start >= end
        assert text[reference.start : reference.end] == reference.text
        end = reference.end


def test_the_language_of_a_long_text_is_told_by_its_first_citations() -> None:
    padding = "x " * WEIGHED
    assert weigh(corpus(), f"{padding} zie artikel 70B3").best == "nl"
    assert weigh(corpus(), f"zie artikel 70B3 {padding} §64, 65 og 66").best == "nl"
    assert [found.targets[0].book for found in find(corpus(), f"zie artikel 70B3 {padding} §70")] == ["nl-2017"] * 2


@pytest.mark.parametrize(
    ("text", "best", "kind"),
    [
        ("zie artikel 64A2", "nl", "citations"),
        ("Laws 64 and 65", "en", "citations"),
        ("§69, 70 og 71", "da", "citations"),
        ("§64", "da", "tie"),
        ("3NT, 4H", "da", "none"),
    ],
)
def test_the_language_is_told_by_the_words_of_the_citations(text: str, best: str, kind: str) -> None:
    evidence = weigh(corpus(), text)
    assert (evidence.best, evidence.kind) == (best, kind)

"""The forgiving reader: what somebody types, in any of the languages, and what it must not take for a citation."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.citations import read
from kb.corpus.loading import load_languages
from kb.language import Language

ALL = list(load_languages().values())


def addresses(text: str) -> list[str]:
    return [str(address) for address in read(text, ALL).addresses]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("64", "64"),
        ("64a2", "64/A/2"),
        ("64 a 2", "64/A/2"),
        ("§ 64 A 2", "64/A/2"),
        ("§ 16 C 2", "16/C/2"),
        ("&sect;16C2", "16/C/2"),
        ("l 27 b 1 a", "27/B/1/a"),
        ("l64", "64"),
        ("L64a2", "64/A/2"),
        ("art 27.b.1", "27/B/1"),
        ("art. 27 b 1 (a)", "27/B/1/a"),
        ("artikel 27B1 (b)", "27/B/1/b"),
        ("ARTIKEL 27B1B", "27/B/1/b"),
        ("lov 12c", "12/C"),
        ("law 12 c 1 e ii", "12/C/1/e/ii"),
        ("Law 12C1(e)(ii)", "12/C/1/e/ii"),
        ("rule 27", "27"),
        ("regel 27", "27"),
        ("paragraaf 64", "64"),
        ("wet 64", "64"),
        ("9a2bII", "9/A/2/b/II"),
        ("9 a 2 b ii", "9/A/2/b/ii"),
        ("30b1ii", "30/B/1/ii"),
        ("68 d 2 b i", "68/D/2/b/i"),
        ("12-c-1", "12/C/1"),
        ("12.C.1", "12/C/1"),
        ("64/A/2", "64/A/2"),
        ("64/a/2", "64/A/2"),
        ("/64/A/2", "64/A/2"),
        ("/54b2", "54/B/2"),
        ("71/2", "71/2"),
        ("71(2)", "71/2"),
        ("68/note/1", "68/note/1"),
        ("68 note 1", "68/note/1"),
        ("fodnote 1 til §68", "68/note/1"),
        ("noot 2 bij 70", "70/note/2"),
        ("fodnote 68", "68"),
        ("footnote 68", "68"),
        ("§64A2?", "64/A/2"),
        ("  (64A2) ", "64/A/2"),
        ("😀64A2😀", "64/A/2"),
        ("7c", "7/C"),
        ("54Z", "54/Z"),
        ("64a2 og 64b1", "64/A/2 64/B/1"),
        ("64a2, 64b1", "64/A/2 64/B/1"),
        ("16, 17", "16 17"),
        ("16-18", "16 17 18"),
        ("§§ 69-71", "69 70 71"),
    ],
)
def test_the_whole_text_is_a_citation(typed: str, expected: str) -> None:
    reading = read(typed, ALL)
    assert [str(address) for address in reading.addresses] == expected.split()
    assert reading.whole
    assert reading.rest == ""


@pytest.mark.parametrize(
    ("typed", "expected", "rest"),
    [
        ("penalty 50d1", "50/D/1", "penalty"),
        ("64 c verzaking", "64/C", "verzaking"),
        ("altijd 64C na verzaking", "64/C", "altijd na verzaking"),
        ("16b1 unauthorized", "16/B/1", "unauthorized"),
        ("§ 16b uvedkommende", "16/B", "uvedkommende"),
        ("Hvad siger §64A2", "64/A/2", "Hvad siger"),
        ("law 64 a player", "64", "a player"),
        ("kan man bruge 12c1 her?", "12/C/1", "kan man bruge her?"),
        ("12c1c 1997", "12/C/1/c", "1997"),
        ('§64C "niet van toepassing"', "64/C", '"niet van toepassing"'),
    ],
)
def test_words_stand_around_a_citation(typed: str, expected: str, rest: str) -> None:
    reading = read(typed, ALL)
    assert [str(address) for address in reading.addresses] == expected.split()
    assert (reading.rest, reading.whole) == (rest, False)


@pytest.mark.parametrize(
    "typed",
    [
        "12. stik",
        "kulørsvigt i 12. stik",
        "verzaking in de 12e slag",
        "3 kort",
        "13 kort på hånden",
        "12 cards in dummy",
        "4 spades",
        "1nt",
        "2 sa",
        "makker meldte 4h",
        "partner bid 7c",
        "par 12",
        "bord 12b",
        "64 a player",
        "64 og 65 stik",
        "50%",
        "40 % af scoren",
        "kl 19.30",
        "19.30",
        "71.1",
        "64 64 64",
        "0",
        "99",
        "artikel",
        "§",
        "",
        "   ",
        "?!",
        "\0",
        "0x64",
        "twaalf en veertien kaarten",
        "krav bestrides",
    ],
)
def test_what_is_no_citation_stays_words(typed: str) -> None:
    reading = read(typed, ALL)
    assert reading.citations == ()
    assert not reading.whole
    assert reading.rest == ("" if not any(letter.isalnum() for letter in typed) else typed.strip())


@pytest.mark.parametrize("language", ALL, ids=lambda language: language.code)
def test_every_typed_sign_is_one(language: Language) -> None:
    for sign in language.citations.typed_signs:
        reading = read(f"{sign} 64", ALL)
        assert [str(address) for address in reading.addresses] == ["64"], sign
        assert reading.signed


def test_signs_say_that_a_citation_was_meant() -> None:
    assert read("§64", ALL).signed
    assert read("68 note 1", ALL).signed
    assert not read("64a2", ALL).signed


def test_foreign_and_relative_citations_are_read_too() -> None:
    (foreign,) = read("§ 999", ALL).citations
    assert foreign.foreign is not None
    assert foreign.addresses == ()
    (relative,) = read("punkt 1", ALL).citations
    assert relative.labels == (("1",),)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
@example("§" * 500)
@example("1," * 2000)
@example("64A2 " * 500)
@example("\0" * 10_000)
@example("😀" * 10_000)
@example("&#0;&#xD800;&notanentity;")
@example("(" * 3000 + "64A2" + ")" * 3000)
def test_the_reader_never_raises(text: str) -> None:
    reading = read(text, ALL)
    assert reading.whole == (bool(reading.citations) and not reading.rest)
    for citation in reading.citations:
        assert text[citation.start : citation.end] == citation.text

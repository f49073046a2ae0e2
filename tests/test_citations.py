"""The strict scanner: what it finds in prose, what it leaves alone, and that what it says is where it says."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.address import Address, parse
from kb.citations import Citation, cite, scan
from kb.corpus.loading import load_languages
from kb.language import Language, read_language

LANGUAGES = load_languages()
ENGLISH = LANGUAGES["en"]
DANISH = LANGUAGES["da"]
DUTCH = LANGUAGES["nl"]
ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "data" / "citations.tsv").read_text("utf8").splitlines()
    if line.strip() and not line.startswith("#")
]

PLAIN = """
code = "xx"
name = "Made up"
[structure]
law_signs = ["Regul"]
[citations]
written = "Regul "
note_written = "apostil {number} zu {law}"
signs = ["Regul", "Reguls"]
plural_signs = ["Reguls"]
and_words = ["ka", "fo"]
range_words = ["gis"]
positions = ["era"]
of_words = ["zu"]
pointers = ["sure"]
selves = ["tiu regul"]
notes = ["apostil"]
one_letter_words = ["a"]
counted = ["lev"]
places = ["tablo"]
own_books = ["bridgaro"]
foreign_stems = ["statutaro"]
foreign_parts = ["alineo"]
[vocabulary]
stemmer = "english"
"""
BEHIND = """
code = "yy"
name = "Made up, sign behind"
[structure]
law_signs = ["§"]
[citations]
written = "§ "
note_written = "nuotti {number}: {law}"
signs = ["§", "pykälä"]
sign_place = "after"
and_words = ["ja"]
[vocabulary]
stemmer = "english"
"""


def addresses(text: str, language: Language) -> list[str]:
    return [str(address) for citation in scan(text, language) for address in citation.addresses]


def wanted(expected: str) -> list[str]:
    found: list[str] = []
    for item in expected.split():
        first, _, last = item.partition("..")
        if last:
            found += map(str, range(int(first), int(last) + 1))
        elif item != "-":
            found.append(item)
    return found


@pytest.mark.parametrize(("text", "language", "expected"), ROWS)
def test_the_table_of_citations(text: str, language: str, expected: str) -> None:
    want = wanted(expected)
    got = addresses(text, LANGUAGES[language])
    laws = [found.partition("/note/")[0] if found.partition("/note/")[0] in want else found for found in got]
    assert [found.lower() for found in laws] == [item.lower() for item in want]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("see Law\n64A2", ENGLISH, ["64/A/2"]),
        ("see Law 64\nA2", ENGLISH, ["64/A/2"]),
        ("> the 1997 Law\n> 25B would have been", ENGLISH, ["25/B"]),
        (">> see Laws 16,\n>> 73 and 75", ENGLISH, ["16", "73", "75"]),
        ("Law 64\n\nA2 is a paper size", ENGLISH, ["64"]),
        ("Law\n\n64 players", ENGLISH, []),
        ("§64\nA. Straf", DANISH, ["64"]),
        ("§ 69,\r\n70 og 71", DANISH, ["69", "70", "71"]),
        ("Artikel 74\nA. Juiste houding", DUTCH, ["74"]),
        ("arti\u00adkel\u00a070\u00adC", DUTCH, ["70/C"]),
        ("artikel&#160;68D2b&#40;i&#41;", DUTCH, ["68/D/2/b/i"]),
        ("§&thinsp;16C2 &ndash; se ogs&aring; &sect;&sect;&nbsp;81&ndash;83", DANISH, ["16/C/2", "81", "82", "83"]),
        ("§ 81‑83", DANISH, ["81", "82", "83"]),
        ("§\u202f64", DANISH, ["64"]),
        ("§64&shy;A&#8203;2", DANISH, ["64/A/2"]),
        ("§\u200b64\ufeffA", DANISH, ["64/A"]),
    ],
)
def test_space_of_every_sort_inside_a_citation(text: str, language: Language, expected: list[str]) -> None:
    assert addresses(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("se §69, 70 og 71C.", DANISH, [("§69", "list"), ("70", "list"), ("71C", "list")]),
        ("lovenes §81-§85 og §90-§92", DANISH, [("§81-§85", "range"), ("§90-§92", "range")]),
        ("(29A+B)", DANISH, [("29A", "list"), ("B", "list")]),
        ("§59 (krav om udspil) anvendes", DANISH, [("§59", "law")]),
        ("se punkt A1 og A2", DANISH, [("punkt A1", "relative"), ("A2", "relative")]),
        ("se punkt B1 ovenfor.", DANISH, [("punkt B1 ovenfor", "relative")]),
        ("det i punkt A-E anførte", DANISH, [("punkt A-E", "relative")]),
        ("efter denne paragraf", DANISH, [("denne paragraf", "self")]),
        ("Se dog fodnoten til §68 (krav)", DANISH, [("fodnoten til §68", "note")]),
        ("§68, fodnote 1, siger", DANISH, [("§68, fodnote 1", "note")]),
        ("ongeacht B1 hierboven, geen", DUTCH, [("B1 hierboven", "relative")]),
        ("als bepaald in (a) hierboven,", DUTCH, [("(a) hierboven", "relative")]),
        ("bepalingen van dit artikel).", DUTCH, [("dit artikel", "self")]),
        ("Law 16.B.1.a. applies", ENGLISH, [("Law 16.B.1.a", "law")]),
        ("45C4a; we do not use 45C4b", ENGLISH, [("45C4a", "law"), ("45C4b", "law")]),
        ("item 2 of Law 64A", ENGLISH, [("item 2 of Law 64A", "law")]),
        ("§§ 61-64 og 67", DANISH, [("§§ 61-64", "range"), ("67", "list")]),
        ("§7 i klubbens vedtægter", DANISH, [("§7", "law")]),
        ("Law 12(C)(1)(e)(ii).", ENGLISH, [("Law 12(C)(1)(e)(ii)", "law")]),
        ("»§64A2«", DANISH, [("§64A2", "law")]),
    ],
)
def test_spans_and_kinds(text: str, language: Language, expected: list[tuple[str, str]]) -> None:
    found = scan(text, language)
    assert [(citation.text, citation.kind) for citation in found] == expected
    assert all(text[citation.start : citation.end] == citation.text for citation in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("punkt a", [(("a",),)]),
        ("punkt A1 og A2", [(("A", "1"),), (("A", "2"),)]),
        ("punkt 1, 2 eller 3", [(("1",),), (("2",),), (("3",),)]),
        ("punkt a-c", [(("a",), ("b",), ("c",))]),
        ("punkt A1-3", [(("A", "1"), ("A", "2"), ("A", "3"))]),
        ("punkt B2b(ii) ovenfor", [(("B", "2", "b", "ii"),)]),
        ("på et punkt i spillet", []),
        ("et punkt mere", []),
        ("på dette punkt er vi enige", []),
        ("punkt 12 stik", []),
        ("disse love", []),
    ],
)
def test_labels_of_relative_citations_as_printed(text: str, expected: list[object]) -> None:
    assert [citation.labels for citation in scan(text, DANISH)] == expected


@pytest.mark.parametrize(
    ("text", "language", "reason"),
    [
        ("§ 241d1", DANISH, "foreign-number"),
        ("§ 90-125", DANISH, "foreign-number"),
        ("efter §7 i klubbens vedtægter", DANISH, "foreign-book"),
        ("I klubbens vedtægter står i §7, at", DANISH, "foreign-book"),
        ("§ 7, stk. 2", DANISH, "foreign-form"),
        ("artikel 23 lid 1", DUTCH, "foreign-form"),
        ("artikel 6:162", DUTCH, "foreign-form"),
        ("artikel 3.2", DUTCH, "foreign-form"),
        ("Law 5 of the club constitution", ENGLISH, "foreign-book"),
        ("punkt 2 i vedtægternes §7", DANISH, "foreign-book"),
        ("punkt 3 i vedtægterne", DANISH, "foreign-book"),
    ],
)
def test_citations_of_other_rule_books_are_found_and_say_why(text: str, language: Language, reason: str) -> None:
    found = scan(text, language)
    assert {citation.foreign.code for citation in found if citation.foreign} == {reason}
    assert not any(citation.addresses for citation in found)
    assert all(str(citation.foreign) for citation in found)


def test_every_item_of_a_foreign_list_is_foreign() -> None:
    assert all(citation.foreign for citation in scan("§ 5 og § 6 i vedtægterne", DANISH))
    assert all(citation.foreign for citation in scan("artikelen 3, 4 en 5 lid 2", DUTCH))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Regul 64A2", ["64/A/2"]),
        ("Reguls 69, 70 ka 71", ["69", "70", "71"]),
        ("Regul 81 gis 83", ["81", "82", "83"]),
        ("era 2 zu Regul 64A", ["64/A/2"]),
        ("apostil 1 zu Regul 68", ["68/note/1"]),
        ("Regul 12 zu la statutaro", []),
        ("Regul 12 alineo 3", []),
        ("Regul 64 ka 70 lev", ["64"]),
        ("tablo 12B", []),
        ("Regul 64 a lev", ["64"]),
        ("vid 64A2", ["64/A/2"]),
        ("§64", []),
    ],
)
def test_a_made_up_language_needs_no_python(text: str, expected: list[str]) -> None:
    assert addresses(text, read_language(PLAIN, "xx.toml")) == expected


def test_a_made_up_language_has_its_own_relative_words() -> None:
    found = scan("era A1 ka B; (a) sure; tiu regul", read_language(PLAIN, "xx.toml"))
    assert [citation.labels for citation in found] == [(("A", "1"),), (("B",),), (("a",),), ()]
    assert [citation.kind for citation in found] == ["relative", "relative", "relative", "self"]


@pytest.mark.parametrize(
    ("text", "expected", "spans"),
    [
        ("katso 64A2 § ja", ["64/A/2"], ["64A2 §"]),
        ("64, 70 ja 71 §", ["64", "70", "71"], ["64", "70", "71 §"]),
        ("81-83 pykälä", ["81", "82", "83"], ["81-83 pykälä"]),
        ("64 kertaa", [], []),
    ],
)
def test_a_language_may_write_its_sign_behind_the_number(text: str, expected: list[str], spans: list[str]) -> None:
    language = read_language(BEHIND, "yy.toml")
    assert addresses(text, language) == expected
    assert [citation.text for citation in scan(text, language)] == spans


LETTERS = st.sampled_from("ABCDEFGH")
SMALL = st.sampled_from("abcdefghijklmn")
ROMAN = st.sampled_from(["i", "ii", "iii", "iv", "v", "ix", "II", "IV"])
NUMBERS = st.integers(1, 30).map(str)
LABELS = st.one_of(
    st.just(()),
    st.tuples(LETTERS),
    st.tuples(NUMBERS),
    st.tuples(LETTERS, NUMBERS),
    st.tuples(LETTERS, NUMBERS, SMALL),
    st.tuples(LETTERS, NUMBERS, SMALL, ROMAN),
    st.tuples(LETTERS, NUMBERS, st.sampled_from(["ii", "iii", "iv"])),
)


@settings(deadline=None)
@given(st.integers(1, 93), LABELS, st.sampled_from(list(LANGUAGES)))
def test_what_is_printed_is_read_back(law: int, labels: tuple[str, ...], code: str) -> None:
    address = Address(law, labels)
    found = scan(f"({cite(address, LANGUAGES[code])}).", LANGUAGES[code])
    assert [citation.addresses for citation in found] == [(address,)]


@settings(deadline=None)
@given(st.integers(1, 93), st.integers(1, 9), st.sampled_from(list(LANGUAGES)))
def test_printed_notes_are_read_back(law: int, number: int, code: str) -> None:
    address = Address(law, note=number)
    assert [c.addresses for c in scan(cite(address, LANGUAGES[code]), LANGUAGES[code])] == [(address,)]


SCRAPS = (
    "§|§§|lov|Law|Laws|artikel|art.|L|64|16|125|7|0|12C1|64A2|A|B|a|(b)|(ii)|ii|i|,|;|.|-|–|/|+|&|og|en|and|til|t/m|to|"
    "punkt|item|hierboven|above|fodnoten|bij|stik|%|(|)|[|]|\n|\n\n|>|&sect;|&nbsp;|\u00ad|\u00a0|vedtægter|lid|1|denne|paragraf"
)
PIECES = st.sampled_from(SCRAPS.split("|"))
PIECED = st.lists(PIECES, max_size=25)
TEXTS = st.one_of(st.text(max_size=80), PIECED.map(" ".join), PIECED.map("".join))


@settings(max_examples=400, deadline=None)
@given(TEXTS, st.sampled_from(list(LANGUAGES)))
@example("&shy;&nbsp;&amp;#64;", "da")
@example("§§64-&#0;", "da")
def test_spans_are_slices_in_order_and_never_overlap(text: str, code: str) -> None:
    end = 0
    for citation in scan(text, LANGUAGES[code]):
        assert end <= citation.start < citation.end <= len(text)
        assert text[citation.start : citation.end] == citation.text
        assert citation.foreign is None or not citation.addresses
        end = citation.end


def test_a_long_text_is_read_to_its_end() -> None:
    piece = "se §64, 70 og klubbens vedtægter (§7 (a \n\n"
    assert len(scan(piece * 2000, DANISH)) == 2000 * len(scan(piece, DANISH))


def test_a_citation_keeps_the_address_it_names() -> None:
    (found,) = scan("L68b2", ENGLISH)
    assert found == Citation(0, 5, "L68b2", "law", (parse("68/B/2"),))


ACCENTS = [
    ("pa\u030a §64A1 e\u0301r nok", [("§64A1", "64/A/1")]),
    ("§64A\u0301 er en kode", []),
    ("e\u0301t §64", [("§64", "64")]),
    ("§64 og\u030a 70", [("§64", "64")]),
    ("1\ufe0f\u20e3 §64A 2\ufe0f\u20e3", [("§64A", "64/A")]),
    ("§64A 1\u20e3", [("§64A", "64/A")]),
    ("§12\ufe0f\u20e3", []),
]


@pytest.mark.parametrize(("text", "found"), ACCENTS)
def test_a_letter_is_one_with_its_accents_and_a_key_is_a_picture(text: str, found: list[tuple[str, str]]) -> None:
    assert [(citation.text, str(*citation.addresses)) for citation in scan(text, DANISH)] == found


def test_composed_or_not_a_text_cites_the_same() -> None:
    for text, language, _ in ROWS:
        apart = unicodedata.normalize("NFD", text)
        assert addresses(apart, LANGUAGES[language]) == addresses(text, LANGUAGES[language])

"""References: where the citations of the two books lead, and how one is resolved from where it stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kb.address import Address, parse
from kb.book import Book, Law, Note, Place, Provision
from kb.citations import scan
from kb.corpus.loading import load_corpus, load_languages
from kb.references import Reference, Status, Target, backlinks, references_of, resolve

ROOT = Path(__file__).parent.parent
LANGUAGES = load_languages()
CORPUS = load_corpus(ROOT / "corpus")
FOUND = [reference for book in CORPUS.books.values() for reference in references_of(book, LANGUAGES[book.language])]
PLACE = Place("made-up.txt", 1)


def provision(address: str, text: str = "", heading: str | None = None, closing: str | None = None) -> Provision:
    return Provision(parse(address), heading, text, "printed", PLACE, closing)


def book(book_id: str, *units: Provision, notes: tuple[Note, ...] = (), language: str = "da") -> Book:
    numbers = sorted({unit.address.law for unit in units} | {note.address.law for note in notes})
    laws = (
        Law(
            number,
            None,
            None,
            tuple(unit for unit in units if unit.address.law == number and unit.address.labels),
            tuple(note for note in notes if note.address.law == number),
            PLACE,
        )
        for number in numbers
    )
    return Book(book_id, language, "1997", "Made up", "Nobody", tuple(laws))


NOTES = (
    Note(parse("68/note/1"), "Se §14A.", "footnote", PLACE),
    Note(parse("41/note/1"), "…", "footnote", PLACE, at=parse("41/A")),
    Note(parse("41/note/2"), "DBf …", "local", PLACE),
    Note(parse("70/note/1"), "Se (a) og denne paragraf.", "footnote", PLACE, at=parse("70/C/3")),
    Note(parse("70/note/2"), "…", "footnote", PLACE, at=parse("70/D/1")),
    Note(parse("50/note/1"), "…", "local", PLACE),
)
SMALL = book(
    "da-1900",
    *(provision(address) for address in ("9/A", "9/A/2", "9/A/2/b", "9/A/2/b/I", "9/A/2/b/II")),
    *(provision(address) for address in ("14/A", "14/A/1", "14/A/2", "14/B", "14/B/1", "14/B/1/a", "14/B/1/b")),
    *(provision(address) for address in ("14/B/2", "14/B/3")),
    *(provision(address) for address in ("41/A", "50/A", "68/A", "68/D", "68/D/2", "68/D/2/a", "68/D/2/b")),
    *(provision(address) for address in ("68/D/2/b/i", "70/C", "70/C/3", "70/C/3/a", "70/D", "70/D/1", "71/1", "71/2")),
    notes=NOTES,
)
OTHER = book("da-1901", provision("14/C"), provision("16/A"))


def led(text: str, at: str | None = None, books: tuple[Book, ...] = (SMALL,)) -> list[tuple[str, Status]]:
    """Each reference as the addresses of its targets and its status."""
    found = resolve(scan(text, LANGUAGES["da"]), books, parse(at) if at else None)
    return [(" ".join(str(target.address) for target in r.targets), r.status) for r in found]


def rows() -> list[tuple[str, str, str, str, str]]:
    """The list of all references, made by reading: book, from, cited text, kind, targets."""
    lines = (ROOT / "tests" / "data" / "references.tsv").read_text("utf8").splitlines()
    split = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(line[0], line[1], line[2], line[3], line[4]) for line in split]


def row(reference: Reference) -> tuple[str, str, str, str, str]:
    targets = " ".join(str(target.address) for target in reference.targets)
    return reference.book or "", str(reference.at), reference.text, reference.kind, targets


def test_every_reference_of_both_books() -> None:
    assert Counter(map(row, FOUND)) == Counter(rows())


def test_references_come_in_reading_order_and_are_slices() -> None:
    order: list[tuple[str, int]] = []
    for reference in FOUND:
        assert reference.book is not None
        assert reference.at is not None
        unit = CORPUS.books[reference.book].units[reference.at]
        assert (getattr(unit, reference.field) or "")[reference.start : reference.end] == reference.text
        order.append((reference.book, list(CORPUS.books[reference.book].units).index(reference.at)))
    assert order == sorted(order)


def test_every_status_but_ok_says_why() -> None:
    assert {reference.status for reference in FOUND} == {"ok", "outside-corpus"}
    for reference in FOUND:
        assert (reference.status == "ok") == (reference.reason is None)
        here = all(CORPUS.books[t.book or ""].has(t.address) for t in reference.targets)
        assert here == (reference.status == "ok")


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("§14A2", None, [("14/A/2", "ok")]),
        ("§14", None, [("14", "ok")]),
        ("§9A2b(ii)", None, [("9/A/2/b/II", "ok")]),
        ("§9a2bII", None, [("9/A/2/b/II", "ok")]),
        ("§14Z", None, [("14/Z", "no-such-provision")]),
        ("§16C2", None, [("16/C/2", "outside-corpus")]),
        ("§71(2)", None, [("71/2", "ok")]),
        ("§ 125", None, [("", "foreign")]),
        ("§ 7 i klubbens vedtægter", None, [("", "foreign")]),
        ("§14A, 16 og 68D2b(i)", None, [("14/A", "ok"), ("16", "outside-corpus"), ("68/D/2/b/i", "ok")]),
        ("denne paragraf", "14/B/1", [("14", "ok")]),
        ("denne paragraf", "70/note/1", [("70", "ok")]),
        ("denne paragraf", None, [("", "ambiguous")]),
        ("punkt 1", None, [("", "ambiguous")]),
        ("punkt 1", "14/B/3", [("14/B/1", "ok")]),
        ("punkt 1 eller 2", "14/B/3", [("14/B/1", "ok"), ("14/B/2", "ok")]),
        ("punkt 3", "14/B/1/b", [("14/B/3", "ok")]),
        ("punkt A1 og A2", "14/B/1", [("14/A/1", "ok"), ("14/A/2", "ok")]),
        ("punkt a og b", "14/B/1", [("14/B/1/a", "ok"), ("14/B/1/b", "ok")]),
        ("punkt a", "14/B/1/b", [("14/B/1/a", "ok")]),
        ("punkt b", "14/B/1/b", [("14/B/1/b", "ok")]),
        ("punkt A-B", "14/B/1/b", [("14/A 14/B", "ok")]),
        ("punkt 1-3", "14/B/1", [("14/B/1 14/B/2 14/B/3", "ok")]),
        ("(a) ovenfor", "68/D/2/b/i", [("68/D/2/a", "ok")]),
        ("punkt a", "70/note/1", [("70/C/3/a", "ok")]),
        ("punkt E", "14/B/1", [("14/E", "no-such-provision")]),
        ("punkt 7", "14/B/1", [("14/B/7", "no-such-provision")]),
        ("fodnoten til §68", None, [("68/note/1", "ok")]),
        ("fodnote 1 til §68", None, [("68/note/1", "ok")]),
        ("fodnote 2 til §68", None, [("68", "no-such-provision")]),
        ("fodnoten til §14", None, [("14", "no-such-provision")]),
        ("fodnoten til §16", None, [("16", "outside-corpus")]),
        ("fodnoten til §41", None, [("41/note/1", "ok")]),
        ("noten til §50", None, [("50/note/1", "ok")]),
        ("fodnoten til §70", None, [("70/note/1 70/note/2", "ambiguous")]),
        ("fodnoten til §70C", None, [("70/note/1", "ok")]),
    ],
)
def test_where_a_citation_leads(text: str, at: str | None, expected: list[tuple[str, Status]]) -> None:
    assert led(text, at) == expected


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        ("§14A-D", "14/A 14/B", None),
        ("§14A1-2", "14/A/1 14/A/2", None),
        ("§14C-E", "14/C 14/D 14/E", "unit-not-here"),
        ("§§ 70-71", "70 71", None),
        ("§§ 68-71", "68 69 70 71", "range-partly-here"),
        ("§§ 81-83", "81 82 83", "law-not-here"),
    ],
)
def test_ranges_name_the_members_that_exist(text: str, expected: str, reason: str | None) -> None:
    (found,) = resolve(scan(text, LANGUAGES["da"]), (SMALL,))
    assert found.kind == "range"
    assert " ".join(str(target.address) for target in found.targets) == expected
    assert (found.reason.code if found.reason else None) == reason


@pytest.mark.parametrize(
    ("text", "at", "code", "words"),
    [
        ("§16", None, "law-not-here", "Law 16 is not in da-1900"),
        ("§14Z", None, "unit-not-here", "no 14Z"),
        ("punkt 1", None, "place-unknown", "“punkt 1”"),
        ("fodnoten til §14", None, "note-not-here", "da-1900"),
        ("fodnoten til §70", None, "note-one-of-several", "70"),
        ("§§ 68-71", None, "range-partly-here", "68, 70, 71"),
        ("§ 214C3", None, "foreign-number", "214"),
    ],
)
def test_reasons_in_words(text: str, at: str | None, code: str, words: str) -> None:
    (found,) = resolve(scan(text, LANGUAGES["da"]), (SMALL,), parse(at) if at else None)
    assert found.reason is not None
    assert found.reason.code == code
    assert words in str(found.reason)


def test_the_first_book_that_has_it_is_taken() -> None:
    assert resolve(scan("§14C", LANGUAGES["da"]), (SMALL, OTHER))[0].targets == (Target("da-1901", parse("14/C")),)
    assert resolve(scan("§14A", LANGUAGES["da"]), (OTHER, SMALL))[0].targets == (Target("da-1900", parse("14/A")),)
    (neither,) = resolve(scan("§16B", LANGUAGES["da"]), (SMALL, OTHER))
    assert (neither.targets, neither.status) == ((Target("da-1901", parse("16/B")),), "no-such-provision")


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("Law 64A2", None, ["64/A/2"]),
        ("Laws 69-71", None, ["69", "70", "71"]),
        ("Footnote to Law 75", None, ["75"]),
        ("item 2 above", "64/A/1", ["64/A/2"]),
        ("(b) below", "64/A/1/a", ["64/A/1/b"]),
        ("section B", "64/A/1", ["64/B"]),
        ("this Law", "64/A/1", ["64"]),
    ],
)
def test_a_language_without_a_book(text: str, at: str | None, expected: list[str]) -> None:
    (found,) = resolve(scan(text, LANGUAGES["en"]), (), parse(at) if at else None)
    assert [target.book for target in found.targets] == [None] * len(expected)
    assert [str(target.address) for target in found.targets] == expected
    assert found.status == "outside-corpus"
    assert found.reason is not None
    assert found.reason.code == "language-without-book"


def test_headings_closings_and_notes_have_references_too() -> None:
    unit = provision("14/A", "se §9A", "Efter §68", "dog §71")
    note = Note(parse("14/note/1"), "jf. punkt A", "footnote", PLACE)
    found = references_of(book("da-1900", unit, notes=(note,)), LANGUAGES["da"])
    assert [(str(r.at), r.field, r.text) for r in found] == [
        ("14/A", "heading", "§68"),
        ("14/A", "text", "§9A"),
        ("14/A", "closing", "§71"),
        ("14/note/1", "text", "punkt A"),
    ]
    assert found[-1].targets == (Target("da-1900", Address(14, ("A",))),)


def test_backlinks_are_the_references_turned_round() -> None:
    back = backlinks(FOUND)
    assert [str(reference.at) for reference in back["da-1997", parse("43/B/2/b")]] == ["61/B", "62/note/1", "63/C"]
    assert [str(reference.at) for reference in back["da-1997", parse("68/note/1")]] == ["49"]
    assert ("da-1997", parse("44/A")) not in back
    there = {(target.book, target.address, reference) for reference in FOUND for target in reference.targets}
    assert {(*where, reference) for where, those in back.items() for reference in those} == there
    assert backlinks(resolve(scan("Law 64", LANGUAGES["en"]), ())) == {}

"""Alignment: the two real books, a book with itself, a made-up book of a made-up language, and rulings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from kb.address import Address, parse
from kb.alignment import Alignment, Row
from kb.alignment.aligning import Aligner, align
from kb.alignment.rulings import Ruling, Rulings, apply, read_rulings, seen
from kb.alignment.units import Reading
from kb.book import Book, Law, Note, Place, Provision
from kb.corpus import Corpus, find_folders, load_corpus
from kb.corpus.aligning import align_books, aligner_of
from kb.errors import BadSource, NotFound
from kb.language.shapes import Vocabulary
from kb.language.words import stems
from kb.messages import Message
from kb.terms import TermIndex, Terms
from kb.terms.table import Term

DANISH, DUTCH = "da-1997", "nl-2017"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(find_folders().corpus)


@pytest.fixture(scope="module")
def method(corpus: Corpus) -> Alignment:
    return align_books(corpus, DANISH, DUTCH, rulings=False)[0]


def row(alignment: Alignment, left: str, right: str) -> Row | None:
    wanted = tuple(map(parse, left.split())), tuple(map(parse, right.split()))
    return next((r for r in alignment.rows if (r.left, r.right) == wanted), None)


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        ("70/B/2", "70/B/3", "same"),
        ("70/B/3", "70/B/2", "same"),
        ("68/B", "68/B", "same"),
        ("68/B", "68/B/1", "partial"),
        ("68/B", "68/B/2", "partial"),
        ("68 68/note/1", "68", "same"),
        ("68/D", "68/D/1", "partial"),
        ("68/D", "68/D/2/a", "partial"),
        ("71/A", "71/1", "partial"),
        ("71/C", "71/2", "same"),
        ("71/B", "", "only"),
        ("", "54/E", "only"),
        ("", "68/D/2/b", "only"),
        ("", "79/C/1", "only"),
        ("64/A/2", "", "only"),
        ("70/note/1", "70/note/1 70/note/2 70/note/3", "same"),
    ],
)
def test_what_reading_both_books_shows(method: Alignment, left: str, right: str, relation: str) -> None:
    found = row(method, left, right)
    assert found is not None
    assert found.relation == relation
    assert found.reasons
    assert all(str(reason) for reason in found.reasons)
    assert 0 <= found.confidence <= 1


def everything(book: Book) -> set[Address]:
    return {*book.units, *(law.address for law in book.laws)}


def test_every_unit_of_both_books_stands_in_a_row(corpus: Corpus, method: Alignment) -> None:
    assert {a for r in method.rows for a in r.left} == everything(corpus.book(DANISH))
    assert {a for r in method.rows for a in r.right} == everything(corpus.book(DUTCH))
    assert all(bool(r.left) != bool(r.right) for r in method.rows if r.relation == "only")


def test_swapping_the_sides_transposes_exactly(corpus: Corpus, method: Alignment) -> None:
    swapped, _ = align_books(corpus, DUTCH, DANISH, rulings=False)
    assert swapped == method.turned
    assert swapped.turned == method


def test_a_book_with_itself_pairs_every_unit_with_itself(corpus: Corpus) -> None:
    whole = corpus.book(DUTCH)
    alignment = align(whole, replace(whole, id="nl-2017-again"), aligner_of(corpus, DUTCH, DUTCH))
    pairs = {(a, b) for r in alignment.rows for a in r.left for b in r.right if r.relation == "same"}
    assert {(a, a) for a in everything(whole)} <= pairs
    # the three notes that the book prints in the same words are one row
    assert {a != b and a.note is None for a, b in pairs} == {False}


def test_rows_stand_in_reading_order(method: Alignment) -> None:
    lefts = [r.left for r in method.rows if r.left]
    assert lefts == sorted(lefts)
    places = {(r.left, r.right): at for at, r in enumerate(method.rows)}
    before = places[(parse("54/D"),), (parse("54/D"),)]
    assert places[(), (parse("54/E"),)] == before + 1


# --- a made-up book of a made-up language -----------------------------------------------------------------------------

HERE = Place("x.txt", 1)
WORDS = {
    "revoke": ("kulør", "vrok"),
    "trick": ("stik", "tiku"),
    "card": ("kort", "karu"),
    "director": ("leder", "dirko"),
    "dummy": ("blinde", "dumo"),
    "lead": ("udspil", "liro"),
    "penalty": ("straf", "peno"),
}
TERMS = Terms(("da", "xx"), tuple(Term(k, "play", k, words={"da": (a,), "xx": (b,)}) for k, (a, b) in WORDS.items()))


def book(book_id: str, language: str, texts: dict[str, str]) -> Book:
    provisions = tuple(Provision(parse(a), None, text, "printed", HERE) for a, text in texts.items() if "note" not in a)
    notes = tuple(Note(parse(a), text, "footnote", HERE) for a, text in texts.items() if "note" in a)
    return Book(book_id, language, "1", "", "", (Law(5, None, None, provisions, notes, HERE),))


def reading(language: str) -> Reading:
    vocabulary = Vocabulary(stemmer="danish" if language == "da" else "english")
    index = TermIndex(TERMS, {language: vocabulary})

    def concepts(text: str) -> Iterable[str]:
        return [found.term for found in index.find_terms(text, language)]

    return Reading(concepts, lambda _: (), lambda text: stems(text, vocabulary))


def test_a_made_up_language_goes_through_the_same_code() -> None:
    known = book("da-1", "da", {"5/A": "Et kort er straf.", "5/B": "Kulør i et stik.", "5/C": "Leder og blinde."})
    made_up = book("xx-1", "xx", {"5/A": "Vrok ze tiku.", "5/B": "Karu ep peno.", "5/C": "Liro ze liro."})
    rows = align(known, made_up, Aligner(reading("da"), reading("xx"))).rows
    found = {(tuple(map(str, r.left)), tuple(map(str, r.right)), r.relation) for r in rows}
    assert (("5/A",), ("5/B",), "same") in found
    assert (("5/B",), ("5/A",), "same") in found
    assert (("5/C",), (), "only") in found
    assert ((), ("5/C",), "only") in found


def test_books_without_a_common_law_or_without_words_still_give_rows() -> None:
    one, other = book("da-1", "da", {"5/A": "§"}), book("xx-1", "xx", {})
    rows = align(one, other, Aligner(reading("da"), reading("xx"))).rows
    assert {r.relation for r in rows} == {"same", "only"}
    assert align(one, replace(other, laws=()), Aligner(reading("da"), reading("xx"))).rows[0].relation == "only"


# --- rulings ----------------------------------------------------------------------------------------------------------


def ruling(corpus: Corpus, left: str, right: str, relation: str, mark: str | None = None) -> Rulings:
    sides = tuple(left.split()), tuple(right.split())
    books = corpus.book(DANISH), corpus.book(DUTCH)
    now = seen(*books, [parse(a) for a in sides[0]], [parse(a) for a in sides[1]])
    return Rulings((Ruling((DANISH, DUTCH), *sides, relation, "read", "a translator", mark or now),))  # type: ignore[arg-type]  # a relation


@pytest.mark.parametrize(
    ("left", "right", "relation", "gone"),
    [
        ("71/B", "71/1", "partial", [("71/B", "")]),
        ("71/B", "71/1", "same", [("71/B", "")]),
        ("70/B/2", "70/B/3", "changed", []),
        ("70/D", "70/D", "changed", []),
        ("70/B/2", "", "only", [("70/B/2", "70/B/3")]),
    ],
)
def test_a_ruling_wins_over_the_method(  # noqa: PLR0913, PLR0917 - a row of the table
    corpus: Corpus, method: Alignment, left: str, right: str, relation: str, gone: list[tuple[str, str]]
) -> None:
    table = ruling(corpus, left, right, relation)
    ruled, problems = apply(method, table, corpus.book(DANISH), corpus.book(DUTCH))
    assert problems == ()
    found = row(ruled, left, right)
    assert found is not None
    assert (found.relation, found.ruled, found.confidence) == (relation, True, 1.0)
    assert not any(row(ruled, *lost) for lost in gone)
    turned, _ = apply(method.turned, table, corpus.book(DUTCH), corpus.book(DANISH))
    assert turned == ruled.turned


def test_a_ruling_that_the_texts_no_longer_bear_is_told(corpus: Corpus, method: Alignment) -> None:
    books = corpus.book(DANISH), corpus.book(DUTCH)
    _, problems = apply(method, ruling(corpus, "71/B", "71/1", "partial", "000000000000"), *books)
    assert [problem.code for problem in problems] == ["ruling-unsupported"]
    _, problems = apply(method, ruling(corpus, "71/X", "71/1", "partial"), *books)
    assert [problem.code for problem in problems] == ["ruling-address"]


def test_a_ruling_table_that_cannot_be_read_says_where() -> None:
    with pytest.raises(BadSource, match="relation"):
        read_rulings(
            '[[ruling]]\nbooks = ["a", "b"]\nleft = []\nright = []\nrelation = "alike"\nreason = ""\nby = ""\nseen = ""'
        )


def test_unknown_books_are_refused(corpus: Corpus) -> None:
    with pytest.raises(NotFound, match="da-2050"):
        align_books(corpus, "da-2050", DUTCH)


def test_known_changes_are_told_first(corpus: Corpus) -> None:
    why = Message("align-place")
    books = corpus.book(DANISH), corpus.book(DUTCH)
    aligner = replace(
        aligner_of(corpus, DANISH, DUTCH), changed=lambda a, b: why if str(a) == str(b) == "68/A" else None
    )
    found = row(align(*books, aligner), "68/A", "68/A")
    assert found is not None
    assert (found.relation, found.reasons[0]) == ("changed", why)

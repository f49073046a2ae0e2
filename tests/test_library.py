"""The front door from Python: open the books, and ask."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kb import load
from kb.address import parse
from kb.book import Law, Note, Place, Provision
from kb.cli.typesetting import set_unit
from kb.corpus import Folders, Imprint, gather
from kb.corpus.bookfile import bind_book
from kb.corpus.imprint import Source
from kb.corpus.loading import load_languages
from kb.corpus.titles import Titles
from kb.errors import BrokenBuild, KbError, NotFound, WrongCall
from kb.library import Library
from kb.messages import Message

PLACE = Place("own.txt", 1)


@cache
def library() -> Library:
    return load()


def test_the_books_are_there_by_id() -> None:
    assert list(library().books) == ["da-1997", "nl-2017"]


@pytest.mark.parametrize(("address", "kind"), [("64", Law), ("64/A/2", Provision), ("68/note/1", Note)])
def test_get_gives_what_stands_at_an_address(address: str, kind: type) -> None:
    unit = library().get("da-1997", address)
    assert isinstance(unit, kind)
    assert unit.address == parse(address)
    assert library().get("da-1997", parse(address)) == unit


@pytest.mark.parametrize(
    ("book", "address", "error", "says"),
    [
        ("da-2017", "64", NotFound, "no book “da-2017” here; there are da-1997, nl-2017"),
        ("da-1997", "64/Z", NotFound, "da-1997 has nothing at 64/Z"),
        ("da-1997", "20", NotFound, "da-1997 has nothing at 20"),
        ("da-1997", "§64", WrongCall, "is no address"),
    ],
)
def test_get_says_what_is_not_there(book: str, address: str, error: type[KbError], says: str) -> None:
    with pytest.raises(error, match=says):
        library().get(book, address)


def test_search_takes_one_book_or_several() -> None:
    def books(book: str | list[str] | None) -> set[str]:
        return {hit.book for hit in library().search("claim", book=book, limit=50).hits}

    assert books("nl-2017") == {"nl-2017"}
    assert books(["nl-2017", "da-1997"]) == books(None) == {"da-1997", "nl-2017"}
    with pytest.raises(NotFound):
        library().search("kort", book="da-2017")
    with pytest.raises(NotFound):
        library().search("kort", lang="xx")


def test_find_and_resolve_take_an_address_as_text() -> None:
    (found,) = library().find("se punkt A1", lang="da", at="43/B/1")
    assert str(found.targets[0].address) == "43/A/1"
    assert library().resolve("punkt A1", lang="da", at=parse("43/B/1")).targets == found.targets
    with pytest.raises(WrongCall):
        library().find("se punkt A1", lang="da", at="nowhere")


def test_a_folder_of_ones_own_can_be_opened(tmp_path: Path) -> None:
    assert load(tmp_path).books == {}
    with pytest.raises(NotFound, match="nowhere"):
        load(tmp_path / "nowhere")


IMPRINT = """\
id = "da-1997"
language = "da"
edition = "1997"
title = "Love"
publisher = "DBf"
rights = "Theirs."
sources = [{file = "own.txt", edition = "1997", evidence = "It says so."}]
"""


def test_what_is_missing_is_built_before_serving(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    (corpus / "da-1997" / "source").mkdir(parents=True)
    (corpus / "da-1997" / "book.toml").write_text(IMPRINT, encoding="utf-8")
    (corpus / "da-1997" / "source" / "own.txt").write_text("§64. Stik\n\nStikket lægges.\n", encoding="utf-8")
    folders = Folders(corpus, tmp_path / "state", own=True)
    with pytest.raises(BrokenBuild):
        _ = Library(folders).corpus
    steps: list[Message] = []
    Library(folders, steps.append).prepare()
    assert [step.code for step in steps] == ["building-books", "building-index"]
    assert Library(folders).search("stikket").hits[0].address == parse("64")
    steps.clear()
    Library(folders, steps.append).prepare()
    assert steps == []


# --- set in plain text ---------------------------------------------------------------------------------------


def unit(address: str, text: str, heading: str | None = None, closing: str | None = None) -> Provision:
    label = "inferred" if address.endswith("B") else "printed"
    return Provision(parse(address), heading, text, label, PLACE, closing)  # type: ignore[arg-type]


HAND_MADE = Law(
    64,
    "Titel",
    None,
    (
        unit("64", "Lead.", closing="Closing of all."),
        unit("64/A", "", "Heading"),
        unit("64/A/1", "One.\nMore of one.", closing="Closing of one."),
        unit("64/A/1/a", "Small."),
        unit("64/A/2", "Two."),
        unit("64/B", "Last.", "Named"),
    ),
    (
        Note(parse("64/note/1"), "A note.", "footnote", PLACE, parse("64/A/1"), 1),
        Note(parse("64/note/2"), "DBf.", "local", PLACE),
    ),
    PLACE,
)


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        (
            "64",
            [
                "§64 Titel",
                "",
                "Lead.",
                "A. Heading",
                "    1. One.",
                "    More of one.",
                "        a. Small.",
                "    Closing of one.",
                "    2. Two.",
                "[B.] Named",
                "Last.",
                "Closing of all.",
                "",
                "note 1 to 64/A/1 (footnote): A note.",
                "",
                "note 2 (local): DBf.",
            ],
        ),
        ("64/A/2", ["§64 Titel › A Heading › 2", "", "Two."]),
        ("64/B", ["§64 Titel › B Named", "", "Last."]),
        ("64/note/2", ["§64 Titel › note 2", "", "DBf."]),
        (
            "64/A/1",
            [
                "§64 Titel › A Heading › 1",
                "",
                "One.",
                "More of one.",
                "a. Small.",
                "Closing of one.",
                "",
                "note 1 to 64/A/1 (footnote): A note.",
            ],
        ),
    ],
)
def test_a_unit_is_set_in_plain_text(address: str, lines: list[str]) -> None:
    imprint = Imprint("da-1997", "da", "1997", "Love", "DBf", "Theirs.", (Source("own.txt", "1997", "So."),))
    corpus = gather([bind_book(imprint, [HAND_MADE])], load_languages(), Titles({}))
    assert set_unit(corpus, corpus.book("da-1997"), parse(address)).splitlines() == ["Love, 1997 (da-1997)", *lines]

"""Markdown, read back by a CommonMark reader: what the book says is what the reader shows, linked to our addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from kb import links
from kb.address import Address, parse
from kb.book import Book, Law, Note, Place, Provision
from kb.cli import main
from kb.corpus import Corpus, find_folders, load_corpus
from kb.corpus.loading import load_languages
from kb.errors import NotFound
from kb.export.markdown import escaped, line, markdown
from kb.messages import Message

READER = MarkdownIt("commonmark")
BOOKS = ("da-1997", "nl-2017")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(find_folders().corpus)


def shown(token: Token) -> str:
    """What a reader of a block sees."""
    breaks = {"softbreak": "\n", "hardbreak": "\n"}
    return "".join(breaks.get(child.type, child.content) for child in token.children or ())


def blocks(source: str) -> list[tuple[str, str]]:
    """Each block that a reader sees: its kind (``h1``, ``p``), and its words without the marks of footnotes."""
    tokens = READER.parse(source)
    return [
        (before.tag, re.sub(r"\[\^[0-9]+-[0-9]+\]", "", shown(token)))
        for before, token in pairwise(tokens)
        if token.type == "inline"
    ]


def hrefs(source: str) -> set[str]:
    return {
        str(child.attrs["href"])
        for token in READER.parse(source)
        for child in token.children or ()
        if child.type == "link_open"
    }


def texts(book: Book) -> Iterator[str]:
    for unit in book.units.values():
        fields = (unit.heading, unit.text, unit.closing) if isinstance(unit, Provision) else (unit.text,)
        yield from (paragraph for text in fields if text for paragraph in text.split("\n"))


@pytest.mark.parametrize("book_id", BOOKS)
def test_whatever_a_book_says_is_shown(corpus: Corpus, book_id: str) -> None:
    book = corpus.book(book_id)
    said = [text for _, text in blocks(markdown(corpus, book))]
    for paragraph in texts(book):
        assert any(text.endswith(paragraph) for text in said), paragraph
    assert not any(
        token.type in {"code_block", "fence", "html_block"} for token in READER.parse(markdown(corpus, book))
    )


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_unit_is_linked_by_its_label_and_so_is_what_it_cites(corpus: Corpus, book_id: str) -> None:
    book = corpus.book(book_id)
    linked = hrefs(markdown(corpus, book, base="https://laws.example"))
    assert {f"https://laws.example/{book_id}/{address}" for address in book.units} <= linked
    assert {f"https://laws.example/{book_id}/{law.number}" for law in book.laws} <= linked
    for href in linked:
        link = links.read(href, "https://laws.example")
        assert (link.book, link.kind in {"book", "unit", "range"}) == (book_id, True)
        for address in filter(None, (link.address, link.last)):
            assert book.has(address), href


def test_the_book_stands_under_its_title_parts_and_laws(corpus: Corpus) -> None:
    found = blocks(markdown(corpus, corpus.book("da-1997")))
    assert found[:3] == [
        ("h1", "Love for turneringsbridge"),
        ("p", "Danmarks Bridgeforbund (DBf) · Dansk 1997 · da-1997"),
        ("p", "This edition has been superseded by that of 2017."),
    ]
    heads = [text for tag, text in found if tag == "h2"]
    assert heads == list(dict.fromkeys(law.part for law in corpus.book("da-1997").laws if law.part))
    assert ("h3", "§64 Fremgangsmåden efter en etableret kulørsvigt") in found


def test_inferred_labels_laws_and_names_stand_in_brackets(corpus: Corpus) -> None:
    dutch = markdown(corpus, corpus.book("nl-2017"))
    found = blocks(dutch)
    assert ("p", "Labels in square brackets were lost in the source and restored.") in found
    assert ("h2", "[Artikel 71] [Het afstaan van slagen geannuleerd]") in found
    assert "[\\[B.\\]](/nl-2017/54/B)" in dutch
    assert "[C.](/nl-2017/79/C)" in dutch
    assert "square brackets" not in markdown(corpus, corpus.book("da-1997"))


def test_notes_are_footnotes_at_their_places(corpus: Corpus) -> None:
    dutch = markdown(corpus, corpus.book("nl-2017"))
    assert "bij een normale[^70-1] speelwijze" in dutch
    assert "\n\n[^70-1]: [noot 1 bij Artikel 70](/nl-2017/70/note/1): Voor" in dutch
    assert "[^70-4]: [noot 4 bij Artikel 70](/nl-2017/70/note/4) (a local rule): Het" in dutch
    danish = markdown(corpus, corpus.book("da-1997"), [parse("68")])
    assert danish.startswith("# [§68](/da-1997/68) Krav på eller afgivelse af stik[^68-1]\n")


def test_units_alone_stand_under_the_name_of_their_law_with_the_edition_behind(corpus: Corpus) -> None:
    book = corpus.book("nl-2017")
    found = blocks(markdown(corpus, book, [parse("68/D/2/b"), parse("68/D/2/b/i")]))
    assert [text[:27] for _, text in found[:4]] == [
        "Artikel 68 Opeisen en afsta",
        "[D.] Het spelen wordt gesta",
        "[Artikel 68D2b] mag het spe",
        "[i.] alle vier de spelers m",
    ]
    assert sum("alle vier de spelers" in text for _, text in found) == 1
    assert ("p", "Spelregels voor wedstrijdbridge") in found
    note = markdown(corpus, book, [parse("70/note/4")])
    assert "\n\n[noot 4 bij Artikel 70](/nl-2017/70/note/4) (a local rule): Het Bondsbestuur" in note
    assert "[^" not in note
    assert "[^70-4]" in markdown(corpus, book, [parse("70/E/2")])


def test_sentences_come_in_the_words_of_the_caller(corpus: Corpus) -> None:
    told: list[Message] = []

    def say(message: Message) -> str:
        told.append(message)
        return "*sagt*"

    assert ("p", "*sagt*") in blocks(markdown(corpus, corpus.book("da-1997"), say=say))
    assert [message.code for message in told] == ["export-superseded", *["export-local-rule"] * 2]


def test_an_address_of_nothing_is_not_found(corpus: Corpus) -> None:
    with pytest.raises(NotFound, match="da-1997 has nothing at 64/Z"):
        markdown(corpus, corpus.book("da-1997"), [parse("64/A"), parse("64/Z")])


# --- hard texts ---------------------------------------------------------------------------------------------------

SIGNS = st.text(st.sampled_from("ab 1.)-+*_#>=~`\\[]()<>&;!|:\"'\t \xa0§64A,/^"), min_size=1, max_size=30)
ANY = SIGNS | st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30)


@settings(max_examples=300, deadline=None)
@given(ANY)
def test_any_line_reads_as_itself(text: str) -> None:
    assert blocks(line(escaped(text))) == [("p", text)]


@settings(max_examples=60, deadline=None)
@given(st.lists(ANY, min_size=1, max_size=3), ANY.filter(str.strip), ANY, ANY)
def test_any_book_reads_as_itself(texts: list[str], heading: str, closing: str, note: str) -> None:
    place = Place("a.txt", 1)
    address = Address(1, ("A",))
    units = (
        Provision(Address(1), None, "\n".join(texts), "printed", place, closing=closing),
        Provision(address, heading, "\n".join(texts), "inferred", place, closing=closing),
        Provision(address.child("1"), None, closing, "printed", place),
    )
    notes = (Note(Address(1, note=1), note, "footnote", place, address, 1),)
    book = Book("da-1999", "da", "1999", "Love", "Ingen", (Law(1, "Titel", None, units, notes, place),))
    corpus = Corpus({book.id: book}, load_languages(), {})
    said = [text for _, text in blocks(markdown(corpus, book))]
    unit = [f"[A.] {heading.strip()}", *texts, f"1. {closing}", closing]
    assert said[3:-1] == ["§1 Titel", *texts, *unit, closing]
    assert said[-1] == f": fodnote 1 til §1: {note}"


# --- the command --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        (["markdown"], 2, "Name the book that is meant: one of da-1997, nl-2017."),
        (["markdown", "xx-1"], 1, "There is no book “xx-1” here; there are da-1997, nl-2017."),
        (["markdown", "nl-2017", "12"], 1, "The book nl-2017 has nothing at 12."),
        (["markdown", "nl-2017", "54", "zzz"], 1, "The book nl-2017 has nothing at zzz."),
        (["json", "da-1997"], 2, "The format json holds the whole corpus: leave out “da-1997”."),
    ],
)
def test_wrong_calls_get_a_sentence(call: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", *call]) == code
    assert capsys.readouterr() == ("", f"kb: {said}\n")


def test_the_command_writes_units_named_in_any_spelling(corpus: Corpus, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "markdown", "da-1997", "§ 64 b 6", "12a", "--base-url", "https://x.example"]) == 0
    wanted = markdown(corpus, corpus.book("da-1997"), [parse("64/B/6"), parse("12/A")], "https://x.example")
    assert capsys.readouterr().out == wanted


def test_a_law_reads_as_the_golden_file(corpus: Corpus) -> None:
    golden = Path(__file__).parent / "golden" / "nl-2017-70.md"
    assert markdown(corpus, corpus.book("nl-2017"), [parse("70")]) == golden.read_text(encoding="utf-8")

"""Each book, set as HTML in several styles of list, reads back to the same book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from kb import sources
from kb.book import Book, Law, Note, Place, Provision
from kb.corpus.building import parse_book
from kb.corpus.imprint import Imprint
from kb.corpus.loading import load_imprints, load_languages, load_titles
from kb.sources.block import Block
from tests.html_rendering import STYLES, pages

CORPUS = Path(__file__).parent.parent / "corpus"
NOWHERE = Place("", 0)


@cache
def original(book: str) -> Book:
    return parsed(CORPUS / book, load_imprints(CORPUS)[book])


def parsed(folder: Path, imprint: Imprint) -> Book:
    return parse_book(folder, imprint, load_languages(), load_titles(CORPUS))


def read_back(book: Book, style: str, folder: Path, *, labels: bool) -> tuple[Law, ...]:
    imprint = load_imprints(CORPUS)[book.id]
    made = pages(book, style, labels=labels)
    (folder / "source").mkdir()
    for file, page in made.items():
        (folder / "source" / file).write_text(page, "utf8")
    entries = tuple(msgspec.structs.replace(imprint.sources[0], file=file) for file in made)
    return parsed(folder, msgspec.structs.replace(imprint, sources=entries)).laws


def said(law: Law, provision: Callable[[Provision], Provision], note: Callable[[Note], Note]) -> Law:
    """A law without its places in a file, and without what the two callables leave out."""
    return replace(
        law,
        place=NOWHERE,
        marker="".join(law.marker.split()),
        provisions=tuple(replace(provision(p), place=NOWHERE) for p in law.provisions),
        notes=tuple(replace(note(n), place=NOWHERE) for n in law.notes),
    )


def as_printed(provision: Provision) -> Provision:
    return replace(provision, label="printed", evidence=None, marker="")


def unmarked(note: Note) -> Note:
    """Notes of the Dutch source stand in brackets, where a page may have a raised figure."""
    return replace(note, marker="")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("book", ["da-1997", "nl-2017"])
def test_a_book_reads_back_from_html_as_its_source_prints_it(book: str, style: str, tmp_path: Path) -> None:
    before, after = original(book).laws, read_back(original(book), style, tmp_path, labels=False)
    for left, right in zip(before, after, strict=True):
        assert said(right, lambda provision: provision, unmarked) == said(left, lambda provision: provision, unmarked)


@pytest.mark.parametrize("style", ["nested lists", "styled lists", "tables"])
def test_the_blocks_of_a_page_are_those_of_the_plain_text(style: str) -> None:
    file = "000_f2f5434c037df3c5.txt"
    language = load_languages()["da"]
    text = sources.read((CORPUS / "da-1997" / "source" / file).read_bytes(), file, language)
    page = sources.read(pages(original("da-1997"), style)["000_f2f5434c037df3c5.html"].encode(), "a.html", language)
    assert ranked(page.blocks) == ranked(text.blocks)


def ranked(blocks: Sequence[Block]) -> list[tuple[str, str, int]]:
    ranks = sorted({block.indent for block in blocks})
    return [(block.marker, block.text, ranks.index(block.indent)) for block in blocks]


@pytest.mark.parametrize("style", STYLES)
def test_the_dutch_book_reads_back_with_its_labels_printed(style: str, tmp_path: Path) -> None:
    before, after = original("nl-2017").laws, read_back(original("nl-2017"), style, tmp_path, labels=True)
    for pair in zip(before, after, strict=True):
        left, right = (
            replace(said(law, as_printed, unmarked), origin="printed", evidence=None, marker="") for law in pair
        )
        assert right == left

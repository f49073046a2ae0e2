"""One function reads any source: its encoding, its format, its cleaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.language import read_language
from kb.sources import FORMATS, Block, format_of, read

DANISH = read_language((Path(__file__).parent.parent / "kb" / "languages" / "da.toml").read_text("utf8"), "da.toml")

FORMAT_OF = {
    "a page": ("<!DOCTYPE html><html><p>§41. Om", "love.html", "HTML"),
    "a page without head": ("<h2>§41. Om</h2><p>Tekst</p>", "love.htm", "HTML"),
    "a page called text": ("\n <HTML><p>§41. Om", "love.txt", "HTML"),
    "a page without a name": ("<p>§41.</p><ol><li>Een</li></ol>", "love", "HTML"),
    "XHTML": ("<?xml version='1.0'?>\n<!-- a -->\n<html><p>§41. Om", "love", "HTML"),
    "a part of a page": ("<ol type=A><li>Een</li><li>Twee</li></ol>", "love.txt", "HTML"),
    "text": ("§41. Om\n\nA.\tEen", "love.txt", "plain text"),
    "text called a page": ("§41. Om\n\nA.\tEen", "love.html", "plain text"),
    "text about tags": ("Skriv <b> og <br>.", "love.txt", "plain text"),
    "text with angles": ("a < b > c, 3 <4, <ikke>", "love.txt", "plain text"),
    "unknown ending": ("§41. Om", "love.doc.bak", "plain text"),
}


@pytest.mark.parametrize(("text", "file", "name"), FORMAT_OF.values(), ids=FORMAT_OF.keys())
def test_formats_are_told_by_what_stands_in_them(text: str, file: str, name: str) -> None:
    assert format_of(text, file).name == name


def test_every_format_has_a_name_and_a_reader_of_its_own() -> None:
    assert len({entry.name for entry in FORMATS}) == len({entry.reader for entry in FORMATS}) == len(FORMATS)


def test_text_is_decoded_and_cleaned_before_it_is_read() -> None:
    document = read("A.\tKul\xadør\xa0svigt\r\n\r\n\tét".encode("cp1252"), "love.txt", DANISH)
    assert document.blocks == (
        Block("Kulør svigt", 1, "A.", 8),
        Block("ét", 3, "", 8, gap=True),
    )
    assert [(f.message.code, f.place.file) for f in document.findings] == [
        ("source-latin-1", "love.txt"),
        ("source-invisible", "love.txt"),
    ]


def test_a_page_is_decoded_as_it_declares() -> None:
    page = '<meta charset="iso-8859-15"><h2>§41. Om</h2><p>10 €'
    document = read(page.encode("iso-8859-15"), "love.html", DANISH)
    assert [block.text for block in document.blocks] == ["§41. Om", "10 €"]
    assert [f.message.code for f in document.findings] == ["source-declared"]


@pytest.mark.parametrize("book", ["da-1997", "nl-2017"])
def test_the_sources_themselves_are_read_without_a_finding(book: str) -> None:
    folder = Path(__file__).parent.parent / "corpus" / book / "source"
    for file in folder.iterdir():
        assert read(file.read_bytes(), file.name, DANISH).findings == ()

"""Files that no reader can use: a clear sentence that names the file and the next step, and never a stack trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import BadSource
from kb.language import read_language
from kb.sources import SIZE_LIMIT, read
from kb.sources.html.page import TAG_LIMIT

DANISH = read_language((Path(__file__).parent.parent / "kb" / "languages" / "da.toml").read_text("utf8"), "da.toml")

UNREADABLE = {
    "empty": (b"", "source-empty"),
    "white space": (b" \r\n\t\n", "source-empty"),
    "invisible": ("\ufeff\u200b\u00ad\u00a0\n".encode(), "source-empty"),
    "byte order mark alone": (b"\xff\xfe", "source-empty"),
    "empty page": (b"<!DOCTYPE html><html><head><title>Love</title></head><body><p> </body></html>", "source-empty"),
    "page of scripts": (b"<html><body><script>var a = '<p>text</p>'</script></body></html>", "source-empty"),
    "zeros": (b"\x00" * 100, "source-control"),
    "NUL in text": ("§1. Kortene\n\x00".encode(), "source-control"),
    "NUL in a page": (b"<html><body><p>a\x00b</p></body></html>", "source-control"),
    "control character": (b"A.\tKort\n\x07\n", "source-control"),
    "UTF-16 without mark": ("§1. Kortene".encode("utf-16-le"), "source-control"),
    "UTF-32": ("§1. Kortene".encode("utf-32"), "source-control"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "source-not-text"),
    "DOCX": (b"PK\x03\x04\x14\x00\x06\x00", "source-not-text"),
    "PNG": (b"\x89PNG\r\n\x1a\n", "source-not-text"),
    "JPEG": (b"\xff\xd8\xff\xe0\x00\x10JFIF", "source-not-text"),
    "DOC": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "source-not-text"),
    "RTF": (rb"{\rtf1\ansi \'a741. Spillets}", "source-not-text"),
    "gzip": (b"\x1f\x8b\x08\x00", "source-not-text"),
    "damaged UTF-8": ("§41. Spillets begyndelse\nKulørsvigt på åbning: \n".encode() + b"\xe6\n", "source-encoding"),
    "cut UTF-8": ("Kulørsvigt på åbningsudspil §".encode()[:-1], "source-encoding"),
    "cut UTF-16": ("§1. Kort".encode("utf-16")[:-1], "source-encoding"),
    "DOS letters": ("Åbent spørgsmål Ø".encode("cp850"), "source-encoding"),
    "too large": (b"x" * (SIZE_LIMIT + 1), "source-too-large"),
    "five mebibytes of page": (b"<html><body>" + b"<p>text</p>\n" * (5 * 1024 * 1024 // 12), "source-too-large"),
    "too many tags": (b"<html><body>" + b"<i>" * (TAG_LIMIT + 1), "source-too-many-tags"),
}


@pytest.mark.parametrize(("data", "code"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_unreadable_files_say_so(data: bytes, code: str) -> None:
    with pytest.raises(BadSource) as caught:
        read(data, "love.txt", DANISH)
    assert caught.value.code == code
    assert "love.txt" in str(caught.value)


def test_the_sentence_names_line_limit_and_next_step() -> None:
    with pytest.raises(BadSource, match=r"line 2: the control character U\+0007 .* save it as plain text or HTML"):
        read(b"A.\tKort\n\x07\n", "love.txt", DANISH)
    with pytest.raises(BadSource, match=r"line 3: the byte 0xE6 .* save the file as UTF-8"):
        read(UNREADABLE["damaged UTF-8"][0], "love.txt", DANISH)
    with pytest.raises(BadSource, match=r"has 5\.2 MB, and a source may have 5 MB"):
        read(UNREADABLE["five mebibytes of page"][0], "love.txt", DANISH)


PAGES_OF_FIVE_MEGABYTES = {
    "long paragraphs": b"<p>" + b"hele teksten " * 500,
    "one paragraph": b"hele teksten " * 20 + b"<br>\n",
    "deep": b"<div>" * 50_000 + b"x" * 4_400_000,
    "deep lists": b"<ol type=a><li>" * 10_000 + b"x" * 4_600_000,
    "deep tables": b"<table><tr><td>A<td>" * 5_000 + b"x" * 4_600_000,
    "deep bold": b"<b><font>" * 20_000 + b"x" * 4_600_000,
    "no end": b"<!--" + b"x" * 1000,
    "open tag": b"<p title='" + b"x" * 1000,
}


@pytest.mark.parametrize("piece", PAGES_OF_FIVE_MEGABYTES.values(), ids=PAGES_OF_FIVE_MEGABYTES.keys())
def test_a_page_of_just_five_megabytes_is_read(piece: bytes) -> None:
    start = b"<!DOCTYPE html>\n<html><body><h2>\xc2\xa741. Spillets begyndelse</h2>\n"
    body = piece * ((SIZE_LIMIT - len(start)) // len(piece))
    blocks = read((start + body).ljust(SIZE_LIMIT), "love.html", DANISH).blocks
    assert blocks[0].text == "§41. Spillets begyndelse"


def test_hostile_style_sheets_are_bearable() -> None:
    selector = ".none " + "div " * 30 + "ol {list-style-type: lower-roman}"
    sheet = selector + ".a > .b ol {margin: 1em}" * 5_000 + "@media x {" * 20_000
    page = "<style>" + sheet + "</style>" + "<div class=a>" * 1_000 + "<ol><li>een" * 1_000
    blocks = read(page.encode(), "love.html", DANISH).blocks
    assert len(blocks) == 1_000

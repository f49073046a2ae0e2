"""Bytes become text: encodings told apart, what was odd reported."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import BadSource
from kb.sources.decoding import decode

LAW = "§64. Fremgangsmåden efter en kulørsvigt: ét stik"
PAGE = '<html><head><meta charset="{}"></head><body><p>' + LAW + "</p></body></html>"

ENCODED = {
    "UTF-8": (LAW.encode(), LAW, "UTF-8", []),
    "UTF-8 with mark": (codecs.BOM_UTF8 + LAW.encode(), LAW, "UTF-8", []),
    "ASCII": (b"A. Kort", "A. Kort", "UTF-8", []),
    "UTF-16 LE": (codecs.BOM_UTF16_LE + LAW.encode("utf-16-le"), LAW, "UTF-16-LE", []),
    "UTF-16 BE": (codecs.BOM_UTF16_BE + LAW.encode("utf-16-be"), LAW, "UTF-16-BE", []),
    "Latin-1": (LAW.encode("latin-1"), LAW, "ISO-8859-1", ["source-latin-1"]),
    "Windows-1252": ("„ét“ – stik".encode("cp1252"), "„ét“ – stik", "Windows-1252", ["source-windows-1252"]),
    "page in Latin-1": (
        PAGE.format("iso-8859-1").encode("latin-1"),
        PAGE.format("iso-8859-1"),
        "ISO-8859-1",
        ["source-latin-1"],
    ),
    "page that says Latin-1 and is Windows-1252": (
        PAGE.format("ISO-8859-1").replace("ét", "“ét”").encode("cp1252"),
        PAGE.format("ISO-8859-1").replace("ét", "“ét”"),
        "Windows-1252",
        ["source-windows-1252"],
    ),
    "page in another encoding": (
        PAGE.format("iso-8859-15").replace("ét", "€").encode("iso-8859-15"),
        PAGE.format("iso-8859-15").replace("ét", "€"),
        "ISO8859-15",
        ["source-declared"],
    ),
    "page that says so in the old way": (
        '<META http-equiv="Content-Type" content="text/html; charset=macintosh"><p>Åbning'.encode("mac-roman"),
        '<META http-equiv="Content-Type" content="text/html; charset=macintosh"><p>Åbning',
        "MAC-ROMAN",
        ["source-declared"],
    ),
    "XHTML that says so": (
        "<?xml version='1.0' encoding='cp1250'?><html><p>řádek".encode("cp1250"),
        "<?xml version='1.0' encoding='cp1250'?><html><p>řádek",
        "CP1250",
        ["source-declared"],
    ),
    "page that says Latin-1 and is UTF-8": (
        PAGE.format("iso-8859-1").encode(),
        PAGE.format("iso-8859-1"),
        "UTF-8",
        ["source-declared-wrongly"],
    ),
    "page that says UTF-8 and is Latin-1": (
        PAGE.format("utf-8").encode("latin-1"),
        PAGE.format("utf-8"),
        "ISO-8859-1",
        ["source-latin-1"],
    ),
    "page that names what is no encoding": (PAGE.format("rot13").encode(), PAGE.format("rot13"), "UTF-8", []),
    "page that names nonsense": (PAGE.format("klingon-8").encode(), PAGE.format("klingon-8"), "UTF-8", []),
    "Windows letters saved as control characters": (
        "\x93\u00e9t\x94".encode(),
        "“ét”",
        "UTF-8",
        ["source-c1"],
    ),
    "end of file of DOS": (b"A. Kort\r\n\x1a", "A. Kort\r\n", "UTF-8", []),
}


@pytest.mark.parametrize(("data", "text", "encoding", "codes"), ENCODED.values(), ids=ENCODED.keys())
def test_encodings_are_told_apart(data: bytes, text: str, encoding: str, codes: list[str]) -> None:
    decoded = decode(data, "love.txt")
    assert decoded.text == text
    assert decoded.encoding == encoding
    assert [finding.message.code for finding in decoded.findings] == codes
    assert all("love.txt" in str(finding.message) for finding in decoded.findings)


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_a_bad_source(data: bytes) -> None:
    try:
        text = decode(data, "love.txt").text
    except BadSource as problem:
        text = str(problem)
    assert text.strip()


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Z"))))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    assert decode(b"A" + text.encode(), "love.txt").text == "A" + text

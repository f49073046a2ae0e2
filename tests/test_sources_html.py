"""HTML as law sites write it becomes Blocks, with nothing lost on the way."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.book import Finding
from kb.sources.block import Document, Mark
from kb.sources.cleaning import invisible
from kb.sources.html import read_html

SIGNS = ("§", "Artikel")


def page(markup: str) -> Document:
    return read_html(markup, "love.html", SIGNS)


def shown(markup: str) -> list[str]:
    """Each block as ``indent marker|text``."""
    return [f"{block.indent} {block.marker}|{block.text}" for block in page(markup).blocks]


BLOCKS = {
    # --- lists with numbers
    "letters": ("<ol type=A><li>Een<li>Twee</ol>", ["0 A.|Een", "0 B.|Twee"]),
    "small letters": ("<ol type=a><li>Een<li>Twee</ol>", ["0 a.|Een", "0 b.|Twee"]),
    "romans": (
        "<ol type=I><li>Een<li>Twee</ol><ol type=i start=4><li>Drie</ol>",
        ["0 I.|Een", "0 II.|Twee", "0 iv.|Drie"],
    ),
    "figures": ("<ol><li>Een<li>Twee</ol>", ["0 1.|Een", "0 2.|Twee"]),
    "start": ('<ol type="A" start="3"><li>Een<li>Twee</ol>', ["0 C.|Een", "0 D.|Twee"]),
    "value": ("<ol><li>Een<li value=5>Twee<li>Drie</ol>", ["0 1.|Een", "0 5.|Twee", "0 6.|Drie"]),
    "reversed is ignored": ("<ol reversed><li>Een<li>Twee</ol>", ["0 1.|Een", "0 2.|Twee"]),
    "type of an item": ("<ol><li type=A>Een<li type=A>Twee</ol>", ["0 A.|Een", "0 B.|Twee"]),
    "nonsense": ("<ol type=z start=x><li value='-'>Een</ol>", ["0 1.|Een"]),
    "far": ("<ol type=a start=27><li>Een</ol><ol type=i start=40><li>Twee</ol>", ["0 aa.|Een", "0 40.|Twee"]),
    "nested": (
        "<p>Om<ol type=A><li>Een<ol><li>Twee<ol type=a><li>Drie</ol></ol><li>Vier</ol>",
        ["0 |Om", "1 A.|Een", "2 1.|Twee", "3 a.|Drie", "1 B.|Vier"],
    ),
    "nested without text": ("<ol type=A><li><ol><li>Twee</ol></ol>", ["0 A.|", "1 1.|Twee"]),
    "nested beside its item": ("<ol><li>Een</li><ol type=a><li>Twee</li></ol></ol>", ["0 1.|Een", "1 a.|Twee"]),
    "an empty item": ("<ol><li>Een<li><li>Drie</ol>", ["0 1.|Een", "0 2.|", "0 3.|Drie"]),
    "paragraphs in an item": (
        "<p>Om</p><ol type=A><li><p>Een</p><p>twee</p></li></ol><p>noot",
        ["0 |Om", "1 A.|Een", "1 |twee", "0 |noot"],
    ),
    "text after a nested list": (
        "<ol type=A><li>Een:<ol><li>twee</ol>tot slot<li>Drie</ol>",
        ["0 A.|Een:", "1 1.|twee", "0 |tot slot", "0 B.|Drie"],
    ),
    # --- lists by CSS
    "inline style": ('<ol style="list-style-type: upper-alpha"><li>Een</ol>', ["0 A.|Een"]),
    "inline shorthand": ("<ol style='list-style:lower-roman outside'><li>Een</ol>", ["0 i.|Een"]),
    "sheet by class": ("<style>ol.x {list-style-type: lower-roman}</style><ol class='y x'><li>Een</ol>", ["0 i.|Een"]),
    "sheet by id": ("<style>#x {list-style: lower-alpha}</style><ol id=x><li>Een</ol>", ["0 a.|Een"]),
    "sheet by tag": (
        "<style>/* li {} */ ol ol {list-style: lower-alpha}</style><ol><li>Een<ol><li>Twee</ol></ol>",
        ["0 1.|Een", "1 a.|Twee"],
    ),
    "sheet for items": ("<style>.x > li, .y {list-style: upper-alpha}</style><ol class=x><li>Een</ol>", ["0 A.|Een"]),
    "only directly below": (
        "<style>div > ol {list-style: upper-alpha}</style><div><p></p><section><ol><li>Een</ol></section></div>",
        ["0 1.|Een"],
    ),
    "the more particular rule": (
        "<style>ol.x {list-style: upper-alpha} ol {list-style: lower-roman}</style><ol class=x><li>Een</ol>",
        ["0 A.|Een"],
    ),
    "sheets for print do not count": (
        "<style>@media print {ol {list-style: none}}</style><ol><li>Een</ol>",
        ["0 1.|Een"],
    ),
    "style goes before type": ('<ol type=1 style="list-style-type:upper-roman"><li>Een</ol>', ["0 I.|Een"]),
    "a class called like a style": ('<ol class="lower-alpha"><li>Een</ol>', ["0 a.|Een"]),
    "counters": (
        "<style>ol {list-style: none} li::before {content: '(' counter(n, lower-alpha) ') '; color: red}</style>"
        "<ol><li>Een<li>Twee</ol>",
        ["0 (a)|Een", "0 (b)|Twee"],
    ),
    "unreadable sheets": ("<style>}}{{ ol { ; : } p:hover {margin: 1em} @x</style><ol><li>Een</ol>", ["0 1.|Een"]),
    # --- lists whose numbers are lost
    "bullets": ("<ul><li>Een<li>Twee</ul>", ["0 -|Een", "0 -|Twee"]),
    "an empty bullet": ("<ul><li>Een<li>&nbsp;</ul>", ["0 -|Een", "0 -|"]),
    "no numbers at all": ("<ol style='list-style: none'><li>Een<li>Twee</ol>", ["0 |Een", "0 |Twee"]),
    "an item without a list": ("<li>Een", ["0 -|Een"]),
    # --- typed labels
    "typed in items": ("<ol><li>A. Een<li>B. Twee</ol>", ["0 A.|Een", "0 B.|Twee"]),
    "typed in bullets": ("<ul><li>a) Een<li>b) Twee</ul>", ["0 a)|Een", "0 b)|Twee"]),
    "typed in unnumbered items": (
        "<ul style='list-style:none'><li>(i) Een<li>(ii) Twee</ul>",
        ["0 (i)|Een", "0 (ii)|Twee"],
    ),
    "typed again": ("<ol type=A><li>A. Een<li>B. Twee</ol>", ["0 A.|Een", "0 B.|Twee"]),
    "typed one level below": ("<ol type=A><li>1. Een<li>1. Twee</ol>", ["0 A.|", "1 1.|Een", "0 B.|", "1 1.|Twee"]),
    "a figure that is no label": ("<ol><li>12. stik<li>Twee</ol>", ["0 1.|12. stik", "0 2.|Twee"]),
    "typed in paragraphs": (
        "<p>Om<p>A.&nbsp;Een<p><b>B.</b> Twee<p>noot",
        ["0 |Om", "1 A.|Een", "1 B.|Twee", "0 |noot"],
    ),
    "typed alone": ("<p>A.</p><p>Een</p>", ["1 A.|", "0 |Een"]),
    "dashes": ("<p>- Een<br>- Twee", ["0 -|Een", "0 -|Twee"]),
    # --- headings and bold
    "headings": ("<h2>§41. Om</h2><h3>A. Een</h3>", ["0 |§41. Om", "1 A.|Een"]),
    "a break in a heading": ("<h2>Artikel 54<br>Uitkomen</h2>", ["0 |Artikel 54 Uitkomen"]),
    "a heading run in": ("<ol><li><b>Een kop</b> Een zin.</ol>", ["0 1.|Een kop Een zin."]),
    # --- lines and their breaks
    "wrapped": ("<p>Een<br>\ntwee<br>drie", ["0 |Een twee drie"]),
    "two breaks": ("<p>Een<br><br>twee", ["0 |Een", "0 |twee"]),
    "labels in turn": ("<p>Om:<br>1. een<br>2. twee<br>en verder", ["0 |Om:", "1 1.|een", "1 2.|twee en verder"]),
    "a figure at a wrap": ("<p>kulørsvigt i<br>12. stik skal", ["0 |kulørsvigt i 12. stik skal"]),
    "a heading line, not bold": (
        "<p>A. Een kop<br>Een zin die heel wat langer is dan die ene kop.<br>Nog een zin<br>die verder gaat",
        ["0 A.|Een kop", "0 |Een zin die heel wat langer is dan die ene kop. Nog een zin die verder gaat"],
    ),
    "lines of any length": (
        f"<p>Een zin van {'heel ' * 30} veel woorden.<br>Een zin.<br>een brok<br>van een zin",
        [f"0 |Een zin van {'heel ' * 30}veel woorden.", "0 |Een zin. een brok van een zin"],
    ),
    "wrapped by hand": (
        "<p>Als de leider de tweede kaart in de slag<br>\nuit de blinde speelt, wordt hij leider.<br>\n"
        "De kaart van de blinde mag niet terug.",
        [
            "0 |Als de leider de tweede kaart in de slag uit de blinde speelt, wordt hij leider. "
            "De kaart van de blinde mag niet terug."
        ],
    ),
    "a bold line": ("<p><b>Kop</b><br>tekst<br>meer", ["0 |Kop", "0 |tekst meer"]),
    "a bold label and line": ("<p><b>A. Kop</b><br>tekst", ["0 A.|Kop", "0 |tekst"]),
    "a line set in": ("<p>A. Kop<br>&nbsp;&nbsp;&nbsp;tekst", ["0 A.|Kop", "1 |tekst"]),
    "heads": (
        "<p>§41. Om<br>Tekst.<br>§42. Meer<br>Tekst, se<br>§41 og §42",
        ["0 |§41. Om", "0 |Tekst.", "0 |§42. Meer", "0 |Tekst, se §41 og §42"],
    ),
    "only breaks": ("A. Een<br><br>B. Twee<br>\n<br>noot", ["1 A.|Een", "1 B.|Twee", "0 |noot"]),
    "preformatted": ("<pre>A. Een\n   twee\n\nnoot</pre>", ["1 A.|Een", "2 |twee", "0 |noot"]),
    # --- indents
    "margins": (
        "<p>A. Een<p style='margin-left: 2em'>1. Twee<p style='margin:0 0 0 1em'>drie<p>noot",
        ["1 A.|Een", "3 1.|Twee", "2 |drie", "0 |noot"],
    ),
    "margins by class": ("<style>p.in {padding-left: 40px}</style><p>Een<p class=in>Twee", ["0 |Een", "1 |Twee"]),
    "a hanging label": (
        "<p style='margin-left:2em;text-indent:-2em'>A.&nbsp; Een<p style='margin-left:2em'>twee<p>noot",
        ["1 A.|Een", "1 |twee", "0 |noot"],
    ),
    "quotations": ("<p>Een<blockquote>twee</blockquote>", ["0 |Een", "1 |twee"]),
    # --- tables and definition lists
    "a label in a cell": ("<table><tr><td>A.</td><td>Een</td></tr></table>", ["0 A.|Een"]),
    "labels in columns": (
        "<table><tr><td colspan=3>Om<tr><td>A.<td colspan=2>Een<tr><td><td>1.<td>Twee<tr><td><td>drie</table>",
        ["0 |Om", "1 A.|Een", "2 1.|Twee", "1 |drie"],
    ),
    "paragraphs in cells": (
        "<table><tr><td><p><b>A.</b></p></td><td><p>Een</p><p>twee</p></td></tr></table>",
        ["0 A.|Een", "0 |twee"],
    ),
    "two labels in a row": ("<table><tr><td>A.<td>1.<td>Een</table>", ["0 A.|", "1 1.|Een"]),
    "a label beside nothing": ("<table><tr><td>A.<td></table>", ["0 A.|"]),
    "a bare letter beside a sentence": (
        "<table><tr><td>A<td>Een hele zin met woorden</table>",
        ["0 A|Een hele zin met woorden"],
    ),
    "scores": ("<table><tr><td>1<td>20<td>30</table>", ["0 |1 20 30"]),
    "a cell over two rows": (
        "<table><tr><td rowspan=2>A.<td>1.<td>Een<tr><td>2.<td>Twee</table>",
        ["0 A.|", "1 1.|Een", "1 2.|Twee"],
    ),
    "a table in a cell": ("<table><tr><td>A.<td><table><tr><td>1.<td>Een</table></table>", ["0 A.|", "1 1.|Een"]),
    "definitions": ("<dl><dt>A.<dd>Een<dd>twee<dt>B. Kop<dd>drie</dl>", ["1 A.|Een", "1 |twee", "0 B.|Kop", "1 |drie"]),
    # --- characters
    "entities": ("<p>&sect;&nbsp;41 &oslash;&#248;&#xF8; &amp; &#8222;ét&#147;", ["0 |§ 41 øøø & „ét“"]),
    "comments": ("<p>Een<!-- twee -->drie<!-- <p>vier", ["0 |Eendrie"]),
    "invisible": ("<p>kulør&shy;svigt\u200b A\u030a", ["0 |kulørsvigt Å"]),
    "anchors": ('<p><a name="64A"></a><a href="/64">64</a>A', ["0 |64A"]),
    "no tags": ("Een &amp; twee", ["0 |Een & twee"]),
    "angles": ("<p>1 < 2 en 3 > 2", ["0 |1 < 2 en 3 > 2"]),
    "XHTML": (
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body><p>Een<br/>twee</p></body></html>",
        ["0 |Een twee"],
    ),
}


@pytest.mark.parametrize(("markup", "blocks"), BLOCKS.values(), ids=BLOCKS.keys())
def test_pages_become_blocks(markup: str, blocks: list[str]) -> None:
    assert shown(markup) == blocks


MARKS = {
    "raised": ("<p>normale<sup>1</sup> zin", "normale zin", [Mark(7, "1")]),
    "raised after a space": ("<p>normale <sup>1</sup> zin", "normale zin", [Mark(7, "1")]),
    "raised before a stop": ("<p>normale <sup>*)</sup>. Zin", "normale. Zin", [Mark(7, "*)")]),
    "raised by style": ("<p>normale<span style='vertical-align: super'>1</span> zin", "normale zin", [Mark(7, "1")]),
    "raised and linked": ("<p>normale<sup><a href='#n1'>[1]</a></sup> zin", "normale zin", [Mark(7, "[1]")]),
    "linked": ("<p>normale <a href='#n1'>[1]</a> zin", "normale zin", [Mark(7, "[1]")]),
    "several": ("<p>zin<sup>1,2</sup>", "zin", [Mark(3, "1"), Mark(3, "2")]),
    "typed stars": ("<p>A. fordækt*). Og**) så", "fordækt. Og så", [Mark(7, "*)"), Mark(11, "**)")]),
    "raised and typed": ("<p>een*) twee<sup>2</sup> drie", "een twee drie", [Mark(3, "*)"), Mark(8, "2")]),
    "behind a label": ("<p>A. normale<sup>1</sup> zin", "normale zin", [Mark(7, "1")]),
    "an ordinal": ("<p>de 2<sup>e</sup> kaart", "de 2e kaart", []),
    "raised words": ("<p>een<sup>nieuw woord</sup>", "eennieuw woord", []),
    "a link to a provision": ("<p>se <a href='#64'>64</a>", "se 64", []),
    "a note": ("<p><sup>1</sup> De noot.", "De noot.", [Mark(0, "1")]),
}


@pytest.mark.parametrize(("markup", "text", "marks"), MARKS.values(), ids=MARKS.keys())
def test_footnote_marks_are_taken_out_of_the_text(markup: str, text: str, marks: list[Mark]) -> None:
    (block,) = page(markup).blocks
    assert (block.text, list(block.marks)) == (text, marks)


NOTES = {
    "a list of notes": "<p>Zin<sup><a href='#n1' id=r1>1</a></sup>.<ol><li id=n1><a href='#r1'>↑</a> De noot.</ol>",
    "a paragraph": "<p>Zin<sup><a href='#n1'>1</a></sup>.<p id=n1>1. De noot.",
    "an anchor before it": "<p>Zin<a href='#n1'>[1]</a>.<p><a name=n1></a>[1] De noot.",
    "leading back": "<p>Zin<sup id=r><a href='#n'>1</a></sup>.<p id=n><a href='#r'><sup>1</sup></a> De noot.",
}


@pytest.mark.parametrize("markup", NOTES.values(), ids=NOTES.keys())
def test_where_a_mark_leads_is_a_note(markup: str) -> None:
    zin, note = page(markup).blocks
    assert (zin.text, note.text, note.marker, note.kind) == ("Zin.", "De noot.", "", "note")
    assert [mark.mark.strip("[].") for mark in (*zin.marks, *note.marks)] == ["1", "1"]
    assert note.marks[0].offset == 0


KINDS = {
    "a heading": ("<h3>Kop</h3>", "heading", 3),
    "a bold paragraph": ("<p><b>Kop</b></p>", "heading", 0),
    "a paragraph": ("<p><b>Kop</b> en tekst</p>", "line", 0),
    "an item": ("<ol><li><b>Kop</b></ol>", "item", 0),
    "a typed item": ("<p>A. Een", "item", 0),
    "a note": ("<p>*) De noot", "note", 0),
}


@pytest.mark.parametrize(("markup", "kind", "level"), KINDS.values(), ids=KINDS.keys())
def test_kinds(markup: str, kind: str, level: int) -> None:
    (block,) = page(markup).blocks
    assert (block.kind, block.level) == (kind, level)


LEFT_OUT = {
    "navigation": ("<nav>Menu <a href=x>Hjem</a></nav><p>Een", {"nav": "Menu Hjem"}),
    "a menu by its name": ("<div id=menu><p>Hjem</p></div><p>Een", {"div": "Hjem"}),
    "a menu with heads of laws": ("<div class=menu><a href=x>§1. Om</a></div><p>Een", {"div": "§1. Om"}),
    "a menu by its role": ("<ul role=navigation><li>Hjem</ul><p>Een", {"ul": "Hjem"}),
    "a banner": ("<header><b>Forbund</b></header><p>Een", {"header": "Forbund"}),
    "a foot": ("<p>Een<footer>2020</footer>", {"footer": "2020"}),
    "buttons": ("<p>Een <button>Kopi</button>", {"button": "Kopi"}),
    "permalinks": ("<p>Een <a href='#een'>¶</a>", {"a": "¶"}),
    "ways onward": ("<p>Een<p><a href=1>Forrige</a> | <a href=2>Næste</a>", {"a": "Forrige | Næste"}),
    "commas between marks": ("<p>Een<sup>1, 2</sup>", {"sup": ","}),
}


@pytest.mark.parametrize(("markup", "texts"), LEFT_OUT.values(), ids=LEFT_OUT.keys())
def test_furniture_is_left_out_and_reported(markup: str, texts: dict[str, str]) -> None:
    read = page(markup)
    assert [block.text for block in read.blocks] == ["Een"]
    assert {f.message.params["tag"]: f.text for f in read.findings} == texts


KEPT = {
    "a banner that holds the law's head": "<header><h2>§41. Een</h2></header>",
    "the header of an article": "<article><header>§41. Een</header></article>",
    "a link to a law": "<p><a href=x>§41. Een</a>",
    "what is folded away": "<div style='display:none' hidden>§41. Een</div>",
    "a fold": "<details><summary>§41. Een</summary></details>",
}


@pytest.mark.parametrize("markup", KEPT.values(), ids=KEPT.keys())
def test_what_is_not_furniture_stays(markup: str) -> None:
    assert shown(markup) == ["0 |§41. Een"]
    assert not page(markup).findings


def test_the_title_of_a_page_is_no_part() -> None:
    read = page("<h1>Love for bridge</h1><h2>§41. Om</h2>")
    assert [block.text for block in read.blocks] == ["§41. Om"]
    assert [(f.message.code, f.text) for f in read.findings] == [("source-page-title", "Love for bridge")]
    named = page("<title>Love for bridge - DBF</title><h1>Love for bridge</h1><h1>Straf</h1><h2>§50. Om</h2>")
    assert [block.text for block in named.blocks] == ["Straf", "§50. Om"]
    for kept in ("<h1>STRAFKORT</h1><h2>§50. Om</h2>", "<h1>§50. Om</h1>", "<h1>Een</h1><h2>§1. A</h2><h1>Twee</h1>"):
        assert not page(kept).findings


def test_a_table_of_contents_that_links_to_the_laws_is_no_law() -> None:
    read = page("<ul><li><a href='#41'>§ 41 Om</a></ul><h2><a href='#41'>§41. Om</a></h2><p>Tekst")
    assert [block.text for block in read.blocks] == ["§41. Om", "Tekst"]
    assert [(f.message.code, f.text) for f in read.findings] == [("contents-line", "- § 41 Om")]


def test_invisible_characters_are_counted() -> None:
    (finding,) = page("<p>kulør&shy;svi&shy;gt&#8203;").findings
    assert str(finding.message) == "love.html has 3 soft hyphens or other invisible characters; they were left out."


def test_lines_are_those_of_the_source() -> None:
    markup = """<!DOCTYPE html>\r\n<html>\r\n<head>\r\n<style>p {margin: 0}\r\n</style></head>
<body
  class=x><!-- a
comment -->
<p title="<p>">
  Een<br>
  1. twee
<ol><li>drie</li>


<li>vier"""
    assert [(block.text, block.line) for block in page(markup).blocks] == [
        ("Een", 10),
        ("twee", 11),
        ("drie", 12),
        ("vier", 15),
    ]


# --- nothing lost ------------------------------------------------------------------------------------------------

WORDS = st.text("αβγδεζηθ", min_size=1, max_size=4)
"""Letters that no list prints, so that what a marker adds can be told from the text."""

LABELS = st.sampled_from(["", "", "A. ", "1. ", "(a) ", "- ", "*) ", "<b>B.</b> ", "§41. Λ"])
INLINE = st.sampled_from(
    ["{}", "<b>{}</b>", "<i>{}</i>", "<a href=x>{}</a>", "<sup>1</sup>{}", "{}<br>", "&nbsp;{}", "{}<sup>2, 3</sup>"]
)
BLOCK = st.sampled_from(
    [
        "<p>{}</p>", "<p>{}", "<div>{}</div>", "<ol type=A><li>{}</ol>", "<ol start=3><li>{}</li><li>{}</li></ol>",
        "<ul><li>{}<li>{}</ul>", "<ul style='list-style:none'><li>{}</ul>", "<h2>{}</h2>", "<pre>{}\n{}</pre>",
        "<table><tr><td>{}<td>{}<tr><td rowspan=2>{}</table>", "<table><tr><td>A.</td><td>{}</td></tr></table>",
        "<dl><dt>{}<dd>{}</dl>", "<blockquote>{}</blockquote>", "<nav>{}</nav>", "<footer>{}</footer>",
        "<header>{}</header>",
        "<section>{}</section>", "<b>{}</b>", "<p>{}<br>{}<br><br>{}</p>", "<!-- ω -->{}<script>ω</script>",
    ]
)  # fmt: skip


def filled(template: str, parts: list[str]) -> str:
    return template.format(*(parts[n % len(parts)] for n in range(template.count("{}"))))


PHRASES = st.builds(
    lambda label, words, wrap: label + wrap.replace("{}", " ".join(words)), LABELS, st.lists(WORDS, min_size=1), INLINE
)
TREES = st.recursive(
    PHRASES,
    lambda inner: st.builds(filled, BLOCK, st.lists(inner, min_size=1, max_size=4)),
    max_leaves=12,
)


def seen(text: str) -> Counter[str]:
    return Counter(c for c in unicodedata.normalize("NFC", text) if not c.isspace())


def said(document: Document) -> str:
    def text_of(finding: Finding) -> str:
        return finding.text

    parts = [b.marker + b.text + "".join(mark.mark for mark in b.marks) for b in document.blocks]
    return " ".join([*parts, *map(text_of, document.findings)])


def visible(markup: str) -> str:
    without = re.sub(r"<!--.*?-->|<script>.*?</script>|<style>.*?</style>|<[^>]*>", " ", markup, flags=re.S)
    return without.replace("&nbsp;", " ")


@settings(max_examples=300, deadline=None)
@given(TREES)
def test_nothing_is_lost_and_nothing_is_doubled(markup: str) -> None:
    """Every character of the body stands once; what lists print is all that is added."""
    read, wanted = seen(said(page(markup + "<p>ω"))), seen(visible(markup) + "ω")
    assert not wanted - read, "lost"
    assert set(read - wanted) <= set("ABCDabcd123456789ivx.-"), "doubled"


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=60))
def test_any_text_stands_in_a_block_once(text: str) -> None:
    read = page(f"<ul style='list-style:none'><li>ω{escape(text)}</ul>")
    assert seen(said(read)) == Counter({c: n for c, n in seen(f"ω{text}").items() if not invisible(c)})


BROKEN = re.findall(
    r"\S+", "<ol> </li> <li> <table> <td> </tr> <p <b> </p> <!-- <sup>1 A. ' > & &#x; <style> <dd> <br ω"
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*BROKEN, " ", "\n"])))
def test_broken_markup_is_read_without_errors(pieces: list[str]) -> None:
    read = page("<p>ω</p>" + "".join(pieces))
    assert read.blocks[0].text == "ω"

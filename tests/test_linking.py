"""Linking: text, Markdown and HTML; nothing changed but links, nothing linked twice, nothing inside what is closed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.corpus import find_folders, load_corpus
from kb.errors import WrongCall
from kb.linking import FORMATS, LONGEST, Context, Format, Style, find_in, link
from kb.linking.markup import see_html

DANISH = Context("da")
CORPUS = load_corpus(find_folders().corpus)


def danish(source: str, form: Format = "html") -> str:
    return link(CORPUS, source, form, DANISH)


A = '<a href="/da-1997/64/A/2">'


@pytest.mark.parametrize(
    ("source", "linked"),
    [
        ("<p>se §64A2.</p>", f"<p>se {A}§64A2</a>.</p>"),
        ("&sect;64A2", f"{A}&sect;64A2</a>"),
        ("&#167;&nbsp;64A2", f"{A}&#167;&nbsp;64A2</a>"),
        ("§<b>64</b>A2 x", f"{A}§<b>64</b>A2</a> x"),
        ("<b>§64</b>A2 x", f"<b>{A}§64</a></b>{A}A2</a> x"),
        ("<p>§\n  64\n\n  A2", '<p><a href="/da-1997/64/A/2">§\n  64\n\n  A2</a>'),
        ("§64<br>A2", '<a href="/da-1997/64">§64</a><br>A2'),
        ("<p>§</p><p>64 er</p>", "<p>§</p><p>64 er</p>"),
        ("<a href=x>§64A2</a> og §64A2", f"<a href=x>§64A2</a> og {A}§64A2</a>"),
        ("<A HREF=x>§64A2</A>", "<A HREF=x>§64A2</A>"),
        ("<code>§64A2</code>", "<code>§64A2</code>"),
        ("<pre>§64A2</pre>", "<pre>§64A2</pre>"),
        ("<textarea>§64A2</textarea>", "<textarea>§64A2</textarea>"),
        ("<script>var x = '§64A2';</script>", "<script>var x = '§64A2';</script>"),
        ("<style>/* §64A2 */</style>", "<style>/* §64A2 */</style>"),
        ("<!-- §64A2 -->", "<!-- §64A2 -->"),
        ("<p title='§64A2'>x</p>", "<p title='§64A2'>x</p>"),
        ("<p title='a > §64A2'>x", "<p title='a > §64A2'>x"),
        ("<title>§64A2</title>", "<title>§64A2</title>"),
        ("<svg><text>§64A2</text></svg>", "<svg><text>§64A2</text></svg>"),
        ("<button>§64A2</button>", "<button>§64A2</button>"),
        ("a < b, §64A2", f"a < b, {A}§64A2</a>"),
        ("<p §64A2", f"<p {A}§64A2</a>"),
        ("<a href=x>§64A2", "<a href=x>§64A2"),
        ("§999 og §2", "§999 og §2"),
        ("§42 og §43", '<a href="/da-1997/42">§42</a> og <a href="/da-1997/43">§43</a>'),
        ("§69, 70", '<a href="/da-1997/69">§69</a>, <a href="/da-1997/70">70</a>'),
        ("§70 og 71", '<a href="/da-1997/70">§70</a> og <a href="/da-1997/71">71</a>'),
        ("", ""),
    ],
)
def test_html(source: str, linked: str) -> None:
    assert danish(source) == linked
    assert danish(linked) == linked


@pytest.mark.parametrize(
    ("source", "linked"),
    [
        ("se §64A2.", "se [§64A2](/da-1997/64/A/2)."),
        ("**§64A2**", "**[§64A2](/da-1997/64/A/2)**"),
        ("`§64A2`", "`§64A2`"),
        ("``a ` §64A2``", "``a ` §64A2``"),
        ("```\n§64A2\n```\n", "```\n§64A2\n```\n"),
        ("~~~ da\n§64A2\n~~~\n§65", "~~~ da\n§64A2\n~~~\n[§65](/da-1997/65)"),
        ("x\n\n    §64A2\n\ny", "x\n\n    §64A2\n\ny"),
        ("[§64A2](x)", "[§64A2](x)"),
        ("[se [§64A2] her](x)", "[se [§64A2] her](x)"),
        ("![§64A2](x.png)", "![§64A2](x.png)"),
        ("[§64A2][1]\n\n[1]: http://x/§64A2", "[§64A2][1]\n\n[1]: http://x/§64A2"),
        ("<span title='§64A2'>§65</span>", "<span title='§64A2'>[§65](/da-1997/65)</span>"),
        ("http://x.dk/§64A2", "http://x.dk/§64A2"),
        ("- §64A2\n- §65", "- [§64A2](/da-1997/64/A/2)\n- [§65](/da-1997/65)"),
        ("`uden slut §64A2", "`uden slut [§64A2](/da-1997/64/A/2)"),
    ],
)
def test_markdown(source: str, linked: str) -> None:
    assert danish(source, "markdown") == linked
    assert danish(linked, "markdown") == linked


def test_plain_text_becomes_html() -> None:
    assert danish("<b> & §64A2", "text") == f"&lt;b&gt; &amp; {A}§64A2</a>"


def test_style_and_other_books() -> None:
    style = Style("https://laws.example", "law", title=True)
    linked = link(CORPUS, "artikel 70B3", "html", Context("nl"), style)
    assert linked == '<a href="https://laws.example/nl-2017/70/B/3" class="law" title="artikel 70B3">artikel 70B3</a>'
    assert '"/nl-2017/70' in link(CORPUS, "Law 70", "html", Context("en", "nl-2017"))


def test_offsets_are_those_of_the_source() -> None:
    source = "<p>x</p> &sect;&nbsp;64<i>A</i>2, `§16C2`"
    for found in find_in(CORPUS, source, "html", DANISH):
        assert unescape(re.sub("<[^>]+>", "", source[found.start : found.end])) == found.text


def test_ranges_lead_to_all_of_their_members() -> None:
    (found,) = find_in(CORPUS, "se §70 punkt B-E", "text", DANISH)[-1:]
    assert found.url in {"/da-1997/70/B-E", "/da-1997/70"}
    (found,) = find_in(CORPUS, "§§42-44", "text", DANISH)
    assert found.url == "/da-1997/42-44"


def test_what_is_not_ours_keeps_its_reason() -> None:
    outside, foreign = find_in(CORPUS, "§2 og § 241d1", "text", DANISH)
    assert (outside.reference.status, outside.url) == ("outside-corpus", None)
    assert (foreign.reference.status, foreign.url) == ("foreign", None)
    assert all(found.reference.reason for found in (outside, foreign))


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(WrongCall, match="in parts"):
        find_in(CORPUS, "x" * (LONGEST + 1))


TAGS = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<a href='x'>",
        "</a>",
        "<code>",
        "</code>",
        "<br>",
        "<div>",
        "</div>",
        "<script>",
        "</script>",
        "<!--",
        "-->",
        "<",
        ">",
        "<textarea>",
        "</textarea>",
        "<td>",
        '<span class="§64">',
        "</span>",
    ]
)
WORDS = st.sampled_from(
    [
        "§64A2",
        "&sect;",
        "64",
        "A",
        "2",
        " og ",
        "§§ 42",
        "-",
        "44",
        ", ",
        "&nbsp;",
        "Law 70",
        "artikel 54",
        "punkt 1",
        ". ",
        "&amp;",
        "12. stik",
        "ø",
    ]
)
DOCUMENTS = st.lists(TAGS | WORDS | st.text(max_size=4), max_size=25).map("".join)


def seen(source: str) -> str:
    return see_html(source)[0].text


@settings(max_examples=300, deadline=None)
@given(DOCUMENTS)
def test_twice_is_once_and_the_text_stays(source: str) -> None:
    once = link(CORPUS, source, "html", DANISH)
    assert link(CORPUS, once, "html", DANISH) == once
    assert seen(once) == seen(source)
    ours = re.sub(r'<a href="/da-1997/[^"]*">|(?<=[^>])</a>', "", once)
    assert re.sub("</a>", "", ours) == re.sub("</a>", "", source)


@settings(max_examples=100, deadline=None)
@given(DOCUMENTS)
def test_any_text_in_any_format_is_answered(source: str) -> None:
    for form in FORMATS:
        for found in find_in(CORPUS, source, form):
            assert 0 <= found.start < found.end <= len(source)


@pytest.mark.parametrize(
    "piece", ["<", "<a ", '<a "', "<a '\"", "&", "&#", "<!--", "`", "[", "[[", "<script>", "§", "§1,", "<b>§6"]
)
def test_broken_pages_are_answered(piece: str) -> None:
    source = piece * (6_000 // len(piece))
    for form in FORMATS:
        assert len(find_in(CORPUS, source, form, DANISH)) <= len(source)

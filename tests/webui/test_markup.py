"""Weaving: every character of a text comes through, escaped, whatever the spans."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from webui.markup import Span, marked, woven

OPEN, CLOSE = Markup("<i>"), Markup("</i>")


@pytest.mark.parametrize(
    ("text", "spans", "html"),
    [
        ("", [], []),
        ("a < b & c", [], ["a &lt; b &amp; c"]),
        ("a\nb", [], ["a", "b"]),
        ("a\nb", [Span(0, 3, OPEN, CLOSE)], ["<i>a\nb</i>"]),
        ("abc", [Span(1, 2, OPEN, CLOSE), Span(1, 3, OPEN, CLOSE)], ["a<i>bc</i>"]),
        ("abc", [Span(1, 2, OPEN, CLOSE), Span(0, 2, OPEN, CLOSE)], ["<i>ab</i>c"]),
        ("abc", [Span(1, 9, OPEN, CLOSE), Span(-1, 2, OPEN, CLOSE), Span(2, 1, OPEN, CLOSE)], ["abc"]),
        ("abc", [Span(3, 3, Markup("<sup>1</sup>"))], ["abc<sup>1</sup>"]),
        ("abc", [Span(0, 3, OPEN, CLOSE), Span(1, 1, Markup("*"))], ["<i>abc</i>*"]),
    ],
)
def test_woven(text: str, spans: list[Span], html: list[str]) -> None:
    assert woven(text, spans) == html


def test_marked_snippet() -> None:
    assert marked("et <kort>", [(3, 9)]) == "et <mark>&lt;kort&gt;</mark>"


PLAIN = st.text(alphabet="abæ<>&\"'\n §", max_size=40)
SPANS = st.lists(st.builds(Span, st.integers(-2, 42), st.integers(-2, 42), st.just(OPEN), st.just(CLOSE)), max_size=6)


@given(PLAIN, SPANS)
def test_no_character_is_lost_or_added(text: str, spans: list[Span]) -> None:
    read = "".join(BeautifulSoup(f"<p>{part}</p>", "lxml").get_text() for part in woven(text, spans))
    assert "".join(read.split()) == "".join(text.split())

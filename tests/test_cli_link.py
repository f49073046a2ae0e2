"""``kb link``, ``kb refs --format`` and ``kb.link()``: one grammar, one truth, and not a character changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kb as front_door
from kb import load
from kb.errors import NotFound, WrongCall
from kb.linking import FORMATS, Context, find_in
from tests.calling import Run, Said

ROOT = Path(__file__).parent.parent


A = '<a href="/da-1997/64/A/2">'

LINKED = [
    (["--lang", "da"], "se §64A2 & <b>", f"se {A}§64A2</a> &amp; &lt;b&gt;"),
    (["--lang", "da", "--format", "html"], "<p>se §64A2</p>\r\n", f"<p>se {A}§64A2</a></p>\r\n"),
    (["--lang", "da", "--format", "markdown"], "se *§64A2*", "se *[§64A2](/da-1997/64/A/2)*"),
    (["--lang", "da", "--format", "html"], "<a href=x>§64A2</a>", "<a href=x>§64A2</a>"),
    (["--lang", "da", "--from", "64/A"], "punkt 2", f"{A}punkt 2</a>"),
    (["--book", "da-1997"], "§64A2", f"{A}§64A2</a>"),
    (["--lang", "en", "--book", "da-1997"], "Law 64A2", f"{A}Law 64A2</a>"),
    (["--lang", "da", "--base-url", "https://l.example/x/"], "§41", '<a href="https://l.example/x/da-1997/41">§41</a>'),
    (
        ["--lang", "da", "--class", 'a"b', "--title"],
        "§41",
        '<a href="/da-1997/41" class="a&quot;b" title="§41">§41</a>',
    ),
    (["--lang", "da"], "\ufeff§41", '\ufeff<a href="/da-1997/41">§41</a>'),
    (["--lang", "da"], "§1 og § 241d1", "§1 og § 241d1"),
    (["--lang", "da"], "", ""),
]


@pytest.mark.parametrize(("options", "text", "linked"), LINKED)
def test_link_puts_links_around_citations(kb: Run, options: list[str], text: str, linked: str) -> None:
    assert kb("link", *options, stdin=text) == Said(0, linked, "")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("zie artikel 70B3", "Read as Nederlands, by the words"),
        ("§41", "Read as Dansk, but other languages fit"),
        ("intet", ""),
    ],
)
def test_the_language_is_never_guessed_in_silence(kb: Run, text: str, says: str) -> None:
    for command in ("link", "refs"):
        said = kb(command, stdin=text).err
        assert (says in said) if says else not said


@pytest.mark.parametrize(
    ("options", "data", "code", "says"),
    [
        (["--lang", "xx"], b"", 1, "no language"),
        (["--book", "da-1066"], b"", 1, "no book"),
        (["--from", "A64"], b"", 2, "no address"),
        (["--format", "pdf"], b"", 2, "invalid choice"),
        (["--lang", "da"], b"\xff\xfe\x00", 2, "not UTF-8"),
        (["--lang", "da"], b"x" * 2_000_001, 2, "2000001 characters"),
    ],
    ids=["language", "book", "address", "format", "binary", "too long"],
)
def test_a_bad_call_leaves_no_half_answer(kb: Run, options: list[str], data: bytes, code: int, says: str) -> None:
    said = kb("link", *options, stdin=data)
    assert (said.code, said.out) == (code, "")
    assert says in said.err


def test_refs_reads_the_same_formats(kb: Run) -> None:
    text = "<p>se &sect;64<b>A</b>2</p><p>§41 <code>§42</code>"
    found = json.loads(kb("refs", "--lang", "da", "--format", "html", "--json", stdin=text).out)
    assert [(text[each["start"] : each["end"]], each["text"]) for each in found] == [
        ("&sect;64<b>A</b>2", "§64A2"),
        ("§41", "§41"),
        ("§42", "§42"),
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_python_and_the_command_line_say_the_same(kb: Run, form: str) -> None:
    text = "- §64A2\n- §65 og 66, jf. § 12 C 1 (c)\n\n<i>§ 241d1</i> 3NT 7C"
    found = find_in(load().corpus, text, form, Context("da"))  # type: ignore[arg-type]  # it is one of FORMATS
    said = json.loads(kb("refs", "--lang", "da", "--format", form, "--json", stdin=text).out)
    assert [(each["start"], each["end"], each["text"], each["status"]) for each in said] == [
        (each.start, each.end, each.text, each.reference.status) for each in found
    ]
    assert front_door.link(text, form, lang="da") == kb("link", "--lang", "da", "--format", form, stdin=text).out  # type: ignore[arg-type]  # as above


def test_the_front_door_says_what_is_wrong() -> None:
    with pytest.raises(NotFound, match="no book"):
        front_door.link("§64", book="da-1066")
    with pytest.raises(WrongCall, match="no address"):
        front_door.link("§64", at="zz")
    with pytest.raises(WrongCall, match="in parts"):
        front_door.link("x" * 300_001)


PIECES = st.sampled_from(
    ["§64A2", "§§ 42-44", "<p>", "</p>", "<b>", "</b>", "<a href=x>", "</a>", "\r\n", " og ", "&", "`"]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(source=st.lists(PIECES, max_size=15).map("".join))
def test_linking_twice_is_linking_once(source: str) -> None:
    once = front_door.link(source, "html", lang="da")
    assert front_door.link(once, "html", lang="da") == once

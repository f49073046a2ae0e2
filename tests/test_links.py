"""Our addresses as URLs, made and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import links
from kb.address import Address, parse
from kb.errors import WrongCall
from kb.links import Link

MADE = [
    (links.start(), "/", Link("start")),
    (links.book("da-1997"), "/da-1997", Link("book", "da-1997")),
    (links.unit("da-1997", parse("54")), "/da-1997/54", Link("unit", "da-1997", address=parse("54"))),
    (links.unit("da-1997", parse("54/B/2")), "/da-1997/54/B/2", Link("unit", "da-1997", address=parse("54/B/2"))),
    (
        links.unit("da-1997", parse("68/note/1")),
        "/da-1997/68/note/1",
        Link("unit", "da-1997", address=parse("68/note/1")),
    ),
    (
        links.span("nl-2017", parse("70/B"), parse("70/E")),
        "/nl-2017/70/B-E",
        Link("range", "nl-2017", address=parse("70/B"), last=parse("70/E")),
    ),
    (
        links.span("nl-2017", parse("12"), parse("16")),
        "/nl-2017/12-16",
        Link("range", "nl-2017", address=parse("12"), last=parse("16")),
    ),
    (links.in_language("da"), "/da", Link("language", language="da")),
    (
        links.in_language("da", parse("54/B/2")),
        "/da/54/B/2",
        Link("language", language="da", address=parse("54/B/2")),
    ),
    (links.compare("da-1997", "nl-2017"), "/compare/da-1997/nl-2017", Link("compare", "da-1997", "nl-2017")),
    (
        links.compare("da-1997", "nl-2017", parse("54/B")),
        "/compare/da-1997/nl-2017/54/B",
        Link("compare", "da-1997", "nl-2017", address=parse("54/B")),
    ),
    (
        links.resolver("§ 54 B 2", language="da", book="da-1997", at="50/D"),
        "/r?q=%C2%A7+54+B+2&lang=da&book=da-1997&from=50%2FD",
        Link("word", word="r", query=(("q", "§ 54 B 2"), ("lang", "da"), ("book", "da-1997"), ("from", "50/D"))),
    ),
    (links.short(parse("54/B/2")), "/54b2", Link("short", word="54b2")),
    (links.short(parse("68/D/2/b/i")), "/68d2b%28i%29", Link("short", word="68d2b(i)")),
    (links.search(), "/search", Link("word", word="search")),
    (
        links.search("a&b=c", language="nl", books=["da-1997", "nl-2017"], page=3),
        "/search?q=a%26b%3Dc&lang=nl&book=da-1997&book=nl-2017&page=3",
        Link(
            "word",
            word="search",
            query=(("q", "a&b=c"), ("lang", "nl"), ("book", "da-1997"), ("book", "nl-2017"), ("page", "3")),
        ),
    ),
    (links.terms(), "/terms", Link("word", word="terms")),
    (links.terms("a/b?"), "/terms/a%2Fb%3F", Link("word", word="terms", rest="a/b?")),
    (links.situations("claim"), "/situations/claim", Link("word", word="situations", rest="claim")),
    (links.page("about"), "/about", Link("word", word="about")),
    (links.api("find-refs"), "/api/v1/find-refs", Link("word", word="api", rest="v1/find-refs")),
    (
        links.with_suffix(links.unit("da-1997", parse("54/B/2")), "json"),
        "/da-1997/54/B/2.json",
        Link("unit", "da-1997", address=parse("54/B/2"), suffix="json"),
    ),
    (
        links.with_suffix(links.search("dummy"), "json"),
        "/search.json?q=dummy",
        Link("word", word="search", suffix="json", query=(("q", "dummy"),)),
    ),
]


@pytest.mark.parametrize(("made", "url", "means"), MADE, ids=[url for _, url, _ in MADE])
def test_a_link_is_made_and_read_back(made: str, url: str, means: Link) -> None:
    assert made == url
    assert links.read(made) == means


@pytest.mark.parametrize(
    "url",
    [
        "",
        "da-1997/54",
        "https://elsewhere.example/da-1997/54",
        "//elsewhere.example/da-1997",
        "/da-1997/",
        "/da-1997/54/",
        "/da-1997/b54",
        "/da-1997/70/E-B",
        "/da-1997/70/note/B-E",
        "/da/x",
        "/compare/da-1997/nl-2017/x",
        "/54b2/more",
        "/DA-1997",
        "/no such page",
        "/[::1",
        "http://[::1/da-1997",
    ],
)
def test_what_is_none_of_ours_is_refused(url: str) -> None:
    with pytest.raises(WrongCall, match="is no address of this site"):
        links.read(url)


def test_a_wrong_case_is_read_as_it_came() -> None:
    assert links.read("/da-1997/54/b/2").address == Address(54, ("b", "2"))


@pytest.mark.parametrize("call", [lambda: links.page("nowhere"), lambda: links.with_suffix("/about", "exe")])
def test_only_known_pages_and_forms_are_made(call: object) -> None:
    assert callable(call)
    with pytest.raises(WrongCall):
        call()


@pytest.mark.parametrize("base", ["", "https://laws.example", "https://laws.example/bridge", "https://laws.example/b/"])
def test_absolute_addresses_are_read_back(base: str) -> None:
    path = links.unit("da-1997", parse("54"))
    whole = links.absolute(base, path)
    assert whole.endswith("/da-1997/54")
    assert "//da" not in whole
    assert links.read(whole, base) == links.read(path)


LABELS = st.sampled_from(["A", "C", "1", "12", "a", "i", "II", "viii"])
ADDRESSES = st.builds(
    Address, st.integers(1, 93), st.lists(LABELS, max_size=5).map(tuple), st.one_of(st.none(), st.integers(1, 99))
)


@given(ADDRESSES)
def test_every_address_survives_its_link(address: Address) -> None:
    assert links.read(links.unit("da-1997", address)).address == address


@given(st.text())
def test_reading_never_fails_otherwise(text: str) -> None:
    for url in (text, f"/{text}", f"/da-1997/{text}"):
        try:
            link = links.read(url)
        except WrongCall:
            continue
        assert link.kind

"""Whole documents: linked twice is linked once, and another parser than ours finds every word where it was."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.corpus import find_folders, load_corpus
from kb.linking import Context, Style, find_in, link
from kb.linking.markup import NEVER

CORPUS = load_corpus(find_folders().corpus)

INLINE = ("b", "i", "em", "span", "mark", "sup", "small", "q", "cite", "a", "code", "kbd", "button")
BLOCK = ("p", "div", "li", "blockquote", "section", "h2", "td", "figcaption", "article", "pre")
CITED = {
    "da": ("§64A2", "§ 16 C 2", "§§69, 70 og 71", "§&nbsp;64&nbsp;A&nbsp;2", "&sect;70", "64A2", "§12C1c", "§42-44"),
    "nl": ("artikel 70B3", "art. 68D2b", "artikelen 54 en 70", "artikel&#32;54B", "&#x61;rtikel 71"),
}
OTHER = (
    "3NT",
    "§ 241d1",
    "kl. 12.30",
    "artikel 23 lid 1",
    "7C",
    "&amp;",
    "&lt;b&gt;",
    "64",
    "A",
    "2",
    "§",
    "og",
    "\n",
    " ",
)

languages = st.sampled_from(sorted(CITED))


def words(language: str) -> st.SearchStrategy[str]:
    plain = st.text(st.characters(exclude_characters="<>&\r\0", exclude_categories=["Cs", "Cc"]), max_size=6)
    return st.lists(st.sampled_from((*CITED[language], *OTHER)) | plain, min_size=1, max_size=6).map(" ".join)


attributes = st.sampled_from(("", ' title="§64A2"', " class='x §70'", ' data-x="a > b"', " hidden", ' href="/x"'))
unread = st.sampled_from(
    (
        "<script>let x = '§64A2 <b>';</script>",
        "<style>/* §64A2 */</style>",
        "<textarea>§64A2 &lt;b></textarea>",
        "<!-- §64A2 -->",
        "<img alt='§64A2'>",
        "<br>",
        "<wbr>",
        "<svg><text>§64A2</text></svg>",
        "<input value='§64A2'>",
    )
)


def element(names: tuple[str, ...], inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda name, said, within: f"<{name}{said}>{within}</{name}>", st.sampled_from(names), attributes, inner
    )


def inlines(language: str) -> st.SearchStrategy[str]:
    nested = st.recursive(
        words(language) | unread, lambda inner: element(INLINE, st.lists(inner, max_size=3).map("".join)), max_leaves=6
    )
    torn = st.sampled_from(
        (
            "§<b>64</b>A2",
            "<i>§</i> 16 <b>C</b> 2",
            "<b>se §64</b>A2",
            "artikel <i>70</i>B3",
            "§64<br>A2",
            "§<code>64</code>A2",
        )
    )
    return st.lists(nested | torn, max_size=5).map("".join)


def documents(language: str) -> st.SearchStrategy[tuple[str, str]]:
    blocks = st.recursive(
        element(BLOCK, inlines(language)),
        lambda inner: element(
            ("div", "section", "ul", "table", "blockquote"), st.lists(inner, max_size=3).map("\n".join)
        ),
        max_leaves=6,
    )
    body = st.lists(blocks, min_size=1, max_size=5).map("\n".join)
    head = f"<!DOCTYPE html>\n<html lang={language}><head><title>§64A2 artikel 70</title></head>\n<body>"
    return body.map(lambda text: (language, f"{head}{text}</body></html>\n"))


class Read(HTMLParser):
    """What Python's own parser sees of a page: its tags and its text in order, our links apart. ``links`` holds where
    each leads, the elements that are open around it, and those within it."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[tuple[str, ...]] = []
        self.links: list[tuple[str, list[str], list[str]]] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()

    @property
    def text(self) -> str:
        return "".join(words for kind, words, *_ in self.seen if kind == "text")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if ("class", "ours") in attrs:
            self.links.append((dict(attrs)["href"] or "", self.open[:], []))
            self.open.append("ours")
        else:
            if "ours" in self.open:
                self.links[-1][2].append(tag)
            self.seen.append(("start", tag, repr(attrs)))
            if tag not in VOID:
                self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        closed = self.open.pop()
        if closed != "ours":
            assert closed == tag
            self.seen.append(("end", tag))

    def handle_data(self, data: str) -> None:
        if self.seen and self.seen[-1][0] == "text":
            data = self.seen.pop()[1] + data
        self.seen.append(("text", data))

    def handle_comment(self, data: str) -> None:
        self.seen.append(("comment", data))


VOID = {"br", "wbr", "img", "input"}


def link_all(source: str, language: str) -> str:
    return link(CORPUS, source, "html", Context(language), Style(css_class="ours"))


@settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(languages.flatmap(documents))
def test_linked_twice_is_linked_once_and_every_word_stays(document: tuple[str, str]) -> None:
    language, source = document
    once = link_all(source, language)
    assert link_all(once, language) == once
    before, after = Read(source), Read(once)
    assert after.text == before.text
    assert after.seen == before.seen
    for place, around, within in after.links:
        assert re.fullmatch(r"/(da-1997|nl-2017)/[0-9A-Za-z/-]+", place)
        assert not NEVER & {*around, *within}
        assert "ours" not in around
    found = [one for one in find_in(CORPUS, source, "html", Context(language)) if one.url and one.linkable]
    assert {one.url for one in found} == {place for place, _, _ in after.links}


def test_the_documents_have_what_they_must_have() -> None:
    """That the generator makes links, nested markup and closed elements, and is no idle test."""
    counted = {"linked": 0, "closed": 0, "nested": 0}

    @settings(max_examples=80, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(languages.flatmap(documents))
    def count(document: tuple[str, str]) -> None:
        language, source = document
        page = Read(link_all(source, language))
        counted["linked"] += bool(page.links)
        counted["closed"] += any(tag in {"code", "pre", "script", "textarea", "svg"} for _, tag, *_ in page.seen)
        counted["nested"] += any(within for _, _, within in page.links)

    count()
    assert min(counted.values()) >= 8, counted


@pytest.mark.parametrize("form", ["text", "markdown"])
@settings(max_examples=200)
@given(language=languages, data=st.data())
def test_other_forms_keep_every_word_too(form: str, language: str, data: st.DataObject) -> None:
    source = data.draw(words(language))
    if form == "markdown":
        once = link(CORPUS, source, "markdown", Context(language))
        assert link(CORPUS, once, "markdown", Context(language)) == once
        assert re.sub(r"\[([^\]]*)\]\(/(?:da-1997|nl-2017)/[^)]*\)", r"\1", once) == source
    else:
        linked = link(CORPUS, source, "text", Context(language))
        assert Read(linked).text == source

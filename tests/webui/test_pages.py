"""Every page, in each language: it answers, it is sound HTML, nothing stands inline, nothing comes from elsewhere."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup
from werkzeug.test import TestResponse

from kb import links
from kb.library import Library
from webui.files import FILES

LANGUAGES = ("da", "nl", "en")

PAGES = {
    "/": 200,
    "/da-1997": 200,
    "/nl-2017": 200,
    "/da-1997/64": 200,
    "/da-1997/64/A/2": 200,
    "/da-1997/9/A/2/b/I": 200,
    "/da-1997/68/note/1": 200,
    "/da-1997/70/B-E": 200,
    "/nl-2017/54": 200,
    "/nl-2017/68/D/2/b/i": 200,
    "/nl-2017/71/1": 200,
    "/about": 200,
    "/keys": 200,
    "/embed": 200,
    "/bookmarks": 200,
    "/print/da-1997": 200,
    "/print/nl-2017": 200,
    "/print/xx-2000": 404,
    "/print": 404,
    "/report?at=da-1997/64/A/2": 200,
    "/report?at=/nl-2017/68/D/2/b/i": 200,
    "/report?at=da-1997/68/note/1": 200,
    "/report?at=da-1997/64": 200,
    "/report": 400,
    "/report?at=da-1997": 400,
    "/report?at=da-1997/64/B-D": 400,
    "/report?at=da-1997/64.json": 400,
    "/report?at=//evil.example": 400,
    "/report?at=da-1997/64/Z": 404,
    "/report?at=xx-2000/64": 404,
    "/map": 302,
    "/map/da-1997": 200,
    "/map/xx-2000": 404,
    "/search": 200,
    "/search?q=kulørsvigt": 200,
    "/search?q=niet+van+toepassing&book=nl-2017": 200,
    "/search?q=zzzzz": 200,
    "/search?q=jeg+har+fjorten+kort": 200,
    "/search?q=claim&kind=law&part=68-71": 200,
    "/situations": 200,
    "/situations?q=dummy": 200,
    "/situations/revoke": 200,
    "/situations/claim": 200,
    "/situations/none": 404,
    "/r?q=54A": 300,
    "/r?q=54A&lang=da": 302,
    "/r?q=hvad+som+helst": 404,
    "/nl-2017/64": 404,
    "/nl-2017/64/A/2": 404,
    "/nl-2017/61-64": 404,
    "/nl-2017/68/note/1": 404,
    "/da-1997/80": 404,
    "/da-1997/80/B/2": 404,
    "/da-1997/94": 404,
    "/da-1997/64/Z": 404,
    "/xx-2000": 404,
    "/no/such/page": 404,
    "/r": 400,
    "/compare": 200,
    "/compare/da-1997/nl-2017": 200,
    "/compare/da-1997/nl-2017/70": 200,
    "/compare/da-1997/nl-2017/70?only=differences": 200,
    "/compare/da-1997/nl-2017/70/B/2": 200,
    "/compare/nl-2017/da-1997/68": 200,
    "/compare/da-1997/nl-2017/54/E": 200,
    "/compare/da-1997/nl-2017/70/note/4": 200,
    "/compare/da-1997/nl-2017/12": 200,
    "/compare/nl-2017/da-1997/12/C/3": 200,
    "/compare/da-1997/nl-2017/79": 200,
    "/compare/da-1997/nl-2017/80": 404,
    "/compare/da-1997/nl-2017/70/Z": 404,
    "/compare/da-1997/nl-2017/94": 404,
    "/compare/da-1997/nl-2017/x": 404,
    "/compare/da-1997/da-1997": 404,
    "/compare/da-1997/da-1997/70/B": 404,
    "/compare/da-1997/xx-2000": 404,
    "/compare/xx/yy/70": 404,
    "/terms": 200,
    "/terms?by=nl": 200,
    "/terms?q=kulorsvigt": 200,
    "/terms?q=zzzzz&by=da": 200,
    "/terms/revoke": 200,
    "/terms/card": 200,
    "/terms/rectification": 200,
    "/terms/appeal": 200,
    "/terms/wrong-side": 200,
    "/terms/kulørsvigt": 302,
    "/terms/no-such-thing": 404,
}
WITH_PAGES = [path for path, status in PAGES.items() if status != 302]

Parsed = Callable[..., BeautifulSoup]
Read = Callable[..., TestResponse]


@pytest.mark.parametrize("hl", LANGUAGES)
@pytest.mark.parametrize(("path", "status"), PAGES.items())
def test_each_page_answers_in_each_language(read: Read, path: str, status: int, hl: str) -> None:
    if path == "/r?q=54A" and hl in {"da", "nl"}:
        status = 302  # who reads in the language of a book means that book
    response = read(path, hl)
    assert response.status_code == status
    if status != 302:
        assert response.content_type == "text/html; charset=utf-8"
        assert f'<html lang="{hl}">' in response.get_data(as_text=True)


@pytest.mark.parametrize("path", WITH_PAGES)
def test_html_is_sound(soup: Parsed, path: str) -> None:
    check_soundness(soup(path))


def test_html_of_every_law_is_sound(soup: Parsed, library: Library) -> None:
    for book in library.corpus.books.values():
        for law in book.laws:
            check_soundness(soup(links.unit(book.id, law.address)))


def check_soundness(page: BeautifulSoup) -> None:
    ids = Counter(str(tag["id"]) for tag in page.find_all(id=True))
    assert [name for name, count in ids.items() if count > 1] == []
    levels = [int(tag.name[1]) for tag in page.find_all(re.compile(r"^h[1-6]$"))]
    assert levels.count(1) == 1
    assert page.select("h1")[0].get_text(strip=True)
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    for tag in page.select("[aria-describedby]"):
        assert tag["aria-describedby"] in ids
    for tag in page.find_all("a", href=re.compile("^#")):
        assert str(tag["href"])[1:] in ids
    assert page.title is not None
    assert page.title.get_text(strip=True)


@pytest.mark.parametrize("path", WITH_PAGES)
def test_nothing_inline_but_own_style_sheets_and_nothing_from_elsewhere(soup: Parsed, path: str) -> None:
    page = soup(path)
    sheets = {data.decode() for name, data in FILES.items() if name.endswith(".css")}
    assert all(style.get_text() in sheets for style in page.find_all("style"))
    assert [tag for tag in page.find_all(True) if tag.has_attr("style")] == []
    assert [tag for tag in page.find_all(True) if any(name.startswith("on") for name in tag.attrs)] == []
    scripts = [script for script in page.find_all("script") if script.get("type") != "application/ld+json"]  # is data
    assert all(script.get("src") and not script.get_text() for script in scripts)
    for tag in page.find_all(["script", "img", "link", "form", "a", "source", "iframe"]):
        address = str(tag.get("src") or tag.get("href") or tag.get("action") or "/")
        assert address.startswith(("/", "#", "?")), tag
        assert not address.startswith("//"), tag


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.mark.parametrize("path", [*PAGES, "/healthz", "/da-1997/64.json", "/da-1997/64.txt", "/static/x/pip.svg"])
def test_every_answer_wears_the_headers(read: Read, path: str) -> None:
    headers = read(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "Permissions-Policy" in headers
    for name, value in HEADERS.items():
        assert headers[name] == value


@pytest.mark.parametrize("path", WITH_PAGES)
def test_the_styles_of_a_page_stand_in_it_and_its_policy_names_them_and_no_others(read: Read, path: str) -> None:
    for again in (False, True):  # the second answer is a kept one
        answer = read(path)
        styles = BeautifulSoup(answer.data, "lxml").find_all("style")
        digests = {f"'sha256-{b64encode(sha256(style.get_text().encode()).digest()).decode()}'" for style in styles}
        policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
        assert {*policy["style-src"].split()} == {"'self'", *digests}, again
        assert digests


@pytest.mark.parametrize("name", ["site.css", "site.js", "offline/answering.js"])
def test_parts_of_pages_wear_only_what_counts_for_them(read: Read, name: str) -> None:
    headers = read(f"/static/x/{name}").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Security-Policy" not in headers
    assert sum(len(name) + len(value) + 4 for name, value in headers) < 350


def test_the_first_page_begins_with_the_question(soup: Parsed) -> None:
    first = soup("/", "da").select_one("main form, main section")
    assert first is not None
    assert first.name == "form"


def test_contents_name_all_laws_and_link_those_that_are_here(soup: Parsed) -> None:
    page = soup("/da-1997")
    rows = page.select(".laws > li")
    assert len(rows) == 93
    assert len(page.select(".laws > li > a")) == 39
    assert len(page.select(".laws > li.lacking")) == 54
    assert page.select_one(".laws > li.lacking a") is None
    assert "kb import" in page.get_text()


def test_a_law_shows_every_provision_with_its_address_and_a_button(soup: Parsed) -> None:
    page = soup("/da-1997/64")
    labels = {str(tag["href"]): tag.get_text() for tag in page.select("a.label")}
    assert labels["/da-1997/64/A/2"] == "2"
    buttons = {str(tag["data-copy"]) for tag in page.select("button.copy")}
    assert labels.keys() <= buttons
    assert page.select_one("[autofocus]") is None


@pytest.mark.parametrize(
    ("path", "ids"),
    [
        ("/da-1997/64/A/2", ["64-A-2"]),
        ("/da-1997/9/A/2/b/I", ["9-A-2-b-I"]),
        ("/da-1997/68/note/1", ["68-note-1"]),
        ("/da-1997/70/B-D", ["70-B", "70-C", "70-D"]),
    ],
)
def test_a_canonical_address_opens_at_what_it_names(soup: Parsed, path: str, ids: list[str]) -> None:
    page = soup(path)
    assert [tag["id"] for tag in page.select("[data-marked]")] == ids
    assert [tag["id"] for tag in page.select("[autofocus]")] == ids[:1]
    canonical = page.select_one("link[rel=canonical]")
    assert canonical is not None
    assert canonical["href"] == path


def test_a_deep_unit_says_where_it_stands(soup: Parsed) -> None:
    chain = soup("/da-1997/9/A/2/b/I").select(".chain a")
    assert [str(tag["href"]) for tag in chain] == [
        "/da-1997/9",
        "/da-1997/9/A",
        "/da-1997/9/A/2",
        "/da-1997/9/A/2/b",
    ]


@pytest.mark.parametrize("path", ["/da-1997/64", "/da-1997/64/A/2", "/da-1997", "/", "/da-1997/80", "/search?q=64"])
def test_the_edition_stands_on_every_page_and_that_it_is_superseded(soup: Parsed, path: str) -> None:
    text = soup(path).get_text()
    assert "1997" in text
    if path != "/search?q=64":
        assert "superseded by that of 2017" in text


def test_the_closing_of_a_law_stands_behind_its_items(soup: Parsed) -> None:
    page = soup("/nl-2017/71")
    last_item, closing = page.select("article section.unit")[-1], page.select_one("article p.closing")
    assert closing is not None
    assert any(paragraph is closing for paragraph in last_item.find_all_next("p"))


def test_restored_labels_say_so_with_the_evidence(soup: Parsed) -> None:
    page = soup("/nl-2017/68/D/2/b/i")
    label = page.select_one("#\\36 8-D-2-b-i > a.label")
    assert label is not None
    assert "restored label" in str(label["aria-label"])
    assert label["lang"] == "en"  # what is said of it is of the page's language
    assert page.select_one("#\\36 8-D-2-b-i .evidence") is not None
    assert len(page.select(".evidence-list li")) > 10
    assert soup("/da-1997/64").select("a.label.inferred") == []


def test_references_are_links_and_those_that_lead_nowhere_say_why(soup: Parsed) -> None:
    page = soup("/da-1997/64")
    inside = page.select_one("#\\36 4-B-6 a.ref")
    assert inside is not None
    assert inside["href"] == "/da-1997/62/D"
    outside = soup("/da-1997/12").select("a.ref.outside")
    assert outside
    for tag in outside:
        assert str(tag["href"]) == f"#{tag['aria-describedby']}"


def test_what_cites_a_provision_stands_under_it(soup: Parsed) -> None:
    cited = soup("/da-1997/62").select_one("#\\36 2-D > .body > .cited")
    assert cited is not None
    assert "/da-1997/64/B/6" in [str(tag["href"]) for tag in cited.select("a")]


def test_a_law_that_is_not_here_is_named_and_found_elsewhere(soup: Parsed) -> None:
    page = soup("/da-1997/79/A", "da")
    heading = page.find("h1")
    assert heading is not None
    assert "§79" in heading.get_text()
    assert page.select_one('a[href="/nl-2017/79"]') is not None
    assert "kb import" in page.get_text()


@pytest.mark.parametrize("path", ["/da-1997/12/C/1/c", "/r?q=12C1c&book=da-1997"])
def test_a_citation_of_another_edition_is_answered_with_its_place_here(soup: Parsed, path: str) -> None:
    page = soup(path)
    assert page.select_one('main a[href="/da-1997/12/C/3"]') is not None
    assert "2017" in page.select("main")[0].get_text()


def test_what_a_law_does_not_have_leads_to_the_nearest(soup: Parsed) -> None:
    near = [str(tag["href"]) for tag in soup("/da-1997/64/B/9").select(".places a")]
    assert near[0] == "/da-1997/64/B"
    assert "/da-1997/64/B/6" in near


def test_about_counts_the_books_and_says_whose_they_are(soup: Parsed) -> None:
    text = " ".join(soup("/about").get_text(" ").split())
    assert "39 laws" in text
    assert "266 provisions with a label" in text
    assert "14 notes" in text
    assert "World Bridge Federation" in text
    assert "004_3bd870f6d20634fb.txt" in text


def test_text_in_another_language_says_so(soup: Parsed) -> None:
    page = soup("/da-1997/64", "nl")
    article = page.select_one("article")
    assert article is not None
    assert article["lang"] == "da"
    for line in page.select("article .cited, article .edition"):
        holder = line if line.has_attr("lang") else line.find_parent(lang=True)
        assert holder is not None
        assert holder["lang"] == "nl"


def test_healthz_answers(read: Read) -> None:
    assert read("/healthz").json == {"status": "ok", "books": {"da-1997": 39, "nl-2017": 5}}

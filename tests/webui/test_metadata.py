"""What other programs read of our pages: cards, schema.org, the sitemap, robots.txt, OpenSearch and oEmbed."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from lxml import etree

from kb import links
from kb.corpus import Corpus
from kb.library import Library
from webui import create_app, discovery
from webui.cards import opening
from webui.legislation import written

SITE = "https://laws.example/bridge"
MAP = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def placed(library: Library) -> Flask:
    """The site where its own address is known."""
    return create_app(library.corpus, library.engine, {"BASE_URL": SITE})


@pytest.fixture(scope="module")
def ask(placed: Flask) -> Ask:
    def asked(path: str, hl: str = "en", **kwargs: Any) -> Any:
        return placed.test_client(use_cookies=False).get(path, headers={"Accept-Language": hl}, **kwargs)

    return asked


@pytest.fixture(scope="module")
def head(ask: Ask) -> Callable[..., BeautifulSoup]:
    def parsed(path: str, hl: str = "en") -> BeautifulSoup:
        return BeautifulSoup(ask(path, hl).get_data(as_text=True), "lxml")

    return parsed


def said(page: BeautifulSoup, name: str) -> str | None:
    found = page.select(f'meta[property="{name}"], meta[name="{name}"]')
    assert len(found) <= 1, name
    return str(found[0]["content"]) if found else None


def data(page: BeautifulSoup) -> Any:
    [script] = page.select('script[type="application/ld+json"]')
    return json.loads(script.get_text())


# --- cards ----------------------------------------------------------------------------------------------------

Row = tuple[str, str, str, str, list[str]]
CARDS: list[Row] = [
    (
        "/da-1997/64/B/6",
        "§64B6 Kulørsvigt i 12. stik (Dansk 1997)",
        "Kulørsvigt i det 12. stik straffes ikke (§62D). This edition has been superseded by that of 2017.",
        "da_DK",
        [],
    ),
    (
        "/nl-2017/70/C/1",
        "Artikel 70C1 Betwist opeisen of afstaan van slagen (Nederlands 2017)",
        "de eiser maakte geen melding van die troef; en",
        "nl_NL",
        ["da_DK"],
    ),
]


@pytest.mark.parametrize("row", CARDS, ids=lambda row: str(row[0]))
def test_a_card_shows_citation_heading_edition_and_first_words(head: Ask, row: Row) -> None:
    path, title, description, locale, others = row
    page = head(path)
    assert said(page, "og:title") == title
    assert said(page, "og:description") == said(page, "description") == description
    assert said(page, "og:url") == SITE + path
    assert (said(page, "og:type"), said(page, "og:site_name")) == ("article", "Bridge laws")
    assert said(page, "og:locale") == locale
    assert [tag["content"] for tag in page.select('meta[property="og:locale:alternate"]')] == others
    assert said(page, "twitter:card") == "summary"
    image = urlsplit(str(said(page, "og:image")))
    assert image.path.endswith(".png")


def test_a_card_speaks_the_language_of_the_page_around_the_words_of_the_law(head: Ask) -> None:
    assert "Denne udgave er afløst af udgaven fra 2017." in str(said(head("/da-1997/64", "da"), "og:description"))
    assert said(head("/", "nl"), "og:locale") == "nl_NL"


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Bridge laws"),
        ("/da-1997", "Love for turneringsbridge 1997"),
        ("/da-1997/70/B-E", "§70B–§70E Krav der bestrides (Dansk 1997)"),
        ("/compare/da-1997/nl-2017/70", "§70: Dansk 1997 | Nederlands 2017"),
        ("/situations", "Situations"),
        ("/about", "About these books"),
    ],
)
def test_other_pages_have_cards_with_their_own_titles(head: Ask, path: str, title: str) -> None:
    page = head(path)
    assert title in str(said(page, "og:title"))
    assert [tag["href"] for tag in page.select("link[rel=canonical]")] == [SITE + path]


@pytest.mark.parametrize(
    "path", ["/da-1997/64/Z", "/da-1997/1", "/xx-1/64", "/nothing", "/search?q=x", "/terms/nothing"]
)
def test_what_has_no_true_address_has_no_card(head: Ask, path: str) -> None:
    page = head(path)
    assert said(page, "og:title") is None
    assert not page.select("link[rel=canonical]")


def test_every_page_of_a_book_has_one_head_of_each_kind(head: Ask) -> None:
    for path in ("/da-1997/64", "/nl-2017/70/note/1", "/terms/revoke", "/map/da-1997", "/keys", "/compare"):
        page = head(path)
        assert len(page.select("link[rel=canonical]")) == 1, path
        assert len(page.select("title")) == 1
        kinds = [(tag.get("type"), tag.get("hreflang")) for tag in page.select("link[rel=alternate]")]
        assert len(kinds) == len(set(kinds)), path


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("Kort.", 180, "Kort."),
        ("En  spiller\nmå ikke", 100, "En spiller må ikke"),
        ("En spiller, der", 12, "En spiller …"),
        ("Uendeligtlangtord", 5, "Uende …"),
        ("", 5, ""),
    ],
)
def test_first_words_are_whole(text: str, most: int, shown: str) -> None:
    assert opening(text, most) == shown


# --- what it is related to ------------------------------------------------------------------------------------


def test_paired_texts_are_joined_by_their_languages(head: Ask) -> None:
    page = head("/da-1997/70/B/2")
    pairs = {str(tag["hreflang"]): str(tag["href"]) for tag in page.select("head link[hreflang]")}
    assert pairs == {"da": f"{SITE}/da-1997/70/B/2", "nl": f"{SITE}/nl-2017/70/B/3"}
    forms = {str(tag["type"]): str(tag["href"]) for tag in page.select("head link[rel=alternate][type]")}
    assert forms["application/akn+xml"] == f"{SITE}/da-1997/70/B/2.xml"
    assert not head("/da-1997/64/B/6").select("head link[hreflang]")


def test_the_head_says_what_the_link_header_says(ask: Ask) -> None:
    answer = ask("/nl-2017/70/C")
    told = set(re.findall(r"<([^>]*)>; rel=\"?(?:canonical|alternate)", answer.headers["Link"]))
    page = BeautifulSoup(answer.get_data(as_text=True), "lxml")
    shown = {str(tag["href"]) for tag in page.select("head link[rel=canonical], head link[rel=alternate]")}
    assert told <= shown


# --- schema.org -----------------------------------------------------------------------------------------------


def test_a_provision_is_legislation_with_its_versions(head: Ask) -> None:
    record = data(head("/da-1997/70/B/2"))
    assert (record["@context"], record["@type"]) == ("https://schema.org", "Legislation")
    assert record["@id"] == record["url"] == f"{SITE}/da-1997/70/B/2"
    assert record["name"].startswith("§70B2 Krav om at alle hænder")
    assert (record["inLanguage"], record["version"]) == ("da", "1997")
    assert record["legislationLegalForce"] == "https://schema.org/NotInForce"
    assert record["isPartOf"]["@id"] == f"{SITE}/da-1997/70/B"
    [other] = record["workTranslation"]
    assert (other["@id"], other["inLanguage"], other["version"]) == (f"{SITE}/nl-2017/70/B/3", "nl", "2017")
    assert record["encoding"]["contentUrl"] == f"{SITE}/da-1997/70/B/2.xml"


def test_a_changed_rule_is_another_version_and_no_translation(head: Ask, library: Library) -> None:
    rows = library.corpus.alignment("da-1997", "nl-2017").rows
    row = next(row for row in rows if row.relation == "changed" and row.left and row.right)
    record = data(head(links.unit("da-1997", row.left[0])))
    assert "workTranslation" not in record
    assert record["exampleOfWork"]["workExample"][0]["inLanguage"] == "nl"


def test_a_book_and_the_site_say_what_they_are(head: Ask) -> None:
    book = data(head("/nl-2017"))
    assert (book["name"], book["publisher"]["@type"]) == ("Spelregels voor wedstrijdbridge", "Organization")
    assert "legislationLegalForce" not in book
    assert book["exampleOfWork"]["workExample"][0]["@id"] == f"{SITE}/da-1997"
    site = data(head("/"))
    assert site["potentialAction"]["target"] == f"{SITE}/search?q={{q}}"


def test_records_cannot_end_their_script() -> None:
    hard = "</script><script>alert(1)</script>&\u2028"
    said = str(written({"name": hard}))
    assert not set("<>&\u2028") & set(said)
    assert json.loads(said)["name"] == hard


# --- the sitemap, and what crawlers leave alone --------------------------------------------------------------


def test_the_sitemap_names_every_page_and_only_pages(ask: Ask, library: Library) -> None:
    answer = ask("/sitemap.xml")
    assert answer.mimetype == "application/xml"
    root = etree.fromstring(answer.data)
    places = [str(loc.text).removeprefix(SITE) for loc in root.findall("s:url/s:loc", MAP)]
    assert len(places) == len(set(places))
    units = {links.unit(book.id, address) for book in library.corpus.books.values() for address in book.units}
    assert units <= set(places)
    for place in (place for place in places if place not in units or place.endswith("/70/B/2")):
        assert ask(place).status_code == 200, place


def test_the_sitemap_joins_paired_texts(ask: Ask) -> None:
    root = etree.fromstring(ask("/sitemap.xml").data)
    for url in root.findall("s:url", MAP):
        joined = {str(link.get("hreflang")): link.get("href") for link in url.findall("x:link", MAP)}
        if url.findtext("s:loc", namespaces=MAP) == f"{SITE}/da-1997/70/B/2":
            assert joined == {"da": f"{SITE}/da-1997/70/B/2", "nl": f"{SITE}/nl-2017/70/B/3"}
            break
    else:
        pytest.fail("70B2 is not in the sitemap")


def test_a_long_sitemap_is_a_list_of_lists(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = etree.fromstring(ask("/sitemap.xml").data).findall("s:url/s:loc", MAP)
    monkeypatch.setattr(discovery, "MOST", 100)
    index = etree.fromstring(ask("/sitemap.xml").data)
    parts = [str(loc.text).removeprefix(SITE) for loc in index.findall("s:sitemap/s:loc", MAP)]
    assert parts[:2] == ["/sitemap-1.xml", "/sitemap-2.xml"]
    found = [loc.text for part in parts for loc in etree.fromstring(ask(part).data).findall("s:url/s:loc", MAP)]
    assert found == [loc.text for loc in whole]
    for nothing in (0, len(parts) + 1):
        assert ask(f"/sitemap-{nothing}.xml").status_code == 404


def test_crawlers_are_kept_from_questions_and_led_to_the_sitemap(ask: Ask, read: Ask) -> None:
    text = ask("/robots.txt").get_data(as_text=True)
    assert "User-agent: *\n" in text
    for path in ("/search", "/r?", "/suggest"):
        assert f"Disallow: /bridge{path}\n" in text
    assert text.endswith(f"Sitemap: {SITE}/sitemap.xml\n")
    assert read("/robots.txt").get_data(as_text=True).endswith("Sitemap: http://localhost/sitemap.xml\n")


# --- OpenSearch -----------------------------------------------------------------------------------------------

SEARCH = {"o": "http://a9.com/-/spec/opensearch/1.1/"}


def test_a_browser_learns_to_search_the_laws(ask: Ask, head: Ask) -> None:
    [link] = head("/da-1997/64").select('link[rel=search][type="application/opensearchdescription+xml"]')
    answer = ask(str(link["href"]).removeprefix(SITE), "da")
    assert answer.mimetype == "application/opensearchdescription+xml"
    root = etree.fromstring(answer.data)
    assert 0 < len(str(root.findtext("o:ShortName", namespaces=SEARCH))) <= 16
    assert root.findtext("o:Language", namespaces=SEARCH) == "da"
    templates = {str(url.get("type")): str(url.get("template")) for url in root.findall("o:Url", SEARCH)}
    assert templates["text/html"] == f"{SITE}/search?q={{searchTerms}}"
    suggesting = templates["application/x-suggestions+json"].replace("{searchTerms}", "64").removeprefix(SITE)
    suggested = ask(suggesting, "da")
    assert suggested.mimetype == "application/x-suggestions+json"
    asked, words, beside, addresses = suggested.get_json(force=True)
    assert (asked, words[0], addresses[0]) == ("64", "§64", f"{SITE}/da-1997/64")
    assert "Dansk 1997" in beside[0]
    assert len(words) == len(beside) == len(addresses)
    assert ask("/suggest/opensearch?q=" + "x" * 2000).status_code == 414
    assert ask("/suggest/opensearch").get_json(force=True)[0] == ""


# --- oEmbed ---------------------------------------------------------------------------------------------------


def test_a_page_leads_to_its_preview(ask: Ask, head: Ask) -> None:
    page = head("/da-1997/64/B/6")
    [found] = page.select('link[type="application/json+oembed"]')
    assert str(found["href"]).startswith(f"{SITE}/oembed?")
    assert parse_qs(urlsplit(str(found["href"])).query)["url"] == [f"{SITE}/da-1997/64/B/6"]
    answer = ask(str(found["href"]).removeprefix(SITE))
    record = answer.get_json()
    assert (record["version"], record["type"]) == ("1.0", "rich")
    assert record["title"] == "§64B6 Kulørsvigt i 12. stik (Dansk 1997)"
    quotation = BeautifulSoup(record["html"], "lxml")
    assert "Kulørsvigt i det 12. stik straffes ikke" in quotation.get_text()
    assert quotation.blockquote is not None
    assert quotation.blockquote["cite"] == f"{SITE}/da-1997/64/B/6"
    assert not quotation.select("script, iframe, style")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    [xml] = page.select('link[type="text/xml+oembed"]')
    root = etree.fromstring(ask(str(xml["href"]).removeprefix(SITE)).data)
    assert {child.tag: child.text for child in root} == {key: str(value) for key, value in record.items()}


def test_an_address_of_a_language_is_previewed_from_its_default_book(ask: Ask) -> None:
    record = ask(f"/oembed?url={SITE}/nl/70/C.json%23x").get_json()
    assert record["title"] == "Artikel 70C Tegenpartij heeft nog een troef (Nederlands 2017)"
    assert ask(f"/oembed?url={SITE}/fr/70").status_code == 404


@pytest.mark.parametrize(("width", "height"), [(600, 200), (300, 200), (120, 120), (5000, 5000)])
def test_a_preview_keeps_to_the_size_that_is_asked_for(ask: Ask, width: int, height: int) -> None:
    record = ask(f"/oembed?url={SITE}/da-1997/16&maxwidth={width}&maxheight={height}").get_json()
    assert record["width"] <= width
    assert record["height"] <= height
    assert "§16" in record["html"]


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Bridge laws"),
        ("/nl-2017", "Spelregels voor wedstrijdbridge (Nederlands 2017)"),
        ("/da-1997/70/B-E", "§70B–§70E (Dansk 1997)"),
        ("/compare/da-1997/nl-2017", "Dansk 1997 | Nederlands 2017"),
        ("/terms/revoke", "revoke"),
        ("/situations", "Bridge laws"),
    ],
)
def test_other_pages_are_previewed_as_links(ask: Ask, path: str, title: str) -> None:
    record = ask(f"/oembed?url={SITE}{path}").get_json()
    assert (record["type"], record["title"]) == ("link", title)


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        (f"url={SITE}/da-1997/64/Z", 404, "preview-unknown"),
        (f"url={SITE}/search?q=x", 404, "preview-unknown"),
        ("url=https://elsewhere.example/da-1997/64", 404, "preview-unknown"),
        (f"url={SITE}.evil.example/da-1997/64", 404, "preview-unknown"),
        ("url=//evil.example/da-1997/64", 404, "preview-unknown"),
        ("url=javascript:alert(1)", 404, "preview-unknown"),
        ("url=http://[/da-1997/64", 404, "preview-unknown"),
        ("url=", 404, "preview-unknown"),
        ("", 404, "preview-unknown"),
        (f"url={SITE}/da-1997/64&format=yaml", 501, "preview-format"),
        (f"url={SITE}/da-1997/64&maxwidth=NaN", 400, "preview-size"),
        (f"url={SITE}/da-1997/64&maxheight=-1", 400, "preview-size"),
        (f"url={SITE}/da-1997/64&maxwidth=" + "9" * 5000, 200, None),
    ],
)
def test_wrong_questions_for_previews_get_the_right_status(ask: Ask, query: str, status: int, code: str | None) -> None:
    answer = ask(f"/oembed?{query}")
    assert answer.status_code == status
    if code is not None:
        assert answer.mimetype == "application/problem+json"
        assert answer.get_json()["code"] == code


# --- size -----------------------------------------------------------------------------------------------------


def test_the_head_of_a_law_stays_small(ask: Ask, library: Library) -> None:
    corpus: Corpus = library.corpus
    for book in corpus.books.values():
        for law in book.laws:
            text = ask(links.unit(book.id, law.address)).get_data(as_text=True)
            head = re.sub(
                r"<style>.*?</style>", "", text[text.index("<head>") : text.index("</head>")], flags=re.DOTALL
            )
            assert len(gzip.compress(head.encode())) < 1600

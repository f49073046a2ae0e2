"""A report of an error: where, what stands there, how sure we are, which build; and whose mailbox it goes to."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from bs4 import BeautifulSoup

from kb.book import Provision
from kb.errors import WrongCall
from kb.library import Library
from webui import create_app
from webui.files import VERSION
from webui.reporting import MAILED

Parsed = Callable[..., BeautifulSoup]


def text(page: BeautifulSoup) -> str:
    field = page.select_one("textarea[readonly]")
    assert field is not None
    return field.get_text()


def test_a_report_names_the_place_its_words_and_the_build(soup: Parsed, library: Library) -> None:
    unit = library.get("da-1997", "64/A/2")
    assert isinstance(unit, Provision)
    said = text(soup("/report?at=da-1997/64/A/2"))
    assert said.lstrip("\n").startswith("What is wrong: \n\n")
    for line in (
        f"Place: §64A2 {unit.heading}",
        "Book: Love for turneringsbridge, 1997 (da-1997)",
        "Address: http://localhost/da-1997/64/A/2",
        "Label: printed in the source",
        f"Source: {unit.place}",
        f"build {VERSION}",
        unit.text,
    ):
        assert line in said


@pytest.mark.parametrize(
    ("at", "parts"),
    [
        ("nl-2017/68/D/2/b", ["Label: restored by us", "Evidence: ", "004_3bd870f6d20634fb.txt:"]),
        ("nl-2017/71", ["Place: Artikel 71", "Label: restored by us"]),
        ("da-1997/68/note/1", ["Place: ", "/da-1997/68/note/1", "What stands there:\n"]),
        ("da-1997/64", ["Place: §64 Fremgangsmåden efter en etableret kulørsvigt", "Label: printed"]),
    ],
)
def test_a_report_says_how_sure_of_the_text_we_are(soup: Parsed, at: str, parts: list[str]) -> None:
    said = text(soup(f"/report?at={at}"))
    for part in parts:
        assert part in said
    assert ("Label:" in said) == ("note" not in at)


def test_a_finding_at_the_place_is_part_of_the_report(soup: Parsed, library: Library) -> None:
    found = [(book.id, each) for book in library.corpus.books.values() for each in book.findings if each.address]
    assert found
    for book_id, finding in found:
        if library.corpus.book(book_id).has(finding.address):  # type: ignore[arg-type]  # it has one, by the line above
            assert f"Finding in the source: {finding.message}" in text(soup(f"/report?at={book_id}/{finding.address}"))


@pytest.mark.parametrize(("hl", "words"), [("da", "Hvad er galt:"), ("nl", "Wat is er mis:"), ("en", "What is wrong:")])
def test_a_report_is_in_the_readers_language(soup: Parsed, hl: str, words: str) -> None:
    assert words in text(soup("/report?at=da-1997/64/A/2", hl))


def test_each_page_of_a_law_leads_to_the_report_of_what_it_shows(soup: Parsed) -> None:
    for path in ("/da-1997/64", "/da-1997/64/A/2", "/da-1997/68/note/1"):
        way = soup(path).select_one('.apparatus a[href^="/report"]')
        assert way is not None
        assert parse_qs(urlsplit(str(way["href"])).query)["at"] == [path[1:]]


def test_no_mailbox_is_named_unless_it_is_set(soup: Parsed) -> None:
    assert "mailto:" not in str(soup("/report?at=da-1997/64/A/2"))


def test_where_one_is_set_a_mail_is_ready(library: Library) -> None:
    site = create_app(
        library.corpus, library.engine, {"REPORT_TO": "laws@club.example", "BASE_URL": "https://l.example"}
    )
    longest = max(library.corpus.book("da-1997").units.values(), key=lambda unit: len(unit.text))
    assert len(longest.text) > MAILED
    for place in ("64/A/2", longest.address):
        page = BeautifulSoup(site.test_client().get(f"/report?at=da-1997/{place}&hl=da").get_data(as_text=True), "lxml")
        link = page.select_one("a.report-mail")
        assert link is not None
        mail = urlsplit(str(link["href"]))
        assert (mail.scheme, mail.path) == ("mailto", "laws@club.example")
        assert len(str(link["href"])) < 3 * 2000
        asked = parse_qs(mail.query)
        assert asked["subject"][0].startswith("Fejl i §")
        assert f"https://l.example/da-1997/{place}\r\n" in asked["body"][0]
        assert "+" not in mail.query  # a plus is a plus in a mail's address
        assert "\n" not in unquote(mail.query).replace("\r\n", "")


WRONG = [
    "laws",
    "a@b",
    "a@b.example, c@d.example",
    "a@b.example?bcc=x",
    "a b@c.example",
    "<a@b.example>",
    "a@b.example\n",
]


@pytest.mark.parametrize("address", WRONG)
def test_what_is_no_mailbox_is_refused_when_the_site_starts(library: Library, address: str) -> None:
    with pytest.raises(WrongCall, match="KB_REPORT_TO is no address for mail"):
        create_app(library.corpus, library.engine, {"REPORT_TO": address})


def test_it_is_read_from_the_environment(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_REPORT_TO", "laws@club.example")
    site = create_app(library.corpus, library.engine)
    assert b"mailto:laws@club.example" in site.test_client().get("/report?at=nl-2017/54").data


def test_what_is_typed_is_escaped(soup: Parsed) -> None:
    page = soup("/report?at=<script>alert(1)</script>")
    assert page.find("script", string=True) is None

"""The pack opened on a page: citations lead where the site leads, or need the network; words find nearly the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from kb import load
from tests.browser.flight import Site
from webui.asked import Standpoint
from webui.questions import resolved

OPEN = """async (bill) => {
  const at = (name) => bill.parts.find((part) => part.name === name).url;
  const bytes = async (name) => (await fetch(at(name))).arrayBuffer();
  const base = document.querySelector("script[src$='/site.js']").src.replace("site.js", "offline/");
  const { openPack } = await import(base + "answering.js");
  const { Shorthand } = await import(base + "shorthand.js");
  const [answers, pages] = await Promise.all([bytes("answers"), bytes("pages")]);
  window.pack = openPack({ answers, pieces: new Shorthand(pages) });
}"""
CITE = """(asked) => asked.map(([text, language, book, tongue]) => {
  const led = window.pack.cite(text, { language, book, tongue });
  return [led.status, led.targets.map((each) => `${each.book}/${each.address}`), led.moved, led.nearest.length];
})"""
FIND = """(asked) => asked.map(([text, language]) => {
  const found = window.pack.search(text, { language });
  return [found.hits.slice(0, 5).map((hit) => hit.address.split("/")[0]), found.situations.slice(0, 3)];
})"""


def spellings(address: str) -> Iterator[str]:
    """How people type an address of letters and figures: glued, apart, with signs and without."""
    steps = address.split("/")
    for glue in ("", " ", ".", "/"):
        for sign in ("", "§", "§ ", "lov ", "artikel ", "law ", "Art. "):
            yield sign + glue.join(steps)
            yield (sign + glue.join(steps)).lower()


def led(site: Site, text: str, language: str, book: str, tongue: str) -> list[Any]:
    with site.app.test_request_context("/", headers={"Accept-Language": tongue}):
        site.app.preprocess_request()
        answer = resolved(text, Standpoint(language or None, book or None, None))
    targets = [f"{target.book}/{target.address}" for target in answer.targets]
    return [answer.status, targets, answer.moved, len(answer.nearest)]


@pytest.fixture
def opened(site: Site, reader: BrowserContext) -> Page:
    """A page on which the pack is opened, as a site without a server would."""
    page = reader.new_page()
    page.goto("/about")
    page.evaluate(OPEN, site.pack.bill)
    return page


def test_citations_lead_where_the_site_leads_or_need_the_network(site: Site, opened: Page) -> None:
    rows = [line.split("\t")[0] for line in data("citations.tsv")]
    library = load()
    addresses = [str(unit) for book in library.corpus.books.values() for unit in book.units if unit.note is None]
    everyday = [typed for address in dict.fromkeys(addresses) for typed in spellings(address)]
    views = [("", "", "da"), ("nl", "", "en"), ("", "nl-2017", "nl"), ("en", "", "da")]
    asked = [(text, *views[at % len(views)]) for at, text in enumerate([*rows, *everyday])]
    asked += [(text, *view) for text in data("typed_citations.txt") for view in views]
    wrong, unknown = [], Counter[bool]()
    for question, answer in zip(asked, opened.evaluate(CITE, asked), strict=True):
        if answer[0] == "unknown":
            unknown[question[0] in everyday] += 1
        elif answer != led(site, *question):
            wrong.append((question, answer, led(site, *question)))
    assert wrong == [], "\n".join(map(str, wrong))
    assert unknown[True] <= len(everyday) // 50, unknown


def test_words_find_nearly_what_the_site_finds(opened: Page) -> None:
    rows = [line.split("\t") for line in (*data("queries.tsv"), *data("own_questions_untouched.tsv"))]
    found = opened.evaluate(FIND, [row[:2] for row in rows])
    among = [bool(set(row[2].split(";")) & set(laws)) for row, (laws, _) in zip(rows, found, strict=True)]
    assert sum(among) >= 0.95 * len(rows)
    told = [line.split("\t") for line in data("situation_questions.tsv")]
    found = opened.evaluate(FIND, [row[:2] for row in told])
    assert sum(row[2] in situations for row, (_, situations) in zip(told, found, strict=True)) >= 0.85 * len(told)
    for question, law in (("kulørsvigt", "64"), ("verzaking", "61"), ("revoke", "61"), ("doorspelen na claim", "68")):
        assert law in opened.evaluate(FIND, [[question, "da"]])[0][0], question


def data(name: str) -> list[str]:
    lines = (Path(__file__).parent.parent / "data" / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]

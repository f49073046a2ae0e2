"""Every kind of page there is: axe finds nothing on it, light and dark, at three widths, and no language makes it wider
than a phone. A new kind of page is one row of ``PAGES``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

PAGES: Final = {
    "the first page": "/",
    "contents": "/da-1997",
    "a law": "/da-1997/64",
    "a provision": "/da-1997/64/B/3",
    "a deep provision with a restored label": "/nl-2017/68/D/2/b/i",
    "a note": "/da-1997/68/note/1",
    "provisions from one to another": "/da-1997/70/B-E",
    "laws from one to another": "/da-1997/8-14",
    "a law that is not here": "/da-1997/80",
    "a law that there is nowhere": "/da-1997/94",
    "a provision that is not here": "/da-1997/64/Z",
    "a provision of another edition": "/da-1997/12/C/1/c",
    "which books to compare": "/compare",
    "two books": "/compare/da-1997/nl-2017",
    "a law of two books": "/compare/da-1997/nl-2017/70",
    "only what differs": "/compare/da-1997/nl-2017/70?only=differences",
    "a provision in two books": "/compare/nl-2017/da-1997/68/B/1",
    "a provision of one of two books": "/compare/da-1997/nl-2017/54/E",
    "a law of one of two books": "/compare/da-1997/nl-2017/12",
    "a book beside itself": "/compare/da-1997/da-1997/70",
    "a law of neither book": "/compare/da-1997/nl-2017/80",
    "terms": "/terms",
    "terms with some words": "/terms?q=kulorsvigt&by=da",
    "a term": "/terms/revoke",
    "a term with false friends": "/terms/claim",
    "a term that a book lacks": "/terms/appeal",
    "a term that is not here": "/terms/no-such-thing",
    "situations": "/situations",
    "situations with some words": "/situations?q=dummy",
    "no situation with some words": "/situations?q=zzzz",
    "a situation": "/situations/claim",
    "a situation of one book": "/situations/revoke",
    "a situation that is not here": "/situations/none",
    "nothing asked": "/search",
    "results": "/search?q=claim",
    "results for other words": "/search?q=kulørsvgt",
    "results narrowed": "/search?q=jeg+har+fjorten+kort&kind=law",
    "results under a citation": "/search?q=64a2+straf",
    "no results": "/search?q=%22zzzz%22",
    "several meant": "/r?q=54A",
    "nothing meant": "/r?q=hvad+som+helst",
    "nothing cited": "/r",
    "a map": "/map/nl-2017",
    "a map with many laws": "/map/da-1997",
    "keys": "/keys",
    "about": "/about",
    "the interface": "/api/v1/",
    "bookmarks": "/bookmarks",
    "a report": "/report?at=nl-2017/68/D/2/b/i",
    "nothing to report": "/report",
    "a book bound": "/print/nl-2017",
    "what is stored": "/offline",
    "links from other pages": "/embed",
    "nothing": "/no-such-page",
}
"""What a page is to its address, without a language."""

LANGUAGES: Final = ("da", "nl", "en")
SCHEMES: Final[Mapping[Literal["light", "dark"], Sequence[str] | None]] = {
    "light": None,
    "dark": ["color-contrast", "link-in-text-block"],
}
"""Which of axe's rules are looked at in each (None: all that it has on): in the dark nothing but colours differs."""
WIDTHS: Final = (390, 768, 1280)
PHONES: Final = (320, 390)

SEEDED: Final = """
if (location.protocol.startsWith("http")) for (const address of ["64/A/2", "12/C/3"]) {
  const place = { book: "da-1997", address, citation: "§" + address.replaceAll("/", ""), language: "da" };
  const record = { ...place, heading: "Straf", note: "Min egen note", when: "2026-01-02T03:04:05Z" };
  localStorage.setItem("bridge-laws:bookmark:/da-1997/" + address, JSON.stringify(record));
}
"""
"""A reader who has bookmarks: their pages show some."""

THINNED: Final = """
for (const parent of document.querySelectorAll("main, main *")) {
  const alike = new Map();
  for (const child of [...parent.children]) {
    const kind = [child.tagName, child.className, child.dataset.relation, child.childElementCount > 0].join();
    alike.set(kind, (alike.get(kind) ?? 0) + 1);
    if (alike.get(kind) > 4 && !child.matches("[data-marked]") && !child.querySelector("[data-marked]")) child.remove();
  }
}
"""
"""Of many alike side by side, the first few are looked at: a page of 300 terms has no more kinds of fault for it."""

LOOK: Final = """
(rules) => axe
  .run({ resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) })
  .then(({ violations }) => ({ violations }))
"""


class Eye(NamedTuple):
    """One window for all pages; what it is sized and lit like changes, and it does not."""

    page: Page
    site: str

    def open(self, path: str, language: str) -> None:
        """Open a page, with everything on it that can be opened."""
        self.page.goto(f"{self.site}{path}{'&' if '?' in path else '?'}hl={language}")
        self.page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")

    def size(self, width: int) -> None:
        self.page.set_viewport_size({"width": width, "height": 900})


@pytest.fixture(scope="module")
def eye(browser: Browser, live_server: str) -> Iterator[Eye]:
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    context.add_init_script(SEEDED)
    yield Eye(context.new_page(), live_server)
    context.close()


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_axe_finds_nothing(eye: Eye, path: str) -> None:
    eye.open(path, "en")
    eye.page.evaluate(THINNED)
    eye.page.evaluate(Axe().axe_script)
    for scheme, rules in SCHEMES.items():
        eye.page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            eye.size(width)
            found = AxeResults(eye.page.evaluate(LOOK, rules))
            assert found.violations_count == 0, f"{path}, {scheme}, {width}: {found.generate_report()}"


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_nothing_is_wider_than_a_phone(eye: Eye, path: str) -> None:
    for language in LANGUAGES:
        eye.open(path, language)
        for width in PHONES:
            eye.size(width)
            wide = eye.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{path} in {language} at {width}: {wide}"

"""The whole site as files, under a path of a plain file server: what a director does on the live one goes there too."""

from __future__ import annotations

import fcntl
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from lxml import html
from playwright.sync_api import Browser, Page, expect

from kb import load
from kb.corpus.ledger import LEDGER, read_ledger
from kb.library import Library
from kb.messages import Message
from tests.browser.arriving import arrive
from tests.link_checking import Checker
from webui.freezing import Whereabouts, freeze

BASE = "https://club.example/laws"
CORPUS = Path(__file__).parents[2] / "corpus"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


class Plain(SimpleHTTPRequestHandler):
    """Files, and for what is none the page that hosts of files show then."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        lost = (Path(self.directory) / "laws/404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(lost)))
        self.end_headers()
        self.wfile.write(lost)


def silent(_: Message) -> None:
    """Progress is for people."""


@pytest.fixture(scope="session")
def library() -> Library:
    return load()


@pytest.fixture(scope="session")
def published(library: Library, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of a host, with the site in ``laws``: made once, by whichever process of the tests comes first."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "host"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "laws").is_dir():
            freeze(library.corpus, library.engine, folder / "laws", Whereabouts(BASE, "da"), silent)
    return folder


@pytest.fixture(scope="session")
def site(published: Path) -> Iterator[str]:
    """The address of the site, which has a path."""
    server, address = serve(published)
    try:
        yield address
    finally:
        stop(*server)


def serve(folder: Path) -> tuple[tuple[ThreadingHTTPServer, Thread], str]:
    """Serve a folder; gives what to stop, and the address of the site in it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Plain, directory=str(folder)))
    serving = Thread(target=server.serve_forever)
    serving.start()
    return (server, serving), f"http://127.0.0.1:{server.server_port}/laws"


def stop(server: ThreadingHTTPServer, serving: Thread) -> None:
    """Stop serving, so that nothing answers at its port."""
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.fixture
def there(page: Page, site: str) -> Page:
    """A page of the site, on which nothing may break."""
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.on(
        "console", lambda line: broken.append(line.text) if line.type == "error" and "404" not in line.text else None
    )
    page.goto(f"{site}/")
    page.broken = broken  # type: ignore[attr-defined]  # read by whole()
    return page


def whole(page: Page) -> None:
    """Nothing broke on the page."""
    assert page.broken == []  # type: ignore[attr-defined]  # set by the fixture


def ask(page: Page, words: str) -> None:
    field = page.locator("form.find input[type=search]")
    field.fill(words)
    field.press("Enter")


def test_no_link_of_the_whole_site_is_broken(published: Path) -> None:
    checker = Checker(published / "laws", BASE)
    assert checker.broken() == []
    assert checker.links > 150_000


def test_every_address_of_the_ledger_has_a_page_that_names_its_target(published: Path, library: Library) -> None:
    ledger = read_ledger((CORPUS / LEDGER).read_text("utf-8"), LEDGER)
    defaults = {book.id: language for language, book in library.corpus.default_books.items()}
    assert len(ledger.entries) > 300
    for book, address in ledger.entries:
        way = f"{BASE}/{book}/{address}/"
        own = html.fromstring((published / "laws" / book / str(address) / "index.html").read_bytes())
        assert own.xpath("//main"), way
        if (book, address) not in ledger.withdrawn:
            assert own.xpath("//link[@rel='canonical']/@href") == [way]
            assert own.xpath("//article[contains(@class, 'law')]"), way
        if book in defaults:
            onward = html.fromstring((published / "laws" / defaults[book] / str(address) / "index.html").read_bytes())
            assert onward.xpath("//link[@rel='canonical']/@href") == [way]


def test_type_a_citation_land_follow_a_reference_and_come_back(there: Page) -> None:
    ask(there, "64a2")
    arrive(there, re.compile(r"/laws/da-1997/64/A/2/$"))
    expect(there.locator("[data-marked]")).to_have_attribute("id", "64-A-2")
    there.goto(there.url.replace("64/A/2", "64/B/6"))
    there.locator("[data-marked] a.ref").first.click()
    expect(there.get_by_role("dialog").locator(".sheet-body:not([aria-busy])")).to_be_visible()
    there.get_by_role("dialog").get_by_role("link", name="Åbn siden").click()
    arrive(there, re.compile(r"/laws/da-1997/62/D/$"))
    there.go_back()
    expect(there.get_by_role("dialog")).to_be_visible()
    there.keyboard.press("Escape")
    expect(there.get_by_role("dialog")).to_be_hidden()
    whole(there)


def test_type_a_word_open_the_first_hit_and_compare(there: Page) -> None:
    ask(there, "kulørsvigt")
    first = there.locator(".hit").first
    expect(first.locator("mark").first).to_have_text(re.compile("kulørsvigt", re.IGNORECASE))
    first.get_by_role("link").first.click()
    arrive(there, re.compile(r"/laws/da-1997/\d+/"))
    there.goto(re.sub(r"/laws/.*", "/laws/da-1997/70/", there.url))
    there.locator("main a[href*='/compare/da-1997/nl-2017/70']").first.click()
    arrive(there, re.compile(r"/laws/compare/da-1997/nl-2017/70/"))
    there.locator("main a[href*='only=differences']").first.click()
    arrive(there, re.compile(r"/laws/compare/da-1997/nl-2017/70/only=differences/"))
    expect(there.locator("main")).to_contain_text("Nederlands 2017")
    whole(there)


@pytest.mark.parametrize(
    ("asked", "lands"),
    [
        ("r/?q=§54B2", "da-1997/54/B/2/"),
        ("r/?q=artikel 68D2b&lang=nl", "nl-2017/68/D/2/b/"),
        ("search/?q=64A2", "da-1997/64/A/2/"),
        ("54b2", "da-1997/54/B/2/"),
        ("nl/54b2", "nl-2017/54/B/2/"),
        ("da-1997/54b2", "da-1997/54/B/2/"),
        ("da-1997/64/a/2", "da-1997/64/A/2/"),
        ("da-1997/64/A/2.html", "da-1997/64/A/2/"),
        ("da/64/A/2/", "da-1997/64/A/2/"),
        ("map/", "map/da-1997/"),
        ("da-1997/64/A/2", "da-1997/64/A/2/"),
    ],
)
def test_what_people_ask_for_lands(there: Page, site: str, asked: str, lands: str) -> None:
    there.goto(f"{site}/{asked}")
    arrive(there, f"{site}/{lands}")
    expect(there.locator("main")).to_be_visible()
    whole(there)


def test_what_is_not_there_says_so_and_leads_on(there: Page, site: str) -> None:
    there.goto(f"{site}/da-1997/64/Z")
    expect(there.get_by_role("heading", level=1)).to_have_text("Her står intet")
    there.get_by_role("link", name="Hele paragraffen").click()
    arrive(there, f"{site}/da-1997/64/")
    there.goto(f"{site}/r/?q=12C1c")
    expect(
        there.locator("main a[href='/laws/da-1997/12/C/2/'], main a[href^='/laws/da-1997/12/']").first
    ).to_be_visible()
    there.goto(f"{site}/no/such/page")
    expect(there.get_by_role("link", name="Dansk 1997").first).to_be_visible()
    whole(there)


def test_results_turn_pages_and_switch_books(there: Page, site: str) -> None:
    there.goto(f"{site}/search/?q=kort")
    expect(there.locator(".hit").first).to_be_visible()
    there.locator(".turn a[rel=next]").click()
    arrive(there, re.compile(r"/laws/search/\?q=kort&page=2$"))
    expect(there.locator(".hit").first).to_be_visible()
    there.get_by_role("navigation", name="Hvilken bog").get_by_role("link", name="Nederlands 2017").click()
    arrive(there, re.compile(r"book=da-1997"))
    expect(there.locator(".hit").first).to_be_visible()
    whole(there)


def test_lists_narrow_while_one_types_and_by_their_address(there: Page, site: str) -> None:
    there.goto(f"{site}/situations/")
    entries = there.locator(".phase li:visible")
    every = entries.count()
    there.locator("form.filter input[type=search]").fill("kulorsvigt")
    expect(there.locator(".filtered")).not_to_contain_text(str(every))
    assert 0 < entries.count() < every
    there.locator("form.filter input[type=search]").fill("zzzz")
    expect(there.locator(".filtered")).to_have_text("Ingen situation har de ord.")
    there.goto(f"{site}/situations/?q=dummy")
    expect(there.locator(".filtered")).not_to_contain_text(str(every))
    assert 0 < entries.count() < every
    there.goto(f"{site}/terms/?q=svigt")
    expect(there.locator(".found")).to_contain_text("/")
    assert 0 < there.locator(".entry:visible").count() < 60
    there.locator(".entry:visible a").first.click()
    arrive(there, re.compile(r"/laws/terms/[a-z-]+/$"))
    whole(there)


def test_a_bookmark_is_kept_and_leads_back_and_an_error_is_reported(there: Page, site: str) -> None:
    there.goto(f"{site}/da-1997/64/A/2/")
    there.keyboard.press("b")
    there.goto(f"{site}/bookmarks/")
    there.locator(".marks a").first.click()
    arrive(there, f"{site}/da-1997/64/A/2/")
    there.locator("[id='64-A-2'] > .body > button.copy").click()
    there.locator(".sharing [data-do=report]").click()
    expect(there.locator("dialog.reporting textarea")).to_have_value(re.compile(re.escape(f"{BASE}/da-1997/64/A/2")))
    whole(there)


def test_a_copied_link_is_the_address_of_the_file(browser: Browser, site: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site}/da-1997/64/")
    page.locator("[id='64-A-2'] > .body > button.copy").click()
    page.locator(".sharing [data-give=link]").click()
    expect(page.locator(".said")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/da-1997/64/A/2/"
    context.close()


def test_without_script_it_is_read_and_says_what_it_cannot(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)  # type: ignore[arg-type]  # a plain dict has its shape
    page = context.new_page()
    page.goto(f"{site}/")
    page.get_by_role("link", name=re.compile("Dansk 1997")).first.click()
    page.locator("main a[href='/laws/da-1997/64/']").first.click()
    expect(page.locator("article.law")).to_contain_text("kulørsvigt")
    page.locator("article.law a.ref").first.click()
    expect(page.locator("article.law")).to_be_visible()
    page.goto(f"{site}/da/64/A/2/")
    arrive(page, f"{site}/da-1997/64/A/2/")
    for asked in ("search/?q=claim", "r/?q=54B2", "54b2"):
        page.goto(f"{site}/{asked}")
        expect(page.locator("main noscript p")).to_be_visible()
        expect(page.locator("main noscript p")).to_have_text(re.compile("JavaScript"))
        expect(page.locator("main").get_by_role("link", name="Dansk 1997")).to_be_visible()
    context.close()


def test_what_a_device_keeps_is_read_without_a_network(browser: Browser, published: Path) -> None:
    server, address = serve(published)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/offline/")
    page.get_by_role("button", name="Gem på denne enhed").click()
    expect(page.get_by_role("button", name="Fjern fra denne enhed")).to_be_visible(timeout=30_000)
    stop(*server)
    for asked, lands in [
        ("", ""),
        ("da-1997/64/A/2", "da-1997/64/A/2/"),
        ("r/?q=64a2", "da-1997/64/A/2/"),
        ("54b2", "da-1997/54/B/2/"),
        ("compare/da-1997/nl-2017/70/", "compare/da-1997/nl-2017/70/"),
        ("situations/revoke/", "situations/revoke/"),
    ]:
        page.goto(f"{address}/{asked}")
        arrive(page, f"{address}/{lands}")
        expect(page.locator("main")).to_be_visible()
    page.goto(f"{address}/search/?q=claim")
    expect(page.locator(".hit").first).to_be_visible()
    page.goto(f"{address}/offline/")
    page.get_by_role("button", name="Fjern fra denne enhed").click()
    expect(page.get_by_role("button", name="Gem på denne enhed")).to_be_visible()
    assert page.evaluate("caches.keys()") == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_axe_finds_nothing(browser: Browser, site: str, scheme: str, size: dict[str, int]) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    for path in ("", "search/", "search/?q=claim", "r/?q=12C1c", "da-1997/64/Z", "situations/"):
        page.goto(f"{site}/{path}")
        expect(page.locator("[data-when=waiting]:visible")).to_have_count(0)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    context.close()

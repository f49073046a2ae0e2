"""The books in flight mode: visit once, cut the network, read on; and a new build replaces the old one whole."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.arriving import arrive
from tests.browser.flight import Site
from webui.offline.pack import Pack, Part

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
KEPT = """async () => {
  const builds = (await caches.keys()).filter((name) => name.startsWith("bridge-laws-"));
  const records = await Promise.all(builds.map(async (name) => (await caches.open(name)).match("/offline/kept.json")));
  const kept = await Promise.all(records.filter(Boolean).map((record) => record.json()));
  return navigator.serviceWorker.controller?.state === "activated" ? kept.map((each) => each.build) : [];
}"""
"""The builds that a device keeps whole, once its worker is at work."""
LONG = 60_000


def visited(context: BrowserContext, path: str = "/da-1997/54") -> Page:
    """A page seen once, by which the device has come to keep everything."""
    page = context.new_page()
    page.goto(path)
    until(page, lambda: page.evaluate(KEPT))
    return page


def until(page: Page, holds: Callable[[], Any]) -> None:
    """Wait for what a page cannot be asked to wait for itself, since its policy evaluates no strings."""
    for _ in range(LONG // 200):
        if holds():
            return
        page.wait_for_timeout(200)
    pytest.fail("it did not come to hold")


def cut(site: Site, context: BrowserContext) -> None:
    site.close()
    context.set_offline(True)


def build_shown(page: Page) -> str:
    return page.locator(".off-line.kept .kept-build").inner_text()


def test_one_visit_and_all_can_be_read_in_flight_mode(site: Site, reader: BrowserContext) -> None:
    problems: list[str] = []
    page = visited(reader)
    cut(site, reader)
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.goto("/")
    expect(page.locator(".off-line.kept")).to_be_visible()
    assert build_shown(page) == site.pack.build
    page.locator("input[type=search]").first.fill("64a2")
    page.locator("input[type=search]").first.press("Enter")
    arrive(page, f"{site.url}/da-1997/64/A/2")
    expect(page.locator("[data-marked]")).to_have_count(1)
    expect(page.locator("[data-marked]")).to_be_in_viewport()
    page.locator("input[type=search]").first.fill("kulørsvigt")
    page.locator("input[type=search]").first.press("Enter")
    expect(page.locator(".hit mark").first).to_be_visible()
    assert "64" in page.locator(".hits").inner_text()
    page.locator(".hits a").first.click()
    expect(page.locator("article.law")).to_be_visible()
    page.go_back()
    expect(page.locator(".hits")).to_be_visible()
    page.go_forward()
    expect(page.locator("article.law")).to_be_visible()
    page.goto("/da-1997/70")
    page.locator(".law-tools [data-cross]").click()
    expect(page.locator(".group").first).to_be_visible()
    page.goto("/situations")
    page.locator(".phase a").first.click()
    expect(page.locator(".step").first).to_be_visible()
    page.goto("/terms/revoke")
    expect(page.locator("h1")).to_have_text("kulørsvigt")
    assert problems == []


@pytest.mark.parametrize(
    ("code", "asked", "seen"),
    [("da", "kulørsvigt", "uden net"), ("nl", "verzaking", "offline"), ("en", "revoke", "offline")],
)
def test_it_speaks_the_language_of_the_reader(
    site: Site, reader: BrowserContext, code: str, asked: str, seen: str
) -> None:
    page = visited(reader, f"/?hl={code}")
    cut(site, reader)
    page.goto(f"/search?q={asked}")
    assert page.locator("html").get_attribute("lang") == code
    assert seen in page.locator(".off-line.kept").inner_text()
    expect(page.locator(".hit mark").first).to_be_visible()
    other = "da" if code != "da" else "nl"
    page.goto(f"/da-1997/61?hl={other}")
    assert page.locator("html").get_attribute("lang") == other
    page.goto("/about")
    assert page.locator("html").get_attribute("lang") == other


def test_a_reference_opens_in_place(site: Site, reader: BrowserContext) -> None:
    page = visited(reader, "/da-1997/64")
    cut(site, reader)
    page.reload()
    page.locator("article.law a.ref:not(.outside)").first.click()
    expect(page.locator("dialog.sheet .sheet-body section").first).to_be_visible()


def test_short_forms_and_the_resolver(site: Site, reader: BrowserContext) -> None:
    page = visited(reader)
    cut(site, reader)
    for path, there in (
        ("/54b2", "/da-1997/54/B/2"),
        ("/r?q=%C2%A7%2054%20B%202", "/da-1997/54/B/2"),
        ("/nl/54/B/2", "/nl-2017/54/B/2"),
        ("/da-1997/54/b/2", "/da-1997/54/B/2"),
        ("/r?q=68&lang=nl", "/nl-2017/68"),
    ):
        page.goto(path)
        assert page.url == site.url + there
    page.goto("/r?q=12c1c")
    expect(page.locator(".places a").first).to_be_visible()
    page.goto("/da-1997/64/Z")
    expect(page.get_by_role("link", name="Hele paragraffen")).to_have_attribute("href", "/da-1997/64")
    page.goto("/map/da-1997")
    assert "kræver net" in page.locator("main").inner_text()


def test_a_new_build_takes_the_place_of_the_old_one_whole(site: Site, reader: BrowserContext) -> None:
    page = visited(reader)
    old = site.pack
    site.offer(other_build(old, "pages"))
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update()).then(() => true)")
    until(page, lambda: page.evaluate(KEPT) == [site.pack.build])
    cut(site, reader)
    page.goto("/da-1997/64/A/2")
    assert build_shown(page) == site.pack.build != old.build


def test_an_update_that_does_not_come_whole_leaves_the_old_build(site: Site, reader: BrowserContext) -> None:
    page = visited(reader)
    old = site.pack
    broken = other_build(old, "answers")
    part = broken.parts["answers"]
    damaged = replace(part, wire=old.parts["pages"].wire)
    site.offer(replace(broken, parts={**broken.parts, "answers": damaged}))
    dropped = page.evaluate(
        "navigator.serviceWorker.getRegistration().then((it) => it.update()).then((it) => new Promise((resolve) => {"
        " const worker = it.installing; if (!worker) return resolve('none');"
        " worker.addEventListener('statechange', () => worker.state === 'redundant' && resolve('dropped')); }))"
    )
    assert dropped == "dropped"
    cut(site, reader)
    page.goto("/da-1997/64/A/2")
    assert build_shown(page) == old.build
    site.open()
    reader.set_offline(False)
    site.offer(broken)
    page.goto("/offline")
    page.get_by_role("button", name="Hent den nyere").click()
    expect(page.locator("[data-when=current]")).to_be_visible(timeout=LONG)
    assert page.locator("[data-fill=build]").inner_text() == broken.build


def other_build(pack: Pack, name: str) -> Pack:
    """The same books, built anew: one part has other bytes."""
    plain = gzip.decompress(pack.parts[name].wire) + b" "
    part = Part(name, gzip.compress(plain, mtime=0), len(plain), hashlib.sha256(plain).hexdigest())
    return replace(pack, build="feedfacecafe"[: len(pack.build)], parts={**pack.parts, name: part})


def test_the_page_about_it_fetches_and_removes(site: Site, reader: BrowserContext) -> None:
    page = visited(reader, "/offline")
    expect(page.locator("[data-when=current]")).to_be_visible(timeout=LONG)
    assert page.locator("[data-fill=build]").inner_text() == site.pack.build
    page.get_by_role("button", name="Fjern").click()
    expect(page.locator("[data-when=removed]")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Gem på denne enhed")).to_be_visible()
    assert page.evaluate("caches.keys()") == []
    page.get_by_role("button", name="Gem på denne enhed").click()
    expect(page.locator("[data-when=current]")).to_be_visible(timeout=LONG)


def test_a_device_that_saves_data_is_not_asked(reader: BrowserContext) -> None:
    reader.add_init_script(
        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}, configurable: true})"
    )
    page = reader.new_page()
    page.goto("/da-1997/54", wait_until="networkidle")
    page.wait_for_timeout(1500)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_over_plain_http_the_page_says_why_nothing_is_kept(site: Site, reader: BrowserContext) -> None:
    house = "http://laws.example"
    reader.route(
        f"{house}/**", lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace(house, site.url)))
    )
    page = reader.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.goto(f"{house}/offline")
    expect(page.locator("[data-when=plain]")).to_be_visible()
    assert "https" in page.locator("[data-when=plain]").inner_text()
    assert problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_stands_in_the_way(site: Site, reader: BrowserContext, scheme: Any, size: Any) -> None:
    page = visited(reader)
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    page.goto("/offline")
    expect(page.locator("[data-when=current]")).to_be_visible(timeout=LONG)
    assert Axe().run(page).response["violations"] == []
    cut(site, reader)
    for path in ("/search?q=kul%C3%B8rsvigt", "/da-1997/64/A/2", "/r?q=12c1c", "/offline"):
        page.goto(path)
        assert Axe().run(page).response["violations"] == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path

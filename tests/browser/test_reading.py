"""What a director does with the site, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.arriving import arrive

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}

DEEP_PAGES = [
    "/da-1997/64/B/3",
    "/da-1997/9/A/2/b/I",
    "/da-1997/12/C/3",
    "/da-1997/68/note/1",
    "/nl-2017/68/D/2/b/i",
    "/da-1997/70/B-E",
]


def ask(page: Page, words: str) -> None:
    field = page.locator("form.find input[type=search]")
    field.fill(words)
    field.press("Enter")


def on_screen_below_bar(page: Page, unit: Locator) -> bool:
    """Whether the beginning of a unit is inside the window and not under the sticky bar."""
    box, bar, window = unit.bounding_box(), page.locator(".bar").bounding_box(), page.viewport_size
    assert box is not None
    assert bar is not None
    assert window is not None
    return box["y"] >= bar["y"] + bar["height"] and box["y"] + min(box["height"], 60) <= window["height"]


def test_type_a_citation_land_follow_a_reference_and_come_back(page: Page) -> None:
    page.goto("/?hl=da")
    ask(page, "64a2")
    arrive(page, re.compile(r"/da-1997/64/A/2$"))
    expect(page.locator("[data-marked]")).to_have_attribute("id", "64-A-2")
    page.goto("/da-1997/64/B/6")
    page.locator("[data-marked] a.ref").first.click()
    page.get_by_role("dialog").get_by_role("link", name="Åbn siden").click()
    arrive(page, re.compile(r"/da-1997/62/D$"))
    expect(page.locator("[data-marked] h2")).to_be_visible()
    page.go_back()
    arrive(page, re.compile(r"/da-1997/64/B/6$"))
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert on_screen_below_bar(page, page.locator("[data-marked]"))


def test_type_a_word_without_its_foreign_letter_and_open_the_first_hit(page: Page) -> None:
    page.goto("/?hl=da")
    ask(page, "kulorsvigt")
    first = page.locator(".hit").first
    expect(first.locator("mark", has_text=re.compile("kulørsvigt", re.IGNORECASE)).first).to_be_visible()
    link = first.get_by_role("link")
    address = link.get_attribute("href")
    link.click()
    arrive(page, re.compile(f"{address}$"))
    expect(page.locator("article.law")).to_contain_text(re.compile("kulørsvigt", re.IGNORECASE))


def test_switch_the_pages_to_dutch_and_they_stay_dutch(page: Page) -> None:
    page.goto("/?hl=en")
    page.get_by_role("link", name="Nederlands", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.get_by_role("button", name="Zoeken")).to_be_visible()
    page.goto("/da-1997/64")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.locator("article.law")).to_have_attribute("lang", "da")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("path", DEEP_PAGES)
def test_a_canonical_address_shows_its_provision(
    browser: Browser, live_server: str, path: str, size: dict[str, int], script: bool
) -> None:
    context = browser.new_context(viewport=size, java_script_enabled=script)  # type: ignore[arg-type]  # a plain dict has its shape
    page = context.new_page()
    page.goto(live_server + path)
    assert on_screen_below_bar(page, page.locator("[data-marked]").first)
    context.close()


@pytest.mark.parametrize("place", ["/da-1997/64#64-B-3", "/da-1997/64#64-C", "/da-1997/12#absent-1"])
def test_the_bar_never_covers_what_a_link_within_the_page_leads_to(page: Page, place: str) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(place)
    assert on_screen_below_bar(page, page.locator(":target"))


def test_no_request_leaves_the_site(page: Page, live_server: str) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    for path in ("/", "/da-1997/64/A/2", "/search?q=kort", "/about"):
        page.goto(path)
    assert [url for url in asked if not url.startswith(live_server)] == []
    assert complaints == []


def test_without_script_everything_reads(browser: Browser, live_server: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    page.goto(live_server + "/?hl=da")
    ask(page, "64a2")
    arrive(page, re.compile(r"/da-1997/64/A/2$"))
    expect(page.locator("button.copy").first).to_be_hidden()
    context.close()

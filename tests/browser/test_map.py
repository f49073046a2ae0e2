"""The map of a book, in hand: what is pointed at lights, by style alone, and leads to its law."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.arriving import arrive


@pytest.mark.parametrize("script", [True, False])
def test_pointing_at_a_law_lights_its_arcs_and_no_others(browser: Browser, live_server: str, script: bool) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900}, java_script_enabled=script)
    page.goto(live_server + "/map/da-1997")
    stop = page.locator(".stop", has=page.locator("a[href='/da-1997/12']"))
    expect(page.locator(".lit:visible")).to_have_count(0)
    stop.locator("a").hover()
    expect(page.locator(".stop:has(> .lit:visible) > a")).to_have_attribute("href", "/da-1997/12")
    stop.locator("a").click()
    arrive(page, re.compile(r"/da-1997/12$"))
    page.close()


def test_the_keys_light_and_open_a_law_too(page: Page) -> None:
    page.goto("/map/da-1997")
    page.locator(".map-books a").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    place = page.locator(":focus").get_attribute("href")
    assert place is not None
    expect(page.locator(".stop:has(> .lit:visible) > a")).to_have_attribute("href", place)
    page.keyboard.press("Enter")
    arrive(page, re.compile(re.escape(place) + "$"))

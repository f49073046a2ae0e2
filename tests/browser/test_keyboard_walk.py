"""One walk by keyboard alone: ask, read, peek, compare, bookmark, write a note. What has the focus is always seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import arrive

FAR = 120
"""More stops than any part of a page has."""

SEEN = """
() => {
  const element = document.activeElement;
  const box = element.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const free = element.closest(".bar, .skip, dialog, [popover]") ? 0 : bar.bottom - 1;
  return box.bottom > free && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0;
}
"""


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until an element has the focus; whatever has it on the way is seen."""
    for _ in range(FAR):
        page.keyboard.press(key)
        assert page.evaluate(SEEN), page.evaluate("document.activeElement.outerHTML")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"no way to {selector} by {key}")


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_ask_peek_compare_and_bookmark_by_keyboard_alone(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/?hl=en")

    page.keyboard.press("/")
    page.keyboard.type("68d")
    expect(page.locator("[role=listbox]:not([aria-busy]) [role=option]").first).to_have_text(re.compile("^§68D"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    arrive(page, re.compile(r"/da-1997/68/D$"))
    expect(page.locator("[id='68-D']")).to_be_focused()

    tab_to(page, "[data-marked] a.ref[href='/da-1997/70']")
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".sheet-body:not([aria-busy])")).to_be_visible()
    for key in ("c", "b", "j", "l"):  # no key reaches the page behind
        page.keyboard.press(key)
    arrive(page, re.compile(r"/da-1997/68/D$"))
    expect(page.locator(".said")).to_be_hidden()
    tab_to(page, ".sheet-body a.ref")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="Back")).to_be_visible()
    expect(sheet.locator(".sheet-body:not([aria-busy])")).to_be_visible()
    tab_to(page, ".sheet-back")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="Back")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("[data-marked] a.ref[href='/da-1997/70']")).to_be_focused()

    page.keyboard.press("c")
    arrive(page, re.compile(r"/compare/da-1997/nl-2017/68/D$"))
    expect(page.locator(":focus[data-marked]")).to_be_in_viewport()
    for key in ("j", "k"):
        page.keyboard.press(key)
        assert page.evaluate(SEEN)
    page.keyboard.press("c")
    arrive(page, re.compile(r"/da-1997/68/D"))

    page.keyboard.press("b")
    expect(page.locator(".said")).to_have_text("Bookmarked")
    tab_to(page, "button.copy.bookmarked")
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="The note on it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your note")).to_be_focused()
    page.keyboard.type("Play ends: bb c j")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Remove §68D")).to_be_focused()

    page.reload()
    expect(page.get_by_label("Your note")).to_have_value("Play ends: bb c j")
    tab_to(page, "a[href='/da-1997/68/D']")
    page.keyboard.press("Enter")
    arrive(page, re.compile(r"/da-1997/68/D$"))


@pytest.mark.parametrize("path", ["/da-1997/68/D", "/bookmarks", "/report?at=da-1997/68/D", "/situations/claim"])
def test_every_stop_of_a_page_is_seen(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(path)
    stops = page.locator(
        "main a[href]:visible, main button:visible, main textarea:visible, main summary:visible"
    ).count()
    for _ in range(min(stops, FAR)):
        page.keyboard.press("Tab")
        assert page.evaluate(SEEN), page.evaluate("document.activeElement.outerHTML")

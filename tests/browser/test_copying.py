"""The small menu of a provision: link, text, Markdown, share; and what is done where a browser forbids it."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

LAW = "/da-1997/64?hl=en"


def choose(page: Page, unit: str, choice: str) -> None:
    page.locator(f"[id='{unit}'] > .body > button.copy").click()
    page.get_by_role("button", name=choice, exact=True).click()


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


@pytest.fixture
def copying(context: BrowserContext, page: Page) -> Page:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(LAW)
    return page


def test_the_link(copying: Page, live_server: str) -> None:
    choose(copying, "64-A-2", "Copy the link")
    expect(copying.get_by_role("status")).to_have_text("Link copied")
    assert clipboard(copying) == f"{live_server}/da-1997/64/A/2"


def test_the_text_with_its_citation(copying: Page) -> None:
    own = copying.locator("[id='64-B-3'] > .body > p").first.inner_text()
    choose(copying, "64-B-3", "Copy the text with its citation")
    expect(copying.get_by_role("status")).to_have_text("Text copied")
    text = clipboard(copying)
    assert text.startswith("§64B3 (DBf 1997): ")
    assert text.endswith(own)


def test_a_text_brings_along_what_stands_in_it(copying: Page) -> None:
    choose(copying, "64-B", "Copy the text with its citation")
    lines = clipboard(copying).splitlines()
    assert lines[0].startswith("§64B (DBf 1997): ")
    assert [line[:2] for line in lines[1:]] == ["1 ", "2 ", "3 ", "4 ", "5 ", "6 "][: len(lines) - 1]
    assert len(lines) > 5


def test_markdown(copying: Page, live_server: str) -> None:
    choose(copying, "64-B", "Copy as Markdown")
    expect(copying.get_by_role("status")).to_have_text("Markdown copied")
    lines = clipboard(copying).splitlines()
    assert lines[0].startswith(f"[§64B]({live_server}/da-1997/64/B) (DBf 1997): ")
    assert all(line.startswith("- ") for line in lines[1:])


def test_a_note_and_a_whole_law(copying: Page) -> None:
    copying.goto("/da-1997/68?hl=en")
    copying.locator("[id='68-note-1'] button.copy").click()
    copying.get_by_role("button", name="Copy the text with its citation").click()
    expect(copying.get_by_role("status")).to_have_text("Text copied")
    assert re.match(r".*§68.* \(DBf 1997\): \S", clipboard(copying))
    copying.locator(".law-tools button.copy").click()
    copying.get_by_role("button", name="Copy the text with its citation").click()
    copying.wait_for_function("navigator.clipboard.readText().then((text) => text.split('\\n').length > 5)")


def test_the_menu_by_keys(copying: Page) -> None:
    button = copying.locator("[id='64-A-2'] > .body > button.copy")
    button.focus()
    copying.keyboard.press("Enter")
    expect(copying.get_by_role("button", name="Copy the link", exact=True)).to_be_focused()
    copying.keyboard.press("ArrowDown")
    expect(copying.get_by_role("button", name="Copy the text with its citation")).to_be_focused()
    copying.keyboard.press("Escape")
    expect(copying.locator(".sharing")).to_be_hidden()
    expect(button).to_be_focused()


def test_the_browsers_own_way_to_share_where_it_has_one(page: Page, live_server: str) -> None:
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.goto(LAW)
    choose(page, "64-A-2", "Share …")
    shared = page.evaluate("window.shared")
    assert shared["url"] == f"{live_server}/da-1997/64/A/2"
    assert shared["text"].startswith("§64A2 (DBf 1997): ")


def test_without_one_it_is_not_offered(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    page.goto(LAW)
    page.locator("[id='64-A-2'] > .body > button.copy").click()
    expect(page.locator(".sharing button[data-give]:visible")).to_have_count(3)


@pytest.mark.parametrize("choice", ["Copy the link", "Copy as Markdown"])
def test_where_the_browser_gives_no_clipboard_it_is_marked_with_a_sentence(
    page: Page, live_server: str, choice: str
) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(LAW)
    choose(page, "64-A-2", choice)
    expect(page.get_by_role("status")).to_contain_text("does not let a page copy")
    assert f"{live_server}/da-1997/64/A/2" in page.evaluate("getSelection().toString()")
    page.keyboard.press("Escape")
    expect(page.locator(".said")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_menu_is_in_the_window_and_axe_finds_nothing(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.emulate_media(reduced_motion="reduce")
    page.goto(LAW)
    for unit in ("64-A-1", "64-B-3", "64-C"):
        page.locator(f"[id='{unit}'] > .body > button.copy").click()
        box = page.locator(".sharing").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 700
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.keyboard.press("Escape")

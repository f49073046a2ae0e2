"""On paper: the text, its edition and where it came from, and nothing of the screen's furniture."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

PAGES = [
    "/da-1997/64?hl=en",
    "/compare/da-1997/nl-2017/70?hl=en",
    "/map/da-1997?hl=en",
    "/situations/claim?hl=en",
    "/print/da-1997?hl=en",
]


@pytest.mark.parametrize("path", PAGES)
def test_the_edition_is_printed_and_the_furniture_is_not(page: Page, path: str) -> None:
    page.goto(path)
    page.emulate_media(media="print")
    expect(page.locator(".edition, .column-head").first).to_be_visible()
    for furniture in (".bar", ".foot nav", ".turn", "button", ".sharing", "dialog"):
        expect(page.locator(furniture).locator("visible=true")).to_have_count(0)


def test_a_law_prints_on_numbered_pages_of_a4(page: Page) -> None:
    page.goto("/da-1997/64?hl=en")
    paper = page.pdf(prefer_css_page_size=True)
    assert b"/MediaBox [0 0 594.95" in paper or b"/MediaBox [0 0 595" in paper


def test_a_whole_book_prints_from_a_title_page_without_a_number(page: Page) -> None:
    page.goto("/print/nl-2017?hl=en")
    page.emulate_media(media="print")
    title, contents = page.locator(".title-page"), page.locator(".bound-contents")
    assert title.evaluate("page => getComputedStyle(page).breakAfter") == "page"
    assert contents.evaluate("contents => getComputedStyle(contents).breakAfter") == "page"
    expect(page.locator(".bound-hint, .foot").locator("visible=true")).to_have_count(0)
    box = title.bounding_box()
    assert box is not None
    assert box["height"] < 259 / 25.4 * 96  # what A4 has between its margins
    paper = page.pdf(prefer_css_page_size=True)
    assert 6 <= len(re.findall(rb"/MediaBox \[0 0 59[45]", paper)) <= 10
    assert b"/Dest" in paper  # its references can be followed


def test_heads_stay_with_what_they_head(page: Page) -> None:
    page.goto("/print/da-1997?hl=en")
    page.emulate_media(media="print")
    for head in (".law-head", ".unit .heading"):
        assert page.locator(head).first.evaluate("head => getComputedStyle(head).breakAfter") == "avoid"
    assert page.locator(".bound-part").nth(1).evaluate("part => getComputedStyle(part).breakBefore") == "page"


@pytest.mark.parametrize("opened", [False, True])
def test_of_a_situation_the_books_that_are_open_are_printed(page: Page, opened: bool) -> None:
    page.goto("/situations/claim?hl=da")
    other = page.locator(".reading", has=page.locator("details"))
    if opened:
        other.locator("summary").first.click()
    page.emulate_media(media="print")
    expect(page.locator(".reading").first.locator(".passage").first).to_be_visible()
    expect(other).to_be_visible(visible=opened)
    if opened:
        expect(other.locator(".passage").first).to_be_visible()


def test_two_books_stand_side_by_side_on_paper_too(page: Page) -> None:
    page.set_viewport_size({"width": 643, "height": 960})  # what A4 has between its margins
    page.goto("/compare/da-1997/nl-2017/54?hl=en")
    page.emulate_media(media="print")
    left, right = (page.locator(f".group .cell.{side}").first.bounding_box() for side in ("left", "right"))
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]

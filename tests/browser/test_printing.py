"""On paper: the text, its edition and where it came from, and nothing of the screen's furniture."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

PAGES = ["/da-1997/64?hl=en", "/compare/da-1997/nl-2017/70?hl=en", "/map/da-1997?hl=en"]


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


def test_two_books_stand_side_by_side_on_paper_too(page: Page) -> None:
    page.set_viewport_size({"width": 643, "height": 960})  # what A4 has between its margins
    page.goto("/compare/da-1997/nl-2017/54?hl=en")
    page.emulate_media(media="print")
    left, right = (page.locator(f".group .cell.{side}").first.bounding_box() for side in ("left", "right"))
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]

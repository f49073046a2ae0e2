"""A reference opened in place: one level deep at a time, and back to where one read."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.arriving import arrive

SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 900}]
PLACE = "/da-1997/64/B/6?hl=en"


@pytest.fixture(params=SIZES, ids=["phone", "desk"])
def sized(page: Page, request: pytest.FixtureRequest) -> Page:
    page.set_viewport_size(request.param)
    return page


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def open_first(page: Page) -> Locator:
    link = page.locator("[data-marked] a.ref").first
    link.click()
    expect(sheet(page).locator(".sheet-body:not([aria-busy])")).to_be_visible()
    return link


def test_a_reference_opens_in_place_and_esc_returns_to_it(sized: Page) -> None:
    sized.goto(PLACE)
    link = open_first(sized)
    expect(sheet(sized)).to_have_accessible_name(re.compile("^§62D "))
    expect(sheet(sized).locator(".label").first).to_have_text("D")
    arrive(sized, re.compile(re.escape(PLACE) + "$"))
    sized.keyboard.press("Escape")
    expect(sheet(sized)).to_be_hidden()
    expect(link).to_be_focused()


def test_on_a_phone_it_is_a_sheet_at_the_foot(sized: Page) -> None:
    sized.goto(PLACE)
    open_first(sized)
    sized.wait_for_timeout(300)  # until it has come up
    box, window = sheet(sized).bounding_box(), sized.viewport_size
    assert box is not None
    assert window is not None
    if window["width"] == 390:
        assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 390, window["height"])
    else:
        assert box["x"] > 0
        assert box["y"] + box["height"] < window["height"]
    assert box["y"] > 0


def test_a_reference_in_the_sheet_goes_a_level_deeper_and_back_comes_up(sized: Page) -> None:
    sized.goto("/da-1997/42/A/3?hl=en")
    outer = sized.locator("[data-marked] a.ref").first
    outer.click()
    expect(sheet(sized).locator(".sheet-body a.ref").first).to_be_visible()
    expect(sheet(sized).get_by_role("button", name="Back")).to_be_hidden()
    first = sheet(sized).locator(".sheet-title").inner_text()
    inner = sheet(sized).locator(".sheet-body a.ref").first
    place = inner.get_attribute("href")
    inner.click()
    expect(sheet(sized).locator(".sheet-title")).not_to_have_text(first)
    expect(sheet(sized).locator(".sheet-body:not([aria-busy])")).to_be_visible()
    sized.go_back()
    expect(sheet(sized).locator(".sheet-title")).to_have_text(first)
    expect(sized.locator(":focus")).to_have_attribute("href", str(place))
    sized.go_back()
    expect(sheet(sized)).to_be_hidden()
    expect(outer).to_be_focused()
    arrive(sized, re.compile(r"/da-1997/42/A/3\?hl=en$"))


def test_esc_closes_all_levels_at_once(page: Page) -> None:
    page.goto("/da-1997/42/A/3?hl=en")
    outer = page.locator("[data-marked] a.ref").first
    outer.click()
    sheet(page).locator(".sheet-body a.ref").first.click()
    expect(sheet(page).get_by_role("button", name="Back")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet(page)).to_be_hidden()
    expect(outer).to_be_focused()


def test_a_law_that_is_not_here_is_told_of_in_place(page: Page) -> None:
    page.goto("/da-1997/12?hl=en")
    page.locator("a.ref.outside").first.click()
    expect(sheet(page).locator(".sheet-body")).not_to_be_empty()
    page.get_by_role("button", name="Close").click()
    expect(sheet(page)).to_be_hidden()


def test_the_page_itself_is_one_step_away_and_back_finds_the_sheet(page: Page) -> None:
    page.goto(PLACE)
    open_first(page)
    sheet(page).get_by_role("link", name="Open the page").click()
    arrive(page, re.compile(r"/da-1997/62/D$"))
    page.go_back()
    expect(sheet(page)).to_have_accessible_name(re.compile("^§62D "))


def test_nothing_in_the_sheet_has_the_id_of_something_on_the_page(page: Page) -> None:
    page.goto("/da-1997/42/A/3?hl=en")
    page.locator("[data-marked] a.ref").first.click()
    expect(sheet(page).locator(".sheet-body:not([aria-busy])")).to_be_visible()
    assert page.evaluate("[...document.querySelectorAll('.sheet-body [id]')].length") == 0


@pytest.mark.parametrize("modifier", ["Control", "Shift"])
def test_a_modified_click_is_left_to_the_browser(page: Page, modifier: str) -> None:
    page.goto(PLACE)
    with page.context.expect_page():
        page.locator("[data-marked] a.ref").first.click(modifiers=[modifier])  # type: ignore[list-item]  # one of its words
    expect(sheet(page)).to_be_hidden()


def test_without_script_a_reference_is_a_link(browser: Browser, live_server: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(live_server + PLACE)
    page.locator("[data-marked] a.ref").first.click()
    arrive(page, re.compile(r"/da-1997/62/D$"))
    page.close()


def test_without_a_network_the_link_is_followed_as_ever(page: Page) -> None:
    page.goto(PLACE)
    page.route("**/da-1997/62/D", lambda route: route.abort())
    with page.expect_request("**/da-1997/62/D", timeout=5000):
        page.locator("[data-marked] a.ref").first.click()
    page.wait_for_event("requestfailed")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_it(browser: Browser, live_server: str, scheme: str, size: dict[str, int]) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # plain words and a plain dict
    page = context.new_page()
    page.goto(live_server + PLACE)
    open_first(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()

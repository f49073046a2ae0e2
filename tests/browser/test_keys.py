"""The keys, each pressed in a real Chromium; and that none acts where it should not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.arriving import arrive
from webui.keyboard import KEYS

LAW = "/da-1997/64?hl=en"


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_slash_goes_to_the_question_but_not_while_typing(page: Page) -> None:
    page.goto(LAW)
    page.keyboard.press("/")
    field = page.get_by_role("searchbox").or_(page.get_by_role("combobox"))
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("1/2jkcl[]?")
    expect(field).to_have_value("1/2jkcl[]?")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_j_and_k_go_from_provision_to_provision(page: Page) -> None:
    page.goto("/da-1997/64/B/3?hl=en")
    places = []
    for key in "jjkkk":
        page.keyboard.press(key)
        places.append(focused(page))
    assert places == ["64-B-4", "64-B-5", "64-B-4", "64-B-3", "64-B-2"]


def test_j_begins_with_what_one_sees_and_stops_at_the_end(page: Page) -> None:
    page.goto(LAW)
    page.keyboard.press("j")
    first = focused(page)
    assert first == page.locator("article.law .unit").first.get_attribute("id")
    page.keyboard.press("k")
    assert focused(page) == first


def test_the_provision_one_goes_to_is_not_under_the_bar(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    page.goto(LAW)
    bar = page.locator(".bar").bounding_box()
    assert bar is not None
    for _ in range(8):
        page.keyboard.press("j")
        assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= bar["height"]


@pytest.mark.parametrize(("key", "law"), [("[", "63"), ("]", "65")])
def test_brackets_turn_to_the_neighbouring_law(page: Page, key: str, law: str) -> None:
    page.goto(LAW)
    page.keyboard.press(key)
    arrive(page, re.compile(rf"/da-1997/{law}$"))


def test_j_k_and_the_arrows_go_along_a_list_and_enter_opens(page: Page) -> None:
    page.goto("/search?q=kulørsvigt&hl=en")
    links = [item.get_attribute("href") for item in page.locator("main li").locator("a:visible").all()]
    reached = []
    for key in ("j", "ArrowDown", "ArrowUp", "ArrowDown", "j", "k"):
        page.keyboard.press(key)
        reached.append(page.evaluate("document.activeElement.getAttribute('href')"))
    assert reached[0] == reached[2]
    assert reached[1] == reached[3] == reached[5]
    assert len({*reached}) == 3
    assert {*reached} <= {*links}
    page.keyboard.press("Enter")
    arrive(page, re.compile(re.escape(str(reached[-1])) + "$"))


def test_an_arrow_outside_a_list_scrolls_as_ever(page: Page) -> None:
    page.goto(LAW)
    page.keyboard.press("ArrowDown")
    page.wait_for_function("scrollY > 0")
    assert page.evaluate("document.activeElement === document.body")


def test_l_copies_the_link_of_the_provision_in_hand(context: BrowserContext, page: Page, live_server: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    for path, place in (("/da-1997/64/A/2", "/da-1997/64/A/2"), ("/da-1997/64", "/da-1997/64"), ("/about", "/about")):
        page.goto(path)
        page.keyboard.press("l")
        expect(page.get_by_role("status").last).to_have_text("Link copied")
        assert page.evaluate("navigator.clipboard.readText()") == live_server + place


def test_the_question_mark_lists_every_key_and_esc_puts_the_list_away(page: Page) -> None:
    page.goto(LAW)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet.locator("tr")).to_have_count(len(KEYS))
    page.keyboard.press("j")
    assert focused(page) == "sheet-title"
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    arrive(page, re.compile(r"/da-1997/64\?hl=en$"))


def test_the_list_of_keys_is_a_page_without_script(browser: Browser, live_server: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(live_server + LAW)
    page.get_by_role("link", name="Keys").click()
    expect(page.locator("main tr")).to_have_count(len(KEYS))
    page.close()


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_no_key_acts_with_a_modifier(page: Page, modifier: str) -> None:
    page.goto(LAW)
    for key in ("j", "/", "?", "]", "ArrowDown"):
        stolen = page.evaluate(
            "([key, held]) => !document.dispatchEvent("
            "new KeyboardEvent('keydown', { key, [held]: true, bubbles: true, cancelable: true }))",
            [key, {"Control": "ctrlKey", "Alt": "altKey", "Meta": "metaKey"}[modifier]],
        )
        assert not stolen
    expect(page.get_by_role("dialog")).to_be_hidden()
    arrive(page, re.compile(r"/da-1997/64\?hl=en$"))

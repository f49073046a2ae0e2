"""Reporting an error: from the menu of a provision into a dialog, to copy or to mail; a page without script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from kb import load
from tests.browser.arriving import arrive
from tests.browser.serving import served
from webui import create_app

PLACE = "/da-1997/64/A/2?hl=en"


def report_on(page: Page, unit: str) -> Locator:
    page.locator(f"[id='{unit}'] > .body > button.copy").click()
    page.get_by_role("button", name="Report an error").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def test_the_menu_opens_the_report_ready_to_be_written_and_copied(context: BrowserContext, page: Page) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(PLACE)
    dialog = report_on(page, "64-B-3")
    expect(dialog).to_have_accessible_name("Report an error in §64B3")
    field = dialog.get_by_label("The report")
    expect(field).to_be_focused()
    page.keyboard.type("a word is missing")
    expect(field).to_have_value(re.compile(r"^What is wrong: a word is missing\n\nPlace: §64B3 "))
    assert page.locator("[id='64-B-3'] > .body > p").first.inner_text() in field.input_value()
    dialog.get_by_role("button", name="Copy the text").click()
    expect(dialog.get_by_role("status")).to_have_text("Text copied")
    assert page.evaluate("navigator.clipboard.readText()") == field.input_value()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.reporting")).to_have_count(0)
    expect(page.locator("[id='64-B-3'] > .body > button.copy")).to_be_focused()


def test_its_keys_are_its_own_and_a_button_closes_it(page: Page) -> None:
    page.goto(PLACE)
    dialog = report_on(page, "64-A-2")
    dialog.get_by_role("button", name="Close").focus()
    for key in ("c", "b", "j", "]"):
        page.keyboard.press(key)
    arrive(page, re.compile(re.escape(PLACE)))
    page.keyboard.press("Enter")
    expect(page.locator("dialog.reporting")).to_have_count(0)


def test_without_a_clipboard_the_words_are_shown_marked(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(PLACE)
    dialog = report_on(page, "64-A-2")
    dialog.get_by_role("button", name="Copy the text").click()
    expect(dialog.get_by_role("status")).to_contain_text("does not let a page copy")
    assert page.evaluate("getSelection().toString()").startswith("What is wrong:")


def test_without_a_network_the_link_is_followed_as_ever(page: Page) -> None:
    page.goto(PLACE)
    page.route("**/report?*", lambda route: route.abort())
    page.locator("[id='64-A-2'] > .body > button.copy").click()
    with page.expect_request("**/report?*"):
        page.get_by_role("button", name="Report an error").click()


def test_without_script_it_is_a_page(browser: Browser, live_server: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(live_server + PLACE)
    page.get_by_role("link", name="Report an error in this text").click()
    arrive(page, re.compile(r"/report\?at=da-1997%2F64%2FA%2F2$"))
    field = page.get_by_label("The report")
    expect(field).to_have_value(re.compile("Address: .*/da-1997/64/A/2\n"))
    assert field.get_attribute("readonly") is not None
    expect(page.get_by_role("button", name="Copy the text")).to_be_hidden()
    page.close()


@pytest.fixture(scope="module")
def mailing() -> Iterator[str]:
    """The site with a mailbox for errors."""
    library = load()
    with served(create_app(library.corpus, library.engine, {"REPORT_TO": "laws@club.example"})) as address:
        yield address


def test_the_mail_has_what_was_written(page: Page, mailing: str) -> None:
    page.goto(mailing + PLACE)
    dialog = report_on(page, "64-A-2")
    page.keyboard.type("50 % & more? å")
    mail = urlsplit(str(dialog.get_by_role("link", name="Write the mail").get_attribute("href")))
    assert (mail.scheme, mail.path) == ("mailto", "laws@club.example")
    assert parse_qs(mail.query)["subject"] == ["Error in §64A2 (da-1997)"]
    assert parse_qs(mail.query)["body"][0].startswith("What is wrong: 50 % & more? å\r\n\r\nPlace: ")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_dialog_fits_and_axe_finds_nothing(browser: Browser, mailing: str, scheme: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 700},
        color_scheme=scheme,  # type: ignore[arg-type]  # one of its two words
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(mailing + PLACE)
    dialog = report_on(page, "64-A-2")
    box = dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    expect(dialog.get_by_role("link", name="Write the mail")).to_be_in_viewport()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()

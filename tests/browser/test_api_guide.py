"""The page for those who write programs: every question can be tried in it, by keyboard too, and axe finds nothing."""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.arriving import arrive
from webui.api.endpoint import ENDPOINTS

GUIDE = "/api/v1/"


def question(page: Page, path: str) -> Locator:
    return page.locator(f'form[data-path="/api/v1/{path}"]')


@pytest.fixture
def guide(page: Page) -> Page:
    page.goto(GUIDE)
    return page


def test_every_question_is_answered_as_it_stands(guide: Page) -> None:
    forms = guide.locator("form[data-path]")
    assert forms.count() == len(ENDPOINTS)
    for n in range(forms.count()):
        forms.nth(n).get_by_role("button", name="Try").click()
        said = forms.nth(n).locator(".tried")
        expect(said.locator("b")).to_have_text(re.compile("^200"))
        json.loads(said.locator("pre").inner_text())


def test_a_text_of_ones_own_is_read(guide: Page) -> None:
    form = question(guide, "find-refs")
    form.get_by_role("textbox").fill('{"text": "\U0001f600 Zie artikel 70B3.", "lang": "nl"}')
    form.get_by_role("textbox").press("Tab")
    expect(form.get_by_role("button")).to_be_focused()
    guide.keyboard.press("Enter")
    answer = form.locator(".tried pre")
    expect(answer).to_contain_text("nl-2017/70/B/3")
    (found,) = json.loads(answer.inner_text())["references"]
    assert (found["start"], found["end"], found["text"]) == (6, 18, "artikel 70B3")


@pytest.mark.parametrize("body", ["{", '{"text": 1}', '{"text": "x", "lang": "xx"}', "<script>alert(1)</script>"])
def test_a_wrong_question_is_answered_with_its_problem(guide: Page, body: str) -> None:
    form = question(guide, "find-refs")
    form.get_by_role("textbox").fill(body)
    form.get_by_role("button").click()
    expect(form.locator(".tried b")).to_have_text(re.compile("^4[0-9][0-9]"))
    problem = json.loads(form.locator(".tried pre").inner_text())
    assert problem["detail"]
    assert problem["code"]


def test_what_is_asked_for_is_said_with_the_answer(guide: Page) -> None:
    form = question(guide, "provisions/{book}/{address}")
    form.locator('[name="address"]').fill("64/A/2")
    form.get_by_role("button").click()
    expect(form.locator(".tried code")).to_have_text("GET /api/v1/provisions/da-1997/64/A/2")
    expect(form.locator(".tried pre")).to_contain_text("§64A2")


def test_without_a_network_it_says_so(guide: Page) -> None:
    guide.route("**/api/v1/books*", lambda route: route.abort())
    question(guide, "books").get_by_role("button").click()
    expect(question(guide, "books").locator(".tried b")).to_contain_text("Failed to fetch")


def test_the_contract_is_a_link_away(guide: Page) -> None:
    guide.get_by_role("link", name="openapi.json").click()
    arrive(guide, re.compile("/api/v1/openapi.json$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_and_axe_finds_nothing(browser: Browser, live_server: str, scheme: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]  # one of its words
    page = context.new_page()
    page.goto(live_server + GUIDE)
    question(page, "find-refs").get_by_role("button").click()
    expect(question(page, "find-refs").locator("pre")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()

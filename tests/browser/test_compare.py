"""What a translator does with two books side by side, and with the terms, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.arriving import arrive

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}

LAW = "/compare/da-1997/nl-2017/70"
WHOLE = "/compare/da-1997/nl-2017"


def top(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"]


def colour(place: Locator) -> str:
    return str(place.evaluate("element => getComputedStyle(element).backgroundColor"))


def shown(page: Page) -> list[str]:
    return [str(line.get_attribute("id")) for line in page.locator(".line").all() if line.is_visible()]


def open_rows(page: Page, address: str) -> None:
    """Open two books side by side, and wait for its own scripts, which come after the page."""
    page.goto(address)
    expect(page.locator("html")).to_contain_class("comparing")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_swapped_provisions_are_seen_crossed(browser: Browser, live_server: str, size: dict[str, int]) -> None:
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]  # a plain dict has its shape
    page.goto(live_server + LAW)
    ours, theirs = page.locator("#left-70-B-2"), page.locator("#right-70-B-3")
    expect(ours).to_be_visible()
    expect(theirs.locator("a.label")).to_have_text("Artikel 70B3")
    wide = size is DESK
    assert abs(top(ours) - top(theirs)) < 2 if wide else top(theirs) > top(ours)
    assert top(theirs) < top(page.locator("#left-70-B-3")) < top(page.locator("#right-70-B-2")) + 2
    for line in ("70-B-2_70-B-3", "70-B-3_70-B-2"):
        expect(page.locator(f"[id='{line}'] .crossed")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.close()


def test_a_row_lights_its_partner_by_pointer_and_by_key(page: Page) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # as above
    open_rows(page, LAW)
    left = page.locator(".cell:has(> #left-70-B-2)")
    right = page.locator(".cell:has(> #right-70-B-3)")
    other = page.locator(".cell:has(> #right-70-B-2)")
    plain = colour(right)
    left.hover()
    expect(right).not_to_have_css("background-color", plain)
    assert colour(left) == colour(right)
    assert colour(other) == plain
    page.mouse.move(0, 0)
    expect(right).to_have_css("background-color", plain)
    right.hover()
    assert colour(left) == colour(right)
    page.mouse.move(0, 0)
    left.locator("a.label").focus()
    expect(right).not_to_have_css("background-color", plain)
    assert colour(other) == plain


def test_a_text_beside_three_lights_with_each_of_them(page: Page) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # as above
    open_rows(page, "/compare/da-1997/nl-2017/68")
    whole, part = page.locator(".cell:has(> #left-68-B)"), page.locator(".cell:has(> #right-68-B-2)")
    plain = colour(whole)
    part.hover()
    expect(whole).not_to_have_css("background-color", plain)
    whole.hover()
    assert colour(part) == colour(whole)


def test_a_term_shows_its_word_and_lights_it_by_pointer_and_by_key(page: Page) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # as above
    open_rows(page, LAW)
    ours = page.locator("#left-70-B-1 a.term[data-term=require]")
    theirs = page.locator("#right-70-B-1 a.term[data-term=require]")
    ours.hover()
    expect(theirs).to_have_class(re.compile(r"\blit\b"))
    assert ours.evaluate("term => getComputedStyle(term, '::after').content") == '"verlangen"'
    assert ours.evaluate("term => getComputedStyle(term, '::after').display") == "block"
    page.mouse.move(0, 0)
    expect(theirs).not_to_have_class(re.compile(r"\blit\b"))
    page.locator("#right-70-B-1 a.label").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if theirs.evaluate("term => term === document.activeElement"):
            break
    expect(theirs).to_be_focused()
    expect(ours).to_have_class(re.compile(r"\blit\b"))
    assert theirs.evaluate("term => getComputedStyle(term, '::after').display") == "block"
    page.keyboard.press("Enter")
    arrive(page, re.compile(r"/terms/require$"))


def test_on_a_phone_terms_are_off_until_switched_on_and_a_tap_lights(browser: Browser, live_server: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    open_rows(page, live_server + LAW)
    expect(page.locator("a.term[href]")).to_have_count(0)
    partner = page.locator(".cell:has(> #right-70-A)")
    plain = colour(partner)
    page.locator("#left-70-A > p").last.tap(position={"x": 4, "y": 4})
    expect(partner).not_to_have_css("background-color", plain)
    page.locator(".terms-switch.narrow").tap()
    ours = page.locator("#left-70-B-1 a.term[data-term=require]")
    ours.tap()
    arrive(page, re.compile(f"{LAW}$"))
    expect(page.locator("#right-70-B-1 a.term[data-term=require]")).to_have_class(re.compile(r"\blit\b"))
    ours.tap()
    arrive(page, re.compile(r"/terms/require$"))
    context.close()


def test_terms_can_be_switched_off_and_no_key_lands_on_them(page: Page) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # as above
    open_rows(page, LAW)
    assert page.locator("a.term[href]").count() > 50
    page.locator("#terms-wide").uncheck()
    expect(page.locator("a.term[href]")).to_have_count(0)
    page.locator("#terms-wide").check()
    expect(page.locator("a.term:not([href])")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_only_differences_hides_exactly_the_rows_that_say_the_same(
    browser: Browser, live_server: str, script: bool
) -> None:
    context = browser.new_context(java_script_enabled=script, viewport=DESK)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    for law in (54, 68, 70, 71):
        (open_rows if script else Page.goto)(page, f"{live_server}/compare/da-1997/nl-2017/{law}")
        every = shown(page)
        same = {str(line.get_attribute("id")) for line in page.locator('.line[data-relation="same"]').all()}
        page.locator("a[data-show=differences]").click()
        arrive(page, re.compile(rf"/{law}\?only=differences$"))
        expect(page.locator("a[data-show=differences]")).to_have_attribute("aria-current", "true")
        assert shown(page) == [line for line in every if line not in same]
        page.locator("a[data-show=all]").click()
        arrive(page, re.compile(rf"/{law}$"))
        assert shown(page) == every
    context.close()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "row", ["70-B-2_70-B-3", "68-D_68-D-1", "_54-E", "71-B_", "68_68"], ids=["crossed", "part", "gap", "alone", "law"]
)
def test_a_ribbon_leads_to_its_row(browser: Browser, live_server: str, row: str, size: dict[str, int]) -> None:
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]  # as above
    page.goto(live_server + WHOLE)
    page.locator(f"a.ribbon[href$='#{row}']").focus()
    page.keyboard.press("Enter")
    arrive(page, re.compile(rf"#{row}$"))
    line, bar = page.locator(f"[id='{row}']"), page.locator(".bar").bounding_box()
    expect(line).to_be_in_viewport()
    assert bar is not None
    assert top(line) >= bar["y"] + bar["height"] - 1
    page.close()


def test_a_ribbon_can_be_clicked(page: Page) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # as above
    page.goto(WHOLE)
    page.locator("a.ribbon.same[href$='#54-A_54-A'] path").click()
    arrive(page, re.compile(r"/compare/da-1997/nl-2017/54/A#54-A_54-A$"))


@pytest.mark.parametrize("path", ["/da-1997/70/B/2", "/da-1997/68/note/1", "/da-1997/64/A/2", "/nl-2017/54/E"])
def test_c_crosses_over_and_back(page: Page, path: str) -> None:
    page.goto(path)
    page.keyboard.press("c")
    arrive(page, re.compile(rf"/compare/[^/]+/[^/]+{path.partition('-')[2][4:]}$"))
    expect(page.locator("[data-marked]").first).to_be_in_viewport()
    page.keyboard.press("c")
    arrive(page, re.compile(rf"{path}$"))


def test_c_takes_the_provision_in_hand_and_is_a_letter_while_typing(page: Page) -> None:
    page.goto("/da-1997/70")
    page.locator("[id='70-C-2'] > a.label").focus()
    page.keyboard.press("c")
    arrive(page, re.compile(r"/compare/da-1997/nl-2017/70/C/2$"))
    page.locator("#q").press_sequentially("cc")
    expect(page.locator("#q")).to_have_value("cc")
    arrive(page, re.compile(r"/compare/da-1997/nl-2017/70/C/2$"))


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", [f"{LAW}/C/3", "/compare/nl-2017/da-1997/68/D/2/b", "/compare/da-1997/nl-2017/54/E"])
def test_a_deeper_address_shows_its_row(
    browser: Browser, live_server: str, path: str, size: dict[str, int], script: bool
) -> None:
    context = browser.new_context(viewport=size, java_script_enabled=script)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    page.goto(live_server + path)
    marked, window = page.locator("[data-marked]").first, page.viewport_size
    assert window is not None
    assert 52 <= top(marked) <= window["height"] - 60
    context.close()


def test_the_list_of_terms_is_filtered_at_once(page: Page) -> None:
    page.goto("/terms?hl=da")
    entries = page.locator(".entry")
    every = entries.count()
    field = page.locator("#words")
    field.press_sequentially("KULOERSVIGT")
    expect(page.locator(".entry:visible a[href='/terms/revoke']")).to_be_visible()
    assert 0 < page.locator(".entry:visible").count() < every
    field.fill("zzzz")
    expect(page.locator(".entry:visible")).to_have_count(0)
    expect(page.locator(".found")).to_have_text("Intet begreb har disse ord.")
    field.fill("")
    expect(page.locator(".entry:visible")).to_have_count(every)


def test_no_page_complains_or_asks_elsewhere(page: Page, live_server: str) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in ("/compare", WHOLE, f"{LAW}/B/2", "/terms", "/terms/revoke"):
        page.goto(path)
    assert [url for url in asked if not url.startswith(live_server)] == []
    assert complaints == []

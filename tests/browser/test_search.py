"""Asking in a real Chromium: suggestions by keyboard alone, switches, did-you-mean, the counterpart beside or under."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.arriving import arrive

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


def box(page: Page) -> Locator:
    return page.get_by_role("combobox")


def offered(page: Page) -> Locator:
    """The suggestions for what stands in the box, not for what stood there before."""
    return page.locator("[role=listbox]:not([aria-busy]) [role=option]")


def type_words(page: Page, words: str) -> None:
    box(page).focus()
    page.keyboard.type(words)


def held(page: Page, address: str | re.Pattern[str]) -> list[Route]:
    """The requests for an address from now on, which stay without an answer until one gives it."""
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route(address, hold)
    return late


def active(page: Page) -> str | None:
    """The words of the suggestion that the box points at."""
    return page.evaluate(  # type: ignore[no-any-return]  # what a script answers has no type
        "document.getElementById(document.querySelector('[role=combobox]').getAttribute('aria-activedescendant'))?.innerText"
    )


@pytest.mark.parametrize("start", ["/", "/da-1997/64", "/search", "/situations"])
def test_type_go_down_and_enter_lands_by_keyboard_alone(page: Page, start: str) -> None:
    page.goto(f"{start}?hl=da")
    page.keyboard.press("/")
    page.keyboard.type("54b")
    expect(page.get_by_role("option", name="§54B1")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="§54B1")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    arrive(page, re.compile(r"/da-1997/54/B/1$"))


def test_arrows_home_end_and_escape(page: Page) -> None:
    page.goto("/?hl=da")
    type_words(page, "kul")
    options = offered(page)
    expect(options.first).to_be_visible()
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    first, last = options.first.inner_text(), options.last.inner_text()
    for key, words in [
        ("ArrowDown", first),
        ("End", last),
        ("ArrowDown", None),  # beyond the last is the box itself
        ("ArrowUp", last),
        ("Home", first),
        ("ArrowUp", None),
    ]:
        page.keyboard.press(key)
        assert active(page) == words, key
    page.keyboard.press("Home")  # now the caret's
    page.keyboard.type("x")
    expect(box(page)).to_have_value("xkul")
    page.keyboard.press("Backspace")
    expect(options.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(box(page)).to_have_value("kul")
    expect(box(page)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(options.first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_enter_without_a_choice_searches(page: Page) -> None:
    page.goto("/?hl=da")
    type_words(page, "kulørsvigt")
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("Enter")
    arrive(page, re.compile(r"/search\?q=kul"))


def test_what_is_offered_is_counted_for_those_who_listen_and_grouped(page: Page) -> None:
    page.goto("/?hl=en")
    type_words(page, "revo")
    expect(page.locator("[aria-live=polite]").first).to_have_text(re.compile(r"^\d+ suggestions$"))
    for name in ("Situations", "Terms"):
        expect(page.get_by_role("group", name=name, exact=True)).to_be_visible()
    expect(offered(page).first.locator("[lang]").first).to_have_attribute("lang", "en")
    page.keyboard.type("zzz")
    expect(page.locator("[aria-live=polite]").first).to_have_text("No suggestions")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_16_never_offers_160_and_a_press_of_the_mouse_lands(page: Page) -> None:
    page.goto("/?hl=da")
    type_words(page, "16")
    options = offered(page)
    expect(options.first).to_contain_text("§16")
    assert not [text for text in options.all_inner_texts() if "160" in text]
    options.first.click()
    arrive(page, re.compile(r"/da-1997/16$"))


def test_without_a_network_nothing_is_offered_and_nothing_breaks(page: Page) -> None:
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto("/?hl=da")
    page.route("**/suggest?*", lambda route: route.abort())
    type_words(page, "kul")
    page.wait_for_event("requestfailed")
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert broken == []


def test_an_older_answer_never_replaces_a_newer_one(page: Page) -> None:
    page.goto("/?hl=da")
    late = held(page, re.compile(r"/suggest\?q=kul&"))
    type_words(page, "kul")
    page.wait_for_timeout(300)
    page.keyboard.press("Control+a")
    page.keyboard.type("54")
    expect(offered(page).first).to_contain_text("§54")
    for route in late:
        route.abort()
    expect(offered(page).first).to_contain_text("§54")


def test_no_key_chooses_from_the_answer_to_an_earlier_text(page: Page) -> None:
    page.goto("/?hl=da")
    late = held(page, re.compile(r"/suggest\?q=54b&"))
    type_words(page, "54")
    expect(offered(page).first).to_have_text(re.compile("^§54 "))
    with page.expect_request(re.compile(r"/suggest\?q=54b&")):
        page.keyboard.type("b")
        page.keyboard.press("ArrowDown")
    assert active(page) is None
    late[0].continue_()
    expect(offered(page).first).to_have_attribute("aria-selected", "true")  # the arrow has waited
    assert "§54B" in (active(page) or "")

    held(page, re.compile(r"/suggest\?q=54b1&"))
    page.keyboard.type("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    arrive(page, re.compile(r"/da-1997/54/B/1$"))


def test_switches_narrow_and_one_goes_back(page: Page) -> None:
    page.goto("/search?q=kort&hl=da")
    every = page.locator(".count").inner_text()
    page.get_by_role("link", name=re.compile(r"^Noter")).click()
    arrive(page, re.compile(r"kind=note"))
    expect(page.locator(".count")).not_to_have_text(every)
    hits = page.locator(".hits .hit :is(h2, h3) > a")
    assert all("/note/" in str(hit.get_attribute("href")) for hit in hits.all())
    page.get_by_role("link", name=re.compile(r"^Strafkort", re.IGNORECASE)).click()
    arrive(page, re.compile(r"part=48-52.*kind=note"))
    page.get_by_role("link", name="Vis alt igen").click()
    expect(page.locator(".count")).to_have_text(every)
    page.get_by_role("navigation", name="Hvilken bog").get_by_role("link", name="Nederlands 2017").click()
    expect(page.locator(".hits [lang=nl]")).to_have_count(0)
    box(page).fill("claim")
    box(page).press("Enter")
    arrive(page, re.compile(r"q=claim&book=da-1997"))


def test_did_you_mean(page: Page) -> None:
    page.goto("/search?q=kulørsvgt&hl=en")
    meant = page.get_by_role("link", name="kulørsvigt", exact=True)
    expect(page.locator(".meant")).to_contain_text("Did you mean kulørsvigt?")
    expect(page.locator(".hit mark").first).to_have_text(re.compile("kulørsvigt", re.IGNORECASE))
    meant.click()
    arrive(page, re.compile(r"q=kul%C3%B8rsvigt"))
    expect(page.locator(".meant")).to_have_count(0)


@pytest.mark.parametrize(("size", "beside"), [(DESK, True), (PHONE, False)])
def test_the_counterpart_stands_beside_on_a_desk_and_under_on_a_phone(
    page: Page, size: dict[str, int], beside: bool
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]  # a plain dict has its shape
    page.goto("/search?q=claim&hl=nl")
    pair = page.locator(".pair.paired").first
    own, partner = pair.locator(".own").bounding_box(), pair.locator(".partner").first.bounding_box()
    assert own is not None
    assert partner is not None
    if beside:
        assert partner["x"] >= own["x"] + own["width"]
        assert abs(partner["y"] - own["y"]) < 40
    else:
        assert partner["y"] >= own["y"] + own["height"]
    expect(pair.locator(".partner-way").first).to_have_attribute("lang", "da")
    pair.locator(".partner-way a").first.click()
    arrive(page, re.compile(r"/da-1997/"))


def test_the_list_of_situations_narrows_while_one_types(page: Page) -> None:
    page.goto("/situations?hl=da")
    field, entries = page.get_by_label("Hvad skete der?"), page.locator(".phase li:visible")
    every = entries.count()
    field.fill("kulorsvigt")
    expect(page.locator(".filtered")).not_to_contain_text(str(every))
    assert 0 < entries.count() < every
    expect(page.locator(".filtered")).to_contain_text(str(entries.count()))
    field.fill("zzzz")
    expect(page.locator(".filtered")).to_have_text("Ingen situation har de ord.")
    field.fill("")
    expect(page.locator(".filtered")).to_contain_text(str(every))


def test_without_script_a_situation_is_found_and_read(browser: Browser, live_server: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    page.goto(f"{live_server}/situations?hl=nl")
    page.get_by_label("Wat gebeurde er?").fill("verzaking")
    page.get_by_label("Wat gebeurde er?").press("Enter")
    page.get_by_role("link", name="Verzaking", exact=True).click()
    arrive(page, re.compile(r"/situations/revoke$"))
    expect(page.locator(".main-passage")).to_contain_text("Lees deze eerst")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_axe_finds_nothing_in_suggestions(
    browser: Browser, live_server: str, scheme: str, size: dict[str, int]
) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]  # as above
    page = context.new_page()
    page.goto(live_server + "/?hl=en")
    type_words(page, "revo")
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()

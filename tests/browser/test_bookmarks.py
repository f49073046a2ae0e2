"""Bookmarks with notes and what was read last: kept on the device, told by two windows alike, out and in as a file."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.arriving import arrive

PLACE = "/da-1997/64/A/2?hl=en"
KEY = "bridge-laws:bookmark:/"


def kept(page: Page, kind: str = "bookmark") -> dict[str, dict[str, str]]:
    """What the browser keeps, by place."""
    everything = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
    start = f"bridge-laws:{kind}:/"
    return {key.removeprefix(start): json.loads(text) for key, text in everything.items() if key.startswith(start)}


def bookmark(book: str = "da-1997", address: str = "64/A/2", **parts: Any) -> dict[str, Any]:
    plain = {"citation": "§64A2", "heading": "Trick", "language": "da", "note": "", "when": "2026-01-02T03:04:05.000Z"}
    return {"book": book, "address": address, **plain, **parts}


def file_of(bookmarks: Sequence[object], **parts: object) -> str:
    return json.dumps(
        {"kind": "bridge-laws bookmarks", "version": 1, "bookmarks": list(bookmarks), "read": [], **parts}
    )


def bring_in(page: Page, text: str) -> Locator:
    """Bring a file in; gives what the page says of it."""
    said = page.locator(".bookmarks-said")
    page.locator(".bookmarks-file").set_input_files(
        {"name": "laws.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(said).not_to_be_empty()
    return said


def test_the_key_and_the_menu_put_a_bookmark_and_take_it_away(page: Page) -> None:
    page.goto(PLACE)
    page.keyboard.press("b")
    expect(page.locator(".said")).to_have_text("Bookmarked")
    button = page.locator("[id='64-A-2'] > .body > button.copy")
    expect(button).to_have_class("copy bookmarked")
    expect(button).to_have_accessible_description("bookmarked")
    (mark,) = kept(page).values()
    heading = page.locator("[id='64-A-2'] > .body > .heading").inner_text()
    assert mark["citation"] == "§64A2"
    assert (mark["book"], mark["address"], mark["language"], mark["note"]) == ("da-1997", "64/A/2", "da", "")
    assert mark["heading"] == heading
    button.click()
    page.get_by_role("button", name="Remove the bookmark").click()
    expect(page.locator(".said")).to_have_text("Bookmark removed")
    assert kept(page) == {}
    expect(button).to_have_class("copy")


def test_a_law_a_note_and_a_text_beside_another_book_have_bookmarks_too(page: Page) -> None:
    for path, place, heading in [
        ("/da-1997/64", "da-1997/64", r"kulørsvigt"),
        ("/da-1997/68/note/1", "da-1997/68/note/1", r"\w"),
        ("/compare/da-1997/nl-2017/70/B/2", "da-1997/70/B/2", ""),
    ]:
        page.goto(path)
        page.keyboard.press("b")
        expect(page.locator(".said")).to_be_visible()
        assert re.search(heading, kept(page)[place]["heading"])


def test_the_key_does_nothing_where_there_is_no_provision_and_while_typing(page: Page) -> None:
    for path in ("/about", "/bookmarks", "/search?q=kort"):
        page.goto(path)
        page.keyboard.press("b")
    page.goto(PLACE)
    page.locator("#q").press_sequentially("bb")
    assert kept(page) == {}


def test_notes_are_written_on_the_page_of_the_bookmarks_and_come_back_with_them(page: Page) -> None:
    page.goto(PLACE)
    page.keyboard.press("b")
    page.locator("[id='64-A-2'] > .body > button.copy").click()
    page.get_by_role("link", name="The note on it").click()
    arrive(page, re.compile(r"/bookmarks#/da-1997/64/A/2$"))
    field = page.get_by_label("Your note")
    expect(field).to_be_focused()
    field.fill("Ask whether the offender won the trick")
    page.locator(".mark-row a").click()
    arrive(page, re.compile(r"/da-1997/64/A/2$"))
    assert kept(page)["da-1997/64/A/2"]["note"] == "Ask whether the offender won the trick"
    for _ in range(2):
        page.keyboard.press("b")
    assert kept(page)["da-1997/64/A/2"]["note"] == "Ask whether the offender won the trick"


def test_one_that_was_removed_can_be_put_back(page: Page) -> None:
    page.goto("/bookmarks?hl=en")
    bring_in(page, file_of([bookmark(note="mine"), bookmark(address="12/C/3", citation="§12C3")]))
    page.locator(".mark-row", has_text="§64A2").get_by_role("button", name="Remove §64A2").click()
    expect(page.locator(".mark-row")).to_have_count(1)
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator(".mark-row")).to_have_count(2)
    assert kept(page)["da-1997/64/A/2"]["note"] == "mine"


@pytest.mark.parametrize(
    ("hl", "read", "marks"), [("en", "Recently read", "Bookmarks"), ("da", "Sidst læst", "Bogmærker")]
)
def test_the_first_page_shows_what_was_read_and_bookmarked(page: Page, hl: str, read: str, marks: str) -> None:
    page.goto(f"/?hl={hl}")
    expect(page.locator(".lately")).to_be_hidden()
    for path in ("/da-1997/12/C/3", "/nl-2017/54", "/da-1997/70/B-D", "/da-1997/12/C/3"):
        page.goto(path)
    page.keyboard.press("b")
    page.goto("/")
    lines = page.locator(".lately > div:visible")
    expect(lines.first).to_contain_text(read)
    expect(lines.last).to_contain_text(marks)
    assert lines.first.locator("li").all_inner_texts() == ["§12C3", "§70B–§70D", "Artikel 54"]
    assert lines.last.locator("li").all_inner_texts() == ["§12C3"]
    expect(lines.first.get_by_role("link", name="Artikel 54")).to_have_attribute("lang", "nl")
    page.goto("/bookmarks")
    assert [link.get_attribute("href") for link in page.locator(".read a").all()] == [
        "/da-1997/12/C/3",
        "/da-1997/70/B-D",
        "/nl-2017/54",
    ]
    page.locator(".bookmarks-forget").click()
    expect(page.locator(".read-part")).to_be_hidden()
    assert kept(page, "read") == {}
    assert len(kept(page)) == 1


def test_only_the_last_thirty_are_remembered(page: Page) -> None:
    page.goto("/bookmarks?hl=en")
    read = [bookmark(address=f"{law}", when=f"2026-01-01T00:00:{law:02}Z") for law in range(1, 41)]
    bring_in(page, file_of([], read=read))
    assert {int(place.rpartition("/")[2]) for place in kept(page, "read")} == {*range(11, 41)}


def test_two_windows_do_not_lose_each_others_bookmarks(browser: Browser, live_server: str) -> None:
    context = browser.new_context()
    one, other, third = context.new_page(), context.new_page(), context.new_page()
    one.goto(f"{live_server}{PLACE}")
    other.goto(f"{live_server}/da-1997/64/B/3?hl=en")
    third.goto(f"{live_server}/bookmarks?hl=en")
    one.keyboard.press("b")
    other.keyboard.press("b")
    expect(third.locator(".mark-row")).to_have_count(2)
    expect(other.locator("[id='64-A-2'] > .body > button.copy")).to_have_class("copy bookmarked")
    third.get_by_label("Your note").first.fill("from the third")
    third.get_by_label("Your note").first.blur()
    one.keyboard.press("b")
    expect(third.locator(".mark-row")).to_have_count(1)
    assert [mark["note"] for mark in kept(third).values()] == ["from the third"]
    context.close()


def test_what_is_saved_as_a_file_comes_in_on_another_device_and_twice_is_once(
    browser: Browser, page: Page, live_server: str
) -> None:
    page.goto(PLACE)
    page.keyboard.press("b")
    page.goto("/bookmarks?hl=en")
    page.get_by_label("Your note").fill("æ ≠ å\nsecond line")
    page.get_by_label("Your note").blur()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save as a file").click()
    assert re.fullmatch(r"bridge-laws-\d{4}-\d\d-\d\d\.json", downloading.value.suggested_filename)
    text = Path(downloading.value.path()).read_text(encoding="utf-8")
    assert json.loads(text)["version"] == 1
    there = browser.new_page()
    there.goto(f"{live_server}/bookmarks?hl=en")
    expect(bring_in(there, text)).to_have_text("Brought in. New: 1; changed: 0; already here: 0.")
    expect(there.get_by_label("Your note")).to_have_value("æ ≠ å\nsecond line")
    before = there.evaluate("JSON.stringify(localStorage)")
    assert kept(there) == kept(page)
    assert kept(there, "read") == kept(page, "read")
    there.locator(".bookmarks-said").evaluate("said => said.replaceChildren()")
    expect(bring_in(there, text)).to_have_text("Brought in. New: 0; changed: 0; already here: 1.")
    assert there.evaluate("JSON.stringify(localStorage)") == before
    there.close()


def test_joining_loses_no_word_of_a_note_and_takes_the_older_date(page: Page) -> None:
    page.goto("/bookmarks?hl=en")
    bring_in(page, file_of([bookmark(note="one", when="2026-03-01T00:00:00Z")]))
    for note, whole in [("two", "one\n\ntwo"), ("one", "one\n\ntwo"), ("", "one\n\ntwo")]:
        bring_in(page, file_of([bookmark(note=note, when="2026-02-01T00:00:00Z")]))
        page.wait_for_function("(whole) => document.querySelector('textarea').value === whole", arg=whole)
        (mark,) = kept(page).values()
        assert (mark["note"], mark["when"]) == (whole, "2026-02-01T00:00:00Z")


BROKEN = [
    ("", "cannot be read"),
    ("{", "cannot be read"),
    ("null", "holds no bookmarks"),
    ("[]", "holds no bookmarks"),
    ('{"kind": "something else", "version": 1, "bookmarks": []}', "holds no bookmarks"),
    ('{"kind": "bridge-laws bookmarks", "version": "1", "bookmarks": []}', "holds no bookmarks"),
    ('{"kind": "bridge-laws bookmarks", "version": 1}', "holds no bookmarks"),
    (file_of([], version=2), "newer version"),
    (file_of([bookmark(), None]), r"Entry 2 of that file is damaged \(book\)"),
    (file_of([bookmark(), bookmark(book="../x")]), r"Entry 2 .* \(book\)"),
    (file_of([bookmark(), bookmark(address="javascript:alert(1)")]), r"Entry 2 .* \(address\)"),
    (file_of([bookmark(), bookmark(address="//evil.example")]), r"Entry 2 .* \(address\)"),
    (file_of([bookmark(), bookmark(note=7)]), r"Entry 2 .* \(note\)"),
    (file_of([bookmark(), bookmark(when="yesterday")]), r"Entry 2 .* \(when\)"),
    (file_of([bookmark(), bookmark(when="2026-19-39T00:00:00Z")]), r"Entry 2 .* \(when\)"),
    (file_of([bookmark()], read=[{"book": "da-1997"}]), r"Entry 1 .* \(address\)"),
    (file_of([bookmark(note="x" * 5_000_000)]), "larger than any"),
]


@pytest.mark.parametrize(("text", "says"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_gets_a_sentence_and_changes_nothing(page: Page, text: str, says: str) -> None:
    page.goto("/bookmarks?hl=en")
    expect(bring_in(page, text)).to_have_text(re.compile(says))
    assert page.evaluate("localStorage.length") == 0


def test_a_file_that_does_not_fit_changes_nothing(page: Page) -> None:
    page.goto("/bookmarks?hl=en")
    bring_in(page, file_of([bookmark(note="old")]))
    page.evaluate("localStorage.setItem('of another', 'x'.repeat(4_900_000))")
    before = page.evaluate("JSON.stringify(localStorage)")
    many = [bookmark(note="new " * 200), *(bookmark(address=f"{law}", note="y" * 9_000) for law in range(1, 60))]
    expect(bring_in(page, file_of(many))).to_have_text(re.compile("no room left"))
    assert page.evaluate("JSON.stringify(localStorage)") == before


def test_a_full_browser_says_so(page: Page) -> None:
    page.goto("/about")
    page.evaluate(
        "for (let size = 1 << 22; size; size >>= 1)"
        " try { for (let at = 0; ; at++) localStorage.setItem(size + '-' + at, 'x'.repeat(size)); } catch {}"
    )
    page.goto(PLACE)
    page.keyboard.press("b")
    expect(page.locator(".said")).to_contain_text("no room left")
    assert kept(page) == {}
    page.goto("/bookmarks?hl=en")
    expect(page.locator(".bookmarks-said")).to_contain_text("no room left")


@pytest.mark.parametrize("how", ["get() { throw new DOMException('no', 'SecurityError'); }", "value: null"])
def test_a_browser_that_keeps_nothing_says_so_and_the_rest_works(page: Page, how: str) -> None:
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ {how} }})")
    page.goto(PLACE)
    page.keyboard.press("b")
    expect(page.locator(".said")).to_contain_text("lets the page keep nothing")
    page.goto("/bookmarks?hl=en")
    expect(page.locator(".bookmarks-said")).to_contain_text("lets the page keep nothing")
    page.goto("/?hl=en")
    expect(page.locator(".lately")).to_be_hidden()
    assert broken == []


def test_what_cannot_be_read_here_is_passed_over(page: Page) -> None:
    page.goto("/about")
    page.evaluate(
        "([key]) => { for (const text of ['{', '[]', '{\"book\":1}']) localStorage.setItem(key + text, text); }", [KEY]
    )
    page.goto(PLACE)
    page.keyboard.press("b")
    page.goto("/bookmarks?hl=en")
    expect(page.locator(".mark-row")).to_have_count(1)


@pytest.mark.parametrize(
    ("hl", "words"), [("en", "JavaScript"), ("da", "slå JavaScript til"), ("nl", "zet JavaScript")]
)
def test_without_script_the_page_says_what_it_needs(browser: Browser, live_server: str, hl: str, words: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{live_server}/bookmarks?hl={hl}")
    expect(page.locator("main")).to_contain_text(words)
    expect(page.locator("main button")).to_have_count(2)
    expect(page.locator("main button:visible")).to_have_count(0)
    page.close()

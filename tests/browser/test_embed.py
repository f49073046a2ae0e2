"""The embeddable script in pages of others: what it links and leaves alone, its popup by mouse, keyboard and touch,
and that neither the page's styles nor its policy stop it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from playwright.sync_api import Request as BrowserRequest

from kb.corpus import find_folders, load_corpus
from kb.linking import Context, find_in
from tests.browser.arriving import arrive
from webui.embed import EXACT

CORPUS = load_corpus(find_folders().corpus)
DEMO = "/embed/demo"
DESK = {"width": 1280, "height": 900}


Host = Callable[..., str]


def linked(page: Page) -> list[list[str]]:
    """What was found, when all is done: the words of each element of ours, and what it is."""
    found: list[list[str]] = page.evaluate(
        "LawLinks.ready.then((all) => all.flatMap(({ elements }) =>"
        " elements.map((one) => [one.textContent, one.dataset.lawlink, one.getAttribute('href') ?? ''])))"
    )
    return found


def words(page: Page) -> list[str]:
    return [text for text, _, _ in linked(page)]


def by_python(body: str) -> list[str]:
    """What ``kb link`` links in a page."""
    return [found.text for found in find_in(CORPUS, body, "html", Context("da")) if found.url and found.linkable]


def popup(page: Page) -> Locator:
    return page.get_by_role("dialog")


# --- what is linked -----------------------------------------------------------------------------------------------

PAGES = [
    ("<p>Se §64A2 og §70, og til sidst 71C.", ["§64A2", "§70", "71C"]),
    ("<p>Se § <b>64</b> <i>A</i> 2.", ["§ 64 A 2"]),
    ("<p>Se <b>§64</b>A2.", ["§64A2"]),
    ("<p>Se <b>x §64</b>A2 y.", ["§64", "A2"]),
    ("<p>§64<br>A2", ["§64"]),
    ("<p>§</p><p>64 er", []),
    ("<p>§</p>64 er", []),
    ("<p>😀 𝔸 §64A2", ["§64A2"]),
    ("<p>e\u0301 §64A2 e\u0301", ["§64A2"]),
    ("<p>§64\n       A2", ["§64\n       A2"]),
    ("<p>§64\n\n  A2\n", ["§64\n\n  A2"]),
    ("<p>§\u00a064\u2009A2", ["§\u00a064\u2009A2"]),
    ("<p>§64\n- §65", ["§64\n- §65"]),
    ("<a href=x>§64A2</a> og §70", ["§70"]),
    ("<p>§64A2 og <a href=x>70</a>", ["§64A2"]),
    ("<code>§64A2</code><pre>§64A2</pre><kbd>§64A2</kbd>", []),
    ("<textarea>§64A2</textarea><input value=§64A2><button>§64A2</button><select><option>§64A2</select>", []),
    ("<p contenteditable>§64A2<p contenteditable=false>§70", ["§70"]),
    ("<svg><text>§64A2</text></svg><math><mi>§64A2</mi></math>", []),
    ("<p data-skip>§64A2<p>§70<span data-skip>B</span>", ["§70"]),
    ("<div data-skip><p>§64A2</div>", []),
    ("<template><p>§64A2</template><noscript>§64A2</noscript>", []),
    ("<p>Vi spillede 3NT, vandt 64-36 den 9/11 kl. 12.30, jf. § 241d1 i reglementet.", []),
]


@pytest.mark.parametrize(("body", "texts"), PAGES)
def test_what_is_linked_and_what_is_left_alone(page: Page, host: Host, body: str, texts: list[str]) -> None:
    page.route("**/embed/lawlinks*", lambda route: route.abort())
    page.goto(host(body, 'data-lang="da"'))
    before = page.evaluate("document.body.textContent")
    page.unroute("**/embed/lawlinks*")
    page.reload()
    assert words(page) == texts
    if not re.search("data-skip|contenteditable", body):
        assert page.evaluate("LawLinks.ready.then((all) => all.map((one) => one.reference.text))") == by_python(body)
    assert page.evaluate("document.body.textContent") == before
    once = page.evaluate("document.body.innerHTML")
    assert (
        page.evaluate("Promise.all([LawLinks.link(), LawLinks.link(document)]).then((all) => all.flat().length)") == 0
    )
    assert page.evaluate("document.body.innerHTML") == once


def test_what_is_shown_as_a_block_breaks_a_line_and_what_a_shadow_holds_can_be_linked(page: Page, host: Host) -> None:
    style = "<style>i, u { display: block } u { white-space: pre-line }</style>"
    body = "§<i>64</i><b>§70</b> B<u>§71\n- §64</u>"
    page.goto(host(style + body, policy="style-src 'unsafe-inline'"))
    assert words(page) == ["§70 B", "§71", "§64"]
    held = """() => {
        const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
        root.append("se §16");
        return LawLinks.link(root).then((all) => [all.length, root.querySelector("a").textContent]);
    }"""
    assert page.evaluate(held) == [1, "§16"]


def test_the_tag_says_where_to_link_in_which_language_and_from_where(page: Page, host: Host, live_server: str) -> None:
    body = "<main>§64A2 <i class=x>§70</i> <nav>§71</nav></main><aside>§54</aside>"
    page.goto(host(body, 'data-lang="da" data-include="main, main i" data-exclude=".x, nav"'))
    assert words(page) == ["§64A2"]
    page.goto(host("<p>Law 70B3", 'data-lang="en" data-book="nl-2017"'))
    assert linked(page) == [["Law 70B3", "ok", f"{live_server}/nl-2017/70/B/3"]]
    page.goto(host("<p>efter denne paragraf", 'data-lang="da" data-context="64/A"'))
    assert linked(page) == [["denne paragraf", "ok", f"{live_server}/da-1997/64"]]
    page.goto(host("<p>Zie artikel 54B.<p lang=nl>54B1</p><p lang=da>§70B2"))
    assert [href for _, _, href in linked(page)] == [
        f"{live_server}/nl-2017/54/B",
        f"{live_server}/nl-2017/54/B/1",
        f"{live_server}/da-1997/70/B/2",
    ]


def test_an_even_text_is_read_in_the_language_that_the_page_declares(page: Page, host: Host, live_server: str) -> None:
    for lang, book in (("nl", "nl-2017"), ("da", "da-1997"), ("nl-BE", "nl-2017")):
        page.goto(host("<p>70B3", lang=lang))
        assert linked(page) == [["70B3", "ok", f"{live_server}/{book}/70/B/3"]]
    page.goto(host("<p>70B3", lang="en"))
    assert linked(page) == []


def test_a_long_page_is_asked_of_in_few_questions(page: Page, host: Host) -> None:
    asked: list[int] = []

    def count(request: BrowserRequest) -> None:
        if request.method == "POST":
            asked.append(len(json.loads(request.post_data or "")["texts"]))

    page.on("request", count)
    page.goto(host("".join(f"<p>Bord {n}: §64A2</p><p>uden</p>" for n in range(1100)) + "<p>§70" * 3))
    assert len(words(page)) == 1103
    assert asked == [500, 500, 101]


def test_what_comes_later_is_linked_where_that_was_asked_for(page: Page, host: Host) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a plain dict
    page.goto(host("<p id=x>Se ", 'data-lang="da" data-observe'))
    assert words(page) == []
    links = page.locator("a.lawlink")
    page.evaluate("x.append('§64', 'A2')")
    expect(links).to_have_text(["§64A2"])
    page.evaluate("x.after(Object.assign(document.createElement('div'), { textContent: 'og §70' }))")
    expect(links).to_have_text(["§64A2", "§70"])
    page.evaluate("x.firstChild.data = 'Se §16 og '")
    expect(links).to_have_text(["§16", "§64A2", "§70"])
    page.evaluate("x.replaceChildren('§', document.createElement('br'), '§71', x.lastChild)")
    expect(links).to_have_text(["§71", "§64A2", "§70"])
    links.first.hover()
    expect(popup(page)).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_timeout(700)
    assert asked.count("POST") == 4  # it does not answer itself


def test_what_comes_later_is_linked_when_it_is_called(page: Page, host: Host) -> None:
    page.goto(host("<p id=x>Se ", 'data-lang="da"'))
    assert words(page) == []
    page.evaluate("x.append('§64A2')")
    page.wait_for_timeout(500)
    assert page.locator("a.lawlink").count() == 0
    twice = (
        "Promise.all([LawLinks.link(x), LawLinks.link(x)]).then((all) => all.flat().map((one) => one.reference.text))"
    )
    assert page.evaluate(twice) == ["§64A2"]
    assert page.evaluate("x.innerHTML").count("<a ") == 1


def test_debug_mode_paints_each_kind_and_says_why(page: Page, host: Host) -> None:
    body = "<p>§64A2, §2, § 241d1, §64Z, fodnoten til §68, denne paragraf"
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a plain dict
    page.goto(host(body, 'data-lang="da" data-debug'))
    kinds = {text: kind for text, kind, _ in linked(page)}
    assert kinds["§64A2"] == "ok"
    assert kinds["§2"] == "outside-corpus"
    assert kinds["§ 241d1"] == "foreign"
    assert kinds["denne paragraf"] == "ambiguous"
    painted = page.evaluate("[...document.querySelectorAll('.lawlink')].map((one) => one.style.background)")
    assert len({*painted}) == 4
    refused = page.locator("mark", has_text="241")
    expect(refused).to_have_accessible_description(re.compile("93"))
    refused.hover()
    expect(popup(page)).to_contain_text("93")
    expect(popup(page)).to_contain_text("foreign · da (given)")
    expect(popup(page).get_by_role("link")).to_have_count(0)


# --- what it may do -----------------------------------------------------------------------------------------------


def test_it_works_from_another_origin_under_a_strict_policy_and_asks_nobody_else(
    page: Page, host: Host, live_server: str
) -> None:
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a plain dict
    address = host("<p>Se §64A2.")
    page.context.add_cookies([{"name": "hl", "value": "nl", "url": live_server}])
    with page.expect_response("**/find-refs") as answer:
        page.goto(address)
    assert "cookie" not in answer.value.request.all_headers()
    assert words(page) == ["§64A2"]
    page.locator("a.lawlink").hover()
    expect(popup(page).get_by_role("heading")).to_contain_text("§64A2")
    box = popup(page).bounding_box()
    assert box is not None
    assert box["width"] > 200
    expect(popup(page)).to_have_css("position", "fixed")
    assert {url.removeprefix(live_server).removeprefix(address) for url in asked} <= {
        "",
        "favicon.ico",
        f"/embed/{EXACT}",
        "/api/v1/find-refs",
        "/api/v1/provisions/da-1997/64/A/2",
    }
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, "hl=nl"]
    assert [line for line in said if "favicon" not in line and "404" not in line] == []


def test_without_an_answer_the_page_is_left_alone_with_one_warning(page: Page, host: Host) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if "lawlinks" in message.text else None)
    page.on("pageerror", lambda problem: said.append(str(problem)))
    page.route("**/find-refs", lambda route: route.abort())
    page.goto(host("<p>Se §64A2."))
    assert words(page) == []
    assert page.evaluate("LawLinks.link().then((all) => all.length)") == 0
    assert page.evaluate("document.body.innerHTML") == "<p>Se §64A2.</p>"
    assert len(said) == 1
    page.unroute("**/find-refs")
    assert page.evaluate("LawLinks.link().then((all) => all.length)") == 1


@pytest.mark.parametrize(
    "attributes",
    ['data-book="xx-2000"', 'data-lang="xx"', 'data-context="nowhere!"', 'data-include="!"', 'data-exclude="["'],
)
def test_a_tag_that_says_nonsense_is_told_so_once(page: Page, host: Host, attributes: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "warning" else None)
    page.on("pageerror", lambda problem: said.append(f"not caught: {problem}"))
    page.goto(host("<p>Se §64A2.", attributes))
    page.wait_for_load_state("networkidle")
    assert len(said) == 1
    assert said[0].startswith("lawlinks: ")
    assert page.locator("a.lawlink").count() == 0


# --- the popup ----------------------------------------------------------------------------------------------------


@pytest.fixture
def demo(page: Page) -> Page:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a plain dict
    page.goto(DEMO)
    assert len(words(page)) == 8
    return page


def first(page: Page) -> Locator:
    return page.locator("#da a.lawlink").first


def test_by_mouse_it_comes_stays_while_one_points_at_it_and_goes(demo: Page) -> None:
    first(demo).hover()
    expect(popup(demo)).to_be_visible()
    expect(popup(demo).get_by_role("heading")).to_have_text(re.compile("^§64A2: "))
    expect(popup(demo).locator(".edition")).to_have_text("udgaven fra 1997 afløst af udgaven fra 2017")
    expect(popup(demo).locator(".words")).to_contain_text("ikke-fejlende side")
    expect(popup(demo).get_by_role("link")).to_have_attribute("href", re.compile("/da-1997/64/A/2$"))
    expect(popup(demo).get_by_role("link")).to_have_text("Åbn siden")
    popup(demo).locator(".words").hover()
    demo.wait_for_timeout(500)
    expect(popup(demo)).to_be_visible()
    demo.mouse.move(5, 890)
    expect(popup(demo)).to_be_hidden()
    first(demo).hover()
    expect(popup(demo)).to_be_visible()
    demo.keyboard.press("Escape")
    expect(popup(demo)).to_be_hidden()
    expect(demo.locator("lawlinks-popup")).to_have_count(0)


def test_a_click_follows_the_link(demo: Page) -> None:
    first(demo).click()
    arrive(demo, re.compile("/da-1997/64/A/2$"))


def test_by_keyboard_one_goes_through_it_and_esc_closes_it(demo: Page) -> None:
    demo.locator("header a").last.focus()
    demo.keyboard.press("Tab")
    expect(first(demo)).to_be_focused()
    expect(popup(demo).get_by_role("link")).to_have_text("Åbn siden")
    expect(first(demo)).to_have_attribute("aria-expanded", "true")
    expect(first(demo)).to_have_accessible_description(re.compile("overføres"))
    demo.keyboard.press("Tab")
    expect(popup(demo).locator(".words")).to_be_focused()
    demo.keyboard.press("Tab")
    expect(popup(demo).get_by_role("link")).to_be_focused()
    demo.keyboard.press("Escape")
    expect(popup(demo)).to_be_hidden()
    expect(first(demo)).to_be_focused()
    expect(first(demo)).to_have_attribute("aria-expanded", "false")
    demo.keyboard.press("Tab")
    expect(popup(demo).get_by_role("heading")).to_have_text(re.compile("^§70"))
    demo.keyboard.press("Shift+Tab")
    expect(popup(demo).get_by_role("heading")).to_have_text(re.compile("^§64A2"))
    demo.keyboard.press("Tab")
    demo.keyboard.press("Tab")
    demo.keyboard.press("Tab")
    demo.keyboard.press("Enter")
    expect(popup(demo)).to_be_hidden()
    expect(first(demo)).to_be_focused()
    demo.keyboard.press("Enter")
    arrive(demo, re.compile("/da-1997/64/A/2$"))


@pytest.fixture
def tapping(browser: Browser, live_server: str) -> Iterator[BrowserContext]:
    tablet = {"width": 820, "height": 1180}
    context = browser.new_context(base_url=live_server, has_touch=True, is_mobile=True, viewport=tablet)  # type: ignore[arg-type]  # a plain dict
    yield context
    context.close()


def test_by_touch_the_first_tap_shows_it_and_the_next_follows(tapping: BrowserContext) -> None:
    page = tapping.new_page()
    page.goto(DEMO)
    assert len(words(page)) == 8
    first(page).tap()
    expect(popup(page).locator(".words")).to_contain_text("ikke-fejlende side")
    expect(popup(page)).to_be_focused()
    arrive(page, re.compile(f"{DEMO}$"))
    page.locator("h1").tap()
    expect(popup(page)).to_be_hidden()
    first(page).tap()
    popup(page).get_by_role("button").tap()
    expect(popup(page)).to_be_hidden()
    expect(first(page)).to_be_focused()
    first(page).tap()
    popup(page).get_by_role("link").tap()
    arrive(page, re.compile("/da-1997/64/A/2$"))
    page.goto(DEMO)
    assert len(words(page)) == 8
    first(page).tap()
    expect(popup(page).locator(".words")).to_be_visible()
    first(page).tap()
    arrive(page, re.compile("/da-1997/64/A/2$"))


def test_on_a_narrow_screen_there_is_none_unless_asked_for(tapping: BrowserContext, host: Host) -> None:
    page = tapping.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    body = '<meta name="viewport" content="width=device-width"><p>Se §64A2.'
    page.goto(host(body))
    assert words(page) == ["§64A2"]
    page.locator("a.lawlink").tap()
    arrive(page, re.compile("/da-1997/64/A/2$"))
    page.goto(host(body, 'data-popups="always"'))
    assert words(page) == ["§64A2"]
    page.locator("a.lawlink").tap()
    expect(popup(page).locator(".words")).to_be_visible()
    box = popup(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_popups_can_be_left_out(page: Page, host: Host) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a plain dict
    page.goto(host("<p>Se §64A2.", 'data-popups="never"'))
    assert words(page) == ["§64A2"]
    page.locator("a.lawlink").hover()
    page.wait_for_timeout(400)
    expect(popup(page)).to_be_hidden()


def test_the_words_that_cannot_be_fetched_leave_a_way_to_the_page(page: Page, host: Host) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a plain dict
    page.route("**/provisions/**", lambda route: route.abort())
    page.goto(host("<p>Se §64A2.", lang="da"))
    assert words(page) == ["§64A2"]
    page.locator("a.lawlink").hover()
    expect(popup(page)).to_contain_text("Ordene kunne ikke hentes lige nu.")
    expect(popup(page).get_by_role("link")).to_have_attribute("href", re.compile("/da-1997/64/A/2$"))


def test_no_style_of_the_page_reaches_into_it(demo: Page) -> None:
    first(demo).hover()
    expect(popup(demo).locator(".words p").first).to_be_visible()
    for place, name, value in [
        (popup(demo), "position", "fixed"),
        (popup(demo), "float", "none"),
        (popup(demo), "text-transform", "none"),
        (popup(demo), "opacity", "1"),
        (popup(demo), "direction", "ltr"),
        (popup(demo), "font-size", "16px"),
        (popup(demo).locator(".words p").first, "letter-spacing", "normal"),
        (popup(demo).locator(".words p").first, "font-style", "normal"),
        (popup(demo).locator(".words p").first, "text-align", "start"),
    ]:
        expect(place).to_have_css(name, value)
    link, box = first(demo).bounding_box(), popup(demo).bounding_box()
    assert link is not None
    assert box is not None
    assert 0 <= box["y"] - (link["y"] + link["height"]) < 10


def test_the_page_that_shows_it_links_what_it_adds_later(demo: Page) -> None:
    demo.get_by_role("button", name="One more sentence").click()
    expect(demo.locator("#later a.lawlink")).to_have_text(["§9A2", "§§16", "54"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("debug", ["", "?debug"])
def test_axe_finds_nothing_in_it(browser: Browser, live_server: str, scheme: str, debug: str) -> None:
    context = browser.new_context(viewport=DESK, color_scheme=scheme)  # type: ignore[arg-type]  # plain words and a plain dict
    page = context.new_page()
    page.goto(live_server + DEMO + debug)
    assert words(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    for link in (first(page), page.locator("#range a.lawlink"), page.locator("#nl .lawlink").last):
        link.hover()
        expect(popup(page).locator(".words, .said").first).to_be_visible()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    context.close()


@pytest.mark.parametrize("language", ["da", "nl", "en"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_that_explains_it_fits_and_axe_finds_nothing(page: Page, language: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/embed?hl={language}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()

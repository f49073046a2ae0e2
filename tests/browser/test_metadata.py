"""What the head of a page says to machines, in a real browser: the policy lets it stand, and nothing complains."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import ConsoleMessage, Page

WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


@pytest.mark.parametrize(
    "path", ["/", "/da-1997", "/da-1997/70/B/2", "/nl-2017/70/note/1", "/compare/da-1997/nl-2017/70"]
)
def test_data_in_the_head_breaks_no_policy(page: Page, path: str) -> None:
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.add_init_script(WATCH)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.violations") == []
    assert complaints == []
    blocks = page.locator('script[type="application/ld+json"]')
    assert blocks.count() == (0 if path.startswith("/compare") else 1)
    if blocks.count():
        assert json.loads(blocks.inner_text())["@context"] == "https://schema.org"


def test_the_search_of_the_address_bar_leads_to_a_page(page: Page) -> None:
    page.goto("/")
    described = page.request.get(str(page.locator('link[rel="search"]').get_attribute("href"))).text()
    template = described.partition('type="text/html" method="get" template="')[2].partition('"')[0]
    page.goto(template.replace("{searchTerms}", "64a2"))
    assert page.url.endswith("/64/A/2")

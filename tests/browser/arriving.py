"""How a test waits for a page that a press or a key has led to."""

from __future__ import annotations

from re import Pattern

from playwright.sync_api import Page, expect


def arrive(page: Page, address: str | Pattern[str]) -> None:
    """Wait for an address and until its page takes keys: the address is there before the page's modules are."""
    expect(page).to_have_url(address)
    page.wait_for_load_state()

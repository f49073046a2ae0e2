"""A slow phone on a bad line: when it first shows words, how much comes over the line, and whether anything jumps."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, ViewportSize

WINDOW: Final[ViewportSize] = {"width": 390, "height": 780}
SLOWED: Final = 4
"""How many times slower than this machine the phone's processor is."""
LATENCY: Final = 400
"""Milliseconds until an answer begins."""
RATE: Final = 400 * 1000 / 8
"""Bytes a second."""
SETTLED: Final = 1500
"""Milliseconds after the page is loaded in which things may still jump."""

_WATCH: Final = """
window.jumped = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumped += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
_SEEN: Final = """() => ({
  first: performance.getEntriesByType("navigation")[0].responseStart,
  painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  jumped: window.jumped,
})"""


@dataclass(frozen=True, slots=True)
class Seen:
    """First byte and first contentful paint in milliseconds, all bytes over the line, and the layout shift."""

    first_byte: float
    painted: float
    size: int
    jumped: float


def look(browser: Browser, url: str, times: int) -> Seen:
    """The median of so many first visits."""
    visits = [_visit(browser, url) for _ in range(times)]
    return Seen(
        statistics.median(visit.first_byte for visit in visits),
        statistics.median(visit.painted for visit in visits),
        round(statistics.median(visit.size for visit in visits)),
        max(visit.jumped for visit in visits),
    )


def _visit(browser: Browser, url: str) -> Seen:
    context = browser.new_context(viewport=WINDOW, service_workers="block")
    try:
        page = context.new_page()
        line = context.new_cdp_session(page)
        sizes: list[float] = []
        line.on("Network.loadingFinished", lambda ended: sizes.append(ended["encodedDataLength"]))
        line.send("Network.enable")
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        slow: Mapping[str, object] = {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": RATE,
            "uploadThroughput": RATE,
        }
        line.send("Network.emulateNetworkConditions", dict(slow))
        page.add_init_script(_WATCH)
        page.goto(url, wait_until="load", timeout=60_000)
        page.wait_for_timeout(SETTLED)
        seen = page.evaluate(_SEEN)
        return Seen(seen["first"], seen["painted"], round(sum(sizes)), round(seen["jumped"], 4))
    finally:
        context.close()

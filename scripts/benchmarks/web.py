"""Measure the site beside Datasette over the same units, in one run: scripts/bench web [--seconds 5].

Answers a second with 8 and 32 connections, the time of the middle answer and of the slowest in a hundred, first byte
and bytes; then what a slow phone on a bad line sees of our pages: first paint, all bytes, and whether anything jumps.
Needs wrk, and Chromium. Datasette lives in an environment of its own, ``.kb/datasette``, made the first time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final
from urllib.request import Request, urlopen

from playwright.sync_api import sync_playwright

from kb.corpus import find_folders, load_corpus
from scripts.benchmarks.serving.asking import ACCEPTED, Asked, ask, wrk
from scripts.benchmarks.serving.phone import Seen, look
from scripts.benchmarks.serving.sites import datasette, fill, free_port, serving
from scripts.chromium import NONE, ways

OURS: Final[Mapping[str, str]] = {
    "law page": "/da-1997/64",
    "provision page": "/da-1997/64/A/2",
    "search page": "/search?q=strafkort+farve",
    "search JSON": "/search.json?q=strafkort",
}
THEIRS: Final[Mapping[str, str]] = {
    "table page": "/laws/units?_facet=book&law=64",
    "row page": "/laws/units/da-1997~3A64~2FA~2F2",
    "search page": "/laws/units?_search=strafkort+farve&_size=20",
    "search JSON": "/laws/units.json?_search=strafkort&_size=20&_shape=objects",
}
LIMITS: Final[Sequence[tuple[str, str, float]]] = (
    ("law page", "table page", 20),
    ("law page", "row page", 10),
    ("search JSON", "search JSON", 2),
)
"""A page of ours, a page of Datasette's, and how many times as many answers a second ours must give."""
LOOKED_AT: Final = ("/da-1997/64", "/da-1997/64/A/2", "/search?q=strafkort+farve", "/compare/da-1997/nl-2017/64", "/")
PAINTED: Final = 1500.0
"""Milliseconds until a slow phone must show words."""
HEAVY: Final = 60 * 1024
"""Bytes that a first view of a law may bring."""

CONNECTIONS: Final = (8, 32)


def main() -> int:
    """Serve both, ask both, look at ours; 1 where a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=5, help="how long each address is asked")
    parser.add_argument("--visits", type=int, default=5, help="how often each page is looked at")
    arguments = parser.parse_args()
    wrk()
    port, theirs = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "laws.db"
        fill(load_corpus(find_folders().corpus), database)
        peer: list[str | Path] = [datasette(), "serve", "--immutable", database, "--port", str(theirs)]
        own: list[str | Path] = [sys.executable, "-m", "kb", "serve", "--port", str(port)]
        with serving(own, port, "/service-worker.js") as base:  # at rest: the pack for reading offline is made
            ours = asked(base, OURS, arguments.seconds)
            seen = looked(base, arguments.visits)
        with serving(peer, theirs, "/-/versions.json") as base:
            other = asked(base, THEIRS, arguments.seconds)
    missed = compared(ours, other) + painted(seen)
    return 1 if missed else 0


def asked(base: str, pages: Mapping[str, str], seconds: int) -> dict[str, Asked]:
    """Ask each page with few connections and with many, print it, and give the figures of the few."""
    few: dict[str, Asked] = {}
    heads = ("connections", "answers/s", "p50 ms", "p99 ms", "first byte", "bytes")
    print(f"\n{base}\n{'':16}" + "".join(map("{:>12}".format, heads)))
    for name, path in pages.items():
        for connections in CONNECTIONS:
            figures = ask(base + path, connections, seconds)
            few.setdefault(name, figures)
            failed = f"   {figures.failed} failed" if figures.failed else ""
            print(
                f"{name:16}{connections:12}{figures.rate:12.0f}{figures.p50:12.2f}{figures.p99:12.2f}"
                f"{first_byte(base + path):12.2f}{figures.size:12}{failed}",
                flush=True,
            )
    return few


def first_byte(url: str) -> float:
    """Milliseconds until the first byte, asked alone; the median of 30."""
    taken = []
    for _ in range(30):
        started = time.perf_counter()
        with urlopen(Request(url, headers=ACCEPTED), timeout=30) as answer:  # noqa: S310 - an address of this machine
            answer.read(1)
            taken.append((time.perf_counter() - started) * 1000)
    return median(taken)


def looked(base: str, visits: int) -> dict[str, Seen]:
    """What a slow phone sees of each page."""
    browser_path = next(filter(None, ways()), None)
    if browser_path is None:
        raise SystemExit(NONE)
    with sync_playwright() as playwright:
        switches = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=switches)
        return {path: look(browser, base + path, visits) for path in LOOKED_AT}


def compared(ours: Mapping[str, Asked], theirs: Mapping[str, Asked]) -> int:
    """Print the ratios; how many limits are missed."""
    missed = 0
    print("\nanswers a second, ours to Datasette's, 8 connections")
    for page, peer, limit in LIMITS:
        ratio = ours[page].rate / theirs[peer].rate
        missed += ratio < limit
        verdict = "yes" if ratio >= limit else "NO"
        print(f"{page:12} to {peer:12}{ratio:8.1f} (at least {limit:g}: {verdict})")
    return missed


def painted(seen: Mapping[str, Seen]) -> int:
    """Print what the phone saw; how many limits are missed."""
    missed = 0
    print(f"\na slow phone, first visit{'first byte':>16}{'first paint':>13}{'bytes':>9}{'jumps':>8}")
    for path, page in seen.items():
        well = page.painted <= PAINTED and page.jumped == 0 and page.size <= HEAVY
        missed += not well
        print(
            f"{path:32}{page.first_byte:7.0f} ms{page.painted:10.0f} ms{page.size:9}{page.jumped:8g}"
            f" ({'yes' if well else 'NO'})"
        )
    print(f"(at most {PAINTED:.0f} ms, {HEAVY} bytes, no jump)")
    return missed


if __name__ == "__main__":
    sys.exit(main())

"""The site, served for real on a free port, and a real Chromium to look at it with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext
from werkzeug.wrappers import Request, Response

from kb import load
from tests.browser.flight import Site
from tests.browser.serving import served
from webui import create_app
from webui.embed import EXACT, INTEGRITY

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("no-sandbox", "disable-gpu", "disable-background-networking", "disable-quic", "no-first-run")
ALONE = ("disable-component-update", "disable-sync")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """This machine's Chromium (``KB_CHROMIUM``, else by name), else the one that Playwright fetched itself."""
    found = os.environ.get("KB_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    place = {"executable_path": found} if found else {}
    return {**browser_type_launch_args, **place, "args": [f"--{switch}" for switch in (*QUIET, *ALONE)]}


@pytest.fixture(scope="session")
def live_server() -> Iterator[str]:
    """The real site over the real corpus; the value is its address, without a slash at the end."""
    library = load()
    with served(create_app(library.corpus, library.engine)) as address:
        yield address


@pytest.fixture(scope="session")
def base_url(live_server: str) -> str:
    """What ``page.goto("/da-1997/64")`` starts from."""
    return live_server


@pytest.fixture(scope="session")
def host(live_server: str) -> Iterator[Callable[..., str]]:
    """A site of somebody else, on a port of its own, with one page, whose policy allows the embeddable script and what
    it asks, and nothing else. It is given what stands in the page, the attributes of the script's tag, the language
    that the page declares, and what else its policy allows; it gives the page's address."""
    shown = {"page": "", "policy": ""}

    @Request.application
    def answer(request: Request) -> Response:
        there = Response(shown["page"], mimetype="text/html", status=200 if request.path == "/" else 404)
        there.headers["Content-Security-Policy"] = shown["policy"]
        return there

    def show(body: str, attributes: str = "", lang: str = "", policy: str = "") -> str:
        tag = f'<script defer src="{live_server}/embed/{EXACT}" integrity="{INTEGRITY}" crossorigin="anonymous"'
        head = (
            f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Host</title>{tag} {attributes}></script>'
        )
        shown["page"] = f"{head}<body>{body}"
        shown["policy"] = (
            f"default-src 'none'; script-src {live_server}; connect-src {live_server};"
            f" require-trusted-types-for 'script'; trusted-types 'none'; {policy}"
        )
        return f"{address}/"

    with served(answer) as address:
        yield show


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    house = Site()
    yield house
    house.close()


@pytest.fixture
def reader(site: Site, browser: Browser) -> Iterator[BrowserContext]:
    """A phone that has not been here before; the site is open, with its own build."""
    site.open()
    own = site.pack
    context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, locale="da-DK")
    yield context
    context.close()
    site.offer(own)
    site.open()

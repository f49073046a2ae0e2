"""The site, served for real on a free port, and a real Chromium to look at it with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import make_server

from kb import load
from webui import create_app

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
    server = make_server("127.0.0.1", 0, create_app(library.corpus, library.engine), threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


@pytest.fixture(scope="session")
def base_url(live_server: str) -> str:
    """What ``page.goto("/da-1997/64")`` starts from."""
    return live_server

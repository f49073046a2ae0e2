"""Take the pictures of the docs: the main pages at two widths, from the real site, into docs/pictures/."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from kb import load
from webui import create_app

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PAGES = {
    "start": "/?hl=en",
    "provision": "/da-1997/64/A/2?hl=en",
    "search": "/search?q=revoke+in+trick+12&hl=en",
    "compare": "/compare/da-1997/nl-2017/70?hl=en",
    "overview": "/compare/da-1997/nl-2017?hl=en",
    "situations": "/situations?hl=en",
}
WIDTHS = {390: 780, 1280: 860}
"""Width of the window to its height, in CSS pixels."""


class _Quiet(WSGIRequestHandler):
    def log(self, *_: object, **__: object) -> None:
        """Say nothing of each request."""


def take(browser: Browser, base: str) -> None:
    """Take every page at every width."""
    for width, height in WIDTHS.items():
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page = context.new_page()
        for name, path in PAGES.items():
            page.goto(base + path)
            target = FOLDER / f"{name}-{width}.png"
            page.screenshot(path=target)
            print(f"{target.name}: {page.title()}", file=sys.stderr)
        context.close()


def main() -> None:
    """Serve the site, look at it, stop."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    library = load()
    server = make_server(
        "127.0.0.1", 0, create_app(library.corpus, library.engine), threaded=True, request_handler=_Quiet
    )
    serving = Thread(target=server.serve_forever)
    serving.start()
    try:
        with sync_playwright() as playwright:
            switches = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            browser = playwright.chromium.launch(executable_path=os.environ.get("KB_CHROMIUM"), args=switches)
            take(browser, f"http://127.0.0.1:{server.server_port}")
            browser.close()
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


if __name__ == "__main__":
    main()

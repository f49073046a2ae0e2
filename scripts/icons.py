"""Draw the icons of the installed site from the pip, once: ``scripts/icons.py``; the files are committed."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "webui" / "static"
PAPER = "#fbfaf6"
SIZES = (192, 512)
SHARE = 0.62
"""What the pip takes of the icon: a mask may cut off all but the inner four fifths."""


def main() -> None:
    """Write each size as PNG."""
    pip = (STATIC / "pip.svg").read_text()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get("KB_CHROMIUM"), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            inner = f'<div style="width:{SHARE:.0%}">{pip}</div>'
            style = f"margin:0;height:100vh;display:grid;place-items:center;background:{PAPER}"
            page.set_content(f'<body style="{style}">{inner}')
            page.screenshot(path=STATIC / "offline" / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()

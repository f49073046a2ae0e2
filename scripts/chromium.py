"""Print the path of a Chromium that runs, for the browser tests; bring one where the machine has none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

NONE = """\
The browser tests need Chromium, and none could be had here: not under the names {names}, not from apt, and not from
Playwright. Install it (Debian: sudo apt-get install chromium), or name yours: KB_CHROMIUM=/path/to/chromium"""
NAMED = """\
KB_CHROMIUM names {path}, which does not run as a browser. Name one that does, or unset it."""


def say(text: str) -> None:
    """Tell the person what goes on; stdout is for the path."""
    print(text, file=sys.stderr, flush=True)


def runs(path: str | None) -> bool:
    """Whether this is a browser that starts; a stub that only points to a store is none."""
    return path is not None and succeeds(path, "--version")


def succeeds(*command: str) -> bool:
    """Run a command without a word from it; True when it exists and succeeds."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def installed() -> str | None:
    """The first browser of this machine that runs."""
    candidates = (*map(shutil.which, NAMES), *PLACES)
    return next((path for path in candidates if runs(path)), None)


def from_apt() -> str | None:
    """Debian's package, where apt is there and we may use it."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    say("Installing Chromium with apt (about 110 MB, once) …")
    if not (succeeds("apt-get", "update") and succeeds("apt-get", "install", "-y", "chromium")):
        say("apt could not.")
    return installed()


def playwrights_own() -> str | None:
    """Where Playwright keeps its own build, if it is there and runs."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if runs(path) else None


def from_playwright() -> str | None:
    """Playwright's own build, fetched when it is not there yet."""
    found = playwrights_own()
    if found is None:
        say("Fetching Playwright's own Chromium (about 170 MB, once) …")
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
        found = playwrights_own()
    return found


def ways() -> Iterator[str | None]:
    """Each way to come by a browser, cheapest first."""
    yield installed()
    yield from_apt()
    yield from_playwright()


def main() -> None:
    """Print the path, or exit with the sentence that helps."""
    named = os.environ.get("KB_CHROMIUM")
    if named and not runs(named):
        raise SystemExit(NAMED.format(path=named))
    path = named or next(filter(None, ways()), None)
    if path is None:
        raise SystemExit(NONE.format(names=", ".join(NAMES)))
    print(path)


if __name__ == "__main__":
    main()

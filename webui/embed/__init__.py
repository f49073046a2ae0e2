"""The embeddable script ``/embed/lawlinks.js``, the page that explains it, and a page that shows it at work.

The newest release also stands at an address without a version, which a browser keeps for minutes only; the address
with the version never changes, and its hash stands on the page.
"""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, Response, g, make_response, render_template, request

from kb import links
from kb.errors import NotFound
from webui.api.writing import site
from webui.embed.releases import integrity, released
from webui.files import FOREVER
from webui.press import kept
from webui.shelf import shelf

__all__ = ["pages"]

pages = Blueprint("embed", __name__)

MINUTES: Final = "public, max-age=300"

OPEN: Final = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Any page may take the script, and check its hash."""

STRICT: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""What the demonstration allows itself: the script, its questions, one style sheet, and nothing else."""

RELEASED: Final = released()
LATEST: Final = max(RELEASED, key=lambda version: [int(step) for step in version.split(".")])
NEWEST: Final = "lawlinks.js"
EXACT: Final = f"lawlinks-{LATEST}.js"
INTEGRITY: Final = integrity(RELEASED[LATEST])
_SCRIPT: Final = re.compile(r"lawlinks(?:-(?P<version>[0-9.]{5,20}))?\.js")


@pages.after_request
def for_all(response: Response) -> Response:
    """Let pages of other sites take the script, which is the same in every language; hold the demonstration to a
    policy of its own."""
    if response.mimetype == "text/javascript":
        response.headers.update(OPEN)
        response.headers["Vary"] = "Accept-Encoding"
    elif request.endpoint == "embed.demo":
        response.headers["Content-Security-Policy"] = STRICT
    return response


@pages.get("/embed")
def page() -> str:
    """What it is, in five lines, and the tag to copy."""
    newest = links.absolute(site().rstrip("/"), links.embed(NEWEST))
    exact = links.absolute(site().rstrip("/"), links.embed(EXACT))
    return render_template("embed/page.html", newest=newest, exact=exact, integrity=INTEGRITY)


def _switched() -> dict[str, str]:
    """Whether the demonstration shows what it left alone, and why."""
    return {"debug": "yes" if "debug" in request.args else ""}


@pages.get("/embed/demo")
@kept(lambda: shelf().press, _switched)
def demo() -> str:
    """A page of somebody else, as hostile as can be: its styles reach for all, its policy allows next to nothing."""
    return render_template("embed/demo.html", script=links.embed(EXACT), integrity=INTEGRITY, debug=g.said["debug"])


@pages.get("/embed/<name>")
@kept(lambda: shelf().press)
def script(name: str) -> Response:
    """The script: of a version, or the newest."""
    asked = _SCRIPT.fullmatch(name)
    version = (asked["version"] or LATEST) if asked else ""
    if version not in RELEASED:
        raise NotFound("page-unknown", path=f"/embed/{name}"[:80])
    response = make_response(RELEASED[version])
    response.content_type = "text/javascript; charset=utf-8"
    response.headers["Cache-Control"] = FOREVER if asked and asked["version"] else MINUTES
    return response

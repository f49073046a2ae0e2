"""Reading without a network: the worker of the site, its manifest, the pack that a device keeps, and the page about it.

Where the setting ``PACK_FOLDER`` names no folder there is no pack, and nothing is offered.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast

from flask import Blueprint, Response, current_app, make_response, render_template, request
from markupsafe import Markup

from kb.errors import NotFound
from webui.files import FILES, FOREVER, asset
from webui.headers import HEADERS
from webui.offline.glueing import glued
from webui.offline.keeping import SETTING, Keeping
from webui.offline.pack import Pack
from webui.press import REVALIDATE, Print, kept, printed
from webui.shelf import shelf, tongue

pages = Blueprint("offline", __name__)

EXTENSION: Final = "bridge-law-pack"
SOON: Final = 5
"""Seconds after which to ask again for a pack that is being made."""
WORKER: Final = "/service-worker.js"
MANIFEST: Final = "/manifest.webmanifest"
BILL: Final = "/offline/bill.json"
PAPER: Final = "#fbfaf6"  # as in site.css
ICONS: Final[Sequence[tuple[str, str, str]]] = (
    ("pip.svg", "any", "image/svg+xml"),
    ("offline/icon-192.png", "192x192", "image/png"),
    ("offline/icon-512.png", "512x512", "image/png"),
)


def offered() -> bool:
    """Whether this site has a pack to keep."""
    return bool(current_app.config[SETTING])


def keeping() -> Keeping:
    """The pack of this site. Raises NotFound where none is offered."""
    if not offered():
        raise NotFound("page-unknown", path=request.path[:80])
    known = current_app.extensions
    if EXTENSION not in known:
        known[EXTENSION] = Keeping(shelf().corpus, shelf().engine, Path(str(current_app.config[SETTING])))
    return cast("Keeping", known[EXTENSION])


@pages.app_context_processor
def _offer() -> dict[str, object]:
    return {
        "offline_bill": BILL if offered() else "",
        "manifest": MANIFEST,
        "kept_build": Markup('<code class="kept-build"></code>'),
        "kept_date": Markup('<time class="kept-date"></time>'),
        "size_mark": Markup('<span data-fill="offer"></span>'),
    }


@pages.get(WORKER)
def worker() -> Response:
    """The worker, with the bill of its build inside: so a new build is a new worker."""
    pack = keeping().pack()
    if pack is None:
        return _not_yet()
    return _script(json.dumps(pack.bill)).answer()


@lru_cache(maxsize=2)
def _script(bill: str) -> Print:
    """The worker of a build, printed once: a browser asks for it again and again, to see whether there is another."""
    response = make_response(glued("offline/worker.js", FILES, {"BILL": json.loads(bill), "HEADERS": HEADERS}))
    response.content_type = "text/javascript; charset=utf-8"
    response.headers["Cache-Control"] = REVALIDATE
    return printed(response)


@pages.get(BILL)
def bill() -> Response:
    """What a device fetches for this build."""
    pack = keeping().pack()
    if pack is None:
        return _not_yet()
    return printed(_json(pack.bill, "application/json"), once=True).answer()


@pages.get("/offline/parts/<digest>/<name>")
def part(digest: str, name: str) -> Response:
    """A part of the pack."""
    pack: Pack | None = keeping().pack()
    found = pack.parts.get(name) if pack else None
    if found is None or not found.digest.startswith(digest) or len(digest) < 16:
        raise NotFound("page-unknown", path=request.path[:80])
    packing = request.accept_encodings.quality("gzip") > 0
    response = make_response(found.wire if packing else gzip.decompress(found.wire))
    response.content_type = "application/octet-stream"
    if packing:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = FOREVER
    return response


@pages.get("/offline")
@kept(lambda: shelf().press)
def about() -> str:
    """What this device keeps, how large it is, and how to fetch, renew or remove it."""
    return render_template("offline/about.html")


@pages.get(MANIFEST)
def manifest() -> Response:
    """What an installed site is called, in the language of the page that names it."""
    _ = tongue().text
    said = {
        "id": "/",
        "name": _("Bridge laws").unescape(),
        "short_name": _("Bridge laws").unescape(),
        "description": _("The Laws of Duplicate Bridge: read, search and compare, also without a network.").unescape(),
        "lang": tongue().code,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["books", "sports", "reference"],
        "icons": [
            {"src": asset(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind in ICONS
            for purpose in ("any", "maskable")
            if not (purpose == "maskable" and kind == "image/svg+xml")
        ],
    }
    return _json(said, "application/manifest+json")


def _json(content: Mapping[str, Any], kind: str) -> Response:
    response = make_response(json.dumps(content, ensure_ascii=False))
    response.content_type = kind
    response.headers["Cache-Control"] = REVALIDATE
    return response


def _not_yet() -> Response:
    response = make_response("", 503)
    response.headers["Retry-After"] = str(SOON)
    response.headers["Cache-Control"] = "no-store"
    return response

"""Every file of an export, by its name: pages, other forms, the site's own files, and what a host is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from flask import Flask, g, render_template

from webui.freezing.folder import MARK
from webui.freezing.gathering import Told
from webui.freezing.hosting import HEADERS_FILE, UNBUILT, headers_file
from webui.freezing.places import LOST, PAGE
from webui.freezing.rewriting import Rewriter
from webui.headers import CONTENT_SECURITY_POLICY
from webui.shelf import EXTENSION

ASKING: Final[Mapping[str, str]] = {
    "lost": LOST,
    "search": "search/index.html",
    "resolver": "r/index.html",
    "keeping": "offline/index.html",
}
"""Pages that only a site of files has, by template, with their files: most ask the browser."""


def files_of(app: Flask, rewriter: Rewriter, tables: Mapping[str, str]) -> Mapping[str, bytes]:
    """Every file of the export by its name, in the order of the names. ``tables`` are the addresses of what the browser
    answers from."""
    files: dict[str, bytes] = {}
    for address, told in rewriter.gathered.told.items():
        at = rewriter.places[address]
        landing = None if told.onward is None else rewriter.gathered.landing(address)
        if told.onward is None:
            files[at.file] = rewriter.rewritten(address, told)
        elif landing is not None:
            files[at.file] = _page(app, rewriter, "onward", onward=landing)
    for name, file in ASKING.items():
        files[file] = _page(app, rewriter, name, **tables)
    known = [(rewriter.places[address], told) for address, told in rewriter.gathered.told.items()]
    files[HEADERS_FILE] = headers_file(rewriter.at.path, known).encode()
    files[UNBUILT] = b""
    mark = {"site": rewriter.at.base, "language": rewriter.at.language}
    files[MARK] = json.dumps(mark).encode() + b"\n"
    return dict(sorted(files.items()))


def _page(app: Flask, rewriter: Rewriter, name: str, **values: object) -> bytes:
    with app.test_request_context(f"/{name}", base_url=rewriter.at.root):
        g.tongue = app.extensions[EXTENSION].tongues[rewriter.at.language]
        page = render_template(f"freezing/{name}.html", **values)
    return rewriter.rewritten(f"/{name}", Told(200, PAGE, PAGE, page.encode(), policy=CONTENT_SECURITY_POLICY))

"""What a device keeps of a site of files, to read it without a network: pages, tables, the site's own files.

The pages are those of the export itself, in the shorthand of :mod:`webui.offline.shorthand`; the worker of the site
(``static/freezing/worker.js``) gives them where the network does not answer. It is for those who ask for it on the page
``/offline/``: a copy that is published for Danes and one for Dutchmen may share a host, and a reader wants one of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from kb.corpus import Corpus
from webui.files import FILES
from webui.freezing.places import LOST, Whereabouts, place
from webui.offline.glueing import glued
from webui.offline.kept import Page, paths
from webui.offline.pack import files_named, pages_part

WORKER: Final = "service-worker.js"
BILL: Final = "offline/bill.json"
"""How much a device fetches, and of which build."""


def keeping(corpus: Corpus, at: Whereabouts, files: Mapping[str, bytes], tables: Iterable[str]) -> Mapping[str, bytes]:
    """The worker, its bill, and the pages in one part, by name; ``files`` are those of the export, ``tables`` the
    addresses of what the browser answers from."""
    pages = list(_pages(corpus, files))
    part = pages_part(pages)
    file = f"offline/{part.digest[:16]}.bin"
    wanted = {file: part.wire, **{table[1:]: files[table[1:]] for table in tables}}
    named = (each["url"][1:] for each in files_named([text for page in pages for text in page.texts]))
    wanted |= {name: files[name] for name in named}
    parts = [_line(at, name, data) for name, data in wanted.items()]
    build = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]
    bill = {"root": at.path, "build": build, "pages": f"{at.path}/{file}", "parts": parts}
    size = {"build": build, "bytes": sum(map(len, wanted.values()))}
    return {
        file: part.wire,
        WORKER: glued("freezing/worker.js", FILES, {"BILL": bill}).encode(),
        BILL: json.dumps(size).encode() + b"\n",
    }


def _pages(corpus: Corpus, files: Mapping[str, bytes]) -> Iterator[Page]:
    for address in (*paths(corpus), "/search", "/r"):
        own = place(address)
        if own.file in files:
            yield Page(own.way, 200, [files[own.file].decode()])
    yield Page(f"/{LOST}", 404, [files[LOST].decode()])


def _line(at: Whereabouts, name: str, data: bytes) -> dict[str, Any]:
    return {"url": f"{at.path}/{name}", "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}

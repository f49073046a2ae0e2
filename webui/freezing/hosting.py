"""What a host of files is told beside the files: headers where it reads them, and to leave our files as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from urllib.parse import quote

from webui.files import FOREVER, VERSION
from webui.freezing.gathering import Told
from webui.freezing.places import PAGE, Place
from webui.headers import HEADERS

HEADERS_FILE: Final = "_headers"
"""What Netlify and Cloudflare Pages read headers from; other hosts pass it over."""

UNBUILT: Final = ".nojekyll"
"""Tells GitHub Pages to serve all files as they are, those with an underline or a dot before their name too."""

_BY_ENDING: Final[Mapping[str, str]] = {
    "md": "text/markdown; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
    "webmanifest": "application/manifest+json",
}


def headers_file(prefix: str, files: Iterable[tuple[Place, Told]]) -> str:
    """The text of ``_headers``: what the live site says of every answer, and the types that an ending does not tell."""
    rules = [(f"{prefix}/*", dict(HEADERS)), (f"{prefix}/static/{VERSION}/*", {"Cache-Control": FOREVER})]
    rules += [(f"{prefix}/*.{ending}", {"Content-Type": kind}) for ending, kind in _BY_ENDING.items()]
    rules += [
        (prefix + quote(at.file and f"/{at.file}"), {"Content-Type": told.content_type}) for at, told in _untold(files)
    ]
    return (
        "\n".join("\n".join([path, *(f"  {name}: {value}" for name, value in said.items())]) for path, said in rules)
        + "\n"
    )


def _untold(files: Iterable[tuple[Place, Told]]) -> Iterator[tuple[Place, Told]]:
    """Files without an ending."""
    return ((at, told) for at, told in files if told.media_type != PAGE and "." not in at.file.rpartition("/")[2])

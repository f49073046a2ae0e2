"""The styles of a page: they stand in it, so that a phone on a bad line need not ask again before it shows a word.

The policy of an answer names the digest of each (CSP 3, section 8.3.1), so nothing else that stood there would count.
Pages that are kept elsewhere link to the same files: those of a site of files, and those that a device keeps.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from flask import g
from markupsafe import Markup

from webui.files import FILES, asset

DIGESTS: Final = {
    name: f"'sha256-{b64encode(sha256(data).digest()).decode()}'"
    for name, data in FILES.items()
    if name.endswith(".css")
}
"""The digest of each style sheet as a policy names it."""

PLACE: Final = "style-src 'self'"
"""Where the digests stand in the policy."""


def written(name: str) -> Markup:
    """A style sheet in the page; the template says where: ``{{ style("site.css") }}``."""
    g.styles = dict.fromkeys((*styles_used(), name))
    return Markup("<style>{}</style>").format(Markup(FILES[name].decode()))  # noqa: S704 - a file of ours


def linked(name: str) -> Markup:
    """The way to a style sheet, for pages that are kept."""
    return Markup('<link rel="stylesheet" href="{}">').format(asset(name))


def styles_used() -> tuple[str, ...]:
    """The style sheets that stand in the page of the request at hand."""
    return tuple(g.get("styles", ()))


def allowing(policy: str, names: Iterable[str]) -> str:
    """A policy that allows what stands in a page.

    >>> allowing("default-src 'none'; style-src 'self'; base-uri 'none'", [])
    "default-src 'none'; style-src 'self'; base-uri 'none'"
    >>> allowing("style-src 'self'", ["site.css"]).startswith("style-src 'self' 'sha256-")
    True
    """
    return policy.replace(PLACE, " ".join((PLACE, *(DIGESTS[name] for name in names))))

"""Answers as JSON, and the addresses in them: absolute, since they are read elsewhere."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlencode

from flask import current_app, request

from kb import links
from webui.records import as_json

__all__ = ["as_json", "page_url", "site", "url"]

_HOST: Final = re.compile(r"[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?")


def site() -> str:
    """The site's own address: the one that is set (``KB_BASE_URL``), else the one that was asked, where it is one."""
    said = str(current_app.config["BASE_URL"])
    if said:
        return said
    return request.host_url if _HOST.fullmatch(request.host) else ""


def url(path: str) -> str:
    """A path of ours as an absolute address."""
    return links.absolute(site(), path)


def page_url(limit: int, offset: int) -> str:
    """The question at hand, for another part of its answer."""
    asked = {**request.args.to_dict(flat=False), "limit": [str(limit)], "offset": [str(offset)]}
    return f"{url(request.path)}?{urlencode(asked, doseq=True)}"

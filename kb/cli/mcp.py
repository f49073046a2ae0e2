"""``kb mcp``: the laws for assistants, by the Model Context Protocol over standard input and output."""

from __future__ import annotations

import os
import sys

from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.errors import NotFound
from kb.library import Library
from kb.mcp.answers import Desk


def run(call: Call) -> int:
    """Answer until the assistant hangs up."""
    try:
        from kb.mcp.server import make_server  # noqa: PLC0415 - only here is its package needed
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "mcp":
            raise
        raise NotFound("mcp-missing", python=sys.executable) from missing
    base = call.maybe("base_url") or os.environ.get("KB_BASE_URL", "")
    library = Library(find_folders())
    library.prepare()
    make_server(Desk(library, base)).run("stdio")
    return 0

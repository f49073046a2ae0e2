"""The pack for reading offline, made once for all tests: it takes long, and is the same for the same books and code.

It is kept in the checkout's own state folder, whatever state folder a test process has; its name says of what it was
made, so none is ever read that is out of date.
"""

from __future__ import annotations

import time

from kb.cli.serve import pack_folder
from kb.corpus import find_folders
from kb.library import Library
from webui.offline.keeping import Keeping

PATIENCE = 600
"""Seconds for another process to make it."""


def kept_pack(library: Library) -> Keeping:
    """The keeping of these books, its pack made."""
    keeping = Keeping(library.corpus, library.engine, pack_folder(find_folders({})))
    for _ in range(PATIENCE):
        keeping.make()
        if keeping.pack_kept() is not None:
            return keeping
        time.sleep(1)
    raise TimeoutError("the pack was not made")

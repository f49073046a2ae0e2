"""``python -m webui.offline FOLDER``: make the pack for reading offline into a folder, unless it is there.

``kb serve`` runs this beside the site, so that no page waits for it; the site takes up the pack when it is whole.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kb.corpus import find_folders
from kb.library import Library
from webui.offline.keeping import Keeping

POLITE = 10
"""How far this steps back behind those who answer readers."""


def main() -> None:
    """Make it."""
    os.nice(POLITE)
    library = Library(find_folders())
    Keeping(library.corpus, library.engine, Path(sys.argv[1])).make()


if __name__ == "__main__":
    main()

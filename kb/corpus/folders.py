"""Where the corpus lies, and where what we build from it may be kept.

=============  ======================================================================================
corpus         ``KB_CORPUS``; else ``corpus/`` beside the package (a checkout); else ``kb/_corpus`` (a wheel)
state          ``KB_STATE``; else ``.kb/`` in a checkout; else the user's cache folder, by version
=============  ======================================================================================
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.errors import NotFound

_PACKAGE = Path(__file__).resolve().parent.parent
DISTRIBUTION = "bridge-law-kb"


@dataclass(frozen=True, slots=True)
class Folders:
    """The two folders of one run. ``own`` says that the corpus is a folder of the user's to write to (a
    checkout, or one that ``KB_CORPUS`` names), and not part of an installed package."""

    corpus: Path
    state: Path
    own: bool

    @property
    def index(self) -> Path:
        """Where the search index is built."""
        return self.state / "index"


def find_folders(environment: Mapping[str, str] | None = None, package: Path = _PACKAGE) -> Folders:
    """The folders that hold for this process; ``environment`` is ``os.environ`` unless a test gives another.

    Raises :class:`NotFound` (``corpus-missing``) when there is no folder with books where one should be.
    """
    values = os.environ if environment is None else environment
    checkout = package.parent / "corpus"
    if named := values.get("KB_CORPUS"):
        corpus, own = Path(named).expanduser().resolve(), True
    elif checkout.is_dir() and (package.parent / "pyproject.toml").is_file():
        corpus, own = checkout, True
    else:
        corpus, own = package / "_corpus", False
    if not corpus.is_dir():
        raise NotFound("corpus-missing", folder=str(corpus))
    if kept := values.get("KB_STATE"):
        state = Path(kept).expanduser().resolve()
    elif corpus == checkout:
        state = package.parent / ".kb"
    else:
        state = _cache() / (_named(corpus) if own else "corpus")
    return Folders(corpus, state, own)


def version() -> str:
    """The version of the installed distribution; ``0`` for a checkout that nobody installed."""
    from importlib import metadata  # noqa: PLC0415 - it takes as long as the rest of this room together

    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "0"


def _cache() -> Path:
    import platformdirs  # noqa: PLC0415 - only an installed package needs it, and every command pays for an import

    return Path(platformdirs.user_cache_dir(DISTRIBUTION, appauthor=False, version=version()))


def _named(corpus: Path) -> str:
    """A folder name of its own for each corpus, so that two of them never share an index."""
    import hashlib  # noqa: PLC0415 - as above

    return f"{corpus.name}-{hashlib.sha256(str(corpus).encode()).hexdigest()[:12]}"

"""A fingerprint of everything that the search index is made of, so that a stale one is noticed and rebuilt."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kb.corpus.folders import Folders, version

MARK = "built-from"
"""The file of the state folder that holds the fingerprint of what the index there was built from."""

_PACKAGE = Path(__file__).resolve().parent.parent
_DATA = ("*/book.json", "*/book.toml", "rows/*.json", "*.toml", "*.tsv")
_CODE = ("**/*.py", "languages/*.toml")


def fingerprint(folders: Folders, package: Path = _PACKAGE) -> str:
    """A hash of the built books, the tables, the language files and the code that makes an index of them."""
    digest = hashlib.sha256(version().encode())
    for root, patterns in ((folders.corpus, _DATA), (package, _CODE)):
        for path in _files(root, patterns):
            content = path.read_bytes()
            digest.update(f"\n{path.relative_to(root).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def _files(root: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    found = {path for pattern in patterns for path in root.glob(pattern)}
    yield from sorted(path for path in found if path.is_file())

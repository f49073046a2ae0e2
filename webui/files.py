"""The site's own files: style sheets, scripts, icons. Their version is in their address."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

FOREVER: Final = "public, max-age=31536000, immutable"
"""How long such a file may be kept: under its address it never changes."""


def asset(name: str) -> str:
    """The address of one of the site's own files."""
    return f"/static/{VERSION}/{name}"


def _digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, data in files.items():
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()[:12]


STATIC: Final = Path(__file__).parent / "static"

FILES: Final = {
    path.relative_to(STATIC).as_posix(): path.read_bytes() for path in sorted(STATIC.rglob("*")) if path.is_file()
}
"""The site's own files, read once: what is not among them cannot be asked for."""

VERSION: Final = _digest(FILES)
"""The version of the site's own files: a digest of them all."""

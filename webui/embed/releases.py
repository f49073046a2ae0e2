"""The releases of the embeddable script: each stays as it was, since pages name it with the hash of its bytes."""

from __future__ import annotations

import base64
import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from webui.embed.making import SOURCES, VERSION, written

RELEASES: Final = SOURCES / "releases"


def released(folder: Path = RELEASES) -> Mapping[str, bytes]:
    """The bytes of every release, by version."""
    return {path.stem.removeprefix("lawlinks-"): path.read_bytes() for path in sorted(folder.glob("lawlinks-*.js"))}


def integrity(script: bytes) -> str:
    """What a page writes into ``integrity`` (W3C Subresource Integrity), so that a browser takes these bytes only.

    >>> integrity(b"alert('Hello, world.');")[:24]
    'sha384-H8BRh8j48O9oYatfu'
    """
    return f"sha384-{base64.b64encode(hashlib.sha384(script).digest()).decode()}"


def release(folder: Path = RELEASES) -> int:
    """Write the release of this version; 1 where another one stands there under the same version."""
    path, script = folder / f"lawlinks-{VERSION}.js", written()
    if path.is_file() and path.read_bytes() != script:
        print(f"{path.name} is out and differs: raise VERSION in webui/embed/making.py.", file=sys.stderr)
        return 1
    path.write_bytes(script)
    return 0

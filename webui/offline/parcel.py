"""A part of the pack as bytes: a header in JSON, and columns of bytes behind it; packed by gzip for the way.

A part begins with four letters that say what it is, then the length of the header (four bytes, the lowest first), the
header, and the columns. ``header["columns"]`` has for each its name and how many bytes it has, in order.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from typing import Any, Final

SIGN: Final = b"KBL1"
"""The form of the parts; another one when they can no longer be read as before."""


def bound(header: Mapping[str, Any], columns: Mapping[str, bytes]) -> bytes:
    """A part as bytes.

    >>> part = bound({"codes": ["da"]}, {"kinds": b"abc"})
    >>> part[:4], unbound(part)
    (b'KBL1', ({'codes': ['da']}, {'kinds': b'abc'}))
    """
    sizes = [[name, len(column)] for name, column in columns.items()]
    text = json.dumps({**header, "columns": sizes}, ensure_ascii=False, separators=(",", ":")).encode()
    return b"".join((SIGN, len(text).to_bytes(4, "little"), text, *columns.values()))


def unbound(part: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The header and the columns of a part."""
    at = 8 + int.from_bytes(part[4:8], "little")
    header = json.loads(part[8:at])
    columns = {}
    for name, size in header.pop("columns"):
        columns[name] = part[at : at + size]
        at += size
    return header, columns


def packed(part: bytes) -> bytes:
    """A part as it goes over the wire; the same bytes for the same part."""
    return gzip.compress(part, 9, mtime=0)

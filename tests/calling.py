"""What a call of the command line gives, and how tests make one (the fixture ``kb`` of ``conftest.py``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Said(NamedTuple):
    """Exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]
"""Takes the words of the command and ``stdin=``."""

"""TOML tables that people keep by hand, read against a declared shape; unknown keys are errors."""

from __future__ import annotations

import tomllib
from typing import TypeVar

import msgspec

from kb.errors import BadSource

T = TypeVar("T", bound=msgspec.Struct)


def read_table(text: str, shape: type[T], name: str) -> T:
    """Read the text of a TOML file into ``shape``; ``name`` is how an error calls the file.

    Raises :class:`BadSource` (``table-unreadable``), saying where in the file and what was expected.

    >>> class Pair(msgspec.Struct, forbid_unknown_fields=True):
    ...     left: int
    >>> read_table("left = 1", Pair, "pair.toml").left
    1
    >>> read_table("left = 'x'", Pair, "pair.toml")
    Traceback (most recent call last):
        ...
    kb.errors.BadSource: pair.toml cannot be read: Expected `int`, got `str` - at `$.left`. Mend that place and try again.
    """
    try:
        return msgspec.convert(tomllib.loads(text), shape)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise BadSource("table-unreadable", name=name, problem=str(problem)) from problem

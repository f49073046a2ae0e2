"""The Laws of Duplicate Bridge as a structured, cross-referenced, bilingual corpus.

>>> from kb import load
>>> library = load()
>>> library.resolve("64a2", book="da-1997").status
'one'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from kb.library import Library

__all__ = ["load"]


def load(corpus: str | Path | None = None) -> Library:
    """Open the law books: those of the folder ``corpus``, else those that ``kb.corpus.find_folders`` names.

    Nothing is read until it is asked for. Raises :class:`kb.errors.NotFound` where there is no such folder.
    """
    # Inside, so that importing any room of this package does not import them all.
    import os  # noqa: PLC0415

    from kb.corpus import find_folders  # noqa: PLC0415
    from kb.library import Library  # noqa: PLC0415

    named = {} if corpus is None else {"KB_CORPUS": str(corpus)}
    return Library(find_folders({**os.environ, **named}))

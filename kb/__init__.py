"""The Laws of Duplicate Bridge as a structured, cross-referenced, bilingual corpus.

>>> from kb import load
>>> library = load()
>>> library.resolve("64a2", book="da-1997").status
'one'
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from kb.library import Library

__all__ = ["link", "load"]


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


def link(  # noqa: PLR0913 - each is an option of its own, and named where it is used
    text: str,
    form: Literal["text", "markdown", "html"] = "text",
    *,
    lang: str | None = None,
    book: str | None = None,
    at: str | None = None,
    base_url: str = "",
    css_class: str = "",
    title: bool = False,
) -> str:
    """A text with links around its citations of these laws, and not a character of it changed; plain text comes back
    as HTML. Linking twice is linking once.

    ``lang`` is the language of the text (None: by the words of its citations), ``book`` the one that is meant, ``at``
    the address that relative citations are read from; ``base_url`` stands before every link, ``css_class`` and
    ``title`` are for HTML. Raises :class:`kb.errors.WrongCall` for a text that is too long and an ``at`` that is no
    address, :class:`kb.errors.NotFound` for a book or language that is not here.

    >>> link("See Law 64A2.", "markdown", book="da-1997", base_url="https://laws.example")
    'See [Law 64A2](https://laws.example/da-1997/64/A/2).'
    """
    from kb.linking import Style  # noqa: PLC0415 - as above

    return _own_library().link(text, form, lang=lang, book=book, at=at, style=Style(base_url, css_class, title=title))


@cache
def _own_library() -> Library:
    return load()

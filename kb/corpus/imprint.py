"""``book.toml``: what a book is, where its text comes from, whose it is, and which findings a person has accepted."""

from __future__ import annotations

import re

import msgspec

from kb.book import Finding
from kb.errors import BadSource, WrongCall
from kb.tables import read_table

_ID = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]+)+")
"""A language, then at least one part behind a hyphen: so no book can be taken for a page or a language."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of ``source/``, with the edition its words are of, how we know, and what we do not know."""

    file: str
    edition: str
    evidence: str
    doubt: str = ""


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finding that a person has read and accepts, with the reason; ``file`` and ``line`` say where it is."""

    code: str
    file: str
    line: int
    reason: str

    def accepts(self, finding: Finding) -> bool:
        """Whether this is about that finding: the same code at the same place."""
        here = (finding.message.code, finding.place.file, finding.place.line)
        return (self.code, self.file, self.line) == here


class Imprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about a book that is not its text. ``later`` names the editions that came after it, oldest
    first; ``superseded_by`` the one that is in force in its place, None when this one is."""

    id: str
    language: str
    edition: str
    title: str
    publisher: str
    rights: str
    sources: tuple[Source, ...]
    superseded_by: str | None = None
    later: tuple[str, ...] = ()
    origin: str = ""
    accepted: tuple[Accepted, ...] = ()


def check_id(book_id: str) -> str:
    """The id itself, when it is one; raises :class:`WrongCall` (``book-id-unreadable``) otherwise.

    >>> check_id("da-1997")
    'da-1997'
    """
    if not _ID.fullmatch(book_id):
        raise WrongCall("book-id-unreadable", text=book_id[:80])
    return book_id


def read_imprint(text: str, name: str) -> Imprint:
    """Read the text of a ``book.toml``; ``name`` is how an error calls the file.

    Raises :class:`BadSource` where a key is missing, unknown or wrong, where no source is named, and where an
    accepted finding has no reason.
    """
    imprint = read_table(text, Imprint, name)
    try:
        check_id(imprint.id)
    except WrongCall as problem:
        raise BadSource("table-unreadable", name=name, problem=str(problem)) from problem
    if not imprint.sources:
        raise BadSource("imprint-without-sources", name=name)
    for accepted in imprint.accepted:
        if not accepted.reason.strip():
            raise BadSource("accepted-without-reason", name=name, code=accepted.code, line=accepted.line)
    return imprint

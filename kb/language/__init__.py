"""A language as data: the one home of knowledge about its words.

A language file (``kb/languages/<code>.toml``) holds words and choices from closed lists, never a regular
expression, and carries examples that are its tests. This package reads its *text* (never its path) and offers
what every room shares: folding, stemming and compound parts (:mod:`kb.language.words`).
"""

from __future__ import annotations

import msgspec

from kb.language.shapes import CitationWords, StructureWords, Vocabulary
from kb.tables import read_table

__all__ = ["CitationWords", "Language", "StructureWords", "Vocabulary", "read_language"]


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One language: its code (``da``), its name in itself, and its words for each room. ``alpha3`` is its code in three
    letters (ISO 639-2), for documents that want those."""

    code: str
    name: str
    structure: StructureWords
    citations: CitationWords
    vocabulary: Vocabulary
    alpha3: str = ""


def read_language(text: str, name: str) -> Language:
    """Read the text of a language file; ``name`` is how an error calls it.

    Raises :class:`kb.errors.BadSource` where a key is missing, unknown or of the wrong kind.
    """
    return read_table(text, Language, name)

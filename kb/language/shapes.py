"""The shape of a language file, room by room. Every field says which decision it feeds."""

from __future__ import annotations

import msgspec


class StructureWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words by which ``kb.structure`` tells the parts of a law book apart."""

    law_signs: tuple[str, ...]
    """What stands before the number in the head of a law: ``§``, ``Artikel``, ``Law``."""
    note_openers: tuple[str, ...] = ()
    """What opens a note inside a text, up to its closing bracket: ``(Noot:``."""
    local_words: tuple[str, ...] = ()
    """Names by which a note shows itself as a federation's own rule: ``DBF``, ``EBL``, ``Bondsbestuur``."""
    contents_titles: tuple[str, ...] = ()
    """Titles of a table of contents, whose lines are no laws: ``Indholdsfortegnelse``."""
    above_words: tuple[str, ...] = ()
    """Words behind a label by which a text points back to a unit of its own law: ``hierboven``."""


class CitationWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words by which ``kb.citations`` finds and prints citations."""

    signs: tuple[str, ...]
    """What stands before a cited number, longest forms first not needed: ``§``, ``artikel``, ``art.``, ``Law``."""


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What search, terms and alignment need to know about the words of a language."""

    stemmer: str
    """The Snowball algorithm by PyStemmer's name: ``danish``, ``dutch``, ``english``."""

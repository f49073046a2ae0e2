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
    joining_words: tuple[str, ...] = ()
    """Words before which a hanging hyphen is right (``ud- eller tilspil``)."""
    above_words: tuple[str, ...] = ()
    """Words behind a label by which a text points back to a unit of its own law: ``hierboven``."""


class CitationWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words by which ``kb.citations`` finds and prints citations."""

    signs: tuple[str, ...]
    """What stands before a cited number, longest forms first not needed: ``§``, ``artikel``, ``art.``, ``Law``."""


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What search, terms and alignment need to know about the words of a language (see ``kb.language.words``)."""

    stemmer: str
    """The Snowball algorithm by PyStemmer's name: ``danish``, ``dutch``, ``english``."""
    digraphs: tuple[tuple[str, str], ...] = ()
    """Two letters typed for one, and the letter both fold to: ``["aa", "a"]`` where the language has å."""
    irregular: tuple[tuple[str, str], ...] = ()
    """Forms that the stemmer does not bring together, each with the form it is taken for: ``["slagen", "slag"]``;
    a word paired with itself is left as it is, so that the stemmer does not mix it with another."""
    links: tuple[str, ...] = ()
    """Letters that join the parts of a compound: ``s`` in ``åbning|s|udspil``."""
    not_parts: tuple[str, ...] = ()
    """Words that are neither parts of a compound nor taken apart, whatever the letters say."""
    little: tuple[str, ...] = ()
    """Words of questions (``hvad``, ``which``, ``mag ik``) that say little about the answer; they count little."""
    negations: tuple[str, ...] = ()
    """Words that turn a sentence round: ``ikke``, ``niet``, ``geen``; what says so ranks above what does not."""
    modals: tuple[str, ...] = ()
    """Words that decide between may, must and should; as weighty as words of substance."""

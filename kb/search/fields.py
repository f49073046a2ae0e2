"""The fields of a document: its stems by language and part, its spellings by language, and its concepts.

The name of a field says what its words are, and so which keys they have in :mod:`kb.search.impacts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kb.search.impacts import CONCEPT, HEADING, PARTS, PATH, SPELLING, STEM, TEXT

Document = Mapping[str, Sequence[str]]
"""The words of one document by the name of their field."""

_SPELLINGS: Final = "raw"
_CONCEPTS: Final = "concepts"


def stems_in(language: str, part: str = TEXT) -> str:
    """The field for the stems of a language in one part of a document.

    >>> stems_in("da"), stems_in("da", HEADING)
    ('da', 'da_heading')
    """
    return f"{language}_{part}" if part else language


def spellings_in(language: str) -> str:
    """The field for the unstemmed spellings of a language."""
    return f"{language}_{_SPELLINGS}"


def concepts_in(part: str = TEXT) -> str:
    """The field for concepts, in whatever language they were said."""
    return f"{_CONCEPTS}_{part}" if part else _CONCEPTS


def all_fields(languages: Iterable[str]) -> dict[str, bool]:
    """Every field of these languages, and whether the order of its words matters."""
    fields: dict[str, bool] = {concepts_in(): False, concepts_in(PATH): False}
    for language in languages:
        fields |= {stems_in(language, part): part == TEXT for part in (TEXT, HEADING, PATH, PARTS)}
        fields[spellings_in(language)] = False
    return fields


def key_of(field: str) -> tuple[str, str]:
    """What the keys of a field begin with, and the part of a document that it is about.

    >>> key_of("da"), key_of("nl_heading"), key_of("da_raw"), key_of("concepts_path")
    (('da:', ''), ('nl:', 'heading'), ('da/', ''), ('#', 'path'))
    """
    first, _, part = field.partition("_")
    if first == _CONCEPTS:
        return CONCEPT, part
    return (f"{first}{SPELLING}", TEXT) if part == _SPELLINGS else (f"{first}{STEM}", part)

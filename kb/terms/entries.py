"""The words of the table of one language, made ready for matching token by token."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from kb.language import Vocabulary
from kb.language.words import spelling, stem, tokens
from kb.terms.table import GAP, Term, Terms

_JOINTS: Final = str.maketrans("", "", " \t\n\u00a0-\u2010\u2011\u2013'’“”„\"`")
"""What may stand between the words of a term without parting them: spaces, hyphens, quotation marks."""
_APOSTROPHE: Final = re.compile("['’]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One word of one term (or one listed form of it), with a value per token of it.

    ``printed`` is the token but for its case, ``spelled`` and ``stems`` as :mod:`kb.language.words` makes them.
    ``literal`` says that only the spelling counts: abbreviations, and listed forms. ``joints`` is what must stand
    before the token (``.`` in ``12. stik``), mostly nothing. ``gap`` is the token before which other words may
    stand, ``order`` the place of the term in the table.
    """

    term: str
    word: str
    lay: bool
    printed: tuple[str, ...]
    spelled: tuple[str, ...]
    stems: tuple[str, ...]
    literal: tuple[bool, ...]
    joints: tuple[str, ...]
    gap: int | None
    order: int


class Entries:
    """The entries of one language: by their first token for finding, whole for looking up."""

    def __init__(self, terms: Terms, language: str, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.common = frozenset(as_printed(word) for word in terms.common_words(language))
        self.by_stem: dict[str, list[Entry]] = {}
        self.by_spelling: dict[str, list[Entry]] = {}
        self.whole_spelled: dict[tuple[str, ...], list[Entry]] = {}
        self.whole_stems: dict[tuple[str, ...], list[Entry]] = {}
        for order, term in enumerate(terms.concepts):
            for entry in _entries(term, language, vocabulary, order):
                if entry.literal[0]:
                    self.by_spelling.setdefault(entry.spelled[0], []).append(entry)
                else:
                    self.by_stem.setdefault(entry.stems[0], []).append(entry)
                self.whole_spelled.setdefault(entry.spelled, []).append(entry)
                if not any(entry.literal):
                    self.whole_stems.setdefault(entry.stems, []).append(entry)

    def beginning_with(self, spelled: str, stemmed: str) -> Iterator[Entry]:
        """The entries whose first token may be this one."""
        yield from self.by_spelling.get(spelled, ())
        yield from self.by_stem.get(stemmed, ())


def bare(word: str) -> str:
    """A word without what an apostrophe hangs on to it: a possessive, an ending of an abbreviation.

    >>> bare("dummy's"), bare("TL'en"), bare("kort")
    ('dummy', 'TL', 'kort')
    """
    return _APOSTROPHE.split(word, maxsplit=1)[0]


def as_printed(word: str) -> str:
    """A bare word without its case, with all its letters.

    >>> as_printed("Ændre"), as_printed("WBF's")
    ('ændre', 'wbf')
    """
    return unicodedata.normalize("NFC", bare(word)).casefold()


def joint(between: str) -> str:
    """What parts two neighbouring words, empty when nothing does.

    >>> joint("- "), joint(", "), joint(" (")
    ('', ',', '(')
    """
    return between.translate(_JOINTS)


def _entries(term: Term, language: str, vocabulary: Vocabulary, order: int) -> Iterator[Entry]:
    official = term.said(language, lay=False)
    for word in term.said(language):
        for form in (word, *term.forms.get(language, {}).get(word, ())):
            found = tokens(form)
            cut = form.find(GAP)
            between = ("", *(form[left.end : right.start] for left, right in pairwise(found)))
            yield Entry(
                term=term.id,
                word=word,
                lay=word not in official,
                printed=tuple(as_printed(token.text) for token in found),
                spelled=tuple(spelling(bare(token.text), vocabulary) for token in found),
                stems=tuple(stem(bare(token.text), vocabulary) for token in found),
                literal=tuple(form != word or _abbreviated(bare(token.text)) for token in found),
                joints=tuple(joint(text.replace(GAP, "")) for text in between),
                gap=next((place for place, token in enumerate(found) if token.start > cut >= 0), None),
                order=order,
            )


def _abbreviated(word: str) -> bool:
    return len(word) > 1 and word.isupper()

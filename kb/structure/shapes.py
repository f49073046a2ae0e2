"""What a line looks like: a heading, a sentence, or a clause that goes on from a colon."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from itertools import pairwise

from kb.structure.passage import Passage

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SENTENCE_END = (".", ":", ";", ",", "!", "?", ".)", '."', ".”")
_LONGEST_HEADING = 16  # words; the longest heading of the four sources has 14
_CAPITAL = re.compile(r"(?<=[\w)”\"`’'] )\(?(?P<word>[^\W\d_][\w'’-]*)")
_FULL_STOP = re.compile(r"(?<!\d)[.:;!?](\s|$)|[:;!?](\s|$)")  # the stop of an ordinal (12. stik) ends nothing


def is_title(text: str) -> bool:
    """Whether a line reads like a heading: short, capital first, no closing punctuation, no sentence inside.

    >>> is_title("Leider accepteert uitkomst"), is_title("Het spelen gaat verder."), is_title("mag het spelen")
    (True, False, False)
    """
    words = text.split()
    return (
        0 < len(words) <= _LONGEST_HEADING
        and text[0].isupper()
        and not text.endswith(_SENTENCE_END)
        and not _FULL_STOP.search(text)
    )


def is_clause(text: str) -> bool:
    """Whether a line goes on from the one before: it starts with a small letter.

    >>> is_clause("de eiser maakte geen melding; en"), is_clause("De eiser")
    (True, False)
    """
    return bool(text) and text.lstrip("(\"„“'")[:1].islower()


def is_capitals(text: str) -> bool:
    """Whether a line is set in capitals, as part titles are.

    >>> is_capitals("KRAV OG AFGIVELSER"), is_capitals("Krav"), is_capitals("§ 41")
    (True, False, False)
    """
    letters = [c for c in text if c.isalpha()]
    return len(letters) > 2 and all(c.isupper() for c in letters)


class Words:
    """The words of one document, to tell a sentence's first word from a name by how the document spells it."""

    def __init__(self, texts: Collection[str], names: Collection[str]) -> None:
        self._texts = texts
        self._names = frozenset(names)

    @cached_property
    def lower(self) -> frozenset[str]:
        """Every word that the document somewhere spells with a small first letter."""
        found = (word for text in self._texts for word in _WORD.findall(text))
        return frozenset(word for word in found if word[0].islower())

    @cached_property
    def openers(self) -> frozenset[str]:
        """Every word that some line opens with."""
        return frozenset(found[0] for text in self._texts if (found := _WORD.match(text)))

    @cached_property
    def all(self) -> frozenset[str]:
        """Every word outside lines of capitals, in small letters."""
        running = (text for text in self._texts if not is_capitals(text))
        return frozenset(word.lower() for text in running for word in _WORD.findall(text))

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Every two neighbouring words, in small letters."""
        rows = ([word.lower() for word in _WORD.findall(text)] for text in self._texts)
        return frozenset(pair for row in rows for pair in pairwise(row))

    def split_run_in(self, passage: Passage) -> tuple[Passage, Passage] | None:
        """Take a heading run into its sentence apart (``Kort fundet Hvis et kort findes, …``), or None.

        The sentence starts at the first capitalised word that is no name, with no punctuation before it. A word
        is no name when the document also spells it with a small letter, or opens a line with it.
        """
        for found in _CAPITAL.finditer(passage.text):
            before = passage.text[: found.start()].rstrip()
            word = found["word"]
            if _FULL_STOP.search(before):
                return None
            if _is_capitalised(word) and word not in self._names and self._is_ordinary(word):
                return passage.cut(0, len(before)), passage.cut(found.start())
        return None

    def _is_ordinary(self, word: str) -> bool:
        small = word[0].lower() + word[1:]
        return small in self.lower or small.rstrip("-") in self.lower or word in self.openers


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and (word[1:].islower() or not word[1:].strip("-"))

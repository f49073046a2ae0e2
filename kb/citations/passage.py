"""A text with the words by which it is read: what every reader of a part of a citation looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kb.citations.lexicon import Lexicon, Whose
from kb.citations.tokens import END, Token, glued, tokens

DASHES: Final = frozenset("-‐‑‒–—―−~")
"""What may stand between the ends of a range, in any language."""

JOINERS: Final = frozenset("+&/")
"""Marks that join the items of a list, in any language."""

_APOSTROPHES: Final = frozenset("'’‘´`")


@dataclass(frozen=True)
class Passage:
    """The tokens of a text; ``typed`` is True for what somebody typed in a box, where nearly all is meant."""

    text: str
    tokens: list[Token]
    words: Lexicon
    typed: bool = False

    @cached_property
    def books(self) -> Mapping[int, tuple[Whose, int]]:
        """The rule books named in the text: by the index where a name begins, whose it is and where it ends."""
        named: dict[int, tuple[Whose, int]] = {}
        for k, token in enumerate(self.tokens):
            if token.sort == "word" and (book := self.words.book(self.tokens, k)) is not None:
                named[k] = book
        return named

    @cached_property
    def closings(self) -> Mapping[int, int]:
        """The index behind the bracket that closes each round bracket; none for those that a blank line leaves open."""
        closed: dict[int, int] = {}
        still_open: list[int] = []
        for k, token in enumerate(self.tokens):
            if token.text == "(":
                still_open.append(k)
            elif token.text == ")" and still_open:
                closed[still_open.pop()] = k + 1
            elif token.sort == "break":
                still_open.clear()
        return closed

    def at(self, k: int) -> Token:
        """The token at ``k``, a token without text before the first and behind the last."""
        return self.tokens[k] if 0 <= k < len(self.tokens) else END

    def past(self, k: int) -> int:
        """The index behind the space at ``k``, or ``k`` where no space stands; a blank line is no space."""
        return k + 1 if self.at(k).sort == "space" else k

    def glued(self, k: int) -> bool:
        """Whether a word or number stands right before the token at ``k``."""
        return glued(self.tokens, k)

    def prose_at(self, k: int) -> bool:
        """Whether a space and then a word in lower case stand at ``k``: the sentence goes on."""
        word = self.at(k + 1)
        return self.at(k).sort == "space" and word.sort == "word" and word.text[0].islower()

    def goes_on_at(self, k: int) -> bool:
        """The same, unless the word joins a list or a range."""
        return self.prose_at(k) and not (
            self.words.and_words.match(self.tokens, k + 1) or self.words.range_words.match(self.tokens, k + 1)
        )

    def stops_at(self, k: int) -> bool:
        """Whether the full stop at ``k`` ends a sentence, by what stands behind it."""
        space, word = self.at(k + 1), self.at(k + 2)
        if space.sort != "space":
            return space.sort in {"break", "end", "mark"}
        return not (word.sort == "number" or (word.sort == "word" and word.text[0].islower()))

    def counts(self, k: int) -> bool:
        """Whether what stands at ``k``, behind a number, makes it an amount: ``12 stik``, ``40 %``, ``19.30``."""
        mark, after = self.at(k), self.at(k + 1)
        if mark.text in {"%", "‰", "€", "°"} or (mark.text in {":", "."} and after.sort == "number"):
            return True
        if mark.text == "." and after.sort == "space":
            return self.words.counted.match(self.tokens, k + 2) is not None
        if mark.sort == "space":
            return after.text in {"%", "‰", "€", "°"} or self.words.counted.match(self.tokens, k + 1) is not None
        return False

    def apostrophe_at(self, k: int) -> bool:
        """Whether an apostrophe with letters behind it stands at ``k``: ``A's``."""
        return self.at(k).text in _APOSTROPHES and self.at(k + 1).sort == "word"

    def slice(self, first: int, end: int) -> tuple[int, int, str]:
        """Start, end and text of the tokens from ``first`` up to, not including, ``end``."""
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        return start, stop, self.text[start:stop]


def passage(text: str, words: Lexicon, *, typed: bool = False) -> Passage:
    """A text taken apart, to be read by these words."""
    return Passage(text, tokens(text), words, typed)

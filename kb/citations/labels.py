"""The labels of a cited unit: what they look like, and what level they are of.

The levels of these laws are a capital letter, a number, a small letter, a roman numeral; letters are read in
either case and given back as their level prints them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kb.address import roman
from kb.citations.passage import Passage

LEVELS: Final = "A1ai"
"""The levels of a law, each by its first label."""

LAST_CAPITAL: Final = "h"
"""The letters of a first level stop well before this; beyond it a letter of its own is a compass point or a word."""
LAST_SMALL: Final = "l"
"""The same for small letters: 80B2 goes to k in some editions."""
LAST_NUMBER: Final = 20
"""No unit has more numbered items than this; a higher number counts something, unless it stands in brackets."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels read so far: ``names`` as their levels print them, ``levels`` the level of each and ``printed`` the
    style in which each stood here (a letter of :data:`LEVELS`), ``end`` the index of the token behind them.
    ``apart`` says that spaces stood between them."""

    names: tuple[str, ...] = ()
    levels: str = ""
    printed: str = ""
    end: int = 0
    apart: bool = False

    @property
    def next_level(self) -> int:
        """The place in :data:`LEVELS` of the level that comes next, 4 when none does."""
        return LEVELS.index(self.levels[-1]) + 1 if self.levels else 0

    def plus(self, pieces: tuple[Piece, ...], end: int, *, apart: bool = False) -> Labels:
        """These labels and the pieces behind them."""
        return Labels(
            self.names + tuple(piece.name for piece in pieces),
            self.levels + "".join(piece.level for piece in pieces),
            self.printed + "".join(piece.printed for piece in pieces),
            end,
            self.apart or apart,
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """One label: its name as its level prints it, its level, and the style in which it stood (both of LEVELS)."""

    name: str
    level: str
    printed: str


def read_run(page: Passage, k: int, level: int) -> tuple[tuple[Piece, ...], int] | None:
    """The glued letters and figures from ``k`` on as labels from a level down; None where any of them is none."""
    pieces: list[Piece] = []
    while page.at(k).sort in {"word", "number"}:
        token = page.at(k)
        read = _number(token.text, level) if token.sort == "number" else _letters(token.text, level)
        if not read:
            done = bool(pieces) and token.low in page.words.endings
            return (tuple(pieces), k) if done and page.at(k + 1).sort not in {"word", "number"} else None
        pieces += read
        level = LEVELS.index(pieces[-1].level) + 1
        k += 1
    return (tuple(pieces), k) if pieces else None


def own_level(text: str) -> str:
    """The level that a label would have by its looks alone.

    >>> [own_level(label) for label in ("B", "2", "b", "ii", "II")]
    ['A', '1', 'a', 'i', 'i']
    """
    if text.isdigit():
        return "1"
    if len(text) > 1 and roman(text) is not None:
        return "i"
    return "A" if text[0].isupper() else "a"


def read_bracketed(page: Passage, k: int, level: int, *, exact: bool = False) -> Piece | None:
    """The label in the brackets that open at ``k``; it may skip a level (``79C(a)``) unless ``exact``."""
    token = page.at(k + 1)
    if page.at(k + 2).text != ")" or token.sort not in {"word", "number"} or level >= len(LEVELS):
        return None
    if exact and own_level(token.text) != LEVELS[level]:
        return None
    if token.sort == "number":
        if token.text.startswith("0") or len(token.text) > 2:
            return None
        if level == LEVELS.index("i"):
            return Piece(token.text, "i", "1")
        return Piece(token.text, "1", "1") if level <= 1 else None
    if level == LEVELS.index("1"):
        return Piece(token.text, "a", "a") if len(token.text) == 1 and token.text.islower() else None
    read = _letters(token.text, level, bracketed=True)
    return read[0] if len(read) == 1 else None


def _number(text: str, level: int) -> tuple[Piece, ...]:
    if level == LEVELS.index("i") and len(text) == 1 and text != "0":
        return (Piece(text, "i", "1"),)
    fits = level == LEVELS.index("1") and not text.startswith("0") and len(text) <= 2 and int(text) <= LAST_NUMBER
    return (Piece(text, "1", "1"),) if fits else ()


def _letters(text: str, level: int, *, bracketed: bool = False) -> tuple[Piece, ...]:
    low = text.lower()
    if not low.isascii() or level >= len(LEVELS):
        return ()
    printed = "A" if text[0].isupper() else "a"
    if LEVELS[level] == "A":
        fits = len(text) == 1 and (text.isupper() or low <= LAST_CAPITAL or bracketed)
        return (Piece(text.upper(), "A", printed),) if fits else ()
    if LEVELS[level] == "a":
        if len(text) == 1:
            return (Piece(low, "a", printed),) if low <= LAST_SMALL or bracketed else ()
        if roman(text) is not None:
            return (Piece(low, "i", "i"),)
        numeral = text[1:]
        fits = low[0] <= LAST_SMALL and roman(numeral) is not None
        return (Piece(low[0], "a", printed), Piece(_cased(numeral), "i", "i")) if fits else ()
    return (Piece(_cased(text), "i", "i"),) if LEVELS[level] == "i" and roman(text) is not None else ()


def _cased(numeral: str) -> str:
    """Roman numerals keep the case that they are printed in: the books have both (9A2b(II), 68D2b(i))."""
    return numeral if numeral.isupper() else numeral.lower()

"""A text taken apart for reading citations: words, numbers, spaces and marks, each with its place in the text.

Entities (``&sect;``, ``&nbsp;``) are read as what they stand for, the marks that quote a line of mail (``> ``) as
space, and invisible characters (soft hyphens) as nothing, so that all of them may stand inside a citation. A letter
with its accents behind it is the one letter that it is seen as; a figure on a key (``2`` with U+20E3) is a picture and
no number. Offsets always count characters of the text as it was given.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from html import unescape
from typing import Final, Literal, NamedTuple, cast
from unicodedata import normalize

Sort = Literal["word", "number", "space", "break", "mark", "web", "end"]

_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8}[0-9]{0,2});")
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]+")
_ACCENTS: Final = "\u0300-\u036f"
_ACCENTED: Final = re.compile(rf"[^\W\d_][{_ACCENTS}]+")
_LEFT_OUT: Final = re.compile(rf"{_ENTITY.pattern}|{_INVISIBLE.pattern}|{_ACCENTED.pattern}")
_TOKEN: Final = re.compile(
    r"(?P<web>(?:https?|ftp)://\S+|www\.\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w+)"
    rf"|(?P<word>(?:[^\W\d_][{_ACCENTS}]*)+)|(?P<number>[0-9]+(?![0-9\ufe0f\u20e3]))"
    r"|(?P<space>(?:\n(?:[ \t]?>)+|\s)+)|(?P<mark>.)",
    re.DOTALL,
)
_BREAK: Final = re.compile(r"\n[^\n]*\n|\u2029|\f")


class Token(NamedTuple):
    """A run of letters, a run of figures, a run of space (``break`` when it holds a blank line), or one mark.

    ``start`` and ``end`` count characters of the text as given; ``low`` is the token without case.
    """

    sort: Sort
    text: str
    low: str
    start: int
    end: int


END: Final = Token("end", "", "", 0, 0)
"""What stands before the first and behind the last token."""


def tokens(text: str) -> list[Token]:
    """The tokens of a text in order; none are left out but invisible characters.

    >>> [t.text for t in tokens("&sect;&nbsp;12C1")]
    ['§', '\\xa0', '12', 'C', '1']
    >>> [(t.start, t.end) for t in tokens("64\\u00adA")]
    [(0, 2), (3, 4)]
    >>> [(t.text, t.end) for t in tokens("a\\u030a 2\\ufe0f\\u20e3")][:3]
    [('å', 2), (' ', 3), ('2', 4)]
    """
    plain, places = _plain(text)
    found: list[Token] = []
    for match in _TOKEN.finditer(plain):
        sort = cast("Sort", match.lastgroup)
        piece = match[0]
        if sort == "space" and _BREAK.search(piece):
            sort = "break"
        start, end = match.span() if places is None else places.span(*match.span())
        found.append(Token(sort, piece, piece.casefold(), start, end))
    return found


class _Places:
    """Where each character of the plain text stood: kept as the few spots where something was left out."""

    def __init__(self) -> None:
        self.plain: list[int] = [0]
        self.given: list[int] = [0]
        self.wide: dict[int, int] = {}

    def span(self, start: int, end: int) -> tuple[int, int]:
        last = self._given(end - 1)
        return self._given(start), self.wide.get(end - 1, last + 1)

    def _given(self, plain: int) -> int:
        spot = bisect_right(self.plain, plain) - 1
        return self.given[spot] + plain - self.plain[spot]


def _plain(text: str) -> tuple[str, _Places | None]:
    """The text as it is read, and where its characters stood; None where nothing was left out."""
    if _LEFT_OUT.search(text) is None:
        return text, None
    places = _Places()
    pieces: list[str] = []
    length = at = 0
    for match in _LEFT_OUT.finditer(text):
        meant = _meant(match[0])
        if meant == match[0]:
            continue
        before = text[at : match.start()]
        pieces += (before, meant)
        length += len(before) + len(meant)
        if meant:
            places.plain.append(length - 1)
            places.given.append(match.start())
            places.wide[length - 1] = match.end()
        places.plain.append(length)
        places.given.append(match.end())
        at = match.end()
    pieces.append(text[at:])
    return "".join(pieces), places


def _meant(piece: str) -> str:
    """What an entity, a letter with its accents or a run of invisible characters stands for: one character, or none;
    the piece itself where it is no one character."""
    if _ACCENTED.fullmatch(piece):
        composed = normalize("NFC", piece)
        return composed if len(composed) == 1 else piece
    if not piece.startswith("&"):
        return ""
    meant = unescape(piece)
    if len(meant) != 1:
        return piece
    return "" if _INVISIBLE.fullmatch(meant) else meant


def glued(found: Sequence[Token], at: int) -> bool:
    """Whether a word or a number stands right before the token at ``at``, or before the underscore before it.

    >>> glued(tokens("start 64"), 2), glued(tokens("x64"), 1), glued(tokens("x_64"), 2), glued(tokens("_64"), 1)
    (False, True, True, False)
    """
    if at > 1 and found[at - 1].text == "_":
        at -= 1
    return at > 0 and found[at - 1].sort in {"word", "number", "web"}

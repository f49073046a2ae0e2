"""Lines: a run of text cut at its breaks, and those lines joined again that a break only wrapped.

A single ``<br>`` is a space, except where a new line plainly begins a new paragraph: before a label that is in
turn, between a line set wholly in bold and one that is not, before a line set in by no-break spaces, around the
head of a law, and after a short or finished line that had room for the next word. Two breaks in a row always part
paragraphs, and in ``<pre>`` every line is its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from kb.sources.block import Mark
from kb.sources.cleaning import clean
from kb.sources.html.turn import Turn
from kb.sources.markers import split_marker

_SENTENCE_END = re.compile(r"[.:;!?][)\"”]?$|^$")
_NO_SPACE_BEFORE = re.compile(r"[.,;:!?)\]]")
_WIDE = {"\xa0": 1, "\u2002": 1, "\u2003": 2}
_NARROW = 40  # characters; of narrower runs nobody can tell where they would wrap
_WIDEST_WRAP = 120  # characters; nobody wraps by hand at more, so every break in such a run is meant
_LONGEST_HEADING = 16  # words, as in kb.structure
_SET_IN = 2  # half ems; one no-break space at the start of a line is an accident

Head = Callable[[str], bool]
"""Says whether a line is the head of a law."""


class Kind(Enum):
    """What a piece of a run is."""

    TEXT = auto()
    MARK = auto()
    BREAK = auto()


@dataclass(frozen=True, slots=True)
class Piece:
    """A text as it stood in the page (not cleaned), a footnote mark, or a line break."""

    kind: Kind
    text: str
    line: int
    bold: bool = False
    pre: bool = False
    linked: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line, cleaned, its raised marks taken out; ``set_in`` is its indent by no-break spaces, in half ems."""

    text: str
    marks: tuple[Mark, ...]
    line: int
    bold: bool
    set_in: int = 0
    gap: bool = False


def paragraphs(pieces: Sequence[Piece], turn: Turn, head: Head, *, heading: bool) -> list[Line]:
    """The paragraphs of a run of pieces; in a ``heading`` single breaks only wrap."""
    cut = [(part, _line(part)) for part in _cut(pieces)]
    width = max((len(line.text) for _, line in cut), default=0)
    groups: list[tuple[list[Piece], bool]] = []
    before: Line | None = None
    empty = False
    for part, line in cut:
        if not line.text and not line.marks:
            empty = before is not None
            continue
        wrapped = before is not None and not empty and not part[0].pre
        if before is None or not wrapped or (not heading and _begins(line, before, width, turn, head)):
            groups.append((list(part), empty))
        else:
            groups[-1][0].extend([Piece(Kind.TEXT, " ", line.line, line.bold), *part])
        turn.saw(split_marker(line.text)[0])
        before, empty = line, False
    return [replace(_line(part), gap=gap) for part, gap in groups]


def _cut(pieces: Sequence[Piece]) -> list[list[Piece]]:
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.kind is Kind.BREAK:
            lines.append([])
        elif piece.pre and piece.kind is Kind.TEXT:
            for number, text in enumerate(piece.text.split("\n")):
                if number:
                    lines.append([])
                lines[-1].append(replace(piece, text=text, line=piece.line + number))
        else:
            lines[-1].append(piece)
    return lines


def _begins(line: Line, before: Line, width: int, turn: Turn, head: Head) -> bool:
    """Whether a line after a single break begins a paragraph of its own."""
    marker, _ = split_marker(line.text)
    return (
        (bool(marker) and turn.has(marker))
        or line.bold != before.bold
        or line.set_in > 0
        or (head(line.text) and bool(_SENTENCE_END.search(before.text)))
        or head(before.text)
        or _had_room(before.text, line.text, width)
    )


def _had_room(before: str, after: str, width: int) -> bool:
    """Whether a line was broken although the next word had room in it, as the widest line of the run shows.

    Only where that reads well: after a finished sentence, a colon or what may be a heading, before a capital.
    """
    fitted = len(before) + 1 + len(after.split(" ", 1)[0]) <= width
    if width < _NARROW or not (fitted or width > _WIDEST_WRAP):
        return False
    if before.endswith((":", ";")):
        return True
    capital = next((character.isupper() for character in after if character.isalpha()), False)
    return capital and (bool(_SENTENCE_END.search(before)) or len(before.split()) <= _LONGEST_HEADING)


def _line(pieces: Sequence[Piece]) -> Line:
    text = ""
    marks: list[Mark] = []
    for piece in pieces:
        if piece.kind is Kind.MARK:
            marks.append(Mark(len(text.rstrip()), piece.text))
            continue
        more = re.sub(r"\s+", " ", clean(piece.text))
        if marks and text.endswith(" ") and marks[-1].offset == len(text) - 1 and _NO_SPACE_BEFORE.match(more):
            text = text[:-1]
        text += more.lstrip() if not text or text.endswith(" ") else more
    seen = [piece for piece in pieces if piece.kind is Kind.TEXT and piece.text.strip()]
    return Line(
        text=unicodedata.normalize("NFC", text.rstrip()),
        marks=tuple(replace(mark, offset=min(mark.offset, len(text.rstrip()))) for mark in marks),
        line=_first_line(pieces),
        bold=bool(seen) and all(piece.bold for piece in seen),
        set_in=width if (width := _set_in(pieces)) >= _SET_IN else 0,
    )


def _first_line(pieces: Sequence[Piece]) -> int:
    for piece in pieces:
        bare = piece.text.lstrip()
        if bare:
            return piece.line + (0 if piece.pre else piece.text.count("\n", 0, len(piece.text) - len(bare)))
    return pieces[0].line if pieces else 1


def _set_in(pieces: Sequence[Piece]) -> int:
    width = 0
    for piece in pieces:
        for character in piece.text:
            if not character.isspace():
                return width
            width += 1 if piece.pre else _WIDE.get(character, 0)
    return width

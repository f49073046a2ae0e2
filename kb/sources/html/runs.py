"""Runs: what stands between two block-level tags, cut at its line breaks and made into Blocks.

A single ``<br>`` is a space, except where a new line plainly begins a new paragraph: before a label that is in
turn, between a line set wholly in bold and one that is not, before a line set in by no-break spaces, around the
head of a law. Two breaks in a row always part paragraphs. In ``<pre>`` every line is its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from kb.sources.block import Block, Mark
from kb.sources.block import Kind as BlockKind
from kb.sources.cleaning import clean
from kb.sources.html.lists import Label
from kb.sources.html.turn import Turn
from kb.sources.markers import BULLETS, label_of, split_marker, take_marks

_SENTENCE_END = re.compile(r"[.:;!?][)\"”]?$|^$")
_NO_SPACE_BEFORE = re.compile(r"[.,;:!?)\]]")
_WIDE = {"\xa0": 1, "\u2002": 1, "\u2003": 2}
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


@dataclass(slots=True)
class Run:
    """The pieces between two block-level tags, and how they stand: indent in half ems, heading level, label.

    ``hanging`` is how much deeper than its margin the text behind a typed label stands (indents only order nesting).
    ``note`` is the mark that a link elsewhere on the page shows for the note that begins here; ``visible`` says
    whether any piece is seen by readers."""

    indent: int
    level: int = 0
    listed: bool = False
    hanging: int = 1
    label: Label | None = None
    note: str = ""
    gap: bool = False
    visible: bool = False
    pieces: list[Piece] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    marks: tuple[Mark, ...]
    line: int
    bold: bool
    set_in: int = 0
    gap: bool = False


def blocks_of(run: Run, turn: Turn, head: Head) -> Iterable[Block]:
    """The Blocks of a run; ``head`` says whether a line is the head of a law."""
    labelled: tuple[int, int] | None = None  # how far the line with the last label was set in, and its text
    for number, line in enumerate(_paragraphs(run, turn, head)):
        for block in _blocks(line, run, first=number == 0):
            under = labelled is not None and not block.gap and line.set_in >= labelled[0]
            indent = max(block.indent, labelled[1]) if under and labelled is not None else block.indent
            labelled = (line.set_in, indent) if block.marker else labelled if under else None
            yield replace(block, indent=indent)


def _blocks(line: _Line, run: Run, *, first: bool) -> list[Block]:
    heading = run.level > 0 or (line.bold and not run.listed)
    text, marks = _with_typed_marks(line)
    block = Block(
        text=text,
        line=line.line,
        indent=run.indent + line.set_in,
        level=run.level,
        gap=line.gap or (first and run.gap),
        kind="heading" if heading else "line",
        marks=marks,
    )
    label = run.label if first and run.label is not None and not run.label.used else None
    if label is not None:
        label.used = True
    if first and run.note:
        return [_note(block, run.note)]
    if label is not None:
        markers, rest = label.choose(text)
    else:
        typed, rest = split_marker(text)
        markers = (typed,) if typed else ()
    if not markers:
        noted = bool(marks) and marks[0].offset == 0 and bool(text)
        return [replace(block, kind="note" if noted else "item" if label is not None else block.kind)]
    hanging = 0 if run.listed or rest == text else run.hanging
    outer = [
        replace(block, text="", marker=marker, marks=(), kind="item", indent=block.indent + at)
        for at, marker in enumerate(markers[:-1])
    ]
    inner = replace(
        block,
        text=rest,
        marker=markers[-1],
        marks=_moved(marks, len(text) - len(rest)),
        indent=block.indent + hanging + len(outer),
        kind=_kind(markers[-1], run.level),
        gap=block.gap and not outer,
    )
    return [*outer, inner]


def _kind(marker: str, level: int) -> BlockKind:
    if level:
        return "heading"
    return "item" if label_of(marker) or marker in BULLETS else "note"


def _note(block: Block, mark: str) -> Block:
    """The block of a note that a mark links to: its own mark, however it was printed, is taken as such."""
    block = replace(block, kind="note", indent=0)
    if block.marks and block.marks[0].offset == 0:
        return block
    core = re.escape(mark.strip("()[]. "))
    typed = re.match(rf"[\[(]?{core}(?:[\])][.:]?|[.:])?(?=\s|$)", block.text)
    if not typed:
        return replace(block, marks=(Mark(0, mark), *block.marks))
    rest = block.text[typed.end() :].lstrip()
    marks = _moved(block.marks, len(block.text) - len(rest))
    return replace(block, text=rest, marks=(Mark(0, typed[0]), *marks))


def _moved(marks: Iterable[Mark], by: int) -> tuple[Mark, ...]:
    return tuple(replace(mark, offset=max(0, mark.offset - by)) for mark in marks)


def _with_typed_marks(line: _Line) -> tuple[str, tuple[Mark, ...]]:
    """Take the marks typed in a text (``fordækt*)``) out as well; those set apart already move along."""
    _, rest = split_marker(line.text)
    start = len(line.text) - len(rest)
    body, typed = take_marks(rest)
    if not typed:
        return line.text, line.marks
    taken: list[tuple[int, Mark]] = []
    length = 0
    for mark in typed:
        taken.append((start + mark.offset + length, replace(mark, offset=start + mark.offset)))
        length += len(mark.mark)
    moved = [
        replace(mark, offset=mark.offset - sum(min(len(t.mark), max(0, mark.offset - at)) for at, t in taken))
        for mark in line.marks
    ]
    return line.text[:start] + body, tuple(sorted([*moved, *(mark for _, mark in taken)], key=lambda m: m.offset))


def _paragraphs(run: Run, turn: Turn, head: Head) -> list[_Line]:
    """The lines of a run, those joined that a break only wrapped."""
    groups: list[tuple[list[Piece], bool]] = []
    before: _Line | None = None
    empty = False
    if run.label is not None:
        turn.saw(run.label.printed)
    for pieces in _cut(run.pieces):
        line = _line(pieces)
        if not line.text and not line.marks:
            empty = before is not None
            continue
        if before is None or empty or pieces[0].pre or (run.level == 0 and _begins(line, before, turn, head)):
            groups.append((list(pieces), empty))
        else:
            groups[-1][0].extend([Piece(Kind.TEXT, " ", line.line, line.bold), *pieces])
        turn.saw(split_marker(line.text)[0])
        before, empty = line, False
    return [replace(_line(pieces), gap=gap) for pieces, gap in groups]


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


def _begins(line: _Line, before: _Line, turn: Turn, head: Head) -> bool:
    """Whether a line after a single break begins a paragraph of its own."""
    marker, _ = split_marker(line.text)
    return (
        (bool(marker) and turn.has(marker))
        or line.bold != before.bold
        or line.set_in > 0
        or (head(line.text) and bool(_SENTENCE_END.search(before.text)))
        or head(before.text)
    )


def _line(pieces: Sequence[Piece]) -> _Line:
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
    return _Line(
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

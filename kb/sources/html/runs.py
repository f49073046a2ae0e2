"""Runs: what stands between two block-level tags, made into Blocks with their labels and marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kb.sources.block import Block, Mark
from kb.sources.block import Kind as BlockKind
from kb.sources.html.lines import Head, Line, Piece, paragraphs
from kb.sources.html.lists import Label
from kb.sources.html.turn import Turn
from kb.sources.markers import BULLETS, label_of, split_marker, take_marks


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


def blocks_of(run: Run, turn: Turn, head: Head) -> Iterable[Block]:
    """The Blocks of a run; ``head`` says whether a line is the head of a law."""
    labelled: tuple[int, int] | None = None  # how far the line with the last label was set in, and its text
    if run.label is not None:
        turn.saw(run.label.printed)
    for number, line in enumerate(paragraphs(run.pieces, turn, head, heading=run.level > 0)):
        for block in _blocks(line, run, first=number == 0):
            under = labelled is not None and not block.gap and line.set_in >= labelled[0]
            indent = max(block.indent, labelled[1]) if under and labelled is not None else block.indent
            labelled = (line.set_in, indent) if block.marker else labelled if under else None
            yield replace(block, indent=indent)


def _blocks(line: Line, run: Run, *, first: bool) -> list[Block]:
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


def _with_typed_marks(line: Line) -> tuple[str, tuple[Mark, ...]]:
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

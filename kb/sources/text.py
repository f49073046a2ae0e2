"""Plain text: one paragraph a line, nesting by tabs or spaces, labels and bullets typed before the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.book import Finding
from kb.sources.block import Block, Document
from kb.sources.markers import BULLETS, split_marker, take_marks

TAB = 8
"""Columns of a tab stop, for ordering indents only."""


def read_text(text: str, file: str, findings: Sequence[Finding] = ()) -> Document:
    """Make one Block of every line that is not blank; ``text`` is decoded and cleaned, ``file`` names it.

    The indent of a block is the column in which its text starts, so that the text of an item and the paragraphs
    under it stand at the same indent.

    >>> [(b.marker, b.text, b.indent) for b in read_text("§1. Om\\n\\nA.\\tKort\\n\\tMan har kort.", "x.txt").blocks]
    [('', '§1. Om', 0), ('A.', 'Kort', 8), ('', 'Man har kort.', 8)]
    """
    blocks: list[Block] = []
    gap = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            gap = bool(blocks)
            continue
        blocks.append(_block(line.rstrip(), number, gap))
        gap = False
    return Document(file, tuple(blocks), tuple(findings))


def _block(line: str, number: int, gap: bool) -> Block:
    bare = line.lstrip()
    marker, rest = split_marker(bare)
    start = _columns(line[: len(line) - len(rest)]) if rest else _columns(line[: len(line) - len(bare)])
    body, marks = take_marks(re.sub(r"\s+", " ", rest.strip()))
    return Block(
        text=body,
        line=number,
        marker=marker,
        indent=start,
        gap=gap,
        kind="item" if marker and marker[0] in BULLETS else "line",
        marks=marks,
    )


def _columns(before: str) -> int:
    column = 0
    for character in before:
        column += TAB - column % TAB if character == "\t" else 1
    return column

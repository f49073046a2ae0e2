"""Tables and definition lists: which column a cell stands in, and labels that stand in a cell of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from bs4 import Tag

from kb.sources.html.lists import Label
from kb.sources.html.page import attribute, opening
from kb.sources.markers import split_marker

_BARE_LABEL = re.compile(r"[A-Za-z]|[1-9][0-9]?|[IVXivx]{1,5}")
_SENTENCE = 15  # characters; shorter cells beside a bare letter or figure are those of a table of scores


@dataclass(slots=True)
class Row:
    """An open row (or definition list): its next column, the columns that cells above still take, and the label
    that waits for the text of the next cell."""

    taken: frozenset[int] = frozenset()
    column: int = 0
    label: Label | None = None


@dataclass(slots=True)
class Table:
    """An open table: for how many further rows each column is taken by a cell from above."""

    taken: dict[int, int] = field(default_factory=dict)

    def next_row(self) -> Row:
        """Open the next row."""
        row = Row(frozenset(self.taken))
        self.taken = {column: rows - 1 for column, rows in self.taken.items() if rows > 1}
        return row

    def column(self, cell: Tag, row: Row) -> int:
        """The column of the next cell of a row, those skipped that cells above still take."""
        while row.column in row.taken:
            row.column += 1
        column = row.column
        row.column += _span(cell, "colspan")
        height = _span(cell, "rowspan")
        if height > 1:
            self.taken |= dict.fromkeys(range(column, row.column), height - 1)
        return column


def _span(cell: Tag, name: str) -> int:
    value = attribute(cell, name)
    return max(1, min(100, int(value))) if re.fullmatch(r"\d{1,4}", value) else 1


def label_alone(text: str, tag: Tag) -> str:
    """The label that a cell, or a paragraph in it, holds and nothing else; empty when it holds more, or no label.

    A letter or figure without a stop is a label only beside a sentence.
    """
    marker, rest = split_marker(text)
    if marker or not _BARE_LABEL.fullmatch(text):
        return "" if rest else marker
    cell = next((above for above in (tag, *islice(tag.parents, 3)) if above.name in {"td", "th", "dt"}), None)
    beside = cell.find_next_sibling(["td", "th", "dd"]) if cell is not None else None
    return text if isinstance(beside, Tag) and len(opening(beside, _SENTENCE)) >= _SENTENCE else ""

"""The walk through a page: from its tree to Runs, with lists, tables and indents kept in mind.

Indents are counted in half ems, as a browser would set them: 5 for each level of lists, ``dd`` and
``blockquote``, 5 for each column of a table, and the margins that styles give outside lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bs4 import Tag

from kb.sources.block import Block
from kb.sources.html.lines import Head, Kind, Piece
from kb.sources.html.lists import LISTS, Label, List, open_list
from kb.sources.html.marks import marks_in, ordinal
from kb.sources.html.page import BLOCKS, attribute, is_furniture, is_text, is_unseen, line_of, texts
from kb.sources.html.runs import Run, blocks_of
from kb.sources.html.styles import Styles, left_space
from kb.sources.html.tables import Row, Table, label_alone
from kb.sources.html.turn import Turn
from kb.sources.markers import split_marker

STEP = 5
"""Half ems by which a browser sets a list or a quotation in."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SPACED = frozenset({"p", "hr", "table", "pre", "ol", "ul", "dl", "blockquote", *_HEADINGS})
_BOLD = frozenset({"b", "strong", "th"})
_NODES_OF_LABEL = 8
_LONGEST_LINKS = 80  # characters of a paragraph of nothing but links; a longer one is text


@dataclass(frozen=True, slots=True)
class _Frame:
    """How things stand inside a tag."""

    indent: int = 0
    hangs: bool = False
    bold: bool = False
    level: int = 0
    pre: bool = False
    inside: List | None = None
    label: Label | None = None
    linked: bool = False
    table: Table | None = None
    row: Row | None = None


class Walk:
    """One walk through one page: the ``blocks`` it found, what it ``left_out`` (texts by tag, with their line), and
    which blocks hold links (``leading``, by index; headings not counted)."""

    def __init__(self, styles: Styles, head: Head, notes: dict[str, str]) -> None:
        self.blocks: list[Block] = []
        self.left_out: dict[str, tuple[int, list[str]]] = {}
        self.leading: set[int] = set()
        self._styles = styles
        self._head = head
        self._notes = notes
        self._turn = Turn()
        self._line = 1
        self._gap = False
        self._note = ""
        self._run = Run(0)

    def through(self, body: Tag) -> None:
        """Walk through the tree, without recursion: pages nest as deep as they like."""
        frame = self._enter(body, _Frame())
        open_tags: list[tuple[Tag, _Frame, Iterator[object]]] = [(body, frame, iter(body.contents))]
        while open_tags:
            tag, frame, children = open_tags[-1]
            child = next(children, None)
            if child is None:
                open_tags.pop()
                self._leave(tag, frame)
            elif not isinstance(child, Tag):
                self._text(child, frame)
            elif not self._passed_over(child, frame):
                open_tags.append((child, self._enter(child, frame), iter(child.contents)))

    def _text(self, node: object, frame: _Frame) -> None:
        text = str(node)
        if is_text(node):
            self._put(Piece(Kind.TEXT, text, self._line, frame.bold, frame.pre, frame.linked), frame)
        self._line += text.count("\n")

    def _put(self, piece: Piece, frame: _Frame) -> None:
        visible = piece.kind is Kind.MARK or bool(piece.text.strip())
        if visible and not self._run.visible:
            run = Run(
                indent=frame.indent,
                level=frame.level,
                listed=frame.inside is not None,
                hanging=0 if frame.hangs else 1,
                label=self._label(frame),
                note=self._note,
                gap=self._gap,
                visible=True,
            )
            run.pieces, self._run, self._note = self._run.pieces, run, ""
        self._run.pieces.append(piece)

    @staticmethod
    def _label(frame: _Frame) -> Label | None:
        waiting = frame.row.label if frame.row is not None else None
        return waiting if waiting is not None and not waiting.used else frame.label

    def _passed_over(self, tag: Tag, frame: _Frame) -> bool:
        """Whether a tag is done with: unseen, furniture, a footnote mark, a line break."""
        self._line = line_of(tag) or self._line
        if tag.name == "br":
            self._run.pieces.append(Piece(Kind.BREAK, "", self._line))
            return True
        if is_unseen(tag):
            return True
        if is_furniture(tag, self._holds_law):
            if tag.name in BLOCKS:
                self._flush()
            self._leave_out(tag.name, " ".join("".join(texts(tag)).split()))
            return True
        marks = marks_in(tag, self._styles)
        if not marks or ordinal(marks, self._last_character()):
            return False
        commas = "".join("".join(texts(tag)).split())
        for mark in marks:
            commas = commas.replace("".join(mark.split()), "", 1)
            self._put(Piece(Kind.MARK, mark, self._line), frame)
        self._leave_out(tag.name, commas)
        return True

    def _leave_out(self, name: str, text: str) -> None:
        if text:
            self.left_out.setdefault(name, (self._line, []))[1].append(text)

    def _holds_law(self, tag: Tag) -> bool:
        return any(self._head(text.strip()) for text in texts(tag, 2000))

    def _last_character(self) -> str:
        return next((piece.text[-1] for piece in reversed(self._run.pieces) if piece.text), "")

    def _enter(self, tag: Tag, frame: _Frame) -> _Frame:
        if self._notes:
            self._begin_note(tag)
        style = self._styles.of(tag)
        weight = style.get("font-weight", "")
        bold = frame.bold or tag.name in _BOLD or weight in {"bold", "bolder", "600", "700", "800", "900"}
        if tag.name not in BLOCKS:
            linked = frame.linked or (tag.name == "a" and "href" in tag.attrs)
            changed = (bold, linked) != (frame.bold, frame.linked)
            return replace(frame, bold=bold, linked=linked) if changed else frame
        if tag.name not in {"td", "th"}:
            self._flush()
        if tag.name in _SPACED and frame.inside is None:
            self._gap = True
        level = _HEADINGS.get(tag.name, frame.level)
        if style or frame.hangs or (bold, level) != (frame.bold, frame.level) or tag.name == "pre":
            margin = left_space(style) if frame.inside is None and tag.name not in LISTS else 0
            frame = replace(
                frame,
                bold=bold,
                level=level,
                pre=frame.pre or tag.name == "pre",
                indent=frame.indent + margin,
                hangs=style.get("text-indent", "").startswith("-"),
            )
        return self._structured(tag, frame)

    def _begin_note(self, tag: Tag) -> None:
        mark = self._notes.get(attribute(tag, "id")) or self._notes.get(attribute(tag, "name"))
        if mark:
            if tag.name in BLOCKS:
                self._flush()
            if not self._run.visible:
                self._note = mark

    def _structured(self, tag: Tag, frame: _Frame) -> _Frame:
        """The frame inside a list, an item, a table, a row, a cell, or a quotation."""
        name = tag.name
        if name in LISTS:
            self._print_waiting(frame, self._label(frame))
            opened = open_list(tag, self._styles)
            return replace(frame, inside=opened, indent=frame.indent + STEP, label=None, row=None)
        if name == "li":
            return self._item(tag, frame)
        if name in {"dl", "tr"}:
            return replace(frame, row=Row() if frame.table is None or name == "dl" else frame.table.next_row())
        if name == "table":
            self._print_waiting(frame, self._label(frame))
            return replace(frame, table=Table(), row=None)
        if name in {"td", "th"} and frame.row is not None and frame.table is not None:
            return replace(frame, indent=frame.indent + STEP * frame.table.column(tag, frame.row))
        if name in {"dd", "blockquote"} and not _unclosed(tag):
            return replace(frame, indent=frame.indent + STEP)
        return frame

    def _item(self, tag: Tag, frame: _Frame) -> _Frame:
        if frame.inside is None:
            frame = replace(frame, inside=List("disc", exact=False, typed=False), indent=frame.indent + STEP)
        label = frame.inside.label(tag, self._styles) if frame.inside is not None else None
        return replace(frame, label=label, row=None)

    def _leave(self, tag: Tag, frame: _Frame) -> None:
        name = tag.name
        if name not in BLOCKS:
            return
        row = frame.row
        if row is not None and name not in {"tr", "dl"} and self._holds_label(tag, row):
            return
        if name in {"td", "th"} and row is not None:
            self._run.pieces.append(Piece(Kind.TEXT, " ", self._line, frame.bold))
            return
        self._flush()
        if name == "li":
            self._print_waiting(frame, frame.label)
        elif name in {"tr", "dl"} and row is not None:
            self._print_waiting(frame, row.label)
        if name in _SPACED and (frame.inside is None or name in LISTS):
            self._gap = True

    def _holds_label(self, tag: Tag, row: Row) -> bool:
        """Whether what stands in a cell (or a term) is a label alone; it then waits for the next cell's text."""
        if not self._run.visible or len(self._run.pieces) > _NODES_OF_LABEL:
            return False
        text = " ".join("".join(piece.text for piece in self._run.pieces).split())
        label = label_alone(text, tag)
        if not label:
            return False
        if row.label is not None and not row.label.used:
            self._print_waiting(_Frame(self._run.indent), row.label)
        row.label = Label(label, standing=True)
        self._run = Run(0)
        return True

    def _print_waiting(self, frame: _Frame, label: Label | None) -> None:
        """Give a label that found no text a block of its own."""
        if label is not None and not label.used and label.printed:
            self.blocks.append(Block("", self._line, label.printed, frame.indent, gap=self._gap, kind="item"))
            self._turn.saw(label.printed)
            self._gap = False
            label.used = True

    def _flush(self) -> None:
        run, self._run = self._run, Run(0)
        if self._leads_away(run):
            self._leave_out("a", " ".join("".join(piece.text for piece in run.pieces).split()))
        elif run.visible:
            if not run.level and any(piece.linked for piece in run.pieces):
                self.leading.add(len(self.blocks))
            self.blocks.extend(blocks_of(run, self._turn, self._head))
            self._gap = False

    def _leads_away(self, run: Run) -> bool:
        """Whether a paragraph is only links to other places (``Forrige | Næste``), so no law text."""
        if not any(piece.linked for piece in run.pieces[:_NODES_OF_LABEL]) or run.listed or run.level:
            return False
        seen = [piece for piece in run.pieces if any(map(str.isalnum, piece.text))]
        text = " ".join("".join(piece.text for piece in run.pieces).split())
        return (
            all(piece.linked and piece.kind is Kind.TEXT for piece in seen)
            and len(text) <= _LONGEST_LINKS
            and not split_marker(text)[0]
            and not self._head(text)
        )


def _unclosed(tag: Tag) -> bool:
    """Whether a ``dd`` stands in another only because lxml does not close the one before."""
    return tag.name == "dd" and tag.parent is not None and tag.parent.name == "dd"

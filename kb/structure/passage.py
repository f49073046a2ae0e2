"""Passages: Blocks made ready for structure, with the notes that stood inside them taken out and anchored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.book import Place
from kb.sources.block import Block
from kb.sources.markers import BULLETS, label_of


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a note hangs in a text: ``offset`` counts its characters; ``note`` is the text of a note that stood
    there (then ``mark`` is what opened it), or None where only a ``mark`` stood."""

    offset: int
    mark: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """One paragraph with its place, what was printed before it, how deep it stood, and its anchors."""

    text: str
    place: Place
    marker: str = ""
    indent: int = 0
    level: int = 0
    gap: bool = False
    anchors: tuple[Anchor, ...] = ()

    @property
    def label(self) -> str:
        """The printed label, empty when there was none (a bullet is no label)."""
        return label_of(self.marker)

    @property
    def bulleted(self) -> bool:
        """Whether it was a list item whose number is lost."""
        return bool(self.marker) and not self.label and self.marker in BULLETS

    @property
    def note_mark(self) -> str:
        """The footnote mark it opens with, typed (``**)``) or raised, empty when it is no marked note."""
        if self.marker:
            return "" if self.label or self.bulleted else self.marker
        first = self.anchors[0] if self.anchors else None
        raised = first is not None and first.offset == 0 and first.note is None and self.text
        return first.mark if first is not None and raised else ""

    @property
    def unmarked(self) -> Passage:
        """The same without its marker: for the unit that carries it."""
        return replace(self, marker="")

    @property
    def says_something(self) -> bool:
        """Whether it holds any text, be it only a note."""
        return bool(self.text or self.anchors)

    @property
    def spelled(self) -> str:
        """All its characters: the marker, the text, and what was taken out of it."""
        taken = (f"{a.mark} {a.note or ''}".strip() for a in self.anchors)
        return " ".join(filter(None, [self.marker, self.text, *taken]))

    def cut(self, start: int, end: int | None = None) -> Passage:
        """The part between two offsets, its anchors moved along."""
        stop = len(self.text) if end is None else end
        kept = tuple(replace(a, offset=a.offset - start) for a in self.anchors if start <= a.offset <= stop)
        return replace(self, text=self.text[start:stop], anchors=kept)


def passages(blocks: Iterable[Block], file: str, note_openers: Sequence[str]) -> tuple[Passage, ...]:
    """Blocks as Passages; ``note_openers`` are the words that open a note inside a text (``(Noot:``)."""
    return tuple(_passage(block, file, note_openers) for block in blocks)


def joined(parts: Sequence[Passage]) -> tuple[str, tuple[Anchor, ...]]:
    """Paragraphs as one text, joined by line feeds, with their anchors counted from its start.

    >>> here = Place("x.txt", 1)
    >>> joined([Passage("Een.", here), Passage("Twee.", here, anchors=(Anchor(4, "*"),))])
    ('Een.\\nTwee.', (Anchor(offset=9, mark='*', note=None),))
    """
    texts: list[str] = []
    anchors: list[Anchor] = []
    start = 0
    for part in parts:
        if not part.text:  # a line that is nothing but a note hangs at the end of the line before
            anchors += (replace(a, offset=max(0, start - 1)) for a in part.anchors)
            continue
        texts.append(part.text)
        anchors += (replace(a, offset=a.offset + start) for a in part.anchors)
        start += len(part.text) + 1
    return "\n".join(texts), tuple(anchors)


def _passage(block: Block, file: str, openers: Sequence[str]) -> Passage:
    anchors = [Anchor(mark.offset, mark.mark) for mark in block.marks]
    text, notes = _take_notes(block.text, openers)
    for start, length, note in notes:
        anchors = [a if a.offset <= start else replace(a, offset=max(start, a.offset - length)) for a in anchors]
        anchors.append(note)
    return Passage(
        text=text,
        place=Place(file, block.line),
        marker=block.marker,
        indent=block.indent,
        level=block.level,
        gap=block.gap,
        anchors=tuple(sorted(anchors, key=lambda a: a.offset)),
    )


def _take_notes(text: str, openers: Sequence[str]) -> tuple[str, list[tuple[int, int, Anchor]]]:
    """Take ``(Noot: …)`` out, up to the bracket that closes it; (start, characters taken, anchor) of each."""
    taken: list[tuple[int, int, Anchor]] = []
    position = 0
    while found := _first_opener(text, openers, position):
        start, opener = found
        end = _closing_bracket(text, start)
        if end is None:
            position = start + 1
            continue
        before, after = text[:start].rstrip(), text[end + 1 :].lstrip()
        space = " " if before and after and (after[0].isalnum() or after[0] in "(\"'„“§") else ""
        note = text[start + len(opener) : end].strip()
        kept = before + space + after
        taken.append((len(before), len(text) - len(kept), Anchor(len(before), opener + " )", note)))
        text, position = kept, len(before)
    return text, taken


def _first_opener(text: str, openers: Sequence[str], position: int) -> tuple[int, str] | None:
    found = [(at, opener) for opener in openers if (at := text.find(opener, position)) >= 0]
    return min(found) if found else None


def _closing_bracket(text: str, start: int) -> int | None:
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return None

"""What a reader sees of a marked-up text, and where each character of it stands in the source."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field

BREAK = "\n\n"
"""What stands between two blocks: no citation goes on across it."""


@dataclass(slots=True)
class Visible:
    """The text of a document as it is seen, character by character.

    ``starts`` and ``ends`` count characters of the source, one pair for each character of the text (an entity is one
    character of several; what we put between blocks is none). ``closed`` says where no link may be made.
    """

    pieces: list[str] = field(default_factory=list)
    starts: array[int] = field(default_factory=lambda: array("l"))
    ends: array[int] = field(default_factory=lambda: array("l"))
    closed: bytearray = field(default_factory=bytearray)

    @property
    def text(self) -> str:
        """What is seen."""
        return "".join(self.pieces)

    def show(self, text: str, start: int, *, closed: bool = False) -> None:
        """Add source text that is seen as it stands, from ``start`` of the source on."""
        self.pieces.append(text)
        self.starts.extend(range(start, start + len(text)))
        self.ends.extend(range(start + 1, start + len(text) + 1))
        self.closed.extend((1 if closed else 0,) * len(text))

    def show_as(self, text: str, start: int, end: int, *, closed: bool = False) -> None:
        """Add source text that is seen as something else: an entity, or (``start`` = ``end``) a break."""
        self.pieces.append(text)
        self.starts.extend((start,) * len(text))
        self.ends.extend((end,) * len(text))
        self.closed.extend((1 if closed else 0,) * len(text))

    def runs(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches of the source in which the characters ``start`` to ``end`` of the text stand."""
        found: list[tuple[int, int]] = []
        for at in range(start, end):
            if self.starts[at] == self.ends[at]:
                continue
            if found and found[-1][1] == self.starts[at]:
                found[-1] = found[-1][0], self.ends[at]
            elif not found or self.ends[at] > found[-1][1]:
                found.append((self.starts[at], self.ends[at]))
        return found

    def may_link(self, start: int, end: int) -> bool:
        """Whether no character of a stretch stands where links are not made."""
        return start < end and not any(self.closed[start:end])


_ITEM = re.compile(r"^(?=[ \t]{0,12}(?:[-*+•–—#>|]|[0-9]{1,3}[.)])[ \t])", re.MULTILINE)


def see_plain(source: str) -> Visible:
    """Plain text is seen as it stands, with a break before each line that opens an item: the bullet of the next line
    is no dash of a range.

    >>> see_plain("§64\\n- §65").text
    '§64\\n\\n\\n- §65'
    """
    visible = Visible()
    at = 0
    for item in _ITEM.finditer(source):
        visible.show(source[at : item.start()], at)
        visible.show_as(BREAK, item.start(), item.start())
        at = item.start()
    visible.show(source[at:], at)
    return visible

"""Blocks: what every reader of a document format makes of bytes, and all that ``kb.structure`` sees of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.book import Finding

Kind = Literal["line", "item", "heading", "note"]
"""What a format says a block is; ``note``: it opens with a footnote mark, or a mark of the page leads to it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A footnote mark that stood in a text (``*``, ``1``), taken out of it; ``offset`` counts characters."""

    offset: int
    mark: str


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, list item or heading of a document, cleaned: NFC, spaces folded, no soft hyphens.

    ``marker`` is what stood before it as its label (``A.``, ``1.``, ``-``, ``*)``, ``§41.``), empty when nothing
    did; a list item whose format printed a number by style has that number as its marker. ``indent`` orders
    nesting only (tabs or columns in text, list depth in HTML); ``level`` is 1-6 for a heading of the format,
    else 0. ``gap`` says that blank space stood before it. ``line`` counts from 1 in the source file.
    """

    text: str
    line: int
    marker: str = ""
    indent: int = 0
    level: int = 0
    gap: bool = False
    kind: Kind = "line"
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One source file as Blocks, in order, with what its reader noticed."""

    file: str
    blocks: tuple[Block, ...]
    findings: tuple[Finding, ...] = ()

"""Labels, bullets and footnote marks as documents print them, told apart from the text they stand before."""

from __future__ import annotations

import re

from kb.sources.block import Mark

BULLETS = "-–—•·▪◦*"
"""Signs that open a list item whose number the document does not show."""

_LABEL = r"\(?(?:[A-Za-z]|[1-9][0-9]?|[IVX]{1,5}|[ivx]{1,5})[.)]|\((?:[A-Za-z]|[1-9][0-9]?|[ivx]{1,5})\)\.?"
_OPENING = re.compile(rf"(?P<label>{_LABEL})(?=[\s\"“„'(]|$)\s*|(?P<bullet>[{re.escape(BULLETS)}])(?:\s+|$)")
_NOTE_MARK = re.compile(r"(?P<mark>\*{1,6}\)?|(?:[1-9][0-9]?|[a-z])\))\s+")
_STARS = re.compile(r"(?<=[^\s*(])\*{1,6}\)?|(?<=\w)[¹²³⁴-⁹]+")


def split_marker(text: str) -> tuple[str, str]:
    """The label or bullet a line opens with, and the rest; an empty marker when it opens with text.

    >>> split_marker("A.\\tHovedregel"), split_marker("- Elke verklaring"), split_marker("12. stik skal")
    (('A.', 'Hovedregel'), ('-', 'Elke verklaring'), ('12.', 'stik skal'))
    >>> split_marker("**) I turneringer"), split_marker("-"), split_marker("A claim")
    (('**)', 'I turneringer'), ('-', ''), ('', 'A claim'))
    """
    note = _NOTE_MARK.match(text) if text.startswith("*") and not text.startswith("* ") else None
    if note:
        return note["mark"], text[note.end() :]
    opening = _OPENING.match(text)
    if not opening:
        return "", text
    return opening["label"] or opening["bullet"], text[opening.end() :]


def label_of(marker: str) -> str:
    """The bare label of a marker: ``A`` for ``A.``, ``i`` for ``(i)``; empty for bullets and footnote marks.

    >>> [label_of(m) for m in ("A.", "(i)", "-", "*)")]
    ['A', 'i', '', '']
    """
    bare = marker.strip("().")
    return bare if bare.isalnum() else ""


def take_marks(text: str) -> tuple[str, tuple[Mark, ...]]:
    """Take footnote marks (``*)``, ``**``, superscript figures) out of a text.

    Offsets count characters of the text that is given back.

    >>> take_marks("lægges fordækt*). Det må**) kun")
    ('lægges fordækt. Det må kun', (Mark(offset=14, mark='*)'), Mark(offset=22, mark='**)')))
    """
    marks: list[Mark] = []
    kept = ""
    last = 0
    for found in _STARS.finditer(text):
        kept += text[last : found.start()]
        marks.append(Mark(len(kept), found[0]))
        last = found.end()
    return kept + text[last:], tuple(marks)

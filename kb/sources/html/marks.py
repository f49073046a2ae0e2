"""Footnote marks that a page sets apart from its text: raised, or linked to their note."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bs4 import Tag

from kb.sources.html.page import BLOCKS, attribute, texts
from kb.sources.html.styles import Styles

_MARK = r"(?:\d{1,3}|\*{1,6}|[†‡]{1,3}|[a-z])"
_ONE = re.compile(rf"[\[(]?{_MARK}[\])]?\.?")
_BETWEEN = re.compile(r"\s*[,;]\s*|\s+|(?<=[\])])(?=[\[(])")
_LINKED = re.compile(r"\[\s*(?:\d{1,3}|[a-z])\s*\]|\*{1,6}\)?|[†‡]{1,3}")
_NODES = 20  # a footnote mark holds no more than a link and a span
_LONGEST = 20


def marks_in(tag: Tag, styles: Styles) -> list[str]:
    """The footnote marks that a tag holds, as printed; none when it is no such tag.

    A mark is raised (``sup``, or raised by style), or it is a link within the page that shows ``[1]`` or stars.
    Commas between several marks are no part of any.
    """
    linked = tag.name == "a" and "#" in attribute(tag, "href")
    raised = tag.name == "sup" or (tag.name not in BLOCKS and styles.of(tag).get("vertical-align") == "super")
    if not (linked or raised):
        return []
    text = "".join(texts(tag, _NODES)).strip()[: _LONGEST + 1]
    if len(text) > _LONGEST:
        return []
    several = _BETWEEN.split(text)
    if raised and all(map(_ONE.fullmatch, several)):
        return several
    return [text] if linked and _LINKED.fullmatch(text) else []


def ordinal(marks: Sequence[str], before: str) -> bool:
    """Whether a raised letter is the ending of a number (``2e``), no mark.

    >>> ordinal(["e"], "2"), ordinal(["a"], "k"), ordinal(["1"], "6")
    (True, False, False)
    """
    return before.isdigit() and marks[0][0].isalpha()


def linked_notes(body: Tag, styles: Styles) -> dict[str, str]:
    """Where the marks of a page lead: the id of each note, with the mark that a reader sees in the text.

    A note often leads back to its mark; of two that lead to each other, the one that comes first is the mark.
    """
    found: dict[str, str] = {}
    marks_at: set[str] = set()
    for link in body.find_all("a", href=re.compile("#.")):
        holder = link.parent if link.parent is not None and link.parent.name == "sup" else link
        marks = marks_in(holder, styles)
        target = attribute(link, "href").rpartition("#")[2]
        if marks and target and target not in marks_at:
            found.setdefault(target, marks[0])
        marks_at |= {attribute(tag, name) for tag in (link, holder) for name in ("id", "name")} - {""}
    return found

"""The labels that lists print: by ``type``, ``start``, ``value``, CSS, or typed inside their items."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bs4 import Tag

from kb.address import to_roman
from kb.sources.html.page import attribute, opening
from kb.sources.html.styles import Styles
from kb.sources.markers import BULLETS, label_of, split_marker

LISTS = frozenset({"ol", "ul", "menu", "dir"})
"""Tags whose ``li`` are items."""

BULLET: Final = "-"
"""The marker of an item that prints a disc, a circle or a square."""

_TYPES = {"1": "decimal", "A": "upper-alpha", "a": "lower-alpha", "I": "upper-roman", "i": "lower-roman"}
_LONGEST_ROMAN = 39  # what kb.address can write; no law has as many items
_COUNTER = re.compile(r"""counters?\(\s*[\w-]+\s*(?:,\s*(?:"[^"]*"|'[^']*')\s*)?(?:,?\s*(?P<style>[a-z-]+)\s*)?\)""")
_QUOTED = re.compile(r""""([^"]*)"|'([^']*)'""")


def _letters(number: int) -> str:
    """The letters of a number: 1 is a, 26 is z, 27 is aa.

    >>> [_letters(n) for n in (1, 26, 27, 53)]
    ['a', 'z', 'aa', 'ba']
    """
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _roman(number: int) -> str:
    return to_roman(number) if 0 < number <= _LONGEST_ROMAN else str(number)


_NUMERALS: Mapping[str, Callable[[int], str]] = {
    "decimal": str,
    "decimal-leading-zero": lambda number: f"{number:02}",
    "lower-alpha": lambda number: _letters(number) or str(number),
    "lower-latin": lambda number: _letters(number) or str(number),
    "upper-alpha": lambda number: _letters(number).upper() or str(number),
    "upper-latin": lambda number: _letters(number).upper() or str(number),
    "lower-roman": _roman,
    "upper-roman": lambda number: _roman(number).upper(),
}


@dataclass(slots=True)
class Label:
    """What stands before a text and has not been given to a block yet.

    ``printed`` is the marker as printed. ``typed`` says that the items of this list carry their labels in their
    text, so that a label found there is one; ``exact`` that the list names its own style of label, so that a
    typed label of another style belongs to a unit below; ``standing`` that it stands in the page itself, so that
    it never gives way.
    """

    printed: str
    typed: bool = True
    exact: bool = False
    standing: bool = False
    used: bool = False

    def choose(self, text: str) -> tuple[tuple[str, ...], str]:
        """The markers before a text, outermost first, and the text without those that were typed in it."""
        typed, rest = split_marker(text)
        if not typed:
            return ((self.printed,) if self.printed else ()), text
        if self.standing:
            return (self.printed, typed), rest
        if not self.printed or (self.printed in BULLETS and typed in BULLETS):
            return (typed,), rest
        if not self.typed:
            return (self.printed,), text
        if self.exact and self.printed not in BULLETS and _style(typed) != _style(self.printed):
            return (self.printed, typed), rest
        return (typed,), rest


def _style(marker: str) -> str:
    label = label_of(marker)
    return "1" if label.isdigit() else "A" if label.isupper() else "a" if label else ""


@dataclass(slots=True)
class List:
    """An open list: how it counts, and the number of its next item."""

    style: str
    exact: bool
    typed: bool
    next: int = 1

    def label(self, item: Tag, styles: Styles) -> Label:
        """The label of the next item."""
        own = styles.of(item).get("list-style-type") or _typed_style(item) or self.style
        self.next = _integer(attribute(item, "value"), self.next)
        number = self.next
        self.next += 1
        content = styles.content_before(item)
        printed = _from_content(content, number) if content and own == "none" else _printed(own, number)
        return Label(printed, typed=self.typed, exact=self.exact or own != self.style)


def open_list(tag: Tag, styles: Styles) -> List:
    """Open an ``ol`` or ``ul`` (or a ``menu``), by its own style, the sheets, or its type."""
    explicit = styles.of(tag).get("list-style-type") or _typed_style(tag)
    style = explicit or ("decimal" if tag.name == "ol" else "disc")
    items = [opening(item, 12) for item in tag.find_all("li", recursive=False)]
    filled = [split_marker(text)[0] for text in items if text.strip()]
    typed = bool(filled) and all(label_of(marker) for marker in filled)
    return List(style, bool(explicit), typed, _integer(attribute(tag, "start"), 1))


def _typed_style(tag: Tag) -> str:
    """The style that a list's ``type`` asks for, or its class, where that is called like a style of CSS."""
    kind = attribute(tag, "type")
    if kind in _TYPES:
        return _TYPES[kind]
    named = (name for name in attribute(tag, "class").lower().split() if name in _NUMERALS)
    return kind.lower() if kind.lower() in {"disc", "circle", "square", "none"} else next(named, "")


def _integer(text: str, otherwise: int) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else otherwise


def _printed(style: str, number: int) -> str:
    quoted = _QUOTED.fullmatch(style)
    if quoted:
        return (quoted[1] or quoted[2] or "").strip()
    if style == "none":
        return ""
    numeral = _NUMERALS.get(style.lower())
    return f"{numeral(number)}." if numeral else BULLET


def _from_content(content: str, number: int) -> str:
    """What ``content: "(" counter(x, lower-alpha) ")"`` prints before an item.

    >>> [_from_content(content, 2) for content in ('"(" counter(x, lower-alpha) ") "', "counter(x) '.'", "none")]
    ['(b)', '2.', '']
    """
    printed = ""
    for piece in re.finditer(rf"{_COUNTER.pattern}|{_QUOTED.pattern}", content):
        if piece[0].startswith("counter"):
            printed += _NUMERALS.get(piece["style"] or "decimal", str)(number)
        else:
            printed += next((text for text in piece.groups()[-2:] if text), "")
    return printed.strip()

"""Which labels are in turn: how a label at the start of a wrapped line is told from a figure in a sentence."""

from __future__ import annotations

from typing import Literal

from kb.address import roman
from kb.sources.markers import label_of

_Style = tuple[Literal["figure", "letter", "numeral"], bool]
_FIRST = frozenset({"A", "a", "1", "I", "i"})


class Turn:
    """Which labels are in turn: the first of every style, and the one after the last of its style.

    >>> turn = Turn()
    >>> turn.saw("A."), turn.saw("1."), turn.saw("I."), turn.saw("II.")
    (None, None, None, None)
    >>> [marker for marker in ("B.", "C.", "2)", "12.", "III.", "a.", "-") if turn.has(marker)]
    ['B.', '2)', 'III.', 'a.', '-']
    """

    def __init__(self) -> None:
        self._last: dict[_Style, str] = {}

    def has(self, marker: str) -> bool:
        """Whether a label at the start of a line is one that one expects; bullets and footnote marks always are."""
        label = label_of(marker)
        return not label or label in _FIRST or any(_follows(label, last, style) for style, last in self._last.items())

    def saw(self, marker: str) -> None:
        """Note that a label was printed."""
        label = label_of(marker)
        if label:
            self._last[self._style(label)] = label

    def _style(self, label: str) -> _Style:
        upper = label.isupper()
        if label.isdigit():
            return "figure", False
        letter = self._last.get(("letter", upper), "")
        is_letter = len(label) == 1 and bool(letter) and _follows(label, letter, ("letter", upper))
        return ("numeral" if roman(label) is not None and not is_letter else "letter"), upper


def _follows(label: str, last: str, style: _Style) -> bool:
    kind, upper = style
    if kind == "figure":
        return label.isdigit() and int(label) == int(last) + 1
    if label.isdigit() or label.isupper() != upper:
        return False
    if kind == "letter":
        return len(label) == len(last) == 1 and ord(label) == ord(last) + 1
    return (roman(label) or 0) == (roman(last) or 0) + 1

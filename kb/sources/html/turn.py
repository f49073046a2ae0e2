"""Which labels are in turn: how a label at the start of a wrapped line is told from a figure in a sentence."""

from __future__ import annotations

from kb.address import roman
from kb.sources.markers import label_of


class Turn:
    """Which labels are in turn: the first of every style, and the one after the last of its style."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}

    def has(self, marker: str) -> bool:
        """Whether a label at the start of a line is one that one expects; bullets and footnote marks always are."""
        label = label_of(marker)
        return label in {"", "A", "a", "1", "I", "i"} or any(_follows(label, last) for last in self._last.values())

    def saw(self, marker: str) -> None:
        """Note that a label was printed."""
        label = label_of(marker)
        if label:
            self._last["1" if label.isdigit() else f"{len(label) > 1}{label.isupper()}"] = label


def _follows(label: str, last: str) -> bool:
    if label.isdigit() or last.isdigit():
        return label.isdigit() and last.isdigit() and int(label) == int(last) + 1
    if label.isupper() != last.isupper():
        return False
    numerals = roman(label), roman(last)
    in_roman = numerals[0] is not None and numerals[1] is not None and numerals[0] == numerals[1] + 1
    return in_roman or (len(label) == len(last) == 1 and ord(label) == ord(last) + 1)

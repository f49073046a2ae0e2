"""One cited unit: the number of a law and the labels behind it, or the labels that it shares with the item before."""

from __future__ import annotations

from dataclasses import dataclass

from kb.address import LAST_LAW, Address, roman, siblings
from kb.citations.labels import LEVELS, Labels, own_level, read_bracketed, read_run
from kb.citations.passage import Passage
from kb.citations.steps import is_label, read_labels
from kb.citations.tokens import Token


@dataclass(frozen=True, slots=True)
class Item:
    """A cited unit from the token ``start`` up to ``end``: ``law`` and its labels, with the style they were printed
    in. ``decimal`` holds what shows that the number is of another kind of rule book (``7.2``, ``6:162``)."""

    start: int
    end: int
    law: int
    labels: Labels
    decimal: str = ""

    @property
    def address(self) -> Address:
        """The address that it names."""
        return Address(self.law, self.labels.names)


def read_item(page: Passage, k: int, *, signed: bool) -> Item | None:
    """The unit whose law number stands at the token ``k``; None where the number is an amount or a code."""
    token = page.at(k)
    if token.sort != "number" or len(token.text) > 3 or token.text.startswith("0"):
        return None
    mark, after = page.at(k + 1), page.at(k + 2)
    if signed and mark.text in {".", ":"} and after.sort == "number":
        return Item(k, k + 3, int(token.text), Labels(end=k + 3), decimal=f"{token.text}{mark.text}{after.text}")
    if page.counts(k + 1) or _decimals(page, k, mark, after):
        return None
    labels = read_labels(page, Labels(end=k + 1), signed=signed)
    if labels is None:
        return None
    return Item(k, labels.end, int(token.text), labels)


def _decimals(page: Passage, k: int, mark: Token, after: Token) -> bool:
    """Whether ``12,50`` is one number; ``69,70`` is a list, since laws are listed upwards."""
    if mark.text != "," or after.sort != "number":
        return False
    return len(after.text) > 2 or int(after.text) <= int(page.at(k).text) or page.counts(k + 3)


def share(page: Passage, k: int, before: Item) -> Item | None:
    """The item at ``k`` that shares law and first labels with ``before``: ``+B`` behind ``29A``, ``2`` behind
    ``64A1``, ``(c)`` behind ``12C1(b)``; None where nothing at ``k`` is such a label."""
    token = page.at(k)
    bracketed = token.text == "("
    label = page.at(k + 1) if bracketed else token
    if label.sort not in {"word", "number"} or page.glued(k):
        return None
    if label.sort == "word" and not bracketed and not _stands_alone(page, k):
        return None
    place = _shared_place(label.text, before.labels)
    if place is None:
        return None
    kept = before.labels
    held = Labels(kept.names[:place], kept.levels[:place], kept.printed[:place], k)
    level = LEVELS.index(kept.levels[place])
    if bracketed:
        piece = read_bracketed(page, k, level)
        first = held.plus((piece,), k + 3) if piece else None
    else:
        run = read_run(page, k, level)
        first = held.plus(*run) if run else None
    if first is None or (label.sort == "number" and page.counts(first.end)):
        return None
    labels = read_labels(page, first, signed=False)
    return Item(k, labels.end, before.law, labels) if labels else None


def _stands_alone(page: Passage, k: int) -> bool:
    """Whether the word at ``k`` can be a label at all: one letter (or a numeral), and no word of the language."""
    token = page.at(k)
    if len(token.text) > 1:
        return roman(token.text) is not None and not page.prose_at(k + 1)
    if token.low in page.words.one_letter_words and page.prose_at(k + 1):
        return False
    held = Labels(levels="A1" if token.text.islower() else "")
    return page.at(k + 1).sort == "number" or page.typed or is_label(page, k, held)


def _shared_place(text: str, labels: Labels) -> int | None:
    """Which label of the item before a label of this look stands for; None where none does."""
    look = own_level(text)
    if look == "a" and labels.printed.endswith("i") and roman(text) is not None:
        look = "i"
    return labels.printed.rindex(look) if look in labels.printed else None


def members(first: Address, last: Address) -> tuple[Address, ...]:
    """All addresses from one to another, as labels follow each other; empty where ``last`` does not come later.

    Within one unit the labels between the ends are named, across laws the laws between them.

    >>> from kb.address import parse
    >>> [str(a) for a in members(parse("47/A"), parse("47/D"))]
    ['47/A', '47/B', '47/C', '47/D']
    >>> [str(a) for a in members(parse("16/B"), parse("18/A"))]
    ['16/B', '17', '18/A']
    >>> [str(a) for a in members(parse("12/C/1/b"), parse("12/C/2"))]
    ['12/C/1/b', '12/C/2']
    """
    if first.law != last.law:
        if not first.law < last.law <= LAST_LAW:
            return ()
        return first, *(Address(law) for law in range(first.law + 1, last.law)), last
    same = 0
    while same < min(len(first.labels), len(last.labels)) and first.labels[same] == last.labels[same]:
        same += 1
    if same >= min(len(first.labels), len(last.labels)):
        return ()
    between = labels_between(first.labels[same], last.labels[same])
    if not between:
        return ()
    stem = Address(first.law, first.labels[:same])
    return first, *(stem.child(label) for label in between[1:-1]), last


def labels_between(first: str, last: str) -> tuple[str, ...]:
    """The labels from one to another in the style of the first, both included; empty where they do not follow.

    >>> labels_between("a", "c"), labels_between("2", "A"), labels_between("i", "iii")
    (('a', 'b', 'c'), (), ('i', 'ii', 'iii'))
    """
    found: list[str] = []
    for label in _following(first, last):
        found.append(label)
        if label == last:
            return tuple(found) if len(found) > 1 else ()
    return ()


def _following(first: str, last: str) -> list[str]:
    """The labels behind ``first``; a lone ``i`` or ``c`` counts in letters where its partner is a letter."""
    letters = len(first) == len(last) == 1 and (first + last).isalpha() and first.isupper() == last.isupper()
    if letters and (roman(first) is None or roman(last) is None or ord(last) - ord(first) == 1):
        return [chr(code) for code in range(ord(first), ord("Z" if first.isupper() else "z") + 1)]
    return list(siblings(first))

"""Addresses: the identity of every law, provision and note, in every book and language.

An address is a law number, then the labels as printed, joined by ``/``: ``64``, ``64/A/2``, ``9/A/2/b/II``;
a note is ``68/note/1``. Case matters (``45/C/4/b``), and an address knows no language and no book.
This module parses, prints, orders and compares them, and depends on nothing but the errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering

from kb.errors import WrongCall

NOTE = "note"
"""The word that stands before the number of a note in an address."""

LAST_LAW = 93
"""Laws 1-93 are stable across the editions since 1963; a higher number is of another rule book."""

_LABEL = re.compile(r"[A-Z]|[a-z]|[1-9][0-9]?|[IVX]{1,5}|[ivx]{1,5}")
_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
_ROMAN = {"i": 1, "v": 5, "x": 10}
_ROMAN_DEPTH = 4  # law/A/1/a/i: below a letter below a number, the books count in roman numerals


@total_ordering
@dataclass(frozen=True, slots=True)
class Address:
    """One law (no labels), provision (labels) or note (``note`` set; counted from 1 within its law).

    Addresses sort in reading order: a law, its provisions in the order of their labels, then its notes.

    >>> a = parse("64/A/2")
    >>> a.law, a.labels, str(a.parent), a.compact
    (64, ('A', '2'), '64/A', '64A2')
    >>> sorted(map(parse, ["64/B", "64/note/1", "64", "64/A/10", "64/A/2"]))[3].compact
    '64B'
    """

    law: int
    labels: tuple[str, ...] = ()
    note: int | None = None

    def __str__(self) -> str:
        tail = (NOTE, str(self.note)) if self.note is not None else ()
        return "/".join((str(self.law), *self.labels, *tail))

    @property
    def parent(self) -> Address | None:
        """The unit this one stands in; None for a law."""
        if self.note is not None:
            return Address(self.law, self.labels)
        return Address(self.law, self.labels[:-1]) if self.labels else None

    @property
    def ancestors(self) -> tuple[Address, ...]:
        """The units this one stands in, the law first; empty for a law."""
        return tuple(Address(self.law, self.labels[:n]) for n in range(self.depth))

    @property
    def depth(self) -> int:
        """0 for a law, one more for each label (and for a note)."""
        return len(self.labels) + (self.note is not None)

    @property
    def compact(self) -> str:
        """As people say it, without sign or language: ``64A2``, ``68D2b(i)``, ``71(1)``, ``68 note 1``."""
        said = str(self.law)
        for depth, label in enumerate(self.labels, 1):
            roman_like = depth >= _ROMAN_DEPTH or (len(label) > 1 and label.isalpha())
            apart = roman_like or (depth == 1 and label.isdigit())  # 711 would be another law than 71(1)
            said += f"({label})" if apart else label
        return f"{said} {NOTE} {self.note}" if self.note is not None else said

    def child(self, label: str) -> Address:
        """The unit with this label directly below."""
        return Address(self.law, (*self.labels, label))

    def contains(self, other: Address) -> bool:
        """Whether ``other`` is this unit or stands anywhere in it.

        >>> parse("16").contains(parse("16/A")), parse("16").contains(parse("1"))
        (True, False)
        """
        return (
            self.note is None and self.law == other.law and other.labels[: len(self.labels)] == self.labels
        ) or self == other

    def _key(self) -> tuple[int, int, tuple[tuple[int, int, str], ...], int]:
        order = tuple(_label_order(label, depth) for depth, label in enumerate(self.labels, 1))
        return self.law, self.note is not None, order, self.note or 0

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Address):
            return NotImplemented
        return self._key() < other._key()


def parse(text: str) -> Address:
    """Read an address in its one canonical spelling; for what people type, see ``kb.citations.read``.

    Raises :class:`WrongCall` (``address-unreadable``) for anything else.

    >>> parse("68/note/1").note
    1
    """
    law, *labels = text.split("/")
    note = None
    if len(labels) >= 2 and labels[-2] == NOTE and _NUMBER.fullmatch(labels[-1]):
        note = int(labels[-1])
        labels = labels[:-2]
    if not _NUMBER.fullmatch(law) or not all(map(_LABEL.fullmatch, labels)) or len(labels) > 5:
        raise WrongCall("address-unreadable", text=text[:80])
    return Address(int(law), tuple(labels), note)


def roman(label: str) -> int | None:
    """The value of a roman numeral label below 40 in either case, None when it is none.

    >>> roman("iv"), roman("IX"), roman("b")
    (4, 9, None)
    """
    values = [_ROMAN.get(letter, 0) for letter in label.lower()]
    if not values or 0 in values:
        return None
    total = sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
    return total if to_roman(total) == label.lower() else None


def to_roman(number: int) -> str:
    """The lower-case roman numeral of 1 to 39.

    >>> [to_roman(n) for n in (1, 4, 9, 14)]
    ['i', 'iv', 'ix', 'xiv']
    """
    units = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    return "x" * (number // 10) + units[number % 10]


def siblings(first: str) -> Iterator[str]:
    """The labels that follow ``first`` in its own style, ``first`` included: ``A B C …``, ``1 2 3 …``, ``i ii …``.

    >>> from itertools import islice
    >>> list(islice(siblings("ii"), 3)), list(islice(siblings("c"), 2))
    (['ii', 'iii', 'iv'], ['c', 'd'])
    """
    if first.isdigit():
        for number in range(int(first), 100):
            yield str(number)
    elif (len(first) == 1 and first.lower() not in "ivx") or first.lower() in {"v", "x"}:
        for code in range(ord(first), ord("Z" if first.isupper() else "z") + 1):
            yield chr(code)
    else:
        for number in range(roman(first) or 1, 40):
            yield to_roman(number).upper() if first.isupper() else to_roman(number)


def _label_order(label: str, depth: int) -> tuple[int, int, str]:
    value = roman(label)
    if label.isdigit():
        return 0, int(label), label
    if value is not None and (depth >= _ROMAN_DEPTH or len(label) > 1):
        return 1, value, label
    return 1, ord(label[0].lower()), label

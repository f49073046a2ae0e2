"""Lists and ranges: one sign, or one after the other, and all that hangs together behind it.

``§69, 70 og 71``, ``§81-§85 og §90-§92``, ``29A+B``, ``75 B and C``, ``Laws 20F4 and 20F5``, ``Art. 41 t/m 47``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from kb.address import LAST_LAW, Address
from kb.citations.item import Item, members, read_item, share
from kb.citations.passage import DASHES, JOINERS, Passage
from kb.citations.unsigned import bid_like, likely

_STEPS: Final = 3
"""How far apart the numbers of items cited together are, at most, where they might be laws."""

_GLOSS: Final = 40
"""Tokens that the gloss behind a citation may have for the list to go on behind it."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that stands at some token: ``end`` is where its number begins."""

    end: int
    shared: bool
    plural: bool
    initial: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a chain, from the token ``start`` (its own sign included) up to ``end``; ``last`` is the other
    end of a range; ``sign`` its own sign, None where it shares the one before or has none."""

    start: int
    end: int
    item: Item
    last: Item | None = None
    sign: Sign | None = None

    @property
    def addresses(self) -> tuple[Address, ...]:
        """What it names: one address, or all members of its range."""
        if self.last is None:
            return (self.item.address,)
        return members(self.item.address, self.last.address)

    @property
    def highest(self) -> int:
        """The highest law number in it."""
        return max(self.item.law, self.last.law if self.last else 0)


def read_sign(page: Passage, k: int) -> Sign | None:
    """The sign at the token ``k``, if one stands there that a number can follow."""
    words, token = page.words, page.at(k)
    if token.sort == "word" and (page.glued(k) or _inside_path(page, k)):
        return None
    end = words.signs.match(page.tokens, k)
    if end is None and page.typed:
        end = words.typed_signs.match(page.tokens, k)
    if end is not None:
        shared = words.shared.match(page.tokens, k) == end
        return Sign(_to_number(page, end), shared, words.plural.match(page.tokens, k) == end)
    if token.text in words.initials and page.at(k - 2).sort != "number" and page.at(k - 1).text not in DASHES:
        stop = page.at(k + 1).text == "."
        return Sign(k + 2 if stop else page.past(k + 1), shared=False, plural=False, initial=True)
    return None


def _inside_path(page: Passage, k: int) -> bool:
    """Whether the word at ``k`` stands in a path or a tag; ``§63/lov 64`` is none."""
    mark, before = page.at(k - 1), page.at(k - 2)
    if mark.text == "/":
        return before.sort != "number" and before.text != ")" and len(before.text) != 1
    if mark.text in DASHES:
        return before.sort == "word"
    return mark.text in {"#", "=", "@", "\\"}


def _to_number(page: Passage, k: int) -> int:
    if page.at(k).text == ":":
        k += 1
    k = page.past(k)
    numero = page.words.numeros.match(page.tokens, k)
    return k if numero is None else page.past(numero)


def read_signed(page: Passage, k: int) -> tuple[Entry, ...]:
    """The chain whose first sign stands at the token ``k``; empty where no citation does."""
    sign = read_sign(page, k)
    first = _signed_item(page, sign) if sign else None
    if first is None or sign is None:
        return ()
    return _go_on(page, Entry(k, first.end, first, sign=sign), sign)


def _signed_item(page: Passage, sign: Sign) -> Item | None:
    item = read_item(page, sign.end, signed=True)
    if item is None or not sign.initial:
        return item
    glued = page.at(sign.end - 1).text in page.words.initials
    return item if item.labels.names or (item.law >= 10 and glued) else None


def read_unsigned(page: Passage, k: int, *, surely: bool = False) -> tuple[Entry, ...]:
    """The chain that begins at the number ``k`` without a sign; empty unless it is likely to be a citation.

    ``surely`` says that something else shows it (a sign behind it, a word for notes before it).
    """
    item = read_item(page, k, signed=surely)
    if item is None or not (surely or likely(page, item)):
        return ()
    return _go_on(page, Entry(k, item.end, item), Sign(k, shared=False, plural=True) if surely else None)


def _go_on(page: Passage, first: Entry, sign: Sign | None) -> tuple[Entry, ...]:
    chain = [_with_range(page, first, sign)]
    while True:
        joint = _joint(page, chain[-1].end)
        if joint is None:
            return tuple(chain)
        k, how = joint
        entry = _next_entry(page, k, how, chain[-1], sign)
        if entry is None:
            return tuple(chain)
        sign = entry.sign or sign
        chain.append(_with_range(page, entry, sign))


Joint = Literal["comma", "and", "semicolon", "gloss"]


def _joint(page: Passage, k: int) -> tuple[int, Joint] | None:
    """What joins the next item to the one that ends at ``k``: where that item begins, and how it is joined."""
    past = page.past(k)
    if page.at(past).text == "(":
        end = _gloss_end(page, past)
        joint = _joint(page, end) if end else None
        return (joint[0], "gloss") if joint and page.at(page.past(end or 0)).text != "(" else None
    how: Joint = "and"
    if page.at(past).text in {",", ";"}:
        how = "comma" if page.at(past).text == "," else "semicolon"
        past = page.past(past + 1)
        joined = page.words.and_words.match(page.tokens, past)
        return page.past(joined or past), how
    if page.at(past).text in JOINERS:
        joined = page.words.and_words.match(page.tokens, past)
        return page.past(joined or past + 1), how
    joined = page.words.and_words.match(page.tokens, past)
    return (page.past(joined), how) if joined and page.at(joined).sort == "space" else None


def _gloss_end(page: Passage, k: int) -> int | None:
    end = page.closings.get(k)
    return end if end is not None and end - k <= _GLOSS else None


def _next_entry(page: Passage, k: int, how: Joint, before: Entry, sign: Sign | None) -> Entry | None:
    own = read_sign(page, k)
    if own is not None:
        item = _signed_item(page, own) if how != "semicolon" else None
        return Entry(k, item.end, item, sign=own) if item else None
    if how == "gloss":
        return None
    previous = before.last or before.item
    if page.at(k).sort != "number":
        item = share(page, k, previous)
        return Entry(k, item.end, item) if item else None
    item = _numbered(page, k, how, previous, sign)
    return Entry(k, item.end, item) if item else None


def _numbered(page: Passage, k: int, how: Joint, before: Item, sign: Sign | None) -> Item | None:
    """A number that goes on a list: a law of its own, or the number of an item beside the one before."""
    item = read_item(page, k, signed=sign is not None)
    if item is not None and item.labels.names:
        if sign is None:
            return item if likely(page, item, listed=True) else None
        return item if sign.plural or item.law == before.law or not bid_like(item) else None
    sibling = share(page, k, before)
    if sibling is not None and _beside(int(page.at(k).text), before, item, sign):
        return sibling
    if item is None or sign is None or item.law > LAST_LAW:
        return None
    if sign.plural:
        return item
    if item.law > before.law and not (how == "comma" and page.goes_on_at(item.end)):
        return item
    return item if how == "and" and not page.prose_at(item.end) else None


def _beside(number: int, before: Item, law: Item | None, sign: Sign | None) -> bool:
    """Whether a bare number counts items beside the one before (``64A1 og 2``) and not laws (``12C1 og 16``)."""
    steps = number - int(before.labels.names[before.labels.printed.rindex("1")])
    if sign is None or law is None or steps == 1:
        return True
    if sign.plural and before.labels.levels[-1] != "1":
        return False
    return law.law < before.law and not (sign.plural and not 0 < steps <= _STEPS)


def _with_range(page: Passage, entry: Entry, sign: Sign | None) -> Entry:
    """The entry, with its other end where a range goes on behind it."""
    k = _range_joint(page, entry.end)
    if k is None or entry.item.decimal:
        return entry
    own = read_sign(page, k)
    last = _range_end(page, entry.item, own, k, sign)
    if last is None:
        return entry
    foreign = max(entry.item.law, last.law) > LAST_LAW and last.law > entry.item.law
    if not foreign and not members(entry.item.address, last.address):
        return entry
    return Entry(entry.start, last.end, entry.item, last, entry.sign)


def _range_joint(page: Passage, k: int) -> int | None:
    past = page.past(k)
    if page.at(past).text in DASHES:
        return page.past(past + 1)
    end = page.words.range_words.match(page.tokens, past)
    if end is None or (page.at(past).sort == "word" and past == k):
        return None
    return page.past(end)


def _range_end(page: Passage, first: Item, own: Sign | None, k: int, sign: Sign | None) -> Item | None:
    if own is not None:
        return _signed_item(page, own)
    if page.at(k).sort != "number":
        return share(page, k, first)
    item = read_item(page, k, signed=sign is not None)
    if item is not None and item.labels.names:
        return item if sign is not None or likely(page, item, listed=True) else None
    sibling = share(page, k, first) if first.labels.levels.endswith("1") else None
    if sibling is not None and members(first.address, sibling.address):
        return sibling
    return item if sign is not None else None

"""Citations without a sign, where nothing else is likely: ``27B1(b)``, ``64A2``, ``16B``, ``(46A)``.

Never a bid (``7C``, ``3NT``, ``4H``), a board, a table, a house number or a code. A wrong link is worse than none.
"""

from __future__ import annotations

from typing import Final

from kb.address import LAST_LAW
from kb.citations.item import Item
from kb.citations.passage import DASHES, JOINERS, Passage
from kb.citations.tokens import END, Token

_HIGHEST_BID: Final = 7
_LAST_LETTER: Final = "G"
"""No law of any edition has more letters than this."""

_BEFORE: Final = frozenset("([{\"'“”‘’«»‹›„,;:–—>*|")
_BEHIND: Final = _BEFORE | DASHES | JOINERS | frozenset(")]}.!?<")


def bid_like(item: Item) -> bool:
    """Whether a unit reads as a bid too: up to seven and one letter."""
    return item.law <= _HIGHEST_BID and len(item.labels.names) == 1


def likely(page: Passage, item: Item, *, listed: bool = False) -> bool:
    """Whether a unit without a sign is a citation and nothing else; ``listed`` where one stands before it."""
    names, printed = item.labels.names, item.labels.printed
    if not names or item.law > LAST_LAW or bid_like(item):
        return False
    if not item.labels.levels.startswith("A") or names[0] > _LAST_LETTER:
        return False
    if not _plain_around(page, item, listed=listed):
        return False
    if "A" in printed[1:] or (printed[0] == "a" and (len(names) < 3 or item.law <= _HIGHEST_BID)):
        return False
    if item.labels.apart and not (listed or _spaced_surely(page, item)):
        return False
    if page.counts(item.end):
        return False
    if item.law <= _HIGHEST_BID and len(names) == 2 and not (listed or page.at(item.start - 1).text in {"(", "["}):
        return False
    if listed or named_number(page, item.start):
        return listed
    return len(names) > 1 or not _other_number(page, item.start)


def _plain_around(page: Passage, item: Item, *, listed: bool) -> bool:
    """Whether space, brackets or punctuation stand on both sides, as around a word."""
    before, behind, after = page.at(item.start - 1), page.at(item.end), page.at(item.end + 1)
    if before.sort == "mark" and before.text not in (_BEFORE | JOINERS | DASHES if listed else _BEFORE):
        return False
    if before.text == ":" and page.at(item.start - 2).sort == "number":
        return False
    if behind.sort != "mark":
        return behind.sort in {"space", "break", "end"}
    if behind.text == "/":
        return after.sort == "number" or (len(after.text) == 1 and after.text.isupper())
    if behind.text in {".", ":"}:
        return after.sort not in {"word", "number"}
    if behind.text in DASHES and after.sort == "number":
        return len(item.labels.names) > 1 or page.at(item.end + 2).sort == "word"
    return behind.text in _BEHIND


def _spaced_surely(page: Passage, item: Item) -> bool:
    """``45 C 4(b)`` and ``75 B and C`` are citations; ``12 A 3`` in a table and ``10 D 4`` in a suit are not."""
    before = page.at(item.start - 2 if page.at(item.start - 1).sort == "space" else item.start - 1)
    if before.sort == "number" or (before.sort == "mark" and before.text not in _BEFORE):
        return False
    return len(item.labels.names) >= 3 or before.text == "(" or _letter_follows(page, item.end)


def _letter_follows(page: Passage, k: int) -> bool:
    """Whether a joining word and then another capital stand at ``k``."""
    joined = page.words.and_words.match(page.tokens, page.past(k))
    letter = page.at(page.past(joined)) if joined else page.at(-1)
    follows = letter.sort == "word" and len(letter.text) == 1 and "A" <= letter.text <= _LAST_LETTER
    return follows and joined is not None and not page.prose_at(page.past(joined) + 1)


def named_number(page: Passage, k: int) -> bool:
    """Whether the word before the number at ``k`` says that it numbers something else: a room, a board, a pair."""
    word = _word_before(page, k)
    if word.text == ":" and page.at(k - 3).sort == "word":
        word = page.at(k - 3)
    return word.sort == "word" and word.low in page.words.places


def _other_number(page: Passage, k: int) -> bool:
    """The same for names that no list has: a word with a capital (a street, a hotel) that is no word for “see”."""
    word = _word_before(page, k)
    if word.sort == "number" or word.text in {"#", "€", "$", "£", "=", "<"}:
        return True
    capitals = sum(letter.isupper() for letter in word.text)
    name = word.sort == "word" and len(word.text) > 2 and 0 < capitals < len(word.text)
    return name and word.low not in page.words.leads


def _word_before(page: Passage, k: int) -> Token:
    """What stands before the space before ``k``; an abbreviation without its stop."""
    if page.at(k - 1).sort != "space":
        return END
    word = page.at(k - 2)
    return page.at(k - 3) if word.text == "." and page.at(k - 3).sort == "word" else word

"""Whose rule book a citation is of: these laws, or another that stands near it by name or by its form.

``§`` and ``artikel`` are everybody's. A citation is foreign where its number is above 93, where its form is not
ours (``§ 7, stk. 2``, ``artikel 6:162``), or where another rule book is named next to it; a bare number behind a
shared sign is foreign already where one is named earlier in the sentence. A wrong link is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from kb.address import LAST_LAW
from kb.citations.chain import Entry, Sign
from kb.citations.lexicon import Whose
from kb.citations.passage import Passage
from kb.messages import Message

_FAR_BEFORE: Final = 60
"""Tokens that are looked at before a citation, within its sentence."""
_NEAR: Final = 3
"""Words between the name of a book and the citation, either way, for them to belong together."""
_SUBJECT: Final = 4
"""Words behind a bare number within which another subject shows itself."""

_NAMING: Final = frozenset("€$£(")
"""Marks that may stand before the name of another subject."""
_STOPS: Final = frozenset(".!?;…")

Nearness = Literal["next", "near", "sentence"]


def judge(page: Passage, entries: Sequence[Entry]) -> tuple[Message | None, ...]:
    """For each citation of a chain, why it is of another rule book, None where it is ours."""
    sign = entries[0].sign
    behind = _book_behind(page, entries[-1].end, entries[-1].sign or sign)
    form = _foreign_form(page, entries[-1])
    verdicts: list[Message | None] = []
    for n, entry in enumerate(entries):
        sign = entry.sign or sign
        before, words = _book_before(page, entries[0], entry, sign)
        close = before is not None and words == 0 and n == 0
        book = before if before is not None and (close or behind is None) else behind
        verdicts.append(above_the_laws(entry) or _decimal(entry) or (_foreign(book) if book else None))
    # The form of the last one tells for all that share its sign.
    for n in range(len(entries) - 1, -1, -1):
        verdicts[n] = form or verdicts[n]
        if entries[n].sign is not None:
            break
    return tuple(verdicts)


def other_book_behind(page: Passage, k: int) -> Message | None:
    """Why what ends at the token ``k`` is of another rule book, by what it says that it is of; None where it is not."""
    book = _book_behind(page, k, None)
    return _foreign(book) if book else None


def above_the_laws(entry: Entry) -> Message | None:
    """Why a number cannot be of these laws, None where it can."""
    if entry.highest > LAST_LAW:
        return Message("foreign-number", {"number": entry.highest, "last": LAST_LAW})
    return None


def other_subject(page: Passage, entries: Sequence[Entry]) -> bool:
    """Whether the sign in front of bare numbers means something else: an article for sale, a law of physics."""
    if any(entry.item.labels.names or entry.last is not None for entry in entries):
        return False
    return _subject_behind(page, entries[-1].end) or _subject_before(page, entries[0].start)


def _subject_behind(page: Passage, k: int) -> bool:
    seen = 0
    while seen < _SUBJECT and (page.at(k).sort in {"word", "number", "space"} or page.at(k).text in _NAMING):
        if page.words.other_subjects.match(page.tokens, k) is not None:
            return True
        seen += page.at(k).sort in {"word", "number"}
        k += 1
    return False


def _subject_before(page: Passage, start: int) -> bool:
    k, seen = start - 1, 0
    while seen < _NEAR and (page.at(k).sort in {"word", "space"} or page.apostrophe_at(k)):
        if page.words.other_subjects.match(page.tokens, k) is not None:
            return True
        seen += page.at(k).sort == "word"
        k -= 1
    return False


def _foreign(book: tuple[str, str]) -> Message | None:
    whose, name = book
    return Message("foreign-book", {"name": name}) if whose == "foreign" else None


def _decimal(entry: Entry) -> Message | None:
    return Message("foreign-form", {"form": entry.item.decimal}) if entry.item.decimal else None


def _foreign_form(page: Passage, entry: Entry) -> Message | None:
    """Why the last citation of a chain is none of ours, by what stands behind it: ``, stk. 2``, ``lid 1``."""
    if entry.item.decimal:
        return _decimal(entry)
    k = page.past(entry.end)
    if page.at(k).text == ",":
        k = page.past(k + 1)
    end = page.words.foreign_parts.match(page.tokens, k)
    if end is None or page.at(k).sort != "word":
        return None
    if any(token.sort == "space" for token in page.tokens[k:end]):
        return Message("foreign-form", {"form": page.slice(entry.start, end)[2]})
    behind = page.at(page.past(end))
    if behind.sort == "number" or (behind.sort == "word" and len(behind.text) == 1):
        return Message("foreign-form", {"form": page.slice(entry.start, page.past(end) + 1)[2]})
    return None


def _book_behind(page: Passage, k: int, sign: Sign | None) -> tuple[str, str] | None:
    """The rule book that a citation says it is of: ``§7 i klubbens vedtægter``, ``artikel 6 BW``."""
    own_sign = sign is None or not sign.shared
    past = page.past(k)
    if not page.books:
        return None
    if page.at(past).text == "(" and not own_sign:
        named = _first_book(page, past + 1, _NEAR)
        if named is not None:
            return named
    if page.at(past).text == "(":
        past = page.past(page.closings.get(past, past))
    if not own_sign:
        comma = page.at(past).text == ","
        named = _first_book(page, page.past(past + 1), 1) if comma else _first_book(page, past, 0)
        if named is not None and not (comma and named[0] == "own"):
            return named
    of = page.words.of_words.match(page.tokens, past)
    if of is None or page.at(past).sort != "word":
        return None
    return _first_book(page, page.past(of), _NEAR if own_sign else _NEAR + 1)


def _first_book(page: Passage, k: int, between: int) -> tuple[str, str] | None:
    """The first rule book named from ``k`` on, with at most ``between`` words before it and no stop or number."""
    seen = 0
    while seen <= between:
        token = page.at(k)
        if token.sort == "word":
            book = page.books.get(k)
            if book is not None:
                return book[0], page.slice(k, book[1])[2]
            seen += 1
        elif token.sort not in {"space"} and token.text not in {"'", "’", "-", '"', "“", "«"}:
            return None
        k += 1
    return None


def _book_before(page: Passage, first: Entry, entry: Entry, sign: Sign | None) -> tuple[tuple[str, str] | None, int]:
    """The rule book named before a chain in its sentence, where it is close enough for this citation of it, and
    how many words stand between."""
    start = max((start for start, (_, end) in _names_before(page, first.start) if end <= first.start), default=None)
    if start is None:
        return None, 0
    whose, end = page.books[start]
    between = range(end, first.start)
    if any(_sentence_ends(page, k) for k in between):
        return None, 0
    words = sum(page.at(k).sort == "word" for k in between)
    comma = any(page.at(k).text in {",", ":", "("} for k in between)
    near = _reaches(entry, sign, words, comma=comma)
    return (whose, page.slice(start, end)[2]) if near else None, words


def _names_before(page: Passage, k: int) -> Iterator[tuple[int, tuple[Whose, int]]]:
    """The rule books named within reach before the token ``k``."""
    if page.books:
        for start in range(max(0, k - _FAR_BEFORE), k):
            if start in page.books:
                yield start, page.books[start]


def _reaches(entry: Entry, sign: Sign | None, words: int, *, comma: bool) -> bool:
    """Whether a book named ``words`` words earlier is that of the citation."""
    if sign is None or not sign.shared:
        return words == 0 and not comma
    if entry.item.labels.names and entry.item.labels.printed[0] == "A":
        return words == 0
    return True


def _sentence_ends(page: Passage, k: int) -> bool:
    """Whether the token at ``k`` ends a sentence; the stop of an abbreviation does not."""
    token, before = page.at(k), page.at(k - 1)
    if token.sort in {"break", "end"}:
        return True
    if token.text not in _STOPS or page.at(k + 1).sort not in {"space", "break", "end", "mark"}:
        return False
    if token.text != ".":
        return True
    return not (before.sort == "word" and (len(before.text) == 1 or before.low in page.words.before_stops))

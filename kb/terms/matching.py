"""Whether a word of the table stands at a place of a text, and which of several that do is meant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from kb.language import Vocabulary
from kb.language.words import Token, spelling, stem, tokens
from kb.terms.entries import Entries, Entry, as_printed, bare, joint

_REACH: Final = 16
"""How many words may stand in the gap of a separable verb; the longest one in the books takes them all."""
_BREAKS: Final = ".:;?!\n"
"""What a gap never reaches across."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its words: as printed but for their case, as spelled when folded, and their stems.

    ``asked`` says that somebody typed it, perhaps without the letters that a keyboard lacks.
    """

    text: str
    words: Sequence[Token]
    printed: Sequence[str]
    spelled: Sequence[str]
    stems: Sequence[str]
    asked: bool

    def spells(self, entry: Entry, word: int, place: int) -> bool:
        """Whether a word of the text is spelled as a word of an entry. What is printed has its letters, though
        not always the right accent (``opgeéist``); what is asked may lack both."""
        if self.spelled[place] != entry.spelled[word]:
            return False
        mine, known = self.printed[place], entry.printed[word]
        return self.asked or (len(mine) == len(known) and all(map(_same_letter, mine, known)))

    def is_word(self, entry: Entry, word: int, place: int) -> bool:
        """Whether a word of the text is a word of an entry, in any form where its stem counts."""
        return self.spells(entry, word, place) if entry.literal[word] else self.stems[place] == entry.stems[word]


def read(text: str, vocabulary: Vocabulary, *, asked: bool) -> Reading:
    """A text made ready for matching."""
    found = tokens(text)
    return Reading(
        text,
        found,
        [as_printed(token.text) for token in found],
        [spelling(bare(token.text), vocabulary) for token in found],
        [stem(bare(token.text), vocabulary) for token in found],
        asked,
    )


class Match(NamedTuple):
    """An entry that stands somewhere: its last unbroken token, whether it is spelled so, how many letters from
    the beginning of its words it has in common with the text."""

    end: int
    exact: bool
    alike: int
    entry: Entry


def matches(entries: Entries, reading: Reading, at: int) -> Iterator[Match]:
    """Every entry that begins at a word of a text, in no order; lay ones only in what is asked."""
    for entry in entries.beginning_with(reading.spelled[at], reading.stems[at]):
        if entry.lay and not reading.asked:
            continue
        places = _places(entry, reading, at)
        if places and not _by_chance(entry, reading, places, entries.common):
            exact = all(reading.spells(entry, word, place) for word, place in enumerate(places))
            alike = sum(_alike(entry, reading, word, place) for word, place in enumerate(places))
            yield Match(_end(places), exact, alike, entry)


def best(entries: Entries, reading: Reading, at: int) -> tuple[Match, tuple[str, ...]] | None:
    """The match that is meant at a word of a text, and the other terms that have as good a claim.

    The longest; of equally long ones the one that is spelled so, then the one that shares the longest beginning
    (``rettelsen`` is of ``rettelse``, not of ``ret``), then the earlier in the table.
    """
    ranked = sorted(
        matches(entries, reading, at),
        key=lambda match: (-match.end, not match.exact, -match.alike, match.entry.order),
    )
    if not ranked:
        return None
    first = ranked[0]
    equal = dict.fromkeys(match.entry.term for match in ranked if match[:3] == first[:3])
    return first, tuple(term for term in equal if term != first.entry.term)


def _places(entry: Entry, reading: Reading, at: int) -> list[int]:
    """The tokens that the words of an entry are, the first at ``at``; empty where the entry does not stand there."""
    if not reading.is_word(entry, 0, at):
        return []
    places = [at]
    for word in range(1, len(entry.stems)):
        place = (
            _across(entry, reading, word, places[-1]) if word == entry.gap else _after(entry, reading, word, places[-1])
        )
        if place is None:
            return []
        places.append(place)
    return places


def _after(entry: Entry, reading: Reading, word: int, last: int) -> int | None:
    """The next token, if it is the word and nothing parts the two."""
    place = last + 1
    if place == len(reading.words) or joint(_between(reading, place)) != entry.joints[word]:
        return None
    return place if reading.is_word(entry, word, place) else None


def _across(entry: Entry, reading: Reading, word: int, last: int) -> int | None:
    """The first token after a gap that is the word."""
    for place in range(last + 1, min(last + 2 + _REACH, len(reading.words))):
        if any(mark in _between(reading, place) for mark in _BREAKS):
            return None
        if reading.is_word(entry, word, place):
            return place
    return None


def _between(reading: Reading, place: int) -> str:
    return reading.text[reading.words[place - 1].end : reading.words[place].start]


def _by_chance(entry: Entry, reading: Reading, places: Sequence[int], common: Collection[str]) -> bool:
    """Whether only a stem or a folded letter makes a common word one of the game's: ``man`` (one) of ``maner``,
    ``andre`` (other) of ``ændre``."""
    alone = len(places) == 1
    return any(
        reading.printed[place] in common
        and reading.printed[place] != entry.printed[word]
        and (alone or reading.spelled[place] == entry.spelled[word])
        for word, place in enumerate(places)
    )


def _alike(entry: Entry, reading: Reading, word: int, place: int) -> int:
    printed = _shared(reading.printed[place], entry.printed[word])
    return printed + _shared(reading.spelled[place], entry.spelled[word])


def _shared(one: str, other: str) -> int:
    """How many letters two words have in common from the beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _end(places: Sequence[int]) -> int:
    """The last token of the unbroken run that a match begins with: a gap is nobody's."""
    end = places[0]
    while end + 1 in places:
        end += 1
    return end


def _same_letter(one: str, other: str) -> bool:
    return one == other or not (one.isascii() or other.isascii())

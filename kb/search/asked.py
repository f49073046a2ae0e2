"""A question as an index understands it: its words as slots, its phrases, what it rules out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kb.language import Vocabulary
from kb.language.words import stem
from kb.messages import Message
from kb.search.impacts import STEM, UNKNOWN
from kb.search.query import Query

Phrase = tuple[tuple[int, ...], ...]
"""A phrase as spellings, in every language that has all of its words."""


@dataclass(slots=True)
class Slot:
    """One word of the question.

    ``alternatives`` are terms that may fill it, each with the share of its impact that counts; ``literal`` is the
    word's own stem by language; ``weight`` how much the word says, whether or not any text has it; ``little`` that
    it is one of the small words of questions; ``negations`` the negations by language, where it is one itself.
    """

    shown: str
    weight: float = UNKNOWN
    alternatives: list[tuple[int, float]] = field(default_factory=list)
    literal: dict[str, int] = field(default_factory=dict)
    little: bool = False
    negations: Mapping[str, frozenset[int]] = field(default_factory=dict)

    @property
    def negation(self) -> bool:
        """Whether it turns a sentence round."""
        return bool(self.negations)

    @property
    def telling(self) -> bool:
        """Whether it is a word of substance."""
        return not (self.little or self.negations)


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as an index sees it.

    ``slots`` are its words, those of its phrases behind them (none where there are only phrases). Each phrase comes
    in every language that has all its words; a phrase without any is in no text. ``concepts`` are those that its
    words name; ``meant`` is the question with its misspellings corrected, None when there were none; ``said`` is how
    it is said, by :func:`saying_key`, in the language of the question, in each where nobody said which.
    """

    query: Query
    language: str | None = None
    slots: tuple[Slot, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    without: tuple[int, ...] = ()
    without_phrases: tuple[Phrase, ...] = ()
    concepts: tuple[str, ...] = ()
    meant: str | None = None
    remarks: tuple[Message, ...] = ()
    said: tuple[str, ...] = ()


def saying_key(words: Iterable[str], code: str, vocabulary: Vocabulary) -> str:
    """What two ways to say the same words have in common: their stems, in any order.

    >>> dutch = Vocabulary(stemmer="dutch")
    >>> saying_key(["kaarten", "tonen"], "nl", dutch) == saying_key(["toon", "kaart"], "nl", dutch)
    True
    """
    return f"{code}{STEM}{' '.join(sorted({stem(word, vocabulary) for word in words}))}"

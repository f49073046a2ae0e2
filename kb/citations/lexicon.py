"""The words of one or several languages, ready to be met in a text: phrases by their first token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from kb.citations.tokens import END, Token, tokens
from kb.language import CitationWords

Whose = Literal["own", "foreign"]

_NOTES: Final = ("notes", "plural_notes", "numbered_notes")


class Phrases:
    """Words and phrases to be met at a place in a text, the longest first, without regard to case.

    >>> Phrases(["t.m", "tot en met"]).match(tokens("41 TOT EN  MET 47"), 2)
    7
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in phrases:
            parts = tuple(" " if part.sort == "space" else part.low for part in tokens(phrase))
            self._by_first.setdefault(parts[0], []).append(parts)
        for known in self._by_first.values():
            known.sort(key=len, reverse=True)

    def match(self, found: Sequence[Token], at: int) -> int | None:
        """Where the phrase that begins at the token ``at`` ends (the index after it), None where none does.

        A phrase never begins or ends inside a word.
        """
        if not 0 <= at < len(found):
            return None
        for parts in self._by_first.get(found[at].low, ()):
            end = at + len(parts)
            if end <= len(found) and all(_meets(found[at + n], part) for n, part in enumerate(parts)):
                inside = found[end - 1].sort == "word" and end < len(found) and found[end].sort == "word"
                if not inside:
                    return end
        return None

    def __contains__(self, token: object) -> bool:
        """Whether any phrase begins with this token (in lower case): a quick first look."""
        return token in self._by_first


def _meets(token: Token, part: str) -> bool:
    return token.sort == "space" if part == " " else token.low == part


@dataclass(frozen=True)
class Lexicon:
    """The words of :class:`kb.language.CitationWords`, each list as :class:`Phrases`."""

    signs: Phrases
    shared: Phrases
    plural: Phrases
    initials: frozenset[str]
    typed_signs: Phrases
    behind: bool
    numeros: Phrases
    and_words: Phrases
    range_words: Phrases
    positions: Phrases
    parts: Phrases
    of_words: Phrases
    pointers: Phrases
    selves: Phrases
    notes: Phrases
    plural_notes: Phrases
    numbered_notes: Phrases
    one_letter_words: frozenset[str]
    before_stops: frozenset[str]
    ordinals: frozenset[str]
    endings: frozenset[str]
    counted: Phrases
    places: frozenset[str]
    leads: frozenset[str]
    own_books: Phrases
    own_stems: tuple[str, ...]
    foreign_books: Phrases
    foreign_stems: tuple[str, ...]
    foreign_names: frozenset[str]
    foreign_parts: Phrases
    beginnings: frozenset[str]
    other_subjects: Phrases

    def may_begin(self, token: Token) -> bool:
        """Whether a citation can begin with this token: a quick first look."""
        if token.sort == "word":
            return token.low in self.beginnings or len(token.text) == 1
        return token.sort == "number" or (token.sort == "mark" and (token.text == "(" or token.low in self.beginnings))

    def book(self, found: Sequence[Token], at: int) -> tuple[Whose, int] | None:
        """The rule book named at a token: whose it is, and where its name ends; None where none is."""
        token = found[at] if 0 <= at < len(found) else END
        if token.sort != "word":
            return None
        stem = _by_stem(token.low, self.own_stems, self.foreign_stems)
        own = self.own_books.match(found, at)
        if own is not None or stem == "own":
            return "own", own or at + 1
        foreign = self.foreign_books.match(found, at)
        if foreign is not None or stem == "foreign":
            return "foreign", foreign or at + 1
        return ("foreign", at + 1) if token.text in self.foreign_names else None


@lru_cache(maxsize=1 << 14)
def _by_stem(word: str, own: tuple[str, ...], foreign: tuple[str, ...]) -> Whose | None:
    """Whose rule book a word names by what it holds."""
    if any(stem in word for stem in own):
        return "own"
    return "foreign" if any(stem in word for stem in foreign) else None


@lru_cache(maxsize=32)
def lexicon(*languages: CitationWords) -> Lexicon:
    """The words of these languages together; made once for each set of languages."""

    def words(field: str) -> list[str]:
        return [word for language in languages for word in getattr(language, field)]

    def low(field: str) -> frozenset[str]:
        return frozenset(word.casefold() for word in words(field))

    return Lexicon(
        signs=Phrases(words("signs") + words("shared_signs")),
        shared=Phrases(words("shared_signs")),
        plural=Phrases(words("plural_signs")),
        initials=frozenset(words("initials")),
        typed_signs=Phrases(words("typed_signs")),
        behind=any(language.sign_place == "after" for language in languages),
        numeros=Phrases(words("numeros")),
        and_words=Phrases(words("and_words")),
        range_words=Phrases(words("range_words")),
        positions=Phrases(words("positions")),
        parts=Phrases(words("positions") + words("parts")),
        of_words=Phrases(words("of_words")),
        pointers=Phrases(words("pointers")),
        selves=Phrases(words("selves")),
        notes=Phrases(words("notes") + words("plural_notes")),
        plural_notes=Phrases(words("plural_notes")),
        numbered_notes=Phrases(words("numbered_notes")),
        one_letter_words=low("one_letter_words"),
        before_stops=frozenset(word.rstrip(".").rpartition(".")[2].casefold() for word in words("abbreviations")),
        ordinals=low("ordinals"),
        endings=low("endings"),
        counted=Phrases(words("counted")),
        places=low("places"),
        leads=low("leads"),
        own_books=Phrases(words("own_books")),
        own_stems=tuple(sorted(low("own_stems"))),
        foreign_books=Phrases(words("foreign_books")),
        foreign_stems=tuple(sorted(low("foreign_stems"))),
        foreign_names=frozenset(words("foreign_names")),
        foreign_parts=Phrases(words("foreign_parts")),
        other_subjects=Phrases(words("other_subjects")),
        beginnings=frozenset(
            tokens(word)[0].low
            for field in ("signs", "shared_signs", "initials", "typed_signs", "positions", "selves", *_NOTES)
            for word in words(field)
        ),
    )

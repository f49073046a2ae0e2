"""What somebody typed, read by a small grammar of our own with hard limits; it never raises.

=====================  =============================================================
``straf kort``         words, in any form
``"van toepassing"``   an exact phrase, its small words included
``-dobling``           without this word (or ``-"this phrase"``)
``strafk*`` ``k?lør``  a prefix of three letters or more; ``*`` and ``?`` in two words at most
``kulorsvig~``         a spelling one letter off, ``~2`` two
=====================  =============================================================

There are no fields, ranges, boosts or brackets: their signs are punctuation here. A question mark that ends a
word is a question mark. Whatever was cut or left out is said in :attr:`Query.remarks`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from kb.language.words import fold, tokens
from kb.messages import Message

CHARACTERS: Final = 200
"""Longer questions are cut here."""
WORDS: Final = 12
"""More words than this are left out, those that say least first."""
PREFIX: Final = 3
"""Letters that a prefix or pattern must name."""
WILDCARDS: Final = 2
"""Words of one question that may carry ``*`` or ``?``."""
DISTANCE: Final = 2
"""Letters that a fuzzy word may be off."""
EXPANSIONS: Final = 200
"""Words of the corpus that one prefix, pattern or fuzzy word may stand for."""

Kind = Literal["word", "prefix", "pattern", "fuzzy"]

_QUOTES: Final = re.compile(r'(?<!\S)-(?=["“„«])|["“”„«»]')
_BOOST: Final = re.compile(r"\^[0-9.]*")
_FUZZY: Final = re.compile(r"~([0-9]*)(?=\W*$)")
_PATTERN: Final = re.compile(r"[^\W_*?]+(?:[*?]+[^\W_*?]+)*[*?]*|[*?]+[^\W_*?]+(?:[*?]+[^\W_*?]+)*[*?]*")


@dataclass(frozen=True, slots=True)
class Word:
    """One word to look for, as typed. ``text`` of a pattern keeps its ``*`` and ``?``, that of a prefix has none;
    ``distance`` is that of a fuzzy word; ``typing`` marks the last word while somebody types: it may go on."""

    text: str
    kind: Kind = "word"
    distance: int = 0
    typing: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """A question as understood by the grammar: ``text`` cleaned, and the words and phrases to find or to miss."""

    text: str
    words: tuple[Word, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    without: tuple[Word, ...] = ()
    without_phrases: tuple[tuple[str, ...], ...] = ()
    remarks: tuple[Message, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is asked for."""
        return not (self.words or self.phrases)


def read_query(text: str, *, says_little: Callable[[str], bool] | None = None, typing: bool = False) -> Query:
    """Read what was typed; any text gives a Query, and its remarks say what was cut.

    ``says_little`` tells which folded words go first when there are too many; ``typing`` lets the last word be
    the beginning of one.

    >>> read_query('ret "ikke tages tilbage" -dobling strafk*').phrases
    (('ikke', 'tages', 'tilbage'),)
    >>> [str(r) for r in read_query("st*").remarks]
    ['“st*” is too short to stand for more words: name 3 letters or more.']
    >>> read_query("may I ask?").words[-1].text, read_query("(((( ~9 [a TO").words[0].text
    ('ask', 'a')
    """
    clean, remarks = _clean(text)
    plain = clean.split()
    if not typing and 0 < len(plain) <= WORDS and all(map(str.isalpha, plain)):
        # Most questions are just words; what follows would make the same of them.
        return Query(clean.strip(), tuple(map(Word, dict.fromkeys(plain))), remarks=tuple(remarks))
    if len(clean) > 2 and clean[0] == clean[-1] == '"':
        inside = tuple(clean[1:-1].split())
        if 0 < len(inside) <= WORDS and all(map(str.isalpha, inside)):
            return Query(clean.strip(), phrases=(inside,), remarks=tuple(remarks))
    reader = _Reader(remarks)
    for piece, quoted, negated in _pieces(clean):
        if quoted:
            reader.phrase(piece, negated=negated)
        else:
            for chunk in piece.split():
                reader.chunk(chunk)
    words = list(dict.fromkeys(reader.words))
    if typing and words and not clean[-1:].isspace() and words[-1].kind == "word" and len(words[-1].text) >= PREFIX:
        words[-1] = replace(words[-1], typing=True)
    words, phrases = _within(words, reader.phrases, says_little or (lambda _: False), remarks)
    if not (words or phrases):
        remarks.append(Message("query-only-without" if reader.without or reader.without_phrases else "query-empty"))
    return Query(
        clean.strip(),
        tuple(words),
        phrases,
        tuple(dict.fromkeys(reader.without))[:WORDS],
        tuple(reader.without_phrases)[:WORDS],
        tuple(dict.fromkeys(remarks)),
    )


def _clean(text: str) -> tuple[str, list[Message]]:
    """NFC, without control and direction characters, at most ``CHARACTERS`` long (cut between words if it can)."""
    # Folding to NFC can only shorten, so a wide cut first keeps megabytes cheap.
    composed = unicodedata.normalize("NFC", text[: 4 * CHARACTERS])
    if len(composed) <= CHARACTERS and len(text) <= CHARACTERS and composed.isprintable():
        return composed, []
    clean = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in composed)
    if len(clean) <= CHARACTERS and len(text) <= 4 * CHARACTERS:
        return clean, []
    cut = clean[:CHARACTERS]
    head, _, tail = cut.rpartition(" ")
    kept = head if head and len(tail) < CHARACTERS // 4 else cut
    return kept, [Message("query-cut", {"limit": CHARACTERS})]


def _pieces(text: str) -> list[tuple[str, bool, bool]]:
    """The text inside and outside quotation marks, in order: (piece, quoted, negated). A last mark may be missing."""
    pieces: list[tuple[str, bool, bool]] = []
    at, quoted, negated = 0, False, False
    for mark in _QUOTES.finditer(text):
        if mark[0] == "-":
            if not quoted:
                pieces.append((text[at : mark.start()], False, False))
                at, negated = mark.end(), True
            continue
        pieces.append((text[at : mark.start()], quoted, quoted and negated))
        at = mark.end()
        negated = negated and not quoted
        quoted = not quoted
    pieces.append((text[at:], quoted, quoted and negated))
    return pieces


class _Reader:
    """Collects words and phrases while the pieces of a question pass by."""

    def __init__(self, remarks: list[Message]) -> None:
        self.words: list[Word] = []
        self.without: list[Word] = []
        self.phrases: list[tuple[str, ...]] = []
        self.without_phrases: list[tuple[str, ...]] = []
        self._remarks = remarks
        self._wildcards = 0

    def phrase(self, text: str, *, negated: bool) -> None:
        words = tuple(token.text for token in tokens(text))
        if words:
            (self.without_phrases if negated else self.phrases).append(words)

    def chunk(self, chunk: str) -> None:
        if chunk.isalpha():
            self.words.append(Word(chunk))
            return
        plain = chunk.lstrip("([{<'‘")
        negated = len(plain) > 1 and plain[0] in "-−–" and (plain[1].isalnum() or plain[1] == "*")
        plain = _BOOST.sub(" ", plain[1:] if negated else plain)
        found = self._fuzzy(plain)
        if found is None:
            found = self._pattern(plain) or [Word(token.text) for token in tokens(plain)]
        (self.without if negated else self.words).extend(found)

    def _fuzzy(self, chunk: str) -> list[Word] | None:
        sign = _FUZZY.search(chunk)
        if sign is None:
            return None
        words = [Word(token.text) for token in tokens(chunk[: sign.start()])]
        asked = int(sign[1][:3] or 1)
        if asked > DISTANCE:
            self._remarks.append(Message("query-distance", {"limit": DISTANCE}))
        if words and len(words[-1].text) >= PREFIX and asked:
            words[-1] = Word(words[-1].text, "fuzzy", min(asked, DISTANCE))
        return words

    def _pattern(self, chunk: str) -> list[Word]:
        chunk = chunk.rstrip("?!.,;:)]}>'’")
        if "*" not in chunk and "?" not in chunk:
            return []
        found: list[Word] = []
        for match in _PATTERN.finditer(chunk):
            found += self._wild(re.sub(r"\*[*?]*|\?+\*[*?]*", "*", match[0]))
        return found

    def _wild(self, pattern: str) -> list[Word]:
        plain = [Word(token.text) for token in tokens(re.sub(r"[*?]", " ", pattern))]
        if "*" not in pattern and "?" not in pattern:
            return plain
        if sum(letter not in "*?" for letter in pattern) < PREFIX:
            self._remarks.append(Message("query-short", {"word": pattern, "limit": PREFIX}))
            return plain
        self._wildcards += 1
        if self._wildcards > WILDCARDS:
            self._remarks.append(Message("query-wildcards", {"limit": WILDCARDS}))
            return plain
        stem = pattern.removesuffix("*")
        return [Word(stem, "prefix") if not re.search(r"[*?]", stem) else Word(pattern, "pattern")]


def _within(
    words: list[Word], phrases: list[tuple[str, ...]], says_little: Callable[[str], bool], remarks: list[Message]
) -> tuple[list[Word], tuple[tuple[str, ...], ...]]:
    """At most ``WORDS`` words in all: phrases first, then the words that say most, each list in its own order."""
    room, kept_phrases, out = WORDS, [], list[str]()
    for phrase in phrases:
        if room:
            kept_phrases.append(phrase[:room])
        out += phrase[room:]
        room = max(0, room - len(phrase))
    if len(words) > room:
        by_weight = sorted(range(len(words)), key=lambda i: (says_little(fold(words[i].text)), i))
        kept = set(by_weight[:room])
        out += [word.text for i, word in enumerate(words) if i not in kept]
        words = [word for i, word in enumerate(words) if i in kept]
    if out:
        shown = " ".join(out[:WORDS]) + (" …" if len(out) > WORDS else "")
        remarks.append(Message("query-words", {"limit": WORDS, "words": shown}))
    return words, tuple(kept_phrases)

"""What looks odd in the letters of a text: broken words, lost or doubled spaces, marks whose note is gone.

Nothing is mended here but orphan footnote marks, which are set aside in a finding; the text stays the owner's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from kb.book import Finding
from kb.messages import Message
from kb.structure.passage import Passage
from kb.structure.shapes import Words, is_capitals

_BROKEN = re.compile(r"[^\W\d_]+- (?P<next>[^\W\d_]+)")
_BEFORE_STOP = re.compile(r"\w+ [,.;:!?)](?![\w,])")
_LOST_SPACE = re.compile(r"[^\W\d_]{3,}[.;:!?,][A-ZÆØÅÉ][^\W\d_]+")
_TYPEWRITER = re.compile(r",,[^,`]+``")
_AROUND = 24


def odd_places(passages: Sequence[Passage], words: Words, joining: Collection[str]) -> list[Finding]:
    """A finding for each odd place; ``joining`` are the words before which a hanging hyphen is right
    (``ud- eller tilspil``)."""
    found: list[Finding] = []
    for passage in passages:
        broken = (at for at in _BROKEN.finditer(passage.text) if at["next"] not in joining)
        found += (_odd("word-broken", at, passage) for at in broken)
        found += (_odd("space-before-stop", at, passage) for at in _BEFORE_STOP.finditer(passage.text))
        found += (_odd("space-lost", at, passage) for at in _LOST_SPACE.finditer(passage.text))
        found += (_odd("typewriter-quotes", at, passage) for at in _TYPEWRITER.finditer(passage.text))
        if is_capitals(passage.text) and (guess := _respelled(passage.text, words)):
            message = Message("title-misprinted", {"text": passage.text, "guess": guess})
            found.append(Finding(message, passage.place))
    return found


def set_orphans_aside(passages: Sequence[Passage]) -> tuple[list[Passage], list[Finding]]:
    """Take out a figure that stands where elsewhere a note hangs: after the same word, before a small letter.

    ``… iedere normale (Noot: …) speelwijze`` elsewhere makes the figure in ``meerdere normale 1 speelwijzen``
    the mark of a note that is gone.
    """
    hooks = {p.text[: a.offset].split()[-1] for p in passages for a in p.anchors if a.note and p.text[: a.offset]}
    if not hooks:
        return list(passages), []
    orphan = re.compile(rf"\b(?P<word>{'|'.join(map(re.escape, sorted(hooks)))}) (?P<mark>\d{{1,2}}) (?=[^\W\d_A-Z])")
    kept: list[Passage] = []
    findings: list[Finding] = []
    for original in passages:
        passage = original
        while found := orphan.search(passage.text):
            mark, start = found["mark"], found.end("word")
            length = len(mark) + 1
            moved = tuple(
                replace(a, offset=a.offset - length if a.offset > start else a.offset) for a in passage.anchors
            )
            text = passage.text[:start] + passage.text[start + length :]
            message = Message("note-lost", {"mark": mark, "word": found["word"]})
            findings.append(Finding(message, passage.place, mark))
            passage = replace(passage, text=text, anchors=moved)
        kept.append(passage)
    return kept, findings


def _odd(code: str, at: re.Match[str], passage: Passage) -> Finding:
    return Finding(Message(code, {"text": at[0][:_AROUND]}), passage.place)


def _respelled(capitals: str, words: Words) -> str:
    """A misprinted line of capitals, respelled: a word the document never uses that is two words it uses in a row."""
    spelled = []
    for word in capitals.split():
        low = word.lower()
        cut = next((n for n in range(2, len(low) - 1) if (low[:n], low[n:]) in words.pairs), None)
        known = low in words.lower or low in words.all
        spelled.append(word if known or cut is None else f"{word[:cut]} {word[cut:]}")
    respelled = " ".join(spelled)
    return "" if respelled == capitals else respelled

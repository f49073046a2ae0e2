"""Where laws begin: the heads of laws, the titles of parts, tables of contents, and what stands before any head."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.address import LAST_LAW
from kb.book import Finding
from kb.language import StructureWords
from kb.messages import Message
from kb.structure.passage import Passage
from kb.structure.shapes import is_capitals, is_title


@dataclass(slots=True)
class Section:
    """A run of passages that belongs to one law: its head, the part it stands in, and its body.

    ``head`` is None for passages without one; ``section`` is the letter that the head names (``79C``)."""

    number: int | None = None
    section: str = ""
    head: Passage | None = None
    marker: str = ""
    title: Passage | None = None
    part: Passage | None = None
    body: list[Passage] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Head:
    number: int
    section: str
    marker: str
    title: Passage | None


def sections(
    passages: Sequence[Passage], words: StructureWords, titles: Mapping[int, str]
) -> tuple[list[Section], list[Finding]]:
    """Cut a document into the runs of its laws; what belongs to none becomes a finding with its text."""
    findings: list[Finding] = []
    kept = _without_contents(_without_changes(passages, findings), words, findings)
    found: list[Section] = []
    part: Passage | None = None
    for at, passage in enumerate(kept):
        head = _head(passage, words)
        if head:
            found.append(Section(head.number, head.section, passage, head.marker, head.title, part))
        elif _is_part(passage, kept[at + 1 :], words):
            if part is not None and not any(s.part is part for s in found):
                findings.append(Finding(Message("part-empty", {"title": part.text}), part.place, part.spelled))
            part = next((s.part for s in found if s.part and s.part.spelled == passage.spelled), passage)
            if part is not passage:
                findings.append(Finding(Message("part-repeated", {"title": part.text}), passage.place, passage.spelled))
        elif not any(c.isalnum() for c in passage.spelled) and not passage.marker:
            findings.append(Finding(Message("stray-mark", {"mark": passage.text}), passage.place, passage.spelled))
        else:
            if not found:
                found.append(Section())
            found[-1].body.append(passage)
    for section in found:
        _take_title(section, titles)
    return found, findings


def _head(passage: Passage, words: StructureWords) -> _Head | None:
    if passage.bulleted or passage.note_mark:
        return None
    line = f"{passage.marker} {passage.text}".strip()
    signs = "|".join(re.escape(sign) for sign in sorted(words.law_signs, key=len, reverse=True))
    found = re.match(rf"(?:{signs})\s*(?P<number>[1-9]\d?)(?P<section>[A-Z]?)(?:[.:]|(?!\w))\s*[-–—:]?\s*", line, re.I)
    if not found or int(found["number"]) > LAST_LAW:
        return None
    rest = line[found.end() :]
    if rest and not (rest[0].isupper() and is_title(rest.rstrip("."))):
        return None
    title = passage.cut(len(passage.text) - len(rest)) if rest else None
    return _Head(int(found["number"]), found["section"].upper(), line[: found.end()].strip(), title)


def _is_part(passage: Passage, after: Sequence[Passage], words: StructureWords) -> bool:
    """A line of capitals (or a heading above the laws') right before the head of a law."""
    if passage.marker or not (is_capitals(passage.text) or passage.level):
        return False
    for following in after:
        if _head(following, words):
            return True
        if following.marker or not (is_capitals(following.text) or following.level):
            return False
    return False


def _take_title(section: Section, titles: Mapping[int, str]) -> None:
    """The title on the line after the head, where the head's own line has none."""
    if section.head is None or section.title is not None or section.section or not section.body:
        return
    first, *others = section.body
    if first.marker or not is_title(first.text):
        return
    known = titles.get(section.number or 0, "").casefold()
    if others or first.text.casefold() == known:
        section.title, section.body = first, others


def _without_contents(passages: list[Passage], words: StructureWords, findings: list[Finding]) -> list[Passage]:
    """Leave out a table of contents: a run of heads and short lines, after its title, that no text follows."""
    opening = {title.casefold() for title in words.contents_titles}
    start = next((at for at, p in enumerate(passages) if p.text.rstrip(":").casefold() in opening), None)
    if start is None:
        return passages
    end = start + 1
    while end < len(passages) and _is_entry(passages[end], words) and not _has_body(passages, end, words):
        end += 1
    findings += (
        Finding(Message("contents-line", {"text": line.spelled}), line.place, line.spelled)
        for line in passages[start:end]
    )
    return passages[:start] + passages[end:]


def _is_entry(passage: Passage, words: StructureWords) -> bool:
    return _head(passage, words) is not None or is_title(passage.text.rstrip("."))


def _has_body(passages: Sequence[Passage], at: int, words: StructureWords) -> bool:
    """Whether a head is followed by text, and so is the head of a law and no entry of a table."""
    following = passages[at + 1] if at + 1 < len(passages) else None
    return _head(passages[at], words) is not None and following is not None and not _is_entry(following, words)


_HUNK = re.compile(r"\w+ \d+:")
_PAGE = re.compile(r"\s+\d{1,3}$")


def _without_changes(passages: Sequence[Passage], findings: list[Finding]) -> list[Passage]:
    """Leave out what a page comparison adds: hunk lines, lone signs, and the older of two lines around a ``+``."""
    if not any(p.text in {"+", "−"} or p.marker == "+" for p in passages):
        return list(passages)
    kept: list[Passage] = []
    for at, passage in enumerate(passages):
        text = f"{passage.marker} {passage.text}".strip()
        after = passages[at + 2] if at + 2 < len(passages) and passages[at + 1].text in {"+", "−"} else None
        doubled = after is not None and after.marker == passage.marker and _PAGE.sub("", passage.text) == after.text
        if doubled or passage.text in {"+", "−"} or _HUNK.fullmatch(text):
            code = "line-doubled" if doubled else "comparison-line"
            findings.append(Finding(Message(code, {"text": text}), passage.place, passage.spelled))
        else:
            kept.append(passage)
    return kept


def with_section(section: Section) -> list[Passage]:
    """The body of a section whose head names a letter (``Artikel 79C``): under that letter, if not so printed."""
    if not section.section or any(p.label == section.section for p in section.body):
        return section.body
    opener = replace(section.head or section.body[0], text="", marker=f"{section.section}.")
    return [opener, *section.body]

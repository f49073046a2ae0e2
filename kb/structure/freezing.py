"""From a grown draft to frozen records: addresses, joined texts, notes in order and where they hang."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.address import Address
from kb.book import Finding, Note, NoteKind, Provision
from kb.messages import Message
from kb.structure.passage import Anchor, Passage, joined
from kb.structure.unit import LAW, Draft, Unit


@dataclass(frozen=True, slots=True)
class Frozen:
    """The records of one law."""

    provisions: tuple[Provision, ...]
    notes: tuple[Note, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Hung:
    """An anchor with the unit whose text it hangs in."""

    at: Address
    anchor: Anchor
    passage: Passage
    in_text: bool = True

    @property
    def offset(self) -> int | None:
        """Where it hangs in the unit's text; None when it hangs in its heading or closing."""
        return self.anchor.offset if self.in_text else None


def freeze(draft: Draft, number: int, local_words: Sequence[str]) -> Frozen:
    """Records of a draft; notes are numbered in reading order, those inside the text before those after it."""
    provisions: list[Provision] = []
    hung: list[_Hung] = []
    _freeze_unit(draft.root, Address(number), provisions, hung)
    for passage in draft.notes:
        own = (a for a in passage.anchors if a.note is not None or (a.offset, a.mark) != (0, passage.note_mark))
        hung += (_Hung(Address(number), anchor, passage, in_text=False) for anchor in own)
    notes, findings = _notes(draft, hung, number, local_words)
    return Frozen(tuple(provisions), tuple(notes), (*draft.findings, *findings))


def _freeze_unit(unit: Unit, address: Address, out: list[Provision], hung: list[_Hung]) -> None:
    text, anchors = joined(unit.paragraphs)
    closing, closing_anchors = joined(unit.closing)
    place = unit.paragraphs[0].place if unit.level == LAW and unit.paragraphs else unit.place
    if unit.heading is not None:
        hung += (_Hung(address, anchor, unit.heading, in_text=False) for anchor in unit.heading.anchors)
    hung += (_Hung(address, anchor, unit.paragraphs[0]) for anchor in anchors)
    if unit.level != LAW or text or closing:
        out.append(
            Provision(
                address=address,
                heading=unit.heading.text if unit.heading and unit.level != LAW else None,
                text=text,
                label=unit.origin,
                place=place,
                closing=closing or None,
                marker=" ".join(filter(None, [unit.marker, *(p.marker for p in (*unit.paragraphs, *unit.closing))])),
                evidence=unit.evidence,
            )
        )
    for child in unit.children:
        _freeze_unit(child, address.child(child.label), out, hung)
    hung += (_Hung(address, anchor, unit.closing[0], in_text=False) for anchor in closing_anchors)


def _notes(
    draft: Draft, hung: Sequence[_Hung], number: int, local_words: Sequence[str]
) -> tuple[list[Note], list[Finding]]:
    notes: list[Note] = []
    findings: list[Finding] = []
    for hook in hung:
        if hook.anchor.note is not None:
            address = Address(number, note=len(notes) + 1)
            kind = _kind(hook.anchor.note, local_words)
            place = hook.passage.place
            marker = hook.anchor.mark
            notes.append(Note(address, hook.anchor.note, kind, place, hook.at, hook.offset, marker))
    loose = [hook for hook in hung if hook.anchor.note is None]
    for passage in (p for p in draft.notes if p.text or p.marker):
        mark = passage.note_mark
        hooks = [h for h in loose if _same(h.anchor.mark, mark)]
        loose = [h for h in loose if not _same(h.anchor.mark, mark)]
        notes.append(
            Note(
                address=Address(number, note=len(notes) + 1),
                text=passage.text,
                kind=_kind(passage.text, local_words),
                place=passage.place,
                at=hooks[0].at if hooks else None,
                offset=hooks[0].offset if hooks else None,
                marker=" ".join(
                    filter(None, [passage.marker or mark, *(h.anchor.mark for h in hooks if h.passage is not passage)])
                ),
            )
        )
    for hook in loose:
        message = Message("mark-without-note", {"mark": hook.anchor.mark, "address": str(hook.at)})
        findings.append(Finding(message, hook.passage.place, hook.anchor.mark, hook.at))
    return notes, findings


def _bare(mark: str) -> str:
    return mark.strip("().[]")


def _same(left: str, right: str) -> bool:
    return bool(left) and _bare(left) == _bare(right)


def _kind(text: str, local_words: Sequence[str]) -> NoteKind:
    """A federation's own rule names the federation; any other note is a footnote of the laws."""
    return "local" if any(word in text for word in local_words) else "footnote"

"""Laws whose labels the source prints: nesting follows the labels, unlabelled lines follow their indent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.address import to_roman
from kb.book import Finding
from kb.messages import Message
from kb.structure.passage import Passage
from kb.structure.shapes import Words, is_clause, is_title
from kb.structure.unit import LAW, ROMAN, Draft, Unit, level_of, next_label


def build(root: Unit, body: Sequence[Passage], words: Words) -> Draft:
    """Grow the units of one law from its passages.

    A labelled passage opens a unit under the nearest open unit of a higher level. An unlabelled one belongs to
    the deepest open unit that it is indented under (a further paragraph, or that unit's closing once it has
    items); one that stands under none, after the last item, is a note.
    """
    draft = Draft(root)
    stack = [root]
    last_labelled = max((at for at, passage in enumerate(body) if passage.label), default=-1)
    for at, passage in enumerate(body):
        if passage.note_mark:
            draft.notes.append(passage)
        elif passage.label:
            _open(draft, stack, passage)
        elif not passage.says_something:
            draft.findings.append(
                Finding(Message("stray-mark", {"mark": passage.marker}), passage.place, passage.marker)
            )
        else:
            _place_unlabelled(draft, stack, passage, trailing=at > last_labelled)
    _close_fragments(draft)
    for unit in list(root.walk()):
        if unit.level != LAW:
            name(unit, words)
            _split_inline(unit)
    return draft


def name(unit: Unit, words: Words) -> None:
    """Tell a unit's heading from its text: on a line of its own, or run into the first sentence."""
    if unit.heading is not None or not unit.paragraphs:
        return
    first, *others = unit.paragraphs
    run_in = words.split_run_in(first)
    if run_in:
        unit.heading, unit.paragraphs = run_in[0], [run_in[1], *others]
    elif (others or unit.children) and (is_title(first.text) or (is_clause(first.text) and is_title(_raised(first)))):
        unit.heading, unit.paragraphs = first, others


def _raised(passage: Passage) -> str:
    return passage.text[:1].upper() + passage.text[1:]


def _open(draft: Draft, stack: list[Unit], passage: Passage) -> None:
    label = passage.label
    level = level_of(label, stack[-1] if len(stack) > 1 else None)
    parents = [unit for unit in stack if unit.level < level]
    parent = parents[-1]
    if parent.child(label) is not None:
        draft.findings.append(
            Finding(Message("label-repeated", {"label": label}), passage.place, f"{passage.marker} {passage.text}")
        )
        return
    expected = next_label(parent.children, level, like=label)
    if label != expected:
        draft.findings.append(Finding(Message("label-gap", {"label": label, "expected": expected}), passage.place))
    unit = Unit(label, level, passage.place, passage.indent, marker=passage.marker)
    if passage.says_something:
        unit.paragraphs.append(passage.unmarked)
    parent.children.append(unit)
    stack[:] = [*parents, unit]


def _place_unlabelled(draft: Draft, stack: list[Unit], passage: Passage, *, trailing: bool) -> None:
    root = stack[0]
    if len(stack) == 1:
        root.paragraphs.append(passage)
        return
    under = [unit for unit in stack[1:] if unit.indent <= passage.indent]
    current = stack[-1]
    if under:
        owner = under[-1]
        (owner.closing if owner.children else owner.paragraphs).append(passage)
    elif not _has_text(current) and not current.children:
        current.paragraphs.append(passage)
    elif trailing:
        draft.notes.append(passage)
    else:
        (current.closing if current.children else current.paragraphs).append(passage)


def _has_text(unit: Unit) -> bool:
    """Whether a unit says something beyond a heading on a line of its own."""
    return len(unit.paragraphs) > 1 or any(not is_title(p.text) for p in unit.paragraphs)


def _close_fragments(draft: Draft) -> None:
    """A line after items that are clauses of the lead (``… if:`` / ``a player …, or``) is the law's closing."""
    root = draft.root
    if not root.children or not all(u.paragraphs and is_clause(u.paragraphs[0].text) for u in root.children):
        return
    unmarked = [note for note in draft.notes if not note.note_mark]
    root.closing += unmarked
    draft.notes[:] = [note for note in draft.notes if note.note_mark]


_ROMANS = re.compile(r"(?:^|(?<=[.)] ))(?P<label>[IVX]{1,4}|[ivx]{1,4})\. (?=[^\W\d_a-z])")


def _split_inline(unit: Unit) -> None:
    """Take roman items that run on inside a text (``… I. Under … II. Den …``) apart into units."""
    if unit.children or len(unit.paragraphs) != 1:
        return
    passage = unit.paragraphs[0]
    found = list(_ROMANS.finditer(passage.text))
    if len(found) < 2 or [f["label"].lower() for f in found] != [to_roman(n + 1) for n in range(len(found))]:
        return
    ends = [*(f.start() for f in found[1:]), len(passage.text)]
    for item, end in zip(found, ends, strict=True):
        part = passage.cut(item.end(), end)
        text = part.text.rstrip()
        child = Unit(item["label"], ROMAN, passage.place, passage.indent + 1, marker=item["label"] + ".")
        child.paragraphs = [replace(part, text=text)]
        unit.children.append(child)
    lead = passage.cut(0, found[0].start())
    unit.paragraphs = [replace(lead, text=lead.text.rstrip())] if lead.text.strip() else []

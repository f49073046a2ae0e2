"""Laws whose labels the source lost: restored from order, heading lines and punctuation, and marked as inferred.

What these law books do, everywhere: a line like a heading opens a letter; sentences below it are its numbers (one
alone is its text); after a colon the items stand one level deeper; a line with a small first letter goes on with
the innermost open list; a capitalised line without a bullet after such items closes the unit that holds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.messages import Message
from kb.structure.passage import Passage
from kb.structure.printed import name
from kb.structure.shapes import Words, is_clause, is_title
from kb.structure.unit import LAW, LETTER, NUMBER, ROMAN, SMALL, Draft, Unit, level_of, next_label


@dataclass(slots=True)
class _Group:
    """A letter (or the law itself) and the passages that stand under it."""

    owner: Unit
    members: list[Passage]


def build(root: Unit, body: Sequence[Passage], words: Words) -> Draft:
    """Grow the units of one law from its passages; every label that was not printed says why it was chosen."""
    draft = Draft(root)
    bulleted = any(passage.bulleted for passage in body)
    groups = [_Group(root, [])]
    unnoted = [passage for passage in body if not passage.note_mark]
    draft.notes = [passage for passage in body if passage.note_mark]
    for at, passage in enumerate(unnoted):
        letter = _letter(root, passage, unnoted[at + 1 :], groups[-1])
        if letter is None:
            groups[-1].members.append(passage)
        else:
            root.children.append(letter)
            groups.append(_Group(letter, []))
    for group in groups:
        _fill(group, bulleted=bulleted)
    for unit in list(root.walk()):
        if unit.level != LAW and unit.origin == "printed":
            name(unit, words)
    return draft


def _letter(root: Unit, passage: Passage, after: Sequence[Passage], open_group: _Group) -> Unit | None:
    """The letter that a passage opens, if it opens one."""
    if passage.label and level_of(passage.label, open_group.owner) == LETTER:
        unit = Unit(passage.label, LETTER, passage.place, marker=passage.marker)
        unit.paragraphs = [passage.unmarked] if passage.says_something else []
        if is_title(passage.text):
            unit.heading, unit.paragraphs = passage.unmarked, []
        return unit
    if passage.label or not passage.text:
        return None
    if (is_title(passage.text) or passage.level) and after and not passage.anchors:
        label = next_label(root.children, LETTER)
        unit = _inferred(label, LETTER, passage, Message("inferred-heading", {"label": label}))
        unit.heading = passage.unmarked
        return unit
    if passage.bulleted and open_group.owner is root and not root.children:
        following = next((p.label for p in after if p.label.isupper()), "")
        if following and following != "A" and not is_clause(passage.text):
            label = next_label(root.children, LETTER)
            unit = _inferred(label, LETTER, passage, Message("inferred-before", {"label": label, "before": following}))
            unit.paragraphs = [passage.unmarked]
            return unit
    return None


def _fill(group: _Group, *, bulleted: bool) -> None:
    owner, members = group.owner, group.members
    if bulleted:
        items = [m for m in members if m.bulleted and not is_clause(m.text)]
        clauses = any(m.bulleted and is_clause(m.text) for m in members)
        numbered = len(items) > 1 or (bool(items) and clauses)
    else:
        first_clause = next((at for at, m in enumerate(members) if is_clause(m.text)), len(members))
        numbered = owner.level == LETTER and not owner.paragraphs and first_clause > 1
    stack = [owner]
    for member in members:
        if member.label:
            _open_printed(stack, member)
        elif not member.text and member.anchors:
            stack[-1].paragraphs.append(member)
        elif not member.text or is_clause(member.text):
            _open_clause(stack, member)
        elif (member.bulleted or not bulleted) and numbered:
            stack[1:] = [_add(owner, NUMBER, member, "inferred-sentence")]
        else:
            stack[1:] = []
            has_items = any(unit.level != LETTER for unit in owner.children)
            (owner.closing if has_items else owner.paragraphs).append(member)


def _open_printed(stack: list[Unit], member: Passage) -> None:
    level = level_of(member.label, stack[-1] if len(stack) > 1 else None)
    stack[:] = [unit for unit in stack if unit.level < level]
    unit = Unit(member.label, level, member.place, marker=member.marker)
    unit.paragraphs = [member.unmarked] if member.says_something else []
    stack[-1].children.append(unit)
    stack.append(unit)


def _open_clause(stack: list[Unit], member: Passage) -> None:
    """A line with a small first letter (or an empty bullet): one deeper after a colon, else beside the last."""
    top = stack[-1]
    if not member.text:
        stack[1:] = []
        stack.append(_add(stack[0], NUMBER, member, "inferred-empty"))
        return
    if _expects_items(top):
        level = max(top.level + 1, NUMBER)
        stack.append(_add(top, min(level, ROMAN), member, "inferred-clause"))
        return
    if len(stack) == 1:
        (top.closing if top.children else top.paragraphs).append(member)
        return
    if _is_clause_unit(top) and _last_text(top).endswith(".") and len(stack) > 2 and _is_clause_unit(stack[-2]):
        stack.pop()
    parent = stack[-2]
    level = stack[-1].level if _is_clause_unit(stack[-1]) else SMALL
    stack[:] = [*stack[:-1], _add(parent, level, member, "inferred-clause")]


def _expects_items(unit: Unit) -> bool:
    return not unit.children and (_last_text(unit).endswith(":") or (not _last_text(unit) and unit.heading is None))


def _is_clause_unit(unit: Unit) -> bool:
    return bool(unit.paragraphs) and is_clause(unit.paragraphs[0].text)


def _last_text(unit: Unit) -> str:
    return unit.paragraphs[-1].text if unit.paragraphs else ""


def _add(parent: Unit, level: int, passage: Passage, why: str) -> Unit:
    label = next_label(parent.children, level)
    unit = _inferred(label, level, passage, Message(why, {"label": label}))
    unit.paragraphs = [passage.unmarked] if passage.says_something else []
    parent.children.append(unit)
    return unit


def _inferred(label: str, level: int, passage: Passage, evidence: Message) -> Unit:
    return Unit(label, level, passage.place, origin="inferred", evidence=evidence, marker=passage.marker)

"""Structure: the Blocks of a book's documents become laws, provisions, notes and part titles.

Nothing is lost and nothing is guessed in silence: every character of a block ends in a heading, a text, a label, a
note, a part title or a finding; every inferred label carries its evidence; odd text becomes a finding, never an
exception.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.address import LAST_LAW, Address
from kb.book import Finding, Law
from kb.language import Language
from kb.messages import Message
from kb.sources.block import Document
from kb.structure import lost, printed
from kb.structure.freezing import freeze
from kb.structure.headless import Cites, recognise
from kb.structure.heads import Section, sections, with_section
from kb.structure.oddities import odd_places, set_orphans_aside
from kb.structure.passage import Passage, passages
from kb.structure.shapes import Words
from kb.structure.unit import LAW, Draft, Unit

__all__ = ["Parsed", "parse"]

_FEW = 3  # a law with more lines than this and no printed label has lost its labels


@dataclass(frozen=True, slots=True)
class Parsed:
    """The laws of a book in order of number, and what was noticed, in order of file and line."""

    laws: tuple[Law, ...]
    findings: tuple[Finding, ...]


def parse(documents: Sequence[Document], language: Language, titles: Mapping[int, str], cites: Cites) -> Parsed:
    """Make the laws of one book from its documents.

    ``titles`` names the laws in this language (used to recognise, never printed as if the source had it);
    ``cites`` gives the addresses that a text cites.
    """
    findings = [finding for document in documents for finding in document.findings]
    read = [_read(document, language, findings) for document in documents]
    words = Words([p.text for part in read for p in part], language.structure.local_words)
    cut = [_cut(part, words, language, titles, findings) for part in read]
    taken = {section.number for runs in cut for section in runs if section.number}
    laws: dict[int, Law] = {}
    for runs in cut:
        kept = _with_heads(runs, titles, taken, cites, findings)
        build = lost.build if _labels_lost(kept) else printed.build
        for section in kept:
            _add(laws, _law(section, build, words, language, findings), findings)
    findings += _parts_over_nothing(cut, laws)
    ordered = tuple(laws[number] for number in sorted(laws))
    return Parsed(ordered, tuple(sorted(findings, key=lambda f: (f.place.file, f.place.line))))


def _read(document: Document, language: Language, findings: list[Finding]) -> list[Passage]:
    read, orphans = set_orphans_aside(passages(document.blocks, document.file, language.structure.note_openers))
    findings += orphans
    return read


def _cut(
    read: Sequence[Passage], words: Words, language: Language, titles: Mapping[int, str], findings: list[Finding]
) -> list[Section]:
    runs, unplaced = sections(read, language.structure, titles)
    findings += [*odd_places(read, words, language.structure.joining_words), *unplaced]
    return runs


def _with_heads(
    runs: Sequence[Section],
    titles: Mapping[int, str],
    taken: set[int],
    cites: Cites,
    findings: list[Finding],
) -> list[Section]:
    """The runs that have a number, a headless first one recognised or set aside line by line."""
    kept: list[Section] = []
    for at, section in enumerate(runs):
        if section.number is None:
            ceiling = next((after.number for after in runs[at + 1 :] if after.number), LAST_LAW + 1)
            found = recognise(section.body, titles, taken, cites, ceiling)
            if found is None:
                findings += (_set_aside(passage) for passage in section.body)
                continue
            section.number = found.number
            if section.body[0].text.casefold() == titles.get(found.number, "").casefold():
                section.title, *section.body = section.body
            evidence: dict[str, str | int | float] = {
                "law": found.number,
                "words": ", ".join(found.words),
                "cited": ", ".join(found.cited),
            }
            place = (section.title or section.body[0]).place
            findings.append(Finding(Message("head-missing", evidence), place, address=Address(found.number)))
        elif section.section:
            message = Message("section-alone", {"law": section.number, "label": section.section})
            findings.append(Finding(message, (section.head or section.body[0]).place, address=Address(section.number)))
        kept.append(section)
    return kept


def _parts_over_nothing(cut: Sequence[Sequence[Section]], laws: Mapping[int, Law]) -> list[Finding]:
    """Part titles whose laws were all set aside."""
    kept = {law.part for law in laws.values()}
    parts = {id(s.part): s.part for runs in cut for s in runs if s.part is not None and s.part.text not in kept}
    return [Finding(Message("part-empty", {"title": p.text}), p.place, p.spelled) for p in parts.values()]


def _set_aside(passage: Passage) -> Finding:
    return Finding(Message("line-without-law", {"text": passage.spelled[:60]}), passage.place, passage.spelled)


def _labels_lost(runs: Sequence[Section]) -> bool:
    """Whether a document shows no numbers: bullets, or a law of many lines without one printed label."""
    if any(p.label.isdigit() for run in runs for p in run.body):
        return False
    bullets = any(p.bulleted for run in runs for p in run.body)
    return bullets or any(len(run.body) > _FEW and not any(p.label for p in run.body) for run in runs)


def _law(
    section: Section,
    build: Callable[[Unit, Sequence[Passage], Words], Draft],
    words: Words,
    language: Language,
    findings: list[Finding],
) -> Law:
    number = section.number or 0
    place = (section.head or section.title or section.body[0]).place
    root = Unit(str(number), LAW, place, heading=section.title)
    evidence = None
    if section.head is None:
        root.origin = "inferred"
        evidence = next(
            f.message for f in findings if f.address == Address(number) and f.message.code == "head-missing"
        )
        root.evidence = evidence
    frozen = freeze(build(root, with_section(section), words), number, language.structure.local_words)
    findings += frozen.findings
    return Law(
        number=number,
        title=section.title.text if section.title else None,
        part=section.part.text if section.part else None,
        provisions=frozen.provisions,
        notes=frozen.notes,
        place=place,
        marker=section.marker,
        origin=root.origin,
        evidence=evidence,
    )


def _add(laws: dict[int, Law], law: Law, findings: list[Finding]) -> None:
    """Add a law; one whose number is there already joins it where they say nothing twice, else is set aside."""
    there = laws.get(law.number)
    if there is None:
        laws[law.number] = law
    elif _overlap(there, law):
        texts = [law.marker, law.title or ""]
        texts += (f"{p.marker} {p.heading or ''} {p.text} {p.closing or ''}" for p in law.provisions)
        texts += (f"{n.marker} {n.text}" for n in law.notes)
        findings.append(Finding(Message("law-repeated", {"law": law.number}), law.place, " ".join(texts), law.address))
    else:
        laws[law.number] = replace(
            there,
            title=there.title or law.title,
            part=there.part or law.part,
            provisions=tuple(sorted((*there.provisions, *law.provisions), key=lambda p: p.address)),
            notes=there.notes or law.notes,
            marker=f"{there.marker} {law.marker}".strip(),
        )


def _overlap(one: Law, other: Law) -> bool:
    """Whether two pieces of a law both hold a title, notes, or the same provision."""
    shared = {p.address for p in one.provisions} & {p.address for p in other.provisions}
    return bool(shared or (one.title and other.title) or (one.notes and other.notes))

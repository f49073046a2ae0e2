"""What a law looks like when it is ready to print: the records that the templates read.

What a reader must be able to doubt comes along: labels that we restored with the evidence, citations that lead
nowhere in this corpus with the reason, and what was odd in the source. It stands in the law's apparatus, as a
printed edition has one, so that the text itself stays quiet. :mod:`webui.typesetting` makes these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kb.address import Address
from kb.book import Book, Finding, Law, NoteKind
from kb.messages import Message
from webui.signposts import Signpost


@dataclass(frozen=True, slots=True)
class Remark:
    """A footnote or local rule as printed; ``number`` is its mark. ``focus``: the page opens here. ``beside`` leads to
    it beside the other book, and is None where that lacks the law."""

    id: str
    href: str
    citation: str
    number: int
    kind: NoteKind
    paragraphs: Sequence[Markup]
    cited_by: Sequence[Signpost]
    beside: str | None
    marked: bool
    focus: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """A provision as printed, with those that stand in it.

    ``label`` is empty for the law's own lead text; ``level`` is that of the heading (2 to 6). ``chain`` leads from
    the law to a deep unit and is empty unless the page opens at it (``focus``). ``beside`` as of a :class:`Remark`.
    """

    id: str
    href: str
    citation: str
    label: str
    inferred: bool
    evidence: Message | None
    heading: Markup | None
    level: int
    paragraphs: Sequence[Markup]
    closing: Sequence[Markup]
    notes: Sequence[Remark]
    cited_by: Sequence[Signpost]
    chain: Sequence[Signpost]
    beside: str | None
    marked: bool
    focus: bool
    within: Sequence[Unit]


@dataclass(frozen=True, slots=True)
class Absence:
    """A citation that leads nowhere in its book: why, and which other books hold a law of that number."""

    id: str
    citation: str
    name: str | None
    reason: Message | None
    elsewhere: Sequence[Signpost]


@dataclass(frozen=True, slots=True)
class Restored:
    """A label that the source had lost and we restored, with the evidence."""

    place: Signpost
    evidence: Message | None


@dataclass(frozen=True, slots=True)
class Leaf:
    """A whole law as printed. ``title`` comes from the table of names unless ``title_printed``; ``marked`` are
    the addresses the reader asked for (none when it was the law); ``cited`` is how they are cited. ``beside`` are the
    books to put beside it, with the ways there."""

    book: Book
    law: Law
    marked: Sequence[Address]
    cited: str
    href: str
    here: str
    citation: str
    title: str | None
    title_printed: bool
    lead: Unit | None
    units: Sequence[Unit]
    closing: Sequence[Markup]
    notes: Sequence[Remark]
    cited_by: Sequence[Signpost]
    absences: Sequence[Absence]
    restored: Sequence[Restored]
    findings: Sequence[Finding]
    before: Signpost | None
    after: Signpost | None
    elsewhere: Sequence[Signpost]
    beside: Sequence[tuple[Book, str]]

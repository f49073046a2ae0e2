"""A law book as HTML, in the ways law sites set it: made by tests to be read back.

Each way is a function from a law to markup. What the four have in common is what a book is: parts, heads, lead
texts, units in units, closings, and notes, which stand inside the text or after the law. With ``labels=False`` the
labels that were not printed in the source are not printed here either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from kb.address import Address, roman
from kb.book import Book, Law, Note, Provision

SHEET = """
body { font-family: serif; margin: 0 2em } /* a house style */
ol.units { list-style-type: upper-alpha }
ol.units ol, .plain { list-style: decimal outside }
ol.units ol > li > ol { list-style-type: lower-alpha; color: #333 }
ol.units ol ol ol { list-style-type: lower-roman }
ol.capital.roman { list-style-type: upper-roman !important }
ul.lost { list-style: none }
.head { font-weight: bold }
p.note { font-size: 80%; margin-left: 0 }
@media print { ol.units { list-style-type: none } }
"""


@dataclass(frozen=True)
class Unit:
    """A provision of a law with its notes and the units below it; ``marker`` as it is to be printed."""

    provision: Provision
    marker: str
    depth: int
    notes: tuple[Note, ...]
    units: tuple[Unit, ...]

    @property
    def letter(self) -> bool:
        return self.depth == 1

    @property
    def label(self) -> str:
        return self.provision.address.labels[-1]


@dataclass(frozen=True)
class Page:
    """The laws of one source file in the order of the source, and whether inferred labels are printed."""

    laws: Sequence[Law]
    labels: bool

    def units(self, law: Law) -> tuple[Unit, ...]:
        return self._below(law, 0, ())

    def lead(self, law: Law) -> Unit | None:
        return next((self._unit(law, p) for p in law.provisions if p.address.depth == 0), None)

    def head(self, law: Law) -> str:
        return law.marker if law.marker or not self.labels else f"Artikel {law.number}"

    def _below(self, law: Law, depth: int, labels: tuple[str, ...]) -> tuple[Unit, ...]:
        inside = (p for p in law.provisions if p.address.depth == depth + 1 and p.address.labels[:depth] == labels)
        return tuple(self._unit(law, provision) for provision in inside)

    def _unit(self, law: Law, provision: Provision) -> Unit:
        address = provision.address
        shown = provision.label == "printed" or self.labels
        return Unit(
            provision=provision,
            marker=f"{address.labels[-1]}." if shown and address.labels else provision.marker,
            depth=address.depth,
            notes=tuple(sorted((note for note in law.notes if note.at == address), key=lambda note: note.offset or 0)),
            units=self._below(law, address.depth, address.labels) if address.labels else (),
        )


def pages(book: Book, style: str, *, labels: bool = True) -> Mapping[str, str]:
    """One page for each source file of a book, by the name of the file; ``style`` is one of :data:`STYLES`."""
    in_order = sorted(book.laws, key=lambda law: (law.place.file, law.place.line))
    made = {}
    for file, laws in groupby(in_order, key=lambda law: law.place.file):
        page = Page(tuple(laws), labels)
        body = "\n".join(STYLES[style](page))
        made[f"{file.removesuffix('.txt')}.html"] = _wrapped(book, body)
    return made


def _wrapped(book: Book, body: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="{book.language}">
<head><meta charset="utf-8"><title>{escape(book.title)}</title><style type="text/css">{SHEET}</style></head>
<body>
<nav><a href="/">{escape(book.publisher)}</a></nav>
<h1>{escape(book.title)}</h1>
<!-- laws -->
{body}
<p><a href="#top">&uarr; 1</a> | <a href="/next">2 &rarr;</a></p>
<script>var menu = "<p>A. menu</p>";</script>
<footer>{escape(book.publisher)}, {escape(book.edition)}</footer>
</body></html>
"""


def _parts(laws: Sequence[Law]) -> Iterator[tuple[Law, str | None]]:
    """Each law with the title of the part that begins with it, if one does."""
    before = None
    for law in laws:
        yield law, law.part if law.part != before else None
        before = law.part


def _inline(text: str, notes: Sequence[Note]) -> str:
    """A text with its notes where they stand in it, in brackets."""
    for note in reversed(notes):
        opener = note.marker.removesuffix(")").strip()
        text = f"{text[: note.offset]} {opener} {note.text}){text[note.offset :]}"
    return text


def _paragraphs(unit: Unit, text: Callable[[str, Sequence[Note]], str]) -> list[str]:
    whole = text(escape(unit.provision.text, quote=False), _escaped(unit)) if unit.provision.text else ""
    return whole.split("\n") if whole else []


def _escaped(unit: Unit) -> list[Note]:
    """The notes of a unit, their offsets counted in its escaped text."""
    moved = []
    for note in unit.notes:
        before = escape(unit.provision.text[: note.offset], quote=False)
        text = escape(note.text, quote=False)
        moved.append(Note(note.address, text, note.kind, note.place, note.at, len(before), note.marker))
    return moved


def _heading(unit: Unit) -> str:
    return escape(unit.provision.heading or "", quote=False)


def _closing(unit: Unit) -> list[str]:
    return escape(unit.provision.closing, quote=False).split("\n") if unit.provision.closing else []


def _trailing(law: Law) -> list[str]:
    return [escape(note.text, quote=False) for note in law.notes if note.at is None]


# --- nested lists, their labels by type and start ------------------------------------------------------------------


def nested_lists(page: Page) -> Iterator[str]:
    for law, part in _parts(page.laws):
        if part:
            yield f"<h2>{escape(part)}</h2>"
        if page.head(law):
            yield f'<h3><a name="{law.number}"></a>{escape(page.head(law))} {escape(law.title or "")}</h3>'
        lead = page.lead(law)
        yield from (f"<p>{text}</p>" for text in (_paragraphs(lead, _inline) if lead else []))
        yield from _list(page.units(law))
        yield from (f"<p>{text}</p>" for text in (_closing(lead) if lead else []) + _trailing(law))


def _list(units: Sequence[Unit]) -> Iterator[str]:
    for lost, group in groupby(units, key=lambda unit: unit.marker if unit.marker in {"", "-"} else None):
        members = list(group)
        tag = "ol" if lost is None else "ul"
        yield {None: f"<ol {_typed(members[0].label)}>", "": '<ul class="lost">', "-": "<ul>"}[lost]
        for unit in members:
            value = f' value="{_ordinal(unit.label)}"' if lost is None else ""
            yield f"<li{value}>{_item(unit)}"
            yield from _list(unit.units)
            yield from (f"<p>{text}</p>" for text in _closing(unit))
            yield "</li>"
        yield f"</{tag}>"


def _item(unit: Unit) -> str:
    paragraphs = _paragraphs(unit, _inline)
    first = "<br>".join(paragraphs[:1])
    more = "".join(f"\n<p>{text}</p>" for text in paragraphs[1:])
    if not unit.provision.heading:
        return first + more
    heading = f"<b>{_heading(unit)}</b>"
    return heading + ("<br>\n" if unit.letter and first else " ") + first + more


def _typed(label: str) -> str:
    kind = "1" if label.isdigit() else "i" if _is_roman(label) else "a"
    return f'type="{kind.upper() if label.isupper() else kind}" start="{_ordinal(label)}"'


def _is_roman(label: str) -> bool:
    return label.lower() in {"i", "ii", "iii", "iv"}


def _ordinal(label: str) -> int:
    if label.isdigit():
        return int(label)
    return (roman(label) or 0) if _is_roman(label) else ord(label.lower()) - ord("a") + 1


# --- flat paragraphs, their labels typed, set in by margins, no-break spaces and breaks ----------------------------


def flat_paragraphs(page: Page) -> Iterator[str]:
    for law, part in _parts(page.laws):
        if part:
            yield f"<p align=center><b>{escape(part)}</b></p>"
        if page.head(law):
            yield f"<h2>{escape(page.head(law)).replace('§', '&sect;&nbsp;')}</h2>"
            yield from [f"<p><strong>{escape(law.title)}</strong></p>"] if law.title else []
        lead = page.lead(law)
        yield from (f"<p>{text}</p>" for text in (_paragraphs(lead, _inline) if lead else []))
        for unit in page.units(law):
            yield from _flat(unit)
        yield "<hr>"
        yield from (f"<p>{text}</p>" for text in (_closing(lead) if lead else []) + _trailing(law))


def _flat(unit: Unit) -> Iterator[str]:
    margin = f' style="margin-left: {2 * (unit.depth - 1)}em"'
    under = f' style="margin-left: {2 * unit.depth}em"'
    label = f"{unit.marker}&nbsp; " if unit.marker else ""
    first, *more = _paragraphs(unit, _inline) or [""]
    heading = _heading(unit)
    if heading and unit.letter:
        text = f"<br>\n&nbsp;&nbsp;&nbsp;{first}" if first else ""
        yield f"<p{margin}><b>{label}{heading}</b>{text}</p>"
    else:
        yield f"<p{margin}>{label}{f'{heading} ' if heading else ''}{first}"
        if not more:
            yield from _broken(unit.units)
        yield "</p>"
    yield from (f"<p{under}>{text}</p>" for text in more)
    if more or not (unit.units and _fits_in_breaks(unit.units)) or (heading and unit.letter):
        for below in unit.units:
            yield from _flat(below)
    yield from (f"<p{under}>{text}</p>" for text in _closing(unit))


def _fits_in_breaks(units: Sequence[Unit]) -> bool:
    """Whether units are items without units of their own, and may stand in the paragraph they belong to."""
    return all(unit.marker and not unit.units and "\n" not in unit.provision.text for unit in units)


def _broken(units: Sequence[Unit]) -> Iterator[str]:
    if _fits_in_breaks(units):
        for unit in units:
            text = " ".join(filter(None, [_heading(unit), *_paragraphs(unit, _inline)]))
            yield f"<br>{unit.marker} {text}"


# --- nested lists, their labels by a style sheet, raised marks, notes after the law --------------------------------


def styled_lists(page: Page) -> Iterator[str]:
    heads = [f"{escape(page.head(law))} {escape(law.title or '')}".strip() for law in page.laws if page.head(law)]
    yield "<ul class=contents>" + "".join(f'<li><a href="#here">{head}</a></li>' for head in heads) + "</ul>"
    for law, part in _parts(page.laws):
        marks = {note.address: str(number) for number, note in enumerate((n for n in law.notes if n.at), 1)}

        def raised(text: str, notes: Sequence[Note], marks: Mapping[Address, str] = marks) -> str:
            for note in reversed(notes):
                mark = marks[note.address]
                text = f"{text[: note.offset]}<sup>{mark}</sup>{text[note.offset :]}"
            return text

        yield "<section>"
        yield from [f"<div class=part><h2>{escape(part)}</h2></div>"] if part else []
        head = f"<h3>{escape(page.head(law))} <span>{escape(law.title or '')}</span></h3>"
        yield from [head] if page.head(law) else []
        lead = page.lead(law)
        yield from (f"<p>{text}</p>" for text in (_paragraphs(lead, raised) if lead else []))
        yield from _styled(page.units(law), raised)
        yield from (f"<p>{text}</p>" for text in (_closing(lead) if lead else []))
        for note in law.notes:
            mark = f"<sup>{marks[note.address]}</sup> " if note.at else ""
            yield f"<p class=note>{mark}{escape(note.text, quote=False)}</p>"
        yield "</section>"


def _styled(units: Sequence[Unit], text: Callable[[str, Sequence[Note]], str]) -> Iterator[str]:
    for lost, group in groupby(units, key=lambda unit: unit.marker if unit.marker in {"", "-"} else None):
        members = list(group)
        start = f' start="{_ordinal(members[0].label)}"' if _ordinal(members[0].label) != 1 else ""
        first_label = members[0].label
        kind = "plain" if first_label.isdigit() else "units" if members[0].letter else ""
        if _is_roman(first_label) and first_label.isupper():
            kind = "capital roman"
        yield {None: f'<ol class="{kind}"{start}>', "": '<ul class="lost">', "-": "<ul>"}[lost]
        for unit in members:
            first, *more = _paragraphs(unit, text) or [""]
            if unit.letter and unit.provision.heading:
                yield f"<li><p class=head>{_heading(unit)}</p>" + (f"<p>{first}</p>" if first else "")
            else:
                heading = f"<span class=head>{_heading(unit)}</span> " if unit.provision.heading else ""
                yield f"<li><p>{heading}{first}</p>"
            yield from (f"<p>{paragraph}</p>" for paragraph in more)
            yield from _styled(unit.units, text)
            yield from (f"<p>{closing}</p>" for closing in _closing(unit))
        yield "</ol>" if lost is None else "</ul>"


# --- tables, a label in one cell and its text in the next ----------------------------------------------------------

_COLUMNS = 6


def tables(page: Page) -> Iterator[str]:
    for law, part in _parts(page.laws):
        yield "<table border=0>"
        yield from [f"<tr><td colspan={_COLUMNS}><b>{escape(part)}</b></td></tr>"] if part else []
        head = f"{escape(page.head(law))} {escape(law.title or '')}"
        yield from [f"<tr><th colspan={_COLUMNS}>{head}</th></tr>"] if page.head(law) else []
        lead = page.lead(law)
        yield from (_row(0, "", text) for text in (_paragraphs(lead, _inline) if lead else []))
        for unit in page.units(law):
            yield from _rows(unit)
        yield from (_row(0, "", text) for text in (_closing(lead) if lead else []) + _trailing(law))
        yield "</table>"


def _rows(unit: Unit) -> Iterator[str]:
    texts = _paragraphs(unit, _inline)
    if unit.provision.heading and not unit.letter:
        texts = [" ".join([_heading(unit), *texts[:1]]), *texts[1:]]
    elif unit.provision.heading:
        texts = [_heading(unit), *texts]
    first, *more = texts or [""]
    yield _row(unit.depth - 1, unit.marker, first)
    yield from (_row(unit.depth, "", text) for text in more)
    for below in unit.units:
        yield from _rows(below)
    yield from (_row(unit.depth, "", text) for text in _closing(unit))


def _row(column: int, label: str, text: str) -> str:
    empty = "<td></td>" * column
    cell = f"<td><p>{label}</p></td>" if label else ""
    return f"<tr>{empty}{cell}<td colspan={_COLUMNS - column - bool(label)}><p>{text}</p></td></tr>"


STYLES: Mapping[str, Callable[[Page], Iterator[str]]] = {
    "nested lists": nested_lists,
    "flat paragraphs": flat_paragraphs,
    "styled lists": styled_lists,
    "tables": tables,
}
"""The ways to set a page, by name."""

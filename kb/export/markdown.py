"""A book, or units of it, as Markdown: CommonMark 0.31, with the footnotes that GitHub, pandoc and others add to it.

Laws are headings, provisions nested lists with their labels, citations links. Whatever a text says comes out of a
CommonMark reader as it went in: each character that could be read as markup is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from kb import links
from kb.address import Address
from kb.book import Book, Law, Note, Provision
from kb.citations import cite
from kb.corpus import Corpus
from kb.export.outline import Branch, Cutting, Piece, cuttings, paragraphs
from kb.linking import url_of
from kb.messages import Message
from kb.references import Field

_INLINE = re.compile(r"[\\`*_\[\]<&~!#]")
_OPENING = re.compile(r"[-+=>:]")
_COUNTED = re.compile(r"^([0-9]{1,9})([.)])")
_URL = "/:?#@!$&'*+,;=%-._~"
_DEEPER = "  "


def markdown(
    corpus: Corpus,
    book: Book,
    addresses: Iterable[Address] | None = None,
    base: str = "",
    say: Callable[[Message], str] = str,
) -> str:
    """The book as Markdown; with ``addresses``, these units only, with all that stands in them, each once.

    ``base`` is the site's own address, put before every link; ``say`` makes the sentences around the texts (English
    unless given). A label in square brackets was inferred. A note without a place of its own is marked behind the
    name of its law. Raises :class:`kb.errors.NotFound` (``provision-unknown``) for an address of nothing.

    >>> from kb import load
    >>> from kb.address import parse
    >>> corpus = load().corpus
    >>> print(markdown(corpus, corpus.book("da-1997"), [parse("64/B/6")]).partition("---")[0].rstrip())
    # [§64](/da-1997/64) Fremgangsmåden efter en etableret kulørsvigt
    <BLANKLINE>
    B. Ingen straf for en etableret kulørsvigt
    <BLANKLINE>
    - **[§64B6](/da-1997/64/B/6) Kulørsvigt i 12. stik**
    <BLANKLINE>
      Kulørsvigt i det 12. stik straffes ikke ([§62D](/da-1997/62/D)).
    """
    writer = _Writer(corpus, book, base, say)
    parts = cuttings(book, addresses)
    blocks = writer.whole(parts) if addresses is None else writer.some(parts)
    return "\n\n".join([*blocks, *writer.footnotes(parts)]) + "\n"


def escaped(text: str) -> str:
    r"""Words as Markdown that reads as these words, where they do not begin a line.

    >>> escaped("*Spil* [x] <y> &amp;")
    '\\*Spil\\* \\[x\\] \\<y> \\&amp;'
    """
    return _INLINE.sub(r"\\\g<0>", text)


def line(marked: str) -> str:
    r"""A line of Markdown that opens no list, quote or heading, and keeps the spaces at its ends.

    >>> line("1. e4"), line("- "), line(" > x")
    ('1\\. e4', '\\-&#32;', '&#32;> x')
    """
    said = marked.strip()
    if not said:
        return "".join(map(_spelt, marked))
    at = marked.index(said)
    if not at:
        said = f"\\{said}" if _OPENING.match(said) else _COUNTED.sub(r"\1\\\2", said, count=1)
    return "".join(map(_spelt, marked[:at])) + said + "".join(map(_spelt, marked[at + len(marked.strip()) :]))


def _spelt(space: str) -> str:
    return f"&#{ord(space)};"


@dataclass(frozen=True, slots=True)
class _Writer:
    corpus: Corpus
    book: Book
    base: str
    say: Callable[[Message], str]

    # --- documents -------------------------------------------------------------------------------------------

    def whole(self, parts: Sequence[Cutting]) -> Iterator[str]:
        """The book under its title: edition and imprint, then its laws, those of a part under its heading."""
        yield f"# {escaped(self.book.title.strip())}"
        yield from self.imprint(parts)
        level = "###" if any(part.law.part for part in parts) else "##"
        standing = None
        for part in parts:
            if part.law.part and part.law.part != standing:
                yield f"## {escaped(part.law.part)}"
            standing = part.law.part
            yield from self.law(part, level)

    def some(self, parts: Sequence[Cutting]) -> Iterator[str]:
        """Units under the names of their laws; edition and imprint behind them."""
        for part in parts:
            yield from self.law(part, "#")
        yield "---"
        yield f"*{self.linked(self.book.title, links.book(self.book.id))}*"
        yield from self.imprint(parts)

    def imprint(self, parts: Sequence[Cutting]) -> Iterator[str]:
        language = self.corpus.language(self.book.language).name
        words = (self.book.publisher, f"{language} {self.book.edition}", self.book.id)
        yield line(escaped(" · ".join(words)))
        sentences = [self.book.details[key] for key in ("rights",) if self.book.details.get(key)]
        if self.book.superseded_by is not None:
            sentences.insert(0, self.say(Message("export-superseded", {"edition": self.book.superseded_by})))
        if any(map(_inferred, parts)):
            sentences.append(self.say(Message("export-inferred")))
        yield from (line(escaped(sentence)) for sentence in sentences)

    # --- laws and provisions ---------------------------------------------------------------------------------

    def law(self, part: Cutting, level: str) -> Iterator[str]:
        marks = "".join(map(_mark, part.loose)) if part.whole else ""
        yield f"{level} {self.law_name(part.law)}{marks}"
        if part.lead is not None:
            yield from self.texts(part.lead, "text")
        for branch in part.branches:
            name = None if part.whole else cite(branch.unit.address, self.corpus.language(self.book.language))
            if not part.whole and branch.unit.address.depth > 1:
                yield self.path(branch.unit.address)
            yield from self.provision(branch, "", name)
        if part.lead is not None:
            yield from self.texts(part.lead, "closing")
        if not part.whole:
            yield from map(self.note, part.loose)

    def law_name(self, law: Law) -> str:
        """The sign and number of a law, linked, and its title; in brackets what was inferred."""
        sign = cite(law.address, self.corpus.language(self.book.language))
        words = [self.label(sign, law.address, inferred=law.origin == "inferred")]
        title = self.corpus.law_name(self.book.id, law.number)
        if title is not None:
            words.append(escaped(title if law.title is not None else f"[{title}]"))
        return " ".join(words)

    def path(self, address: Address) -> str:
        """The headings of what a unit stands in."""
        steps = []
        for step, name in self.book.heading_path(address)[1:-1]:
            unit = self.book.units.get(step)
            lost = isinstance(unit, Provision) and unit.label == "inferred"
            label = f"[{step.labels[-1]}.]" if lost else f"{step.labels[-1]}."
            steps.append(f"{label} {name or ''}".rstrip())
        return line(escaped(" › ".join(steps)))

    def provision(self, branch: Branch, margin: str, name: str | None = None) -> Iterator[str]:
        """A provision as an item of a list, what stands in it as a list in the item. ``name`` stands for its label."""
        unit = branch.unit
        sign = name or (unit.marker if unit.label == "printed" and unit.marker else f"{unit.address.labels[-1]}.")
        label = self.label(sign, unit.address, inferred=unit.label == "inferred")
        heading = [self.words(pieces).strip() for pieces in paragraphs(self.corpus, self.book, unit, "heading")]
        blocks = [" ".join(filter(None, (f"**{label}", *heading))) + "**"]
        texts = list(self.texts(unit, "text"))
        if texts and not any(heading):
            blocks[0] += f" {texts.pop(0)}"
        yield f"{margin}- {blocks[0]}"
        deeper = margin + _DEEPER
        yield from (deeper + text for text in texts)
        for below in branch.below:
            yield from self.provision(below, deeper)
        yield from self.texts(unit, "closing", deeper)

    def label(self, sign: str, address: Address, *, inferred: bool) -> str:
        """A label linked to its provision; an inferred one in brackets."""
        return self.linked(f"[{sign}]" if inferred else sign, links.unit(self.book.id, address))

    # --- texts -----------------------------------------------------------------------------------------------

    def texts(self, unit: Provision | Note, field: Field, margin: str = "") -> Iterator[str]:
        """The paragraphs of one of a unit's texts."""
        return (margin + line(self.words(pieces)) for pieces in paragraphs(self.corpus, self.book, unit, field))

    def words(self, pieces: Iterable[Piece]) -> str:
        said: list[str] = []
        for piece in pieces:
            if isinstance(piece, Note):
                said.append(_mark(piece))
                continue
            url = None if piece.reference is None else url_of(self.corpus, piece.reference)
            if url is not None:
                said.append(self.linked(piece.text, url))
                continue
            behind_mark = bool(said) and piece.text.startswith(("(", ":"))  # which would make a link of the mark
            said.append(f"\\{escaped(piece.text)}" if behind_mark else escaped(piece.text))
        return "".join(said)

    def linked(self, words: str, path: str) -> str:
        return f"[{escaped(words)}]({quote(links.absolute(self.base, path), safe=_URL)})"

    # --- notes -----------------------------------------------------------------------------------------------

    def footnotes(self, parts: Sequence[Cutting]) -> Iterator[str]:
        """The notes that have a mark, each behind its own."""
        marked = (note for part in parts for note in part.notes if part.whole or note not in part.loose)
        return (f"{_mark(note)}: {self.note(note)}" for note in marked)

    def note(self, note: Note) -> str:
        name = self.linked(
            cite(note.address, self.corpus.language(self.book.language)), links.unit(self.book.id, note.address)
        )
        kind = f" ({self.say(Message('export-local-rule'))})" if note.kind == "local" else ""
        return f"{name}{kind}: " + "\\\n".join(self.texts(note, "text"))


def _mark(note: Note) -> str:
    return f"[^{note.address.law}-{note.address.note}]"


def _inferred(part: Cutting) -> bool:
    labels = [part.law.origin] if part.whole else []
    stack = list(part.branches)
    while stack:
        branch = stack.pop()
        labels.append(branch.unit.label)
        stack += branch.below
    return "inferred" in labels

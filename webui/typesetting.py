"""Setting a law: from the book's flat records to a :class:`~webui.leaf.Leaf`, texts woven with their references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.book import Book, Law, Note, Provision
from kb.corpus import Corpus
from kb.references import Field
from webui.leaf import Leaf, Remark, Restored, Unit
from webui.locale import Tongue
from webui.signposts import Signpost, books_beside, cited, citing, elsewhere, law_sign, unit_sign
from webui.weaving import Weaver

DEEPEST_HEADING = 6


def element_id(address: Address) -> str:
    """The id of a unit's element on its law's page.

    >>> element_id(Address(64, ("A", "2")))
    '64-A-2'
    """
    return str(address).replace("/", "-")


def set_law(  # noqa: PLR0913 - the last two are for a law that is bound with others, and named where they are used
    corpus: Corpus,
    book: Book,
    law: Law,
    marked: Sequence[Address],
    tongue: Tongue,
    *,
    weaver: Weaver | None = None,
    level: int = 2,
) -> Leaf:
    """The leaf of a law with the units at ``marked`` marked, the first of them in focus.

    ``marked`` is empty for the law itself, one provision or note, or the siblings of a range. A law that is bound with
    others on one page brings its own ``weaver`` and the ``level`` of the headings in it; nothing stands beside it.
    """
    others = [] if weaver else books_beside(corpus, book, law.number)
    setting = _Setting(corpus, book, law, tuple(marked), weaver or Weaver(corpus, book, tongue), others)
    lead, items = _parted(law)
    lead_unit = None if lead is None else setting.unit(lead, (), law.address, level)
    units = setting.tree(items, law.address, level)
    closing = setting.paragraphs(law.address, "closing", lead.closing if lead else None)
    placed = {provision.address for provision in law.provisions}
    notes = [setting.remark(note) for note in law.notes if note.at not in placed]
    before, after = _neighbours(corpus, book, law)
    ends = [marked[0], marked[-1]] if len(marked) > 1 else [*marked, law.address][:1]
    return Leaf(
        book=book,
        law=law,
        marked=setting.marked,
        cited="–".join(cited(corpus, book, end) for end in ends),
        href=links.unit(book.id, law.address),
        here=links.span(book.id, *ends) if len(ends) > 1 else links.unit(book.id, ends[0]),
        citation=cited(corpus, book, law.address),
        title=corpus.law_name(book.id, law.number),
        title_printed=law.title is not None,
        lead=lead_unit,
        units=units,
        closing=closing,
        notes=notes,
        cited_by=citing(corpus, book, law.address),
        absences=list(setting.weaver.absences.values()),
        restored=_restored(corpus, book, law),
        findings=[finding for finding in book.findings if finding.address and finding.address.law == law.number],
        before=before,
        after=after,
        elsewhere=elsewhere(corpus, law.number, book.id),
        beside=[(other, links.compare(book.id, other.id, ends[0])) for other in setting.others],
    )


@dataclass
class _Setting:
    """One law being set: what each of its units needs, and what the apparatus gathers from them."""

    corpus: Corpus
    book: Book
    law: Law
    marked: tuple[Address, ...]
    weaver: Weaver
    others: Sequence[Book]
    """The books to put beside this law."""

    def beside(self, address: Address) -> str | None:
        """The way to a unit beside another book that has the law, if there is one."""
        holding = (other for other in self.others if self.law.number in other.by_number)
        return next((links.compare(self.book.id, other.id, address) for other in holding), None)

    def tree(self, provisions: Sequence[Provision], parent: Address, level: int) -> list[Unit]:
        """Units in reading order, each with those that stand in it; heading levels skip no step."""
        units: list[Unit] = []
        position = 0
        while position < len(provisions):
            provision = provisions[position]
            end = position + 1
            while end < len(provisions) and provision.address.contains(provisions[end].address):
                end += 1
            deeper = level + (provision.heading is not None)
            within = self.tree(provisions[position + 1 : end], provision.address, deeper)
            units.append(self.unit(provision, within, parent, level))
            position = end
        return units

    def unit(self, provision: Provision, within: Sequence[Unit], parent: Address, level: int) -> Unit:
        address = provision.address
        focus = self.marked[:1] == (address,)
        return Unit(
            id=element_id(address),
            href=links.unit(self.book.id, address),
            citation=cited(self.corpus, self.book, address),
            label=" ".join(address.labels[parent.depth :]),
            inferred=provision.label == "inferred",
            evidence=provision.evidence,
            heading=Markup(" ").join(self.paragraphs(address, "heading", provision.heading)) or None,
            level=min(level, DEEPEST_HEADING),
            paragraphs=self.paragraphs(address, "text", provision.text),
            closing=self.paragraphs(address, "closing", provision.closing) if address.depth else (),
            notes=[self.remark(note) for note in self.law.notes if note.at == address],
            cited_by=citing(self.corpus, self.book, address) if address.depth else (),
            beside=self.beside(address),
            chain=self.chain(address) if focus else (),
            marked=address in self.marked,
            focus=focus,
            within=within,
        )

    def remark(self, note: Note) -> Remark:
        return Remark(
            id=element_id(note.address),
            href=links.unit(self.book.id, note.address),
            citation=cited(self.corpus, self.book, note.address),
            number=note.address.note or 0,
            kind=note.kind,
            paragraphs=self.paragraphs(note.address, "text", note.text),
            cited_by=citing(self.corpus, self.book, note.address),
            beside=self.beside(note.address),
            marked=note.address in self.marked,
            focus=self.marked[:1] == (note.address,),
        )

    def chain(self, address: Address) -> list[Signpost]:
        """The units above, so that a reader who lands on a deep one sees where it stands."""
        if address.depth < 2:
            return []
        law, *inner = (step for step in address.ancestors if step.depth == 0 or self.book.has(step))
        signs = (replace(unit_sign(self.corpus, self.book, step), text=step.labels[-1]) for step in inner)
        return [unit_sign(self.corpus, self.book, law), *signs]

    def paragraphs(self, address: Address, where: Field, text: str | None) -> list[Markup]:
        """One of a unit's texts as HTML."""
        return self.weaver.paragraphs(address, where, text)


def _parted(law: Law) -> tuple[Provision | None, tuple[Provision, ...]]:
    """The law's own lead text, if it has one, and its items."""
    if law.provisions and law.provisions[0].address == law.address:
        return law.provisions[0], law.provisions[1:]
    return None, law.provisions


def _neighbours(corpus: Corpus, book: Book, law: Law) -> tuple[Signpost | None, Signpost | None]:
    """The laws before and after this one that the book holds."""
    numbers: Mapping[int, Law] = book.by_number
    before = max((number for number in numbers if number < law.number), default=None)
    after = min((number for number in numbers if number > law.number), default=None)
    return (
        None if before is None else law_sign(corpus, book, before),
        None if after is None else law_sign(corpus, book, after),
    )


def _restored(corpus: Corpus, book: Book, law: Law) -> list[Restored]:
    restored = [Restored(law_sign(corpus, book, law.number), law.evidence)] if law.origin == "inferred" else []
    inferred = (unit for unit in law.provisions if unit.label == "inferred" and unit.address.depth)
    return restored + [Restored(unit_sign(corpus, book, unit.address), unit.evidence) for unit in inferred]

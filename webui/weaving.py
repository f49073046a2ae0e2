"""A text of a book woven with what belongs into it: its references as links, the marks of its notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.book import Book, Note
from kb.corpus import Corpus
from kb.messages import N_
from kb.references import Field, Reference
from webui.leaf import Absence
from webui.locale import Tongue
from webui.markup import Span, woven
from webui.signposts import cited, elsewhere, law_sign

LEADS_NOWHERE = frozenset({"outside-corpus", "no-such-provision"})


@dataclass
class Weaver:
    """Weaves the texts of one book on one page, and gathers the citations among them that lead nowhere.

    ``prefix`` keeps the ids of those apart where the texts of two books stand on one page.
    """

    corpus: Corpus
    book: Book
    tongue: Tongue
    prefix: str = ""
    absences: dict[str, Absence] = field(default_factory=dict)

    def paragraphs(self, address: Address, where: Field, text: str | None, quiet: Iterable[Span] = ()) -> list[Markup]:
        """One of a unit's texts as HTML. ``quiet`` spans give way to references."""
        if not text:
            return []
        references = self.corpus.references.get((self.book.id, address), ())
        spans = [span for found in references if found.field == where and (span := self.linked(found))]
        spans += [span for span in quiet if not any(span.start < link.end and link.start < span.end for link in spans)]
        if where == "text":
            notes = self.book.by_number[address.law].notes
            spans += [self.anchored(note, len(text)) for note in notes if note.at == address]
        return woven(text, spans)

    def linked(self, reference: Reference) -> Span | None:
        """The link of one reference; None for a citation of another rule book, which stays plain text."""
        if reference.status == "foreign":
            return None
        if reference.status in LEADS_NOWHERE:
            place = self.absence(reference).id
            opening = Markup('<a class="ref outside" href="#{0}" aria-describedby="{0}">').format(place)
        else:
            opening = Markup('<a class="{}" href="{}">').format(*self.way(reference))
        return Span(reference.start, reference.end, opening, Markup("</a>"))

    def way(self, reference: Reference) -> tuple[str, str]:
        """The class of a reference's link and where it leads: its one target, its range, or the page of candidates."""
        addresses = [target.address for target in reference.targets]
        if reference.status == "ok" and len(addresses) == 1:
            return "ref", self.place(addresses[0])
        if reference.status == "ok" and _siblings(addresses[0], addresses[-1]):
            return "ref", self.stretch(addresses[0], addresses[-1])
        at = "" if reference.at is None else str(reference.at)
        return "ref several", links.resolver(reference.text, language=self.book.language, book=self.book.id, at=at)

    def place(self, address: Address) -> str:
        """Where a link to a unit of the book leads."""
        return links.unit(self.book.id, address)

    def stretch(self, first: Address, last: Address) -> str:
        """Where a link to siblings leads."""
        return links.span(self.book.id, first, last)

    def absence(self, reference: Reference) -> Absence:
        """The apparatus entry of a citation that leads nowhere here; one for all that cite the same."""
        addresses = [target.address for target in reference.targets]
        plain = len(addresses) == 1 and reference.kind != "note"
        words = cited(self.corpus, self.book, addresses[0]) if plain else reference.text
        if words not in self.absences:
            law = addresses[0].law if addresses else 0
            if law in self.book.by_number:
                instead = [law_sign(self.corpus, self.book, law)]
            else:
                instead = elsewhere(self.corpus, law, self.book.id)
            self.absences[words] = Absence(
                id=f"{self.prefix}absent-{len(self.absences) + 1}",
                citation=words,
                name=self.corpus.law_name(self.book.id, law),
                reason=reference.reason,
                elsewhere=instead,
            )
        return self.absences[words]

    def anchored(self, note: Note, end: int) -> Span:
        """The mark of a note, a point in its provision's text (at its ``end`` where its place is not known)."""
        number = note.address.note or 0
        place = end if note.offset is None else note.offset
        mark = Markup('<sup class="anchor"><a href="{}" aria-label="{}">{}</a></sup>')
        name = self.tongue.text(N_("Note {number}"), number=number)
        return Span(place, place, mark.format(self.place(note.address), name, number))


def _siblings(first: Address, last: Address) -> bool:
    return first.parent == last.parent and first < last and first.note is None and last.note is None

"""Terms in the texts of two books side by side, each with the words that the other book has for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.book import Book
from kb.references import Field
from webui.markup import Span
from webui.wordbook import FIELDS, Wordbook

Words = Mapping[str, tuple[str, ...]]
"""By term, the words for it that some texts use, the first one first."""

SHOWN = 2
"""Words of the other book that are shown beside a term; the page of the term has all."""


def words_used(wordbook: Wordbook, book: Book, addresses: Iterable[Address]) -> Words:
    """The words for each term that the texts of some units use, as the table of terms writes them."""
    used: dict[str, dict[str, None]] = {}
    for address in addresses:
        found = wordbook.found(book, address)
        for occurrence in (each for field in FIELDS for each in found.get(field, ())):
            for term in (occurrence.term, *occurrence.also):
                used.setdefault(term, {})[occurrence.word] = None
    return {term: tuple(words) for term, words in used.items()}


@dataclass(frozen=True, slots=True)
class Glosses:
    """The terms of one side's texts, seen from there: ``across`` is the other book and ``beside`` its words in the
    texts beside."""

    wordbook: Wordbook
    book: Book
    across: Book
    beside: Words

    def spans(self, address: Address) -> Mapping[Field, list[Span]]:
        """The terms of a unit to mark in each of its texts: the first use of each; in a heading only where it stands
        alone, since headings are no law text."""
        found = self.wordbook.found(self.book, address)
        fields = [field for field in FIELDS if field != "heading" or list(found) == ["heading"]]
        marked: dict[Field, list[Span]] = {}
        told: set[str] = set()
        for field in fields:
            for occurrence in found.get(field, ()):
                gloss = self._gloss(occurrence.term, occurrence.word)
                if occurrence.term not in told and gloss:
                    told.add(occurrence.term)
                    opening = Markup('<a class="term" href="{}" data-term="{}" data-gloss="{}">').format(
                        links.terms(occurrence.term), occurrence.term, gloss
                    )
                    marked.setdefault(field, []).append(Span(occurrence.start, occurrence.end, opening, Markup("</a>")))
        return marked

    def _gloss(self, term: str, word: str) -> str:
        """The other book's words for a term: those beside, else in brackets the usual one; empty where there is
        nothing to tell (the same word in the same language, or none)."""
        beside = self.beside.get(term, ())
        if self.book.language == self.across.language and (not beside or word in beside):
            return ""
        if beside:
            return ", ".join(beside[:SHOWN])
        usual = self.wordbook.index.terms.by_id[term].word(self.across.language)
        return f"({usual})" if usual else ""

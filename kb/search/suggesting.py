"""Suggestions while somebody types: addresses, situations, terms, headings. Made once, then a few bisections a call.

Pure: a corpus in, records out; how they are shown and where they lead is the page's affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rapidfuzz import fuzz, process

from kb.address import Address
from kb.book import Book, Provision
from kb.corpus import Corpus
from kb.language.words import fold, tokens
from kb.search.addressbook import AddressBook
from kb.search.beginnings import Beginnings
from kb.situations import Situation
from kb.terms import Term

Kind = Literal["address", "situation", "term", "heading"]
"""What is suggested, in the order in which it is shown."""

MOST: Final[Mapping[Kind, int]] = {"address": 5, "situation": 3, "term": 3, "heading": 4}
"""How many of each kind are suggested at once."""

ALIKE: Final = 68.0
"""How like a word (0 to 100, by their longest common subsequence) a term must be to be named as near."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that begins as was typed. ``text`` is what begins so, in ``language``; it leads to the unit
    ``address`` of ``book``, or else to the situation or term called ``id``."""

    kind: Kind
    text: str
    language: str
    book: str = ""
    address: Address | None = None
    id: str = ""

    @property
    def leads_to(self) -> tuple[str, str]:
        """What it leads to; two suggestions that lead to one thing are one."""
        return (f"{self.book}/{self.address}", "") if self.book else (self.kind, self.id)


class Suggesting:
    """Suggestions from one corpus. Immutable once made, so threads may share one.

    >>> from kb import load
    >>> offers = Suggesting(load().corpus)
    >>> [str(found.address) for found in offers.suggest("64a", "da")][:2]
    ['64/A', '64/A/1']
    >>> {found.kind for found in offers.suggest("kuloers", "da")} == {"situation", "term", "heading"}
    True
    """

    def __init__(self, corpus: Corpus) -> None:
        self._books = {book.id: AddressBook(book, corpus.languages.values()) for book in corpus.books.values()}
        self._languages = {book.id: book.language for book in corpus.books.values()}
        self._titles = {situation.slug: situation.title for situation in corpus.situations}
        self._tables: dict[Kind, dict[str, _Table]] = {}
        for code, language in corpus.languages.items():
            rows: dict[Kind, list[Suggestion]] = {
                "situation": list(_situations(corpus.situations, code)),
                "term": list(_terms(corpus.terms.concepts, code)),
                "heading": [row for book in corpus.books.values() if book.language == code for row in _headings(book)],
            }
            for kind, offered in rows.items():
                texts = [row.text for row in offered]
                begun = Beginnings(texts, language.vocabulary, anywhere=kind == "heading")
                self._tables.setdefault(kind, {})[code] = _Table(begun, offered)
        words = {fold(row.text): row for table in self._tables["term"].values() for row in reversed(table.rows)}
        self._terms = {word: row for word, row in words.items() if " " not in word}

    def suggest(self, typed: str, language: str | None = None) -> tuple[Suggestion, ...]:
        """What begins as typed, kind by kind, what is of ``language`` first; never raises."""
        found = list(self._addresses(typed, language))
        for kind in self._tables:
            found += self._of_kind(kind, typed, language)
        return tuple(found)

    def situations(self, typed: str, language: str | None = None, limit: int = 1000) -> tuple[str, ...]:
        """The situations, by slug, whose title or phrasings in any language have what was typed, best first."""
        return tuple(found.id for found in self._of_kind("situation", typed, language, limit))

    def near_terms(self, text: str, limit: int = 4) -> tuple[Suggestion, ...]:
        """The terms whose words look most like the words of a question that found nothing, likest first.

        >>> from kb import load
        >>> [found.text for found in Suggesting(load().corpus).near_terms("xx verzakking", 1)]
        ['verzaking']
        """
        best: dict[tuple[str, str], tuple[float, Suggestion]] = {}
        for word in [fold(token.text) for token in tokens(text[:200])][:8]:
            if len(word) < 4:
                continue
            for _, score, key in process.extract(
                word, {key: key for key in self._terms}, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=limit
            ):
                row = self._terms[key]
                if score > best.get(row.leads_to, (0.0, row))[0]:
                    best[row.leads_to] = score, row
        return tuple(row for _, row in sorted(best.values(), key=lambda found: -found[0])[:limit])

    def _addresses(self, typed: str, language: str | None) -> Iterator[Suggestion]:
        """The addresses that begin so: in the books of the language if they have any, then in the others."""
        room = MOST["address"]
        for book_id in sorted(self._books, key=lambda book_id: self._languages[book_id] != language):
            for address in self._books[book_id].beginning(typed, room):
                room -= 1
                yield Suggestion("address", "", self._languages[book_id], book_id, address)

    def _of_kind(self, kind: Kind, typed: str, language: str | None, limit: int = 0) -> list[Suggestion]:
        limit = limit or MOST[kind]
        found: dict[tuple[str, str], Suggestion] = {}
        for code in sorted(self._tables[kind], key=lambda code: code != language):
            table = self._tables[kind][code]
            for number in table.texts.find(typed, 2 * limit):
                offered = table.rows[number]
                found.setdefault(offered.leads_to, self._titled(offered, language))
            if len(found) >= limit:
                break
        return list(found.values())[:limit]

    def _titled(self, offered: Suggestion, language: str | None) -> Suggestion:
        """A situation by its title in the language of the reader, whatever words it was found by."""
        if offered.kind != "situation":
            return offered
        title = self._titles[offered.id]
        code = language if language is not None and language in title else next(iter(title))
        return Suggestion("situation", title[code], code, id=offered.id)


@dataclass(frozen=True, slots=True)
class _Table:
    """Suggestions of one kind and language, and the texts that they are found by, by number."""

    texts: Beginnings
    rows: Sequence[Suggestion]


def _situations(situations: Sequence[Situation], code: str) -> Iterator[Suggestion]:
    """Situations by their titles, then by how people say them."""
    for situation in situations:
        if code in situation.title:
            yield Suggestion("situation", situation.title[code], code, id=situation.slug)
    for situation in situations:
        for text in situation.said.get(code, ()):
            yield Suggestion("situation", text, code, id=situation.slug)


def _terms(terms: Sequence[Term], code: str) -> list[Suggestion]:
    """Terms by the words of the books, then by those of players, the short ones first."""
    said = ((term, word) for term in terms for word in term.said(code))
    ordered = sorted((word not in term.said(code, lay=False), len(word), word, term.id) for term, word in said)
    return [Suggestion("term", word, code, id=name) for _, _, word, name in ordered]


def _headings(book: Book) -> list[Suggestion]:
    """Titles of laws, then headings, those of higher units first."""
    titles = ((law.address, law.title) for law in book.laws)
    headings = ((unit.address, unit.heading) for unit in book.units.values() if isinstance(unit, Provision))
    named = {address: text for address, text in (*headings, *titles) if text}
    ordered = sorted(named, key=lambda address: (address.depth, address))
    return [Suggestion("heading", named[address], book.language, book.id, address) for address in ordered]

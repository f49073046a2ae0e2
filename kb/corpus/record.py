"""The Corpus: books, languages, references both ways, and the tables beside them, in one immutable record.

Loading reads every file once; what is costly to make of them (references, tables) is made when first asked for,
so that a command pays only for what it uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from kb.address import Address
from kb.book import Book, Note, Provision
from kb.concordance import Concordance, read_concordance
from kb.corpus.imprint import Imprint
from kb.corpus.ledger import LEDGER, Entry, Withdrawal, read_ledger
from kb.corpus.titles import Titles
from kb.errors import NotFound
from kb.language import Language
from kb.references import Reference, backlinks, references_of

if TYPE_CHECKING:
    from kb.alignment import Alignment, Row
    from kb.situations import Phrasings, Situation
    from kb.terms import Terms


@dataclass(frozen=True)
class Corpus:
    """The books with all that belongs to them; immutable once loaded.

    ``books`` and ``imprints`` by id, ``languages`` by code; ``titles`` maps language code to law number to the
    name that law has in that language's default book. ``tables`` holds the text of each hand-kept table of the
    corpus by file name (``terms.toml``); the attributes below read them.
    """

    books: Mapping[str, Book]
    languages: Mapping[str, Language]
    titles: Mapping[str, Mapping[int, str]]
    imprints: Mapping[str, Imprint] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    names: Titles = field(default_factory=lambda: Titles({}))

    def book(self, book_id: str) -> Book:
        """The book with this id; raises :class:`NotFound` (``book-unknown``), naming those that are here."""
        try:
            return self.books[book_id]
        except KeyError:
            raise NotFound("book-unknown", book=book_id[:80], known=", ".join(self.books)) from None

    def language(self, code: str) -> Language:
        """The language with this code; raises :class:`NotFound` (``language-unknown``), naming the known ones."""
        try:
            return self.languages[code]
        except KeyError:
            raise NotFound("language-unknown", code=code[:80], known=", ".join(sorted(self.languages))) from None

    @cached_property
    def default_books(self) -> Mapping[str, Book]:
        """For each language that has books, the one of the latest edition."""
        latest: dict[str, Book] = {}
        for book in sorted(self.books.values(), key=lambda book: (book.edition, book.id)):
            latest[book.language] = book
        return latest

    def unit(self, book_id: str, address: Address) -> Provision | Note | None:
        """The provision or note at an address, None where nothing is (or a law has no lead text)."""
        return self.book(book_id).units.get(address)

    def law_name(self, book_id: str, number: int) -> str | None:
        """What a book calls a law: its printed title, else the name its edition has in ``titles.tsv``, else None.

        Whether the title is printed is what ``book.by_number[number].title`` says; a name from the table is
        shown as inferred.
        """
        book = self.book(book_id)
        law = book.by_number.get(number)
        if law is not None and law.title is not None:
            return law.title
        return self._edition_names[book_id].get(number)

    @cached_property
    def references(self) -> Mapping[tuple[str, Address], tuple[Reference, ...]]:
        """Every reference of every book in reading order, by the book and unit it stands in; a unit without any
        is not here."""
        found: dict[tuple[str, Address], list[Reference]] = {}
        for book in self.books.values():
            for reference in references_of(book, self.language(book.language)):
                if reference.at is not None:
                    found.setdefault((book.id, reference.at), []).append(reference)
        return {unit: tuple(standing) for unit, standing in found.items()}

    @cached_property
    def backlinks(self) -> Mapping[tuple[str, Address], tuple[Reference, ...]]:
        """The same references by what they point at (book and address): a target's own unit only."""
        return backlinks(reference for standing in self.references.values() for reference in standing)

    @cached_property
    def concordance(self) -> Concordance:
        """Where things moved between editions; empty where the corpus has no ``concordance.toml``."""
        text = self.tables.get("concordance.toml")
        return Concordance(()) if text is None else read_concordance(text, "concordance.toml")

    @cached_property
    def withdrawn(self) -> Mapping[Entry, Withdrawal]:
        """The addresses that were published and are no more, by book and address; see
        :func:`kb.corpus.succession.succession`. None that the books have again."""
        marked = read_ledger(self.tables.get(LEDGER, ""), LEDGER).withdrawn
        return {
            (book, address): withdrawal
            for (book, address), withdrawal in marked.items()
            if book not in self.books or not self.books[book].has(address)
        }

    # The rooms below bring stemmers and numerics along, which few questions need: so they are imported when asked.

    @cached_property
    def terms(self) -> Terms:
        """The concepts of the game; none where the corpus has no ``terms.toml``."""
        from kb.terms import Terms, read_terms  # noqa: PLC0415

        text = self.tables.get("terms.toml")
        return Terms(languages=()) if text is None else read_terms(text, "terms.toml")

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """What happens at a table, and what answers it; none where the corpus has no ``situations.toml``."""
        from kb.situations import read_situations  # noqa: PLC0415

        text = self.tables.get("situations.toml")
        return () if text is None else read_situations(text, "situations.toml")

    @cached_property
    def phrasings(self) -> Phrasings:
        """What people type for a provision; nothing where the corpus has no ``phrasings.toml``."""
        from kb.situations import read_phrasings  # noqa: PLC0415

        text = self.tables.get("phrasings.toml")
        return {} if text is None else read_phrasings(text, "phrasings.toml")

    @cached_property
    def rows(self) -> Mapping[tuple[str, str], tuple[Row, ...]]:
        """Which provisions of two books say the same thing, people's rulings included, for each two books in the
        order of their ids; see :meth:`alignment` for them in any order."""
        return {pair: self.alignment(*pair).rows for pair in combinations(sorted(self.books), 2)}

    def alignment(self, left: str, right: str) -> Alignment:
        """The rows of two books: as ``kb build`` wrote them, else worked out, in a second or two.

        Raises :class:`NotFound` (``book-unknown``).
        """
        pair = tuple(sorted((self.book(left).id, self.book(right).id)))
        if pair not in self._alignments:
            self._alignments[pair] = self._aligned(*pair)
        whole = self._alignments[pair]
        return whole if left <= right else whole.turned

    def _aligned(self, left: str, right: str) -> Alignment:
        from kb.corpus.aligning import align_books  # noqa: PLC0415
        from kb.corpus.rowsfile import read_rows, rows_name  # noqa: PLC0415

        stored = self.tables.get(rows_name(left, right))
        if stored is not None:
            return read_rows(stored.encode(), rows_name(left, right))
        return align_books(self, left, right)[0]

    @cached_property
    def _alignments(self) -> dict[tuple[str, ...], Alignment]:
        return {}

    @cached_property
    def _edition_names(self) -> Mapping[str, Mapping[int, str]]:
        return {
            book.id: self.names.of(book.language, book.edition) or self.titles.get(book.language, {})
            for book in self.books.values()
        }

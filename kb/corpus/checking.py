"""Whether the corpus is what its sources give today, and whether a person has accepted all that is odd in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from kb.book import Book, Finding
from kb.concordance import check as check_concordance
from kb.corpus.aligning import align_books
from kb.corpus.bookfile import write_book
from kb.corpus.building import load_ledger, lost, parse_books
from kb.corpus.imprint import Accepted, Imprint
from kb.corpus.ledger import LEDGER, published
from kb.corpus.loading import (
    BOOK,
    IMPRINT,
    SOURCES,
    gather,
    load_imprints,
    load_languages,
    load_tables,
    load_titles,
    read_bytes,
)
from kb.corpus.record import Corpus
from kb.corpus.rowsfile import rows_name, write_rows
from kb.messages import Message
from kb.situations import check_phrasings, check_situations
from kb.terms import check as check_terms


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding of a book's sources, with the line of ``book.toml`` that accepts it, None where no line does."""

    book: str
    finding: Finding
    accepted: Accepted | None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that fails the check and is no finding of a source; ``where`` is a file, relative to the corpus."""

    where: str
    message: Message


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found, in the order of the books and of their sources."""

    findings: tuple[Judged, ...]
    faults: tuple[Fault, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is left that a person has to see to."""
        return not self.faults and all(judged.accepted for judged in self.findings)


def check_corpus(folder: Path) -> Report:
    """Everything that can be checked of the corpus in ``folder``; nothing is written.

    Its sources are parsed anew. Faults: a ``book.json`` or ledger that a build would change, an address that a
    rebuild loses, a file in ``source/`` that ``book.toml`` does not describe, an accepted finding that no longer
    occurs, and what a table says that the books do not bear out. Raises :class:`kb.errors.BadSource` where a
    source or table cannot be read at all.
    """
    imprints = load_imprints(folder)
    books = parse_books(folder)
    findings = tuple(judged for book in books.values() for judged in judge(book, imprints[book.id]))
    faults = [fault for book in books.values() for fault in _book_faults(folder, book, imprints[book.id])]
    faults += _ledger_faults(folder, books.values())
    corpus = gather(books.values(), load_languages(), load_titles(folder), imprints, load_tables(folder))
    return Report(findings, (*faults, *_table_faults(corpus), *_row_faults(corpus), *_pointer_faults(corpus)))


def judge(book: Book, imprint: Imprint) -> Iterator[Judged]:
    """Each finding of a book with the line that accepts it, if one does."""
    for finding in book.findings:
        yield Judged(book.id, finding, next((a for a in imprint.accepted if a.accepts(finding)), None))


def _book_faults(folder: Path, book: Book, imprint: Imprint) -> Iterator[Fault]:
    path = folder / book.id / BOOK
    name = f"{book.id}/{BOOK}"
    if not path.is_file():
        yield Fault(name, Message("book-unbuilt", {"book": book.id}))
    elif read_bytes(path) != write_book(book.id, book.laws, book.findings):
        yield Fault(name, Message("book-stale", {"book": book.id}))
    described = {source.file for source in imprint.sources}
    for source in sorted((folder / book.id / SOURCES).iterdir()):
        if source.name not in described:
            yield Fault(f"{book.id}/{SOURCES}/{source.name}", Message("source-undescribed", {"file": source.name}))
    for accepted in imprint.accepted:
        if not any(accepted.accepts(finding) for finding in book.findings):
            where = f"{accepted.file}:{accepted.line}"
            yield Fault(f"{book.id}/{IMPRINT}", Message("accepted-in-vain", {"code": accepted.code, "place": where}))


def _ledger_faults(folder: Path, books: Iterable[Book]) -> Iterator[Fault]:
    ledger, now = load_ledger(folder), set(published(books))
    for book, address in lost(ledger, now):
        yield Fault(LEDGER, Message("address-lost", {"address": f"{book}/{address}"}))
    for (book, address), withdrawal in ledger.withdrawn.items():
        for other, successor in withdrawal.successors:
            if (other, successor) not in now and (other, successor) not in ledger.withdrawn:
                params = {"address": f"{book}/{address}", "successor": f"{other}/{successor}"}
                yield Fault(LEDGER, Message("successor-nowhere", params))
    if missing := len(now - {*ledger.entries} | (now & {*ledger.withdrawn})):
        yield Fault(LEDGER, Message("ledger-behind", {"count": missing}))


def _pointer_faults(corpus: Corpus) -> Iterator[Fault]:
    """Places of a book's own text that point to a unit of it which is not there: labels that were restored, or
    printed ones, must agree with what the text itself calls them (``B1 hierboven``, ``punkt 3``)."""
    for (book, address), found in corpus.references.items():
        for reference in found:
            if reference.status == "no-such-provision":
                params = {"address": address.compact, "text": reference.text, "why": str(reference.reason)}
                yield Fault(f"{book}/{BOOK}", Message("pointer-unmet", params))


def _row_faults(corpus: Corpus) -> Iterator[Fault]:
    """Rows that a build would change, and rulings that the texts no longer bear."""
    for pair in combinations(corpus.books, 2):
        alignment, unborne = align_books(corpus, *pair)
        name = rows_name(*pair)
        if corpus.tables.get(name) != write_rows(alignment).decode():
            yield Fault(name, Message("rows-stale", {"left": pair[0], "right": pair[1]}))
        yield from (Fault(RULINGS, message) for message in unborne)


def _table_faults(corpus: Corpus) -> Iterator[Fault]:
    """What the hand-kept tables say that the books do not bear out; a corpus need not have them."""
    for name, check in _CHECKS.items():
        if name in corpus.tables:
            yield from (Fault(name, message) for message in check(corpus))


def _check_terms(corpus: Corpus) -> Iterable[Message]:
    vocabularies = {code: language.vocabulary for code, language in corpus.languages.items()}
    return check_terms(corpus.terms, corpus.books.values(), vocabularies).messages


def _check_concordance(corpus: Corpus) -> Iterable[Message]:
    """What the table says for certain and a book contradicts. That a book lacks a law, or a provision whose address
    was only inferred, may as well be a gap of that book's source (the Dutch one has no 70D3)."""
    found = check_concordance(corpus.concordance, corpus.books.values())
    return (message for message in found if message.code not in _OPEN)


RULINGS = "alignment.toml"
_OPEN = {"concordance-unchecked", "concordance-not-borne-out"}

_CHECKS: Mapping[str, Callable[[Corpus], Iterable[Message]]] = {
    "concordance.toml": _check_concordance,
    "terms.toml": _check_terms,
    "situations.toml": lambda corpus: check_situations(corpus.situations, corpus.books, tuple(corpus.languages)),
    "phrasings.toml": lambda corpus: check_phrasings(corpus.phrasings, corpus.books, tuple(corpus.languages)),
}

"""From sources to ``book.json``: the whole corpus parsed, then written where it changed.

Everything is parsed before anything is written, and each file is written whole or not at all, so a source that
cannot be read leaves the corpus as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from kb import sources, structure
from kb.address import Address
from kb.book import Book
from kb.citations import scan
from kb.corpus.aligning import align_books
from kb.corpus.bookfile import bind_book, write_book
from kb.corpus.imprint import Imprint
from kb.corpus.ledger import LEDGER, Entry, Ledger, published, read_ledger, write_ledger
from kb.corpus.loading import (
    BOOK,
    SOURCES,
    load_corpus,
    load_imprints,
    load_languages,
    load_titles,
    read_bytes,
    read_text,
)
from kb.corpus.record import Corpus
from kb.corpus.rowsfile import rows_name, write_rows
from kb.corpus.titles import Titles
from kb.corpus.writing import write_whole
from kb.errors import NotFound
from kb.language import Language


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made: the books by id, the files that it changed, relative to the corpus, and the published
    addresses that the books no longer have and nobody has marked as withdrawn."""

    books: Mapping[str, Book]
    changed: tuple[str, ...]
    lost: tuple[Entry, ...] = ()


def build_corpus(folder: Path) -> Built:
    """Everything that is made of the sources and tables of a corpus: its books, its ledger, its rows.

    Raises as :func:`build_books` does.
    """
    built = build_books(folder)
    return Built(built.books, (*built.changed, *build_rows(load_corpus(folder), folder)), built.lost)


def build_books(folder: Path) -> Built:
    """Parse every source of the corpus in ``folder``, and write each ``book.json`` and the ledger if they changed.

    Raises :class:`kb.errors.BadSource` for a source, imprint or table that cannot be read, with nothing written,
    and :class:`NotFound` (``corpus-empty``) where there is no book at all.
    """
    books = parse_books(folder)
    if not books:
        raise NotFound("corpus-empty", folder=str(folder))
    files = {f"{book.id}/{BOOK}": write_book(book.id, book.laws, book.findings) for book in books.values()}
    ledger, now = load_ledger(folder), tuple(published(books.values()))
    gone = {entry: withdrawal for entry, withdrawal in ledger.withdrawn.items() if entry not in set(now)}
    files[LEDGER] = write_ledger([*ledger.entries, *now], gone).encode()
    changed = tuple(name for name, data in files.items() if write_whole(folder / name, data))
    return Built(books, changed, lost(ledger, now))


def lost(ledger: Ledger, now: Iterable[Entry]) -> tuple[Entry, ...]:
    """The published addresses that are not there ``now`` and are not marked as withdrawn, in order."""
    return tuple(sorted({*ledger.entries} - {*now} - {*ledger.withdrawn}))


def build_rows(corpus: Corpus, folder: Path) -> tuple[str, ...]:
    """Align each two books of a corpus and write their rows where they changed; gives the changed files."""
    files = {rows_name(*pair): write_rows(align_books(corpus, *pair)[0]) for pair in combinations(corpus.books, 2)}
    return tuple(name for name, data in files.items() if write_whole(folder / name, data))


def parse_books(folder: Path) -> Mapping[str, Book]:
    """What the sources of a corpus give today, by book id; nothing is written."""
    languages, titles = load_languages(), load_titles(folder)
    return {
        imprint.id: parse_book(folder / imprint.id, imprint, languages, titles)
        for imprint in load_imprints(folder).values()
    }


def parse_book(folder: Path, imprint: Imprint, languages: Mapping[str, Language], titles: Titles) -> Book:
    """What the sources of one book give today; ``folder`` is the book's own.

    Raises :class:`NotFound` (``language-unknown``) where its language has no file, and
    :class:`kb.errors.BadSource` for a source that is missing or no text.
    """
    try:
        language = languages[imprint.language]
    except KeyError:
        raise NotFound("language-unknown", code=imprint.language, known=", ".join(sorted(languages))) from None
    documents = [
        sources.read(read_bytes(folder / SOURCES / source.file), source.file, language) for source in imprint.sources
    ]

    def cites(text: str) -> list[Address]:
        return [address for citation in scan(text, language) for address in citation.addresses]

    parsed = structure.parse(documents, language, titles.of(imprint.language, imprint.edition), cites)
    return bind_book(imprint, parsed.laws, parsed.findings)


def load_ledger(folder: Path) -> Ledger:
    """The ledger of a corpus; an empty one where it has none yet."""
    path = folder / LEDGER
    return read_ledger(read_text(path), LEDGER) if path.is_file() else Ledger()

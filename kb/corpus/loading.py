"""The corpus read from its folder: ``book.toml`` and ``book.json`` of each book, and the tables beside them.

No source text is parsed here; that is :mod:`kb.corpus.building`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from kb.book import Book
from kb.corpus.bookfile import read_book
from kb.corpus.imprint import Imprint, read_imprint
from kb.corpus.ledger import LEDGER, withdrawn_lines
from kb.corpus.record import Corpus
from kb.corpus.titles import Titles, read_titles
from kb.errors import BadSource, BrokenBuild
from kb.language import Language, read_language

IMPRINT = "book.toml"
BOOK = "book.json"
SOURCES = "source"
TITLES = "titles.tsv"
ROWS = "rows"
"""The folder of the corpus that holds the rows of each two books (see :mod:`kb.corpus.rowsfile`)."""
TABLES = ("terms.toml", "situations.toml", "phrasings.toml", "concordance.toml", "alignment.toml")
"""Tables that a corpus may have beside its books, each the affair of the room that reads it."""

_LANGUAGES = Path(__file__).resolve().parent.parent / "languages"


def load_corpus(folder: Path) -> Corpus:
    """The whole corpus of a folder.

    Raises :class:`BrokenBuild` where a book was not built, or is damaged, and :class:`BadSource` for a table
    that cannot be read; both name the file and the next step.
    """
    imprints = load_imprints(folder)
    books = {imprint.id: _load_book(folder / imprint.id, imprint) for imprint in imprints.values()}
    return gather(books.values(), load_languages(), load_titles(folder), imprints, load_tables(folder))


def gather(
    books: Iterable[Book],
    languages: Mapping[str, Language],
    names: Titles,
    imprints: Mapping[str, Imprint] | None = None,
    tables: Mapping[str, str] | None = None,
) -> Corpus:
    """A Corpus of these parts, with each language's titles those of its default book's edition."""
    by_id = {book.id: book for book in books}
    bare = Corpus(by_id, languages, {}, imprints or {}, tables or {}, names)
    titles = {code: names.of(code) for code in sorted({*languages, *names.languages})}
    titles |= {code: names.of(code, book.edition) for code, book in bare.default_books.items()}
    return Corpus(by_id, languages, titles, bare.imprints, bare.tables, names)


def load_imprints(folder: Path) -> Mapping[str, Imprint]:
    """Every ``book.toml`` of a corpus by book id, in order of the ids.

    Raises :class:`BadSource` where one cannot be read, or calls its book other than its folder.
    """
    imprints = {}
    for path in sorted(folder.glob(f"*/{IMPRINT}")):
        if path.parent.name.startswith("."):
            continue  # a folder that an import is still filling
        name = f"{path.parent.name}/{IMPRINT}"
        imprint = read_imprint(read_text(path), name)
        if imprint.id != path.parent.name:
            raise BadSource("imprint-of-another-folder", name=name, book=imprint.id, folder=path.parent.name)
        imprints[imprint.id] = imprint
    return imprints


def load_languages() -> Mapping[str, Language]:
    """The languages of this installation by code."""
    found = (read_language(read_text(path), path.name) for path in sorted(_LANGUAGES.glob("*.toml")))
    return {language.code: language for language in found}


def load_titles(folder: Path) -> Titles:
    """The names of the laws; none where a corpus has no table of them."""
    path = folder / TITLES
    return read_titles(read_text(path), path.name) if path.is_file() else Titles({})


def read_text(path: Path) -> str:
    """The text of a file of ours; raises :class:`BadSource` (``file-unreadable``) where it has none."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as problem:
        raise BadSource("file-unreadable", name=str(path), problem=_why(problem)) from problem


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; raises :class:`BadSource` (``file-unreadable``) where the file system refuses."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise BadSource("file-unreadable", name=str(path), problem=_why(problem)) from problem


def _load_book(folder: Path, imprint: Imprint) -> Book:
    path = folder / BOOK
    if not path.is_file():
        raise BrokenBuild("book-unbuilt", book=imprint.id)
    return read_book(read_bytes(path), imprint, f"{folder.name}/{BOOK}")


def load_tables(folder: Path) -> Mapping[str, str]:
    """The texts of the tables that a corpus has beside its books, by file name: those kept by hand, and the rows
    that a build made; of the ledger, what it says was withdrawn."""
    ledger = folder / LEDGER
    lines = withdrawn_lines(read_text(ledger)) if ledger.is_file() else ""
    names = [*TABLES, *(f"{ROWS}/{path.name}" for path in sorted((folder / ROWS).glob("*.json")))]
    tables = {name: read_text(folder / name) for name in names if (folder / name).is_file()}
    return tables | ({LEDGER: lines} if lines else {})


def _why(problem: OSError | UnicodeError) -> str:
    if isinstance(problem, UnicodeError):
        return "it is not UTF-8 text"
    return problem.strerror or str(problem)

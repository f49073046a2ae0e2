"""A person's own text brought into the corpus as a book: a folder made whole, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.book import Book
from kb.corpus.bookfile import write_book
from kb.corpus.building import parse_book
from kb.corpus.folders import Folders
from kb.corpus.imprint import check_id, read_imprint
from kb.corpus.loading import BOOK, IMPRINT, SOURCES, load_languages, load_titles, read_bytes
from kb.corpus.writing import folder_whole
from kb.errors import NotFound, WrongCall


@dataclass(frozen=True, slots=True)
class Description:
    """What a person says of a book that they bring in; the rest of its imprint they may write later."""

    id: str
    language: str
    edition: str
    title: str
    publisher: str


def import_book(folders: Folders, files: Sequence[Path], described: Description) -> Book:
    """Copy the files into a new folder of the corpus, parse them, and write ``book.toml`` and ``book.json``.

    Gives the book with its findings. Raises :class:`WrongCall` for an id that is none or is taken, for an empty
    title, for two files of one name, for a text without any law, and where the corpus is part of an installed
    package; :class:`NotFound` for a file or language that is not there; :class:`kb.errors.BadSource` for a file
    that is no text. Nothing is left behind by a failure.
    """
    for name in ("edition", "title", "publisher"):
        if not getattr(described, name).strip():
            raise WrongCall("import-unnamed", name=name)
    home = _home(folders, described.id)
    sources = _sources(files)
    languages = load_languages()
    if described.language not in languages:
        raise NotFound("language-unknown", code=described.language[:80], known=", ".join(sorted(languages)))
    imprint = write_imprint(described, tuple(sources))
    with folder_whole(home) as fresh:
        (fresh / IMPRINT).write_text(imprint, encoding="utf-8")
        (fresh / SOURCES).mkdir()
        for name, data in sources.items():
            (fresh / SOURCES / name).write_bytes(data)
        read = read_imprint(imprint, f"{described.id}/{IMPRINT}")
        book = parse_book(fresh, read, languages, load_titles(folders.corpus))
        if not book.laws:
            sign = languages[described.language].structure.law_signs[0]
            names = ", ".join(sources)
            raise WrongCall("import-without-laws", files=names, example=f"{sign} 64")
        (fresh / BOOK).write_bytes(write_book(book.id, book.laws, book.findings))
    return book


def write_imprint(described: Description, files: Sequence[str]) -> str:
    """The text of a ``book.toml`` for a book that was just brought in.

    >>> print(write_imprint(Description("da-2017", "da", "2017", "Love", "DBf"), ["own.txt"]))
    id = "da-2017"
    language = "da"
    edition = "2017"
    title = "Love"
    publisher = "DBf"
    rights = "Not stated. Brought in for the use of its owner."
    <BLANKLINE>
    [[sources]]
    file = "own.txt"
    edition = "2017"
    evidence = "So named when it was brought in."
    <BLANKLINE>
    """
    return "\n".join(_imprint_lines(described, files)) + "\n"


def _imprint_lines(described: Description, files: Sequence[str]) -> Iterator[str]:
    for key in ("id", "language", "edition", "title", "publisher"):
        yield f"{key} = {_quoted(getattr(described, key))}"
    yield 'rights = "Not stated. Brought in for the use of its owner."'
    for file in files:
        yield ""
        yield "[[sources]]"
        yield f"file = {_quoted(file)}"
        yield f"edition = {_quoted(described.edition)}"
        yield 'evidence = "So named when it was brought in."'


def _home(folders: Folders, book_id: str) -> Path:
    check_id(book_id)
    if not folders.own:
        raise WrongCall("import-nowhere", folder=str(folders.corpus))
    home = folders.corpus / book_id
    if home.exists():
        raise WrongCall("book-exists", book=book_id, folder=str(home))
    return home


def _sources(files: Sequence[Path]) -> dict[str, bytes]:
    sources: dict[str, bytes] = {}
    for path in files:
        if not path.exists():
            raise NotFound("source-missing", name=str(path))
        if path.name in sources:
            raise WrongCall("import-same-name", file=path.name)
        sources[path.name] = read_bytes(path)
    return sources


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are all TOML's too, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

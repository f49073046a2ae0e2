"""The front door from Python: a corpus, its search engine, and the questions people put to them.

>>> from kb import load
>>> library = load()
>>> library.books["da-1997"].edition
'1997'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from kb.address import Address, parse
from kb.book import Book, Law, Note, Provision
from kb.corpus import Corpus, Folders, load_corpus
from kb.corpus.freshness import MARK, fingerprint
from kb.corpus.loading import BOOK, load_imprints
from kb.corpus.writing import write_whole
from kb.errors import BrokenBuild, NotFound
from kb.linking import Context, Format, Style, link
from kb.messages import Message
from kb.references import Reference
from kb.resolving import Resolution, find, resolve
from kb.search import Answer, Engine

Report = Callable[[Message], None]
"""Is told each step of long work."""


def silent(_step: Message) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class Library:
    """The law books of one corpus folder, open for questions; nothing is read before it is needed."""

    folders: Folders
    report: Report = silent

    @cached_property
    def corpus(self) -> Corpus:
        """Books, references, tables. Raises :class:`kb.errors.BrokenBuild` where a book was never built."""
        return load_corpus(self.folders.corpus)

    @cached_property
    def engine(self) -> Engine:
        """The search engine, its index built first where it is missing or stale."""
        return open_engine(self.folders, self.corpus, self.report)

    def prepare(self) -> None:
        """Build whatever is missing: books that were never built, an index that is missing or stale."""
        if any(not (self.folders.corpus / book / BOOK).is_file() for book in load_imprints(self.folders.corpus)):
            from kb.corpus.building import build_corpus  # noqa: PLC0415 - no question needs the readers of sources

            self.report(Message("building-books"))
            build_corpus(self.folders.corpus)
        build_index(self.folders, self.corpus, self.report)

    @property
    def books(self) -> Mapping[str, Book]:
        """The books by id."""
        return self.corpus.books

    def get(self, book: str, address: str | Address) -> Law | Provision | Note:
        """The law, provision or note at an address of a book.

        Raises :class:`kb.errors.WrongCall` for what is no address and :class:`NotFound` for a book that is not
        here (``book-unknown``) or that has nothing there (``provision-unknown``).

        >>> from kb import load
        >>> load().get("da-1997", "64/A/2").address.compact
        '64A2'
        """
        where = parse(address) if isinstance(address, str) else address
        volume = self.corpus.book(book)
        unit = volume.by_number.get(where.law) if where.depth == 0 else volume.units.get(where)
        if unit is None:
            raise NotFound("provision-unknown", book=book, address=str(where))
        return unit

    def search(
        self, query: str, lang: str | None = None, book: str | Collection[str] | None = None, limit: int = 10
    ) -> Answer:
        """Provisions and notes that answer a question; ``lang`` is its language, ``book`` filters."""
        books = None if book is None else [book] if isinstance(book, str) else list(book)
        for book_id in books or ():
            self.corpus.book(book_id)
        if lang is not None:
            self.corpus.language(lang)
        return self.engine.search(query, language=lang, books=books, limit=limit)

    def find(
        self, text: str, lang: str | None = None, book: str | None = None, at: str | Address | None = None
    ) -> tuple[Reference, ...]:
        """Every citation of these laws in a text, in its order, strictly read: see :func:`kb.resolving.find`."""
        return find(self.corpus, text, language=lang, book=book, at=_maybe(at))

    def resolve(
        self, text: str, lang: str | None = None, book: str | None = None, at: str | Address | None = None
    ) -> Resolution:
        """Where a citation, as somebody types it, leads: see :func:`kb.resolving.resolve`."""
        return resolve(self.corpus, text, language=lang, book=book, at=_maybe(at))

    def link(  # noqa: PLR0913 - as for the questions above, with how the links are made
        self,
        text: str,
        form: Format = "text",
        *,
        lang: str | None = None,
        book: str | None = None,
        at: str | Address | None = None,
        style: Style | None = None,
    ) -> str:
        """A text with links around its citations: see :func:`kb.linking.link`."""
        return link(self.corpus, text, form, Context(lang, book, _maybe(at)), style or Style())


def open_engine(folders: Folders, corpus: Corpus, report: Report = silent) -> Engine:
    """The search engine of a corpus; its index is built first where it is missing, stale or damaged.

    Raises :class:`kb.errors.BrokenBuild` or :class:`kb.errors.BadSource` where the state folder cannot be used.
    """
    from kb.search.whoosh_engine import open_engine as open_index  # noqa: PLC0415 - most questions need no engine

    if not build_index(folders, corpus, report):
        with suppress(BrokenBuild):
            return open_index(corpus, folders.index)
        build_index(folders, corpus, report, anew=True)
    return open_index(corpus, folders.index)


def build_index(folders: Folders, corpus: Corpus, report: Report = silent, *, anew: bool = False) -> bool:
    """Build the search index of a corpus where it is missing or stale, or ``anew``; says whether it was built."""
    from kb.search.whoosh_engine import build_index as build  # noqa: PLC0415 - as above

    now = fingerprint(folders)
    mark = folders.state / MARK
    if not anew and folders.index.is_dir() and mark.is_file() and mark.read_bytes() == now.encode():
        return False
    report(Message("building-index", {"books": len(corpus.books)}))
    build(corpus, folders.index)
    write_whole(mark, now.encode())
    return True


def _maybe(at: str | Address | None) -> Address | None:
    return parse(at) if isinstance(at, str) else at

"""``kb export``: the corpus in a format of others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from kb.address import Address
from kb.book import Book
from kb.cli.usage import Call
from kb.corpus import Corpus, find_folders, load_corpus
from kb.corpus.writing import write_whole
from kb.errors import NotFound, WrongCall
from kb.resolving import resolve

BOOKS: Final = frozenset({"akn", "markdown"})
"""Formats of one book, or of units of it; the others hold the whole corpus, or two books side by side."""


def run(call: Call) -> int:
    """Write the export to a file, whole or not at all, or to standard output; the site into a folder."""
    if call.options.format == "site":
        from kb.cli.freezing import freeze_site  # noqa: PLC0415 - a call pays for its own format only

        return freeze_site(call)
    written = _written(call, load_corpus(find_folders().corpus))
    output = call.options.output
    if output is None:
        sys.stdout.buffer.write(written)
    else:
        write_whole(Path(output), written)
    return 0


def _written(call: Call, corpus: Corpus) -> bytes:
    form = call.options.format
    if form in BOOKS:
        return _book(form, corpus, call)
    if call.options.of:
        raise WrongCall("export-units-unused", format=form, text=call.text("of")[:80])
    return _pair(form, corpus, call).encode()


def _book(form: str, corpus: Corpus, call: Call) -> bytes:
    """A book, or the units of it that are named behind it, in any spelling."""
    if not call.options.of:
        raise WrongCall("export-which-book", known=", ".join(sorted(corpus.books)))
    named, *asked = call.options.of
    book = corpus.book(named)
    addresses = [_address(corpus, book, text) for text in asked] or None
    base = call.maybe("base_url") or ""
    if form == "akn":
        from kb.export.akn import akn  # noqa: PLC0415 - a call pays for its own format only

        return akn(corpus, book, addresses, base)
    from kb.export.markdown import markdown  # noqa: PLC0415 - as above

    return markdown(corpus, book, addresses, base).encode()


def _address(corpus: Corpus, book: Book, text: str) -> Address:
    led = resolve(corpus, text, book=book.id)
    if len(led.targets) != 1 or led.moved or led.targets[0].book != book.id:
        raise NotFound("provision-unknown", book=book.id, address=text[:80])
    return led.targets[0].address


def _pair(form: str, corpus: Corpus, call: Call) -> str:
    if form == "json":
        from kb.export.dump import write_dump  # noqa: PLC0415 - as above

        return write_dump(corpus, rulings=not call.options.no_rulings)
    if form == "tmx":
        from kb.export.tmx import write_tmx  # noqa: PLC0415 - as above

        return write_tmx(corpus, *_books(call, corpus))
    from kb.export.sheets import rows_csv, terms_csv  # noqa: PLC0415 - as above

    return terms_csv(corpus) if call.options.table == "terms" else rows_csv(corpus, *_books(call, corpus))


def _books(call: Call, corpus: Corpus) -> tuple[str, str]:
    """The two books of a call; those of the corpus where it has just two."""
    named = call.options.books or sorted(corpus.books)
    if len(named) != 2:
        raise WrongCall("export-which-books", known=", ".join(sorted(corpus.books)))
    return named[0], named[1]

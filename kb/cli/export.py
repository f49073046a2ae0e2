"""``kb export``: the corpus in a format of others."""

from __future__ import annotations

import sys
from pathlib import Path

from kb.cli.usage import Call
from kb.corpus import Corpus, find_folders, load_corpus
from kb.corpus.writing import write_whole
from kb.errors import WrongCall


def run(call: Call) -> int:
    """Write the export to a file, whole or not at all, or to standard output."""
    text = _written(call, load_corpus(find_folders().corpus))
    output = call.options.output
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(Path(output), text.encode())
    return 0


def _written(call: Call, corpus: Corpus) -> str:
    form, table = call.options.format, call.options.table
    if form == "json":
        from kb.export.dump import write_dump  # noqa: PLC0415 - a call pays for its own format only

        return write_dump(corpus, rulings=not call.options.no_rulings)
    if form == "tmx":
        from kb.export.tmx import write_tmx  # noqa: PLC0415 - as above

        return write_tmx(corpus, *_books(call, corpus))
    from kb.export.sheets import rows_csv, terms_csv  # noqa: PLC0415 - as above

    return terms_csv(corpus) if table == "terms" else rows_csv(corpus, *_books(call, corpus))


def _books(call: Call, corpus: Corpus) -> tuple[str, str]:
    """The two books of a call; those of the corpus where it has just two."""
    named = call.options.books or sorted(corpus.books)
    if len(named) != 2:
        raise WrongCall("export-which-books", known=", ".join(sorted(corpus.books)))
    return named[0], named[1]

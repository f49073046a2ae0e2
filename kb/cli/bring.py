"""``kb import``: a text of one's own, brought into the corpus as a new book."""

from __future__ import annotations

from pathlib import Path

from kb.cli.output import answer
from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.corpus.importing import Description, import_book


def run(call: Call) -> int:
    """Import the files, and list what was odd in them: a person then accepts or mends each."""
    described = Description(*(call.text(name) for name in ("id", "language", "edition", "title", "publisher")))
    folders = find_folders()
    book = import_book(folders, [Path(file) for file in call.options.files], described)
    for finding in book.findings:
        answer(f"{book.id}/source/{finding.place}: {finding.message} [{finding.message.code}]")
    units = sum(len(law.provisions) for law in book.laws)
    answer(f"{book.id}: {len(book.laws)} laws, {units} provisions, {len(book.findings)} findings")
    answer(f"It lies in {folders.corpus / book.id}; kb build adds it to the ledger and the search index.")
    return 0

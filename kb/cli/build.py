"""``kb build``: book.json, the ledger and the search index, made from the sources where they changed."""

from __future__ import annotations

from typing import Final

from kb.cli.output import answer, progress, remark
from kb.cli.usage import Call
from kb.corpus import find_folders, load_corpus
from kb.corpus.building import build_corpus
from kb.library import build_index
from kb.messages import Message

MOST_LOST: Final = 20
"""At most so many lost addresses are named one by one."""


def run(_call: Call) -> int:
    """Build, and say what changed."""
    folders = find_folders()
    progress(Message("building-books"))
    built = build_corpus(folders.corpus)
    for name in built.changed:
        answer(f"{name} changed")
    for book_id, address in built.lost[:MOST_LOST]:
        remark(Message("address-lost", {"address": f"{book_id}/{address}"}))
    if len(built.lost) > MOST_LOST:
        remark(Message("addresses-lost", {"count": len(built.lost), "shown": MOST_LOST}))
    if build_index(folders, load_corpus(folders.corpus), progress):
        answer("search index rebuilt")
    for book in built.books.values():
        units = sum(len(law.provisions) + len(law.notes) for law in book.laws)
        answer(f"{book.id}: {len(book.laws)} laws, {units} provisions and notes, {len(book.findings)} findings")
    return 0

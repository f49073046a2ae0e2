"""``kb show``: a law, provision or note."""

from __future__ import annotations

from collections.abc import Sequence

from kb import links
from kb.address import Address
from kb.book import Book, Note
from kb.cli.output import answer, answer_json
from kb.cli.resolve import explain
from kb.cli.typesetting import set_unit
from kb.cli.usage import Call
from kb.corpus import Corpus, find_folders
from kb.export.records import Json, note_record, provision_record, standing_record
from kb.library import Library
from kb.references import Reference


def run(call: Call) -> int:
    """Print every unit that the address or citation leads to; 1 when there is none, with the reason."""
    library = Library(find_folders())
    asked = call.text("address")
    led = library.resolve(asked, lang=call.maybe("lang"), book=call.maybe("book"), at=call.maybe("at"))
    units = [(library.corpus.book(target.book), target.address) for target in led.targets if target.book]
    if call.options.json:
        answer_json([_record(library.corpus, book, address) for book, address in units])
    elif units:
        answer("\n\n".join(set_unit(library.corpus, book, address) for book, address in units))
    explain(led)
    return 0 if units else 1


def _record(corpus: Corpus, book: Book, address: Address) -> Json:
    law = book.by_number[address.law]
    unit = book.units.get(address)
    record: Json = {
        "book": book.id,
        "address": str(address),
        "url": links.unit(book.id, address),
        "edition": book.edition,
        "superseded_by": book.superseded_by,
        "law": {"number": str(law.number), "title": corpus.law_name(book.id, law.number), "part": law.part},
        "path": [{"address": str(step), "heading": heading} for step, heading in book.heading_path(address)],
    }
    if isinstance(unit, Note):
        record["notes"] = [note_record(unit)]
    else:
        record["provisions"] = [provision_record(provision) for provision in book.below(address)]
        record["notes"] = [
            note_record(n) for n in law.notes if address.depth == 0 or (n.at is not None and address.contains(n.at))
        ]
    record["references"] = _references(corpus.references.get((book.id, address), ()))
    record["cited_by"] = [{"book": r.book, "address": str(r.at)} for r in corpus.backlinks.get((book.id, address), ())]
    return record


def _references(found: Sequence[Reference]) -> list[Json]:
    return [standing_record(reference) for reference in found]

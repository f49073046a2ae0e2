"""``kb search``: provisions and notes that answer a question, best first."""

from __future__ import annotations

from kb import links
from kb.book import Book, Provision
from kb.cli.output import answer, answer_json, remark
from kb.cli.usage import Call
from kb.corpus import Corpus, find_folders
from kb.library import Library
from kb.search import Answer, Hit


def run(call: Call) -> int:
    """Print the results; an empty answer is an answer too."""
    library = Library(find_folders())
    query = call.text("query")
    found = library.search(query, lang=call.maybe("lang"), book=call.options.book, limit=call.options.limit)
    if call.options.json:
        answer_json(_record(library.corpus, query, found))
        return 0
    for message in found.remarks:
        remark(message)
    for hit in found.hits:
        path = library.corpus.book(hit.book).heading_path(hit.address)
        said = " › ".join(heading for _, heading in path if heading)
        answer(f"{hit.book}/{hit.address}\t{said}\n    {' '.join(hit.snippet.split())}")
    if not found.hits:
        remark("Nothing was found.")
    return 0


def _record(corpus: Corpus, query: str, found: Answer) -> dict[str, object]:
    return {
        "query": query,
        "results": [_result(corpus.book(hit.book), hit) for hit in found.hits],
        "situations": list(found.situations),
        "total": found.total,
        "meant": found.meant,
        "remarks": [str(message) for message in found.remarks],
    }


def _result(book: Book, hit: Hit) -> dict[str, object]:
    unit = book.units.get(hit.address)
    heading = unit.heading if isinstance(unit, Provision) else None
    if heading is None and hit.address.depth == 0:
        heading = book.by_number[hit.address.law].title
    return {
        "book": hit.book,
        "address": str(hit.address),
        "url": links.unit(hit.book, hit.address),
        "heading": heading,
        "snippet": hit.snippet,
        "score": hit.score,
    }

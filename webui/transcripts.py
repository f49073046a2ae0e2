"""Two books side by side, and the terms, for machines."""

from __future__ import annotations

from collections.abc import Sequence

from kb import links
from kb.address import Address
from kb.alignment import Row
from kb.book import Book
from kb.corpus import Corpus
from kb.export.records import Json, row_record, unit_record
from kb.terms import Term
from webui.concordancer import Rendered
from webui.pairing import Account, Pairing, Share, count
from webui.rowsigns import row_link
from webui.signposts import cited
from webui.wordbook import Wordbook, texts


def rows_json(corpus: Corpus, pairing: Pairing, address: Address, rows: Sequence[Row]) -> Json:
    """The rows of a law or of a unit, with the texts of both sides, in the order of the left book."""
    return {
        "books": [pairing.left.id, pairing.right.id],
        "address": str(address),
        "url": links.compare(pairing.left.id, pairing.right.id, address),
        "rows": [
            row_record(
                row,
                {
                    pairing.left.id: [_unit(corpus, pairing.left, unit) for unit in row.left],
                    pairing.right.id: [_unit(corpus, pairing.right, unit) for unit in row.right],
                },
            )
            | {"ruled": row.ruled, "url": row_link(pairing, row)}
            for row in rows
        ],
    }


def overview_json(pairing: Pairing, accounts: Sequence[Account]) -> Json:
    """What two books have in common, in numbers, and law by law."""
    books = pairing.left.id, pairing.right.id
    return {
        "books": list(books),
        "url": links.compare(*books),
        "counts": {each.book.id: _account(each) for each in accounts},
        "laws": [
            {
                "law": law,
                "url": links.compare(*books, Address(law)),
                "same": rows.same,
                "changed": rows.changed,
                "partial": rows.partial,
                "only": {books[0]: rows.only_left, books[1]: rows.only_right},
            }
            for law, rows in ((law, count(law, rows)) for law, rows in pairing.by_law.items())
        ],
    }


def pairs_json(pairs: Sequence[tuple[Book, Book]]) -> Json:
    """Each two books that can stand side by side."""
    return {"pairs": [{"books": [left.id, right.id], "url": links.compare(left.id, right.id)} for left, right in pairs]}


def term_json(term: Term) -> Json:
    """A term with its words."""
    codes = sorted(term.languages)
    return {
        "id": term.id,
        "english": term.english,
        "group": term.group,
        "url": links.terms(term.id),
        "words": {
            code: {
                "printed": list(term.words.get(code, ())),
                "elsewhere": list(term.elsewhere.get(code, ())),
                "lay": list(term.lay.get(code, ())),
            }
            for code in codes
        },
        "missing": dict(term.missing),
        "false_friends": dict(term.false_friends),
        "wordings": [
            {"language": each.language, "word": each.word, "since": each.since, "until": each.until}
            for each in term.wordings
        ],
        "note": term.note,
        "broader": list(term.broader),
        "related": list(term.related),
    }


def concept_json(wordbook: Wordbook, term: Term, rendered: Sequence[Rendered]) -> Json:
    """A term with its words, how each was rendered in the other books, and every place where it stands."""
    corpus = wordbook.corpus
    return {
        **term_json(term),
        "renderings": [
            {
                "from": each.left.id,
                "to": each.right.id,
                "word": each.rendering.word,
                "rows": each.rendering.rows,
                "by": [{"word": word, "rows": rows} for word, rows in each.rendering.by],
                "unrendered": [place.href for place in each.unrendered],
            }
            for each in rendered
        ],
        "occurrences": [
            place
            for book_id, units in wordbook.places.get(term.id, {}).items()
            for unit in units
            for place in _places(wordbook, corpus.book(book_id), unit, term)
        ],
    }


def _account(account: Account) -> Json:
    def counted(shares: Sequence[Share], of: int) -> Json:
        return {"units": of, **{share.relation: share.count for share in shares}}

    return {
        **counted(account.whole, account.units),
        "in_shared_laws": counted(account.shared, account.in_shared),
    }


def _unit(corpus: Corpus, book: Book, address: Address) -> Json:
    here = {"citation": cited(corpus, book, address), "url": links.unit(book.id, address)}
    return unit_record(book, address) | here


def _places(wordbook: Wordbook, book: Book, address: Address, term: Term) -> list[Json]:
    said = texts(book, address)
    return [
        {
            "book": book.id,
            "address": str(address),
            "url": links.unit(book.id, address),
            "field": field,
            "start": found.start,
            "end": found.end,
            "text": said[field][found.start : found.end],
            "word": found.word,
        }
        for field, occurrences in wordbook.found(book, address).items()
        for found in occurrences
        if term.id in (found.term, *found.also)
    ]

"""Rows and terms as CSV, for spreadsheets: UTF-8, comma, one head line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from kb.corpus import Corpus


def rows_csv(corpus: Corpus, left: str, right: str) -> str:
    """The rows of two books: addresses of both sides, relation, confidence, who decided, the reasons.

    Raises :class:`kb.errors.NotFound` (``book-unknown``).
    """
    head = (left, right, "relation", "confidence", "decided by", "reasons")
    rows = (
        (
            " ".join(map(str, row.left)),
            " ".join(map(str, row.right)),
            row.relation,
            f"{row.confidence:.2f}",
            "a person" if row.ruled else "the method",
            " ".join(map(str, row.reasons)),
        )
        for row in corpus.alignment(left, right).rows
    )
    return _sheet(head, rows)


def terms_csv(corpus: Corpus) -> str:
    """The terms: id, English name, the words and the lay words of each language, separated by semicolons."""
    languages = corpus.terms.languages
    head = ("term", "english", *languages, *(f"lay {code}" for code in languages))
    rows = (
        (
            term.id,
            term.english,
            *("; ".join(term.words.get(code, ())) for code in languages),
            *("; ".join(term.lay.get(code, ())) for code in languages),
        )
        for term in corpus.terms.by_id.values()
    )
    return _sheet(head, rows)


def _sheet(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return sheet.getvalue()

"""The contents of a book: all the laws there are, by part, and which of them the book holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kb.address import LAST_LAW, Address
from kb.book import Book
from kb.corpus import Corpus
from webui.signposts import Signpost, cited, law_sign


@dataclass(frozen=True, slots=True)
class Row:
    """One law: its number as cited, its name, the way to it (None where the book lacks it)."""

    number: int
    citation: str
    name: str | None
    named_by_us: bool
    place: Signpost | None


@dataclass(frozen=True, slots=True)
class Part:
    """Laws in order under one part title, or under none."""

    title: str | None
    held: bool
    rows: Sequence[Row]


def all_laws(corpus: Corpus, book: Book) -> list[Part]:
    """All the laws 1 to 93 by part. Where the book lacks laws their part is unknown, so they stand in none."""
    return list(_parts(corpus, book, range(1, LAST_LAW + 1)))


def laws_held(corpus: Corpus, book: Book) -> list[Part]:
    """The laws that the book holds, by part."""
    return list(_parts(corpus, book, sorted(book.by_number)))


def laws_between(corpus: Corpus, book: Book, first: int, last: int) -> list[Part]:
    """The laws from one number to another, those that the book lacks included; none beyond the last law."""
    return list(_parts(corpus, book, range(first, min(last, LAST_LAW) + 1)))


def _parts(corpus: Corpus, book: Book, numbers: Sequence[int]) -> Iterator[Part]:
    for (held, title), group in groupby(numbers, lambda number: _standing(book, number)):
        yield Part(title, held, [_row(corpus, book, number) for number in group])


def _standing(book: Book, number: int) -> tuple[bool, str | None]:
    law = book.by_number.get(number)
    return law is not None, law.part if law else None


def _row(corpus: Corpus, book: Book, number: int) -> Row:
    law = book.by_number.get(number)
    return Row(
        number=number,
        citation=cited(corpus, book, Address(number)),
        name=corpus.law_name(book.id, number),
        named_by_us=law is None or law.title is None,
        place=law_sign(corpus, book, number) if law else None,
    )

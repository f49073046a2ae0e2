"""``rows/<left>.<right>.json``: the rows of two books, written for people who read differences, and read back.

One row a line, in reading order; rulings are in. Alignment takes seconds and the books do not change between
builds, so the rows are made by ``kb build`` and committed like ``book.json``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from kb.address import parse
from kb.alignment import Alignment, Relation, Row
from kb.corpus.loading import ROWS
from kb.corpus.said import Said, hear, say
from kb.errors import BrokenBuild, WrongCall


class _Row(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    left: tuple[str, ...]
    right: tuple[str, ...]
    relation: Relation
    confidence: float
    reasons: tuple[Said, ...]
    ruled: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    books: tuple[str, str]
    rows: tuple[_Row, ...]


def rows_name(left: str, right: str) -> str:
    """The file that holds the rows of two books, relative to the corpus; the same for both orders.

    >>> rows_name("nl-2017", "da-1997")
    'rows/da-1997.nl-2017.json'
    """
    return f"{ROWS}/{'.'.join(sorted((left, right)))}.json"


def write_rows(alignment: Alignment) -> bytes:
    """The bytes of a rows file, with the books in the order of their ids."""
    whole = alignment if alignment.left <= alignment.right else alignment.turned
    lines = ",\n".join(msgspec.json.encode(_stored(row)).decode() for row in whole.rows)
    books = msgspec.json.encode([whole.left, whole.right]).decode()
    return f'{{"schema":1,"books":{books},\n"rows":[\n{lines}]}}\n'.encode()


def read_rows(data: bytes, name: str) -> Alignment:
    """The alignment that a rows file holds.

    Raises :class:`BrokenBuild` (``rows-damaged``) where the bytes are none of this version.
    """
    try:
        stored = msgspec.json.decode(data, type=_File)
        rows = tuple(_row(row) for row in stored.rows)
    except (msgspec.MsgspecError, WrongCall, ValueError) as problem:
        raise BrokenBuild("rows-damaged", name=name, problem=str(problem)[:200]) from problem
    return Alignment(*stored.books, rows)


def _stored(row: Row) -> _Row:
    return _Row(
        left=tuple(map(str, row.left)),
        right=tuple(map(str, row.right)),
        relation=row.relation,
        confidence=row.confidence,
        reasons=tuple(map(say, row.reasons)),
        ruled=row.ruled,
    )


def _row(row: _Row) -> Row:
    left, right = tuple(map(parse, row.left)), tuple(map(parse, row.right))
    return Row(left, right, row.relation, row.confidence, tuple(map(hear, row.reasons)), row.ruled)

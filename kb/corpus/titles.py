"""What each of the 93 laws is called, by language and edition: the text of ``corpus/titles.tsv``, read.

The table names laws that a book lacks, and laws whose source lost its title; it is no part of any book.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kb.address import LAST_LAW
from kb.errors import BadSource

_COLUMN = re.compile(r"(?P<language>[a-z]{2,3})(?: until (?P<year>[0-9]{4}))?")
_TODAY = 9999
"""The year of a column without one: that name holds until further notice."""


@dataclass(frozen=True, slots=True)
class Titles:
    """The columns of the table: (language, last year of use) to law number to name."""

    columns: Mapping[tuple[str, int], Mapping[int, str]]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that have names here, in order of their codes."""
        return tuple(sorted({language for language, _ in self.columns}))

    def of(self, language: str, edition: str = "") -> Mapping[int, str]:
        """Every name that the laws bear in that edition of a language (empty: today's), by law number.

        An edition takes each name from the oldest column that was still in use in its year, so a name that
        never changed is written once. An edition that begins with no year counts as today's. Empty for a
        language without names.

        >>> table = "law\\tda\\tda until 1997\\n10\\tBerigtigelse\\tStraf\\n13\\tAntal kort\\n"
        >>> titles = read_titles(table, "titles.tsv")
        >>> titles.of("da", "1997"), titles.of("da")[10]
        ({10: 'Straf', 13: 'Antal kort'}, 'Berigtigelse')
        """
        year = int(found[0]) if (found := re.match(r"[0-9]{4}", edition)) else _TODAY
        names: dict[int, str] = {}
        for (code, until), column in sorted(self.columns.items(), reverse=True):
            if code == language and until >= year:
                names.update(column)
        return dict(sorted(names.items()))


def read_titles(text: str, name: str) -> Titles:
    """Read the text of ``titles.tsv``; ``name`` is how an error calls the file.

    Tab-separated, with a head (``law``, then ``da`` or ``da until 1997``); lines that begin with ``#`` are
    remarks and an empty cell says nothing. Raises :class:`BadSource` (``titles-unreadable``) with the line.
    """
    columns: dict[tuple[str, int], dict[int, str]] = {}
    head: list[tuple[str, int]] = []
    for line, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.startswith("#"):
            continue
        first, *cells = row.split("\t")
        if not head:
            head = _head(first, cells, name, line)
            columns = {key: {} for key in head}
            continue
        if not first.isdecimal() or not 1 <= int(first) <= LAST_LAW or len(cells) > len(head):
            raise BadSource("titles-unreadable", name=name, line=line, row=row[:80])
        for key, cell in zip(head, cells, strict=False):
            if cell.strip():
                columns[key][int(first)] = cell.strip()
    return Titles(columns)


def _head(first: str, cells: list[str], name: str, line: int) -> list[tuple[str, int]]:
    found = [_COLUMN.fullmatch(cell.strip()) for cell in cells]
    if first != "law" or not all(found):
        raise BadSource("titles-unreadable", name=name, line=line, row="\t".join([first, *cells])[:80])
    return [(match["language"], int(match["year"] or _TODAY)) for match in found if match]

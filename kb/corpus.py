"""Everything together: books, languages, references both ways, and the tables beside them.

Skeleton: the records are settled, loading and building are being written. This is the one room of the core
that reads and writes files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.address import Address
from kb.book import Book
from kb.language import Language
from kb.references import Reference, Target


@dataclass(frozen=True)
class Corpus:
    """The books with all that belongs to them; immutable once loaded.

    ``books`` and ``languages`` by id and code; ``titles`` maps language code to law number to the name that law
    has in that language's books; ``references`` holds every reference of every book in reading order, keyed by
    book and unit; ``backlinks`` the same by what they point at (book, address), a target's own unit only.
    """

    books: Mapping[str, Book]
    languages: Mapping[str, Language]
    titles: Mapping[str, Mapping[int, str]]
    references: Mapping[tuple[str, Address], tuple[Reference, ...]] = field(default_factory=dict)
    backlinks: Mapping[tuple[str, Address], tuple[Reference, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolution:
    """The answer to "where is this law?": one target, several, or none with the reason and the nearest.

    ``status``: ``one`` | ``several`` | ``none``. ``moved`` is True when the concordance of editions led there;
    ``reason`` then says from where and why.
    """

    status: str
    targets: tuple[Target, ...]
    reason: object | None = None
    nearest: tuple[Target, ...] = ()
    moved: bool = False

"""What the site is given when it is made, and every page reads: the corpus, the engine, the languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Final, cast

from flask import current_app, g

from kb.corpus import Corpus
from kb.links import Link
from kb.search import Answer, Engine
from kb.search.facets import Parts
from kb.search.suggesting import Suggesting
from webui.locale import Tongue, tongues
from webui.pairing import Pairing
from webui.press import Press
from webui.relations import Way, plainly, relations
from webui.spelling import Places, places
from webui.wordbook import Wordbook

EXTENSION: Final = "bridge-law"

EVERY: Final = 5000
"""More hits than any question has: for counting them all."""
REMEMBERED: Final = 64
"""Answers kept per process."""

MANY_LINKS: Final = 4096
"""Links whose relations are kept per process."""


@dataclass(frozen=True)
class Shelf:
    """The books and their search engine, the languages of the pages, and the press that keeps what was printed."""

    corpus: Corpus
    engine: Engine
    tongues: Mapping[str, Tongue] = field(default_factory=tongues)
    press: Press = field(default_factory=Press)

    @cached_property
    def places(self) -> Places:
        """Every address of the books by its small letters, to mend one that is written in the wrong case."""
        return places(self.corpus)

    @cached_property
    def wordbook(self) -> Wordbook:
        """Where the terms stand in the books."""
        return Wordbook(self.corpus)

    def pairing(self, left: str, right: str) -> Pairing:
        """Two books side by side, made once for each order. Raises NotFound for a book that is not here."""
        if (left, right) not in self._pairings:
            books = self.corpus.book(left), self.corpus.book(right)
            self._pairings[left, right] = Pairing(*books, self.corpus.alignment(left, right).rows)
        return self._pairings[left, right]

    @cached_property
    def _pairings(self) -> dict[tuple[str, str], Pairing]:
        return {}

    def related(self, link: Link) -> tuple[Way, ...]:
        """What a link is related to, its form and query apart; those asked for last are kept."""
        return self._related(plainly(link))

    @cached_property
    def _related(self) -> Callable[[Link], tuple[Way, ...]]:
        return lru_cache(maxsize=MANY_LINKS)(partial(relations, self))

    @cached_property
    def suggesting(self) -> Suggesting:
        """What is suggested while somebody types."""
        return Suggesting(self.corpus)

    @cached_property
    def parts(self) -> Parts:
        """The parts that laws stand in, by which results are told apart."""
        return Parts(self.corpus)

    @cached_property
    def answering(self) -> Callable[[str, str | None, tuple[str, ...]], Answer]:
        """All hits of a question (text, language, books; no books for all of them); the last few are remembered, for
        those who turn pages and switches."""
        return lru_cache(maxsize=REMEMBERED)(self._answered)

    def _answered(self, text: str, language: str | None, books: tuple[str, ...]) -> Answer:
        return self.engine.search(text, language=language, books=books or None, limit=EVERY)

    def warm(self) -> None:
        """Make what nearly every page needs (references, backlinks, rows, places, suggestions) now, so that no reader
        waits for it."""
        _ = self.corpus.backlinks, self.corpus.rows, self.places, self.suggesting, self.parts


def shelf() -> Shelf:
    """The shelf of the site that answers this request."""
    return cast("Shelf", current_app.extensions[EXTENSION])


def tongue() -> Tongue:
    """The language of the page that is being made."""
    return cast("Tongue", g.tongue)

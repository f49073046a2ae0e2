"""What the site is given when it is made, and every page reads: the corpus, the engine, the languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, cast

from flask import current_app, g

from kb.corpus import Corpus
from kb.search import Engine
from webui.locale import Tongue, tongues
from webui.pairing import Pairing
from webui.press import Press
from webui.spelling import Places, places
from webui.wordbook import Wordbook

EXTENSION: Final = "bridge-law"


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

    def warm(self) -> None:
        """Make what nearly every page needs (references, backlinks, places) now, so that no reader waits for it."""
        _ = self.corpus.backlinks, self.places


def shelf() -> Shelf:
    """The shelf of the site that answers this request."""
    return cast("Shelf", current_app.extensions[EXTENSION])


def tongue() -> Tongue:
    """The language of the page that is being made."""
    return cast("Tongue", g.tongue)

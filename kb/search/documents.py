"""What is searched: every law, provision and note of every book, and what people say when they ask for one.

Pure records between the corpus and an engine. Units come first and keep the order of the books; sayings (lay
phrasings of a provision, phrasings of a situation) point at them by number. Nothing here knows an engine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from kb.address import Address
from kb.book import Book, Law
from kb.corpus import Corpus
from kb.corpus.ledger import LEDGER

Place = tuple[str, Address]
"""A unit in a book: (book id, address)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One law, provision or note as it is searched. ``path`` holds the headings of the units it stands in, the
    law's title first; ``texts`` its own heading, text and closing, empty where it has none; ``law`` counts laws."""

    book: str
    address: Address
    language: str
    law: int
    path: tuple[str, ...]
    texts: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Saying:
    """How somebody says it in ``language``; ``of`` is the number of the unit (or situation) meant."""

    of: int
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Concept:
    """A term of the game, by language. ``words`` and ``lay`` are met in any form, those in capitals and ``forms``
    only as they are spelled; ``…`` in one is a gap of a few words (``spille … ud``). ``lay`` words and what is
    not spelled in full count only in what people say: in a law text, ``lægge ned`` is no claim."""

    id: str
    words: Mapping[str, tuple[str, ...]]
    lay: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that happens at a table: phrasings per language, and the units that answer it, in order of
    application; ``main`` are those among them (one per book at most) that come first."""

    slug: str
    phrasings: Mapping[str, tuple[str, ...]]
    main: tuple[Place, ...]
    others: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Sayings:
    """All that people say: concepts (and by language the common words that are none), lay phrasings by unit and
    language, situations. Empty where a corpus has none."""

    concepts: tuple[Concept, ...] = ()
    common: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    phrasings: Mapping[Place, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    situations: tuple[Situation, ...] = ()


@dataclass(frozen=True)
class Documents:
    """Everything that is searched; ``phrasings`` are sayings of units and stand in their order. What other
    languages call a law is a saying of the first unit of that law. ``partners`` see :mod:`kb.search.partners`."""

    units: tuple[Unit, ...]
    phrasings: tuple[Saying, ...]
    concepts: tuple[Concept, ...]
    common: Mapping[str, tuple[str, ...]]
    situations: tuple[Situation, ...]
    partners: tuple[tuple[int, int, bool], ...] = ()


def gather_documents(corpus: Corpus, sayings: Sayings) -> Documents:
    """The documents of a corpus. Sayings about a unit that no book has are left out; their own rooms report them."""
    units = read_units(corpus)
    phrasings: list[Saying] = []
    law = -1
    for number, unit in enumerate(units):
        said = sayings.phrasings.get((unit.book, unit.address), {})
        phrasings += (Saying(number, code, text) for code, texts in sorted(said.items()) for text in texts)
        if unit.law != law:
            law = unit.law
            names = ((code, titles.get(unit.address.law)) for code, titles in sorted(corpus.titles.items()))
            phrasings += (Saying(number, code, name) for code, name in names if name and code != unit.language)
    return Documents(units, tuple(phrasings), sayings.concepts, sayings.common, sayings.situations)


def read_units(corpus: Corpus) -> tuple[Unit, ...]:
    """The units of a corpus alone, numbered as in its :class:`Documents`."""
    laws = ((book, law) for book in corpus.books.values() for law in book.laws)
    return tuple(unit for number, (book, law) in enumerate(laws) for unit in _units(book, law, number))


def fingerprint(corpus: Corpus) -> str:
    """SHA-256 of all that a search index is made from; an index with another one is stale."""
    digest = hashlib.sha256()
    for book in corpus.books.values():
        for law in book.laws:
            digest.update(f"\x1d{book.id} {book.language} {law.number} {law.title}".encode())
            for unit in _units(book, law, 0):
                digest.update("\x1e".join((str(unit.address), *unit.texts)).encode())
    for code, names in sorted(corpus.titles.items()):
        digest.update(f"\x1d{code} {sorted(names.items())}".encode())
    for code, language in sorted(corpus.languages.items()):
        digest.update(code.encode() + msgspec.json.encode(language.vocabulary))
    for name, text in sorted(corpus.tables.items()):
        if name == LEDGER:
            continue  # what was withdrawn is found by nobody
        digest.update(f"\x1d{name}\x1e{text}".encode())
    return digest.hexdigest()


def _units(book: Book, law: Law, number: int) -> Iterator[Unit]:
    headings: dict[Address, str | None] = {provision.address: provision.heading for provision in law.provisions}
    headings[law.address] = law.title
    if law.address not in book.units:
        yield Unit(book.id, law.address, book.language, number, (), (law.title or "", "", ""))
    for provision in law.provisions:
        own = (headings[provision.address] or "", provision.text, provision.closing or "")
        yield _unit(book, provision.address, number, headings, own)
    for note in law.notes:
        yield _unit(book, note.address, number, headings, ("", note.text, ""))


def _unit(
    book: Book, address: Address, law: int, headings: Mapping[Address, str | None], texts: tuple[str, str, str]
) -> Unit:
    path = tuple(heading for above in address.ancestors if (heading := headings.get(above)))
    return Unit(book.id, address, book.language, law, path, texts)

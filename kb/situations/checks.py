"""What the tables of situations and phrasings lack against the books. Findings, never errors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from kb.address import Address
from kb.book import Book, Note, Provision
from kb.language.words import fold, tokens
from kb.messages import Message
from kb.situations.table import Phrasings, Situation, Step

LEAST_SAID: Final = 4
"""Phrasings that a situation needs in each language."""
LEAST_PHRASED: Final = 3
"""Phrasings that a provision needs in each language."""

Books = Mapping[str, Book]


def check_situations(situations: Sequence[Situation], books: Books, languages: Collection[str]) -> tuple[Message, ...]:
    """What is wrong with these situations: addresses that no book has and nobody marked as outside, laws marked as
    outside that every book has, a missing or silent main provision, a language left out, a phrasing of two situations.

    ``languages`` are the codes that every title, why and list of phrasings must have.
    """
    found: list[Message] = []
    met: dict[tuple[str, str], str] = {}
    for situation in situations:
        found += _languages(situation, languages)
        found += _phrasings(situation, languages, met)
        for step in situation.steps:
            found += _step(situation.slug, step, books)
        found += _main(situation, books)
    return tuple(found)


def check_phrasings(phrasings: Phrasings, books: Books, languages: Collection[str]) -> tuple[Message, ...]:
    """What is wrong with an index of phrasings: places that are not there, fewer than three phrasings in a language,
    a law, or a provision with text of its own, that has none."""
    found: list[Message] = []
    for (book, address), said in phrasings.items():
        if book not in books or not books[book].has(address):
            found.append(Message("phrasing-nowhere", {"book": book, "address": str(address)}))
        for language in languages:
            if len(said.get(language, ())) < LEAST_PHRASED:
                where = {"book": book, "address": str(address), "language": language}
                found.append(Message("phrasing-few", where | {"count": LEAST_PHRASED}))
    for id_, held in books.items():
        wanted = (place for law in held.laws for place in (law.address, *_telling(law.provisions)))
        missing = dict.fromkeys(address for address in wanted if (id_, address) not in phrasings)
        found += (Message("phrasing-none", {"book": id_, "address": str(address)}) for address in missing)
    return tuple(found)


def _telling(provisions: Sequence[Provision]) -> Iterator[Address]:
    """Provisions that say something; a heading, or a lead that its items finish (``Hvis …:``), says nothing alone."""
    parents = {provision.address.parent for provision in provisions}
    return (p.address for p in provisions if p.text and p.address not in parents)


def _languages(situation: Situation, languages: Collection[str]) -> Iterator[Message]:
    texts = (situation.title, *(step.why for step in situation.steps))
    for language in languages:
        if any(not text.get(language) for text in texts):
            yield Message("situation-language", {"situation": situation.slug, "language": language})


def _phrasings(situation: Situation, languages: Collection[str], met: dict[tuple[str, str], str]) -> Iterator[Message]:
    for language in languages:
        said = situation.said.get(language, ())
        if len(said) < LEAST_SAID:
            yield Message("situation-few", {"situation": situation.slug, "language": language, "count": LEAST_SAID})
        for text in said:
            words = " ".join(fold(token.text) for token in tokens(text))
            other = met.setdefault((language, words), situation.slug)
            if other != situation.slug:
                yield Message("situation-shared", {"situation": situation.slug, "other": other, "text": text})


def _step(slug: str, step: Step, books: Books) -> Iterator[Message]:
    marked = {address.law for address in step.outside}
    for id_, addresses in step.at.items():
        for address in addresses:
            params = {"situation": slug, "book": id_, "address": str(address)}
            if id_ not in books or not books[id_].has(address):
                yield Message("situation-nowhere", params)
            for other in books.values():
                if address.law not in other.by_number and address.law not in marked:
                    yield Message("situation-unmarked", params | {"other": other.id})
    for address in step.outside:
        if all(address.law in book.by_number for book in books.values()):
            yield Message("situation-inside", {"situation": slug, "address": str(address)})
    if not step.at and not step.outside:
        yield Message("situation-empty-step", {"situation": slug})


def _main(situation: Situation, books: Books) -> Iterator[Message]:
    for id_, address in situation.main.items():
        params = {"situation": situation.slug, "book": id_, "address": str(address)}
        if address not in (found for found, _ in situation.provisions(id_)):
            yield Message("situation-main-elsewhere", params)
        elif id_ in books and not _speaks(books[id_], address):
            yield Message("situation-main-silent", params)
    ruled_nowhere = any(not any(step.at.values()) for step in situation.steps)
    for id_, book in books.items():
        ruled_elsewhere = any(address.law not in book.by_number for address in situation.main.values())
        if id_ not in situation.main and any(situation.provisions(id_)) and not (ruled_nowhere or ruled_elsewhere):
            yield Message("situation-without-main", {"situation": situation.slug, "book": id_})


def _speaks(book: Book, address: Address) -> bool:
    """Whether the unit has text of its own; whether it exists at all is found elsewhere."""
    unit = book.units.get(address)
    if isinstance(unit, Note):
        return True
    return bool(unit.text) if unit else not book.has(address)

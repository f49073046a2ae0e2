"""Citations without a network: every address with what somebody types for it, and where it leads.

An address is typed in many ways, and read by one rule here: signs and spaces and points apart, ``§ 64 A.2``,
``artikel 64a2`` and ``64 a 2`` are ``64a2``. The rule is checked when the table is made: where the site itself reads
such a key otherwise, the table says so, and where it reads nothing the key is not in it. So what is found here is what
the site would have found, and whatever is typed in a way of its own (a list, a range, ``punkt 1``) is left to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from kb.address import LAST_LAW, Address
from kb.citations import cite, read
from kb.corpus import Corpus
from kb.language import CitationWords
from kb.language.words import fold
from kb.resolving import Resolution, resolve

Say = Any
"""Makes a sentence of a message."""

_APART: Final = re.compile(r"(?<=[0-9])(?=[0-9])")


def citing(corpus: Corpus, say: Say) -> Mapping[str, Any]:
    """The table, as a part of a header. ``say`` makes the sentence of a reason."""
    known = _addresses(corpus)
    keys: dict[str, Address | None] = {}
    read_otherwise: dict[str, str | None] = {}
    for address in known:
        key = spoken_key(address)
        meant = _read(corpus, key)
        if meant is None or keys.get(key, meant) != meant:
            read_otherwise[key] = None
        elif spoken_key(meant) != key or meant != address:
            read_otherwise[key] = str(meant)
        keys[key] = meant
    results: dict[str, int] = {}
    leads = {}
    for address in sorted({*known, *(meant for meant in keys.values() if meant)}):
        found = [_said(one, say) for one in _asked(corpus, address)]
        if any(found):
            leads[str(address)] = [None if one is None else results.setdefault(one, len(results)) for one in found]
    return {
        "signs": _signs(corpus),
        "notes": _notes(corpus),
        "addresses": " ".join(map(str, known)),
        "otherwise": read_otherwise,
        "standpoints": [name for name, _ in _standpoints(corpus)],
        "leads": leads,
        "results": list(map(json.loads, results)),
    }


def spoken_key(address: Address) -> str:
    """What is left of an address when it is typed: small letters and figures, two figures that touch kept apart.

    >>> from kb.address import parse
    >>> spoken_key(parse("9/A/2/b/I")), spoken_key(parse("71/2")), spoken_key(parse("68/note/1"))
    ('9a2bi', '71~2', '68note1')
    """
    steps = (str(address.law), *address.labels, *(("note", str(address.note)) if address.note else ()))
    key = steps[0]
    for step in steps[1:]:
        key += ("~" if key[-1].isdigit() and step[0].isdigit() else "") + step
    return fold(key)


def _addresses(corpus: Corpus) -> list[Address]:
    """Every address that leads somewhere or is known to lead nowhere: of all books, of other editions, all laws."""
    found = {Address(number) for number in range(1, LAST_LAW + 1)}
    for book in corpus.books.values():
        found.update(book.units)
    for subject in corpus.concordance.subjects:
        found.update(place for places in subject.places.values() for place, _ in places)
    return sorted(found)


def _read(corpus: Corpus, key: str) -> Address | None:
    """The one address that the site reads in a key, and nothing beside it."""
    reading = read(key.replace("~", "("), corpus.languages.values())
    if "~" in key:
        reading = read(_bracketed(key), corpus.languages.values())
    return reading.addresses[0] if reading.whole and len(reading.addresses) == 1 else None


def _bracketed(key: str) -> str:
    first, *others = key.split("~")
    return first + "".join(re.sub(r"^[0-9]+", lambda figures: f"({figures[0]})", other) for other in others)


def _standpoints(corpus: Corpus) -> Iterator[tuple[str, Mapping[str, str]]]:
    """From where a citation may be asked: nowhere, a language, a book."""
    yield "", {}
    yield from ((code, {"language": code}) for code in corpus.languages)
    yield from ((book, {"book": book}) for book in corpus.books)


def _asked(corpus: Corpus, address: Address) -> Iterator[Resolution | None]:
    """The answers from each standpoint; None for one that just says which of the books have the address."""
    for _, here in _standpoints(corpus):
        answer = resolve(corpus, str(address), here.get("language"), here.get("book"))
        meant = [
            book
            for book in corpus.books.values()
            if here.get("book", book.id) == book.id and corpus.default_books.get(here.get("language", ""), book) is book
        ]
        having = [book.id for book in meant if book.has(address)]
        plain = (
            not answer.moved and answer.reason is None and all(target.address == address for target in answer.targets)
        )
        yield None if plain and having and [target.book for target in answer.targets] == having else answer


def _said(answer: Resolution | None, say: Say) -> str | None:
    if answer is None:
        return None
    return json.dumps(
        {
            "status": answer.status,
            "moved": answer.moved,
            "targets": [[target.book, str(target.address)] for target in answer.targets],
            "nearest": [[target.book, str(target.address)] for target in answer.nearest],
            "reason": str(say(answer.reason)) if answer.reason else "",
        },
        ensure_ascii=False,
    )


def _signs(corpus: Corpus) -> Sequence[str]:
    """What may stand before a number, folded."""
    words = [language.citations for language in corpus.languages.values()]
    signs = {fold(sign) for each in words for sign in _all_signs(each)}
    return sorted(signs, key=lambda sign: (-len(sign), sign))


def _all_signs(words: CitationWords) -> Sequence[str]:
    return (*words.signs, *words.shared_signs, *words.plural_signs, *words.typed_signs, *words.initials)


def _notes(corpus: Corpus) -> Mapping[str, str]:
    """How notes are cited in each language, by letters and figures alone, and the address of each."""
    found = {}
    for book in corpus.books.values():
        for address in book.units:
            if address.note is not None:
                for language in corpus.languages.values():
                    typed = cite(address, language)
                    if _alone(corpus, typed) == address:
                        found["".join(letter for letter in fold(typed) if letter.isalnum())] = str(address)
    return found


def _alone(corpus: Corpus, typed: str) -> Address | None:
    reading = read(typed, corpus.languages.values())
    return reading.addresses[0] if reading.whole and len(reading.addresses) == 1 else None

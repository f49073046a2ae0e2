"""The search index as the browser needs it: the impacts of stems and concepts, and the words that lead to them.

These are the numbers that the server itself ranks by (:mod:`kb.search.impacts`), worked out by the same code from the
same texts; so the browser needs neither a stemmer nor an engine of its own. Each is rounded to one of 32 steps, an
eighth of an octave apart or so, which moves no result that anybody would miss.

A word that somebody types is folded, spelled as its language spells it, and looked up in the spellings that the
texts and the sayings have, each with its stem. Left out, because it would cost more than the pages themselves: which
words keep company (:mod:`kb.search.company`). Where words stand is read from the texts, which are there anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import numpy as np

from kb.corpus import Corpus
from kb.language import Vocabulary
from kb.language.words import fold, spelling, stem, tokens
from kb.search.documents import Concept, gather_documents
from kb.search.impacts import CONCEPT, SPELLING, STEM, Impacts
from kb.search.index import Index
from kb.search.sayings import read_sayings
from webui.offline.shorthand import varint

STEPS: Final = 32
"""Steps of a rounded impact."""
OCTAVE: Final = 4
"""Steps for a factor of two."""
ZERO: Final = 20
"""The step of an impact that is as large as the rarity of its term."""
RARITIES: Final = 24
"""Steps of a rounded rarity for each unit of it."""
OWN: Final = 0x20
"""Set where a document has a term in its own text or heading."""
ODD: Final = 0xFF
"""In place of the length of a stem: it is no beginning of its spelling, and stands in the list of those."""
GAP: Final = "…"
FEW: Final = 3
"""Stems of a saying that is kept as a whole."""


def wording(corpus: Corpus, index: Index) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What finds words, as the header and the columns of a part."""
    impacts, common = index.impacts, index.common
    documents = gather_documents(corpus, read_sayings(corpus))
    vocabularies = {code: language.vocabulary for code, language in corpus.languages.items()}
    lexicons = {code: _spellings(impacts, code) for code in vocabularies}
    stems = {code: _Stems(code, lexicons[code], vocabulary) for code, vocabulary in vocabularies.items()}
    keys = list(dict.fromkeys(chain.from_iterable(each.keys for each in stems.values())))
    further = [key for key in impacts.keys if _is_term(key) and key not in set(keys)]
    terms = [key for key in (*keys, *further) if key in impacts.ids]
    lacking = [key for key in keys if key not in impacts.ids]
    unit_numbers = {(unit.book, unit.address): number for number, unit in enumerate(documents.units)}
    header: dict[str, Any] = {
        "languages": {code: _language(code, corpus, stems[code], common.get(code, ())) for code in vocabularies},
        "further": further,
        "lacking": lacking,
        "books": [
            {
                "id": book.id,
                "name": f"{corpus.language(book.language).name} {book.edition}",
                "language": book.language,
                "default": corpus.default_books.get(book.language) is book,
                "units": [str(unit.address) for unit in documents.units if unit.book == book.id],
            }
            for book in corpus.books.values()
        ],
        "said": "\n".join(_said(index.said)),
        "concepts": [concept.id for concept in documents.concepts],
        "situations": [
            [
                situation.slug,
                [unit_numbers[place] for place in situation.main if place in unit_numbers],
                [
                    unit_numbers[place]
                    for place in situation.others
                    if place in unit_numbers and place not in situation.main
                ],
            ]
            for situation in documents.situations
        ],
    }
    columns = {
        **{f"stems.{code}": each.lengths for code, each in stems.items()},
        **_postings(impacts, terms),
        **{f"concepts.{code}": _expressions(documents.concepts, code, v) for code, v in vocabularies.items()},
    }
    return header, columns


def _said(said: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """The situations that are told in just these stems, where they are few; longer sayings are told by their words."""
    for key, situations in sorted(said.items()):
        if len(key.split(" ")) <= FEW:
            yield f"{key}\t{' '.join(map(str, situations))}"


def _is_term(key: str) -> bool:
    return key.startswith(CONCEPT) or STEM in key


def _spellings(impacts: Impacts, code: str) -> list[str]:
    """The spellings that texts and sayings of a language have, in alphabetical order."""
    prefix = f"{code}{SPELLING}"
    return sorted(key.removeprefix(prefix) for key in impacts.keys if key.startswith(prefix))


class _Stems:
    """The stems of the spellings of one language: how much of each is its stem, and the stems that are no part."""

    def __init__(self, code: str, spellings: list[str], vocabulary: Vocabulary) -> None:
        self.spellings = spellings
        found = [stem(word, vocabulary) for word in spellings]
        begins = [
            word.startswith(stemmed) and len(stemmed) < ODD for word, stemmed in zip(spellings, found, strict=True)
        ]
        self.lengths = bytes(len(stemmed) if plain else ODD for stemmed, plain in zip(found, begins, strict=True))
        self.odd = [stemmed for stemmed, plain in zip(found, begins, strict=True) if not plain]
        self.keys = [f"{code}{STEM}{stemmed}" for stemmed in found]


def _language(code: str, corpus: Corpus, stems: _Stems, common: Iterable[str]) -> dict[str, Any]:
    """What a language's words are folded, joined and weighed by."""
    vocabulary = corpus.languages[code].vocabulary
    return {
        "spellings": "\n".join(stems.spellings),
        "odd": stems.odd,
        "digraphs": vocabulary.digraphs,
        "links": vocabulary.links,
        "never": sorted({stem(word, vocabulary) for word in vocabulary.not_parts}),
        "little": sorted(set(map(fold, vocabulary.little))),
        "littleStems": sorted({stem(word, vocabulary) for word in vocabulary.little}),
        "negations": sorted({stem(word, vocabulary) for word in vocabulary.negations}),
        "common": sorted({spelling(word, vocabulary) for word in common}),
    }


def _postings(impacts: Impacts, terms: Iterable[str]) -> dict[str, bytes]:
    """For each term how many documents have it, which, its impact on each, and how rare it is."""
    counts, documents, values, rarities = bytearray(), bytearray(), bytearray(), bytearray()
    for key in terms:
        number = impacts.ids[key]
        standing, worth, own = impacts.of(number)
        rarity = max(impacts.rarity[number], 0.04)
        rarities.append(min(255, max(1, round(rarity * RARITIES))))
        counts += varint(len(standing))
        documents += b"".join(map(varint, np.diff(standing, prepend=-1).tolist()))
        steps = np.clip(np.rint(np.log2(np.maximum(worth, 1e-4) / rarity) * OCTAVE) + ZERO, 0, STEPS - 1)
        values += (steps.astype(np.uint8) | (own * np.uint8(OWN))).tobytes()
    return {
        "counts": bytes(counts),
        "rarities": bytes(rarities),
        "documents": bytes(documents),
        "values": bytes(values),
    }


def _expressions(concepts: Iterable[Concept], code: str, vocabulary: Vocabulary) -> bytes:
    """The words of all concepts in one language, as text: a line for each concept; on it, behind a tab, each
    expression, folded; one that is met only as it is spelled begins with ``=``, one that people say and no law text
    with ``~`` (before the other)."""
    lines = []
    for concept in concepts:
        said = dict.fromkeys(chain(_any_form(concept, code, vocabulary), _as_spelled(concept, code, vocabulary)))
        lines.append("\t".join(said))
    return "\n".join(lines).encode()


def _any_form(concept: Concept, code: str, vocabulary: Vocabulary) -> Iterator[str]:
    for lay, texts in (("", concept.words.get(code, ())), ("~", concept.lay.get(code, ()))):
        for text in texts:
            yield lay + ("=" if len(text) > 1 and text.isupper() else "") + _spelled(text, vocabulary)


def _as_spelled(concept: Concept, code: str, vocabulary: Vocabulary) -> Iterator[str]:
    return ("=" + _spelled(text, vocabulary) for text in concept.forms.get(code, ()))


def _spelled(text: str, vocabulary: Vocabulary) -> str:
    parts = (" ".join(spelling(token.text, vocabulary) for token in tokens(part)) for part in text.split(GAP))
    return GAP.join(parts)

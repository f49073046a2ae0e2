"""What the table of terms says against what the books print: words that occur nowhere, words that no term covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.book import Book, Provision
from kb.language import Vocabulary
from kb.language.words import stem, tokens
from kb.messages import Message
from kb.terms.index import TermIndex
from kb.terms.table import Terms

FREQUENT = 3
"""A word that the books of a language print this often must be a term's or be named as no concept of the game."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The answer of :func:`check`.

    ``nowhere``: (term, language, word) listed as printed, and printed in no book. ``printed``: the same, listed
    as standing elsewhere, and printed after all. ``uncovered``: (language, word, times), the most frequent
    first. ``shares``: per language with books, how many of the words listed as printed are, from 0 to 1.
    """

    nowhere: tuple[tuple[str, str, str], ...]
    printed: tuple[tuple[str, str, str], ...]
    uncovered: tuple[tuple[str, str, int], ...]
    shares: Mapping[str, float]

    @property
    def messages(self) -> tuple[Message, ...]:
        """The same as sentences, each with its next step."""
        return (
            *(Message("term-nowhere", {"term": t, "language": lang, "word": w}) for t, lang, w in self.nowhere),
            *(Message("term-printed", {"term": t, "language": lang, "word": w}) for t, lang, w in self.printed),
            *(Message("term-uncovered", {"language": lang, "word": w, "count": n}) for lang, w, n in self.uncovered),
        )


def check(
    terms: Terms, books: Iterable[Book], vocabularies: Mapping[str, Vocabulary], *, frequent: int = FREQUENT
) -> Coverage:
    """Hold a table of terms against books. Languages without a book are not judged; lay words never are."""
    index = TermIndex(terms, vocabularies)
    texts: dict[str, list[str]] = {}
    for book in books:
        texts.setdefault(book.language, []).extend(printed_texts(book))
    nowhere: list[tuple[str, str, str]] = []
    printed: list[tuple[str, str, str]] = []
    uncovered: list[tuple[str, str, int]] = []
    shares: dict[str, float] = {}
    for code, lines in texts.items():
        stands = {found for line in lines for found in index.every_word(line, code)}
        spelled = {(term, word) for term, word, exact in stands if exact}
        inflected = {(term, word) for term, word, _ in stands}
        claimed = [(term.id, word) for term in terms.concepts for word in term.words.get(code, ())]
        elsewhere = [(term.id, word) for term in terms.concepts for word in term.elsewhere.get(code, ())]
        lacking = [said for said in claimed if said not in inflected]
        nowhere += [(term, code, word) for term, word in lacking]
        printed += [(term, code, word) for term, word in elsewhere if (term, word) in spelled]
        uncovered += [
            (code, word, count) for word, count in _uncovered(index, code, vocabularies[code], lines, frequent)
        ]
        shares[code] = 1 - len(lacking) / len(claimed) if claimed else 1.0
    return Coverage(tuple(nowhere), tuple(printed), tuple(uncovered), shares)


def printed_texts(book: Book) -> Iterator[str]:
    """Every text that a book prints: titles, headings, texts, closings, notes."""
    for law in book.laws:
        yield from filter(None, (law.title, law.part))
    for unit in book.units.values():
        heading, closing = (unit.heading, unit.closing) if isinstance(unit, Provision) else (None, None)
        yield from filter(None, (heading, unit.text, closing))


def _uncovered(
    index: TermIndex, code: str, vocabulary: Vocabulary, lines: Iterable[str], frequent: int
) -> Iterator[tuple[str, int]]:
    common = {stem(word, vocabulary) for word in index.terms.common_words(code)}
    counts: Counter[str] = Counter()
    shown: dict[str, Counter[str]] = {}
    for line in lines:
        covered = [(found.start, found.end) for found in index.find_terms(line, code)]
        for token in tokens(line):
            root = stem(token.text, vocabulary)
            inside = any(start <= token.start < end for start, end in covered)
            if inside or root in common or len(token.text) == 1 or not token.text.isalpha():
                continue
            counts[root] += 1
            shown.setdefault(root, Counter())[token.text.casefold()] += 1
    for root, count in counts.most_common():
        if count >= frequent:
            yield shown[root].most_common(1)[0][0], count

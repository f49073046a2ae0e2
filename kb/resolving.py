"""Where is this law? One place, several, or none, with the reason and the nearest; and every citation of a text.

Two questions of the same kind: :func:`resolve` reads what somebody typed, forgivingly, and looks for it in the
books that may be meant; :func:`find` reads prose, strictly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal

from kb import references
from kb.address import Address, parse
from kb.book import Book
from kb.citations import Citation, read, scan
from kb.corpus import Corpus
from kb.corpus.succession import succession
from kb.errors import WrongCall
from kb.messages import Message
from kb.references import Reference, Target

LONGEST = 200
"""Characters of a typed citation that are read; what stands behind them is not."""

WEIGHED = 20_000
"""Characters of a text whose citations say its language."""

NEAREST = 8
"""At most so many places are offered where there is no answer."""

_POINTED = re.compile(r"(?:https?://\S*?/|/)?(?P<book>[a-z]{2,3}(?:-[a-z0-9]+)+)/(?P<rest>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Resolution:
    """The answer to "where is this law?": one target, several, or none with the reason and the nearest.

    ``status``: ``one`` | ``several`` | ``none``. ``moved`` is True when the concordance of editions led there, or the
    ledger of withdrawn addresses; ``reason`` then says from where and why. ``nearest`` is in the order in which one
    would look.
    """

    status: Literal["one", "several", "none"]
    targets: tuple[Target, ...]
    reason: Message | None = None
    nearest: tuple[Target, ...] = ()
    moved: bool = False


def resolve(
    corpus: Corpus, text: str, language: str | None = None, book: str | None = None, at: Address | None = None
) -> Resolution:
    """Where a citation, as somebody types it in any spelling and any of our languages, leads.

    It is looked for in ``book``; else in the default book of ``language``; else, also where that language has no
    book, in every book: the one that has it, or all that have it. ``da-1997/64/A/2`` names its own book. ``at``
    is where a relative citation (``punkt 1``) is read from. Raises :class:`kb.errors.NotFound` for a book or
    language that is not here; any text gives a Resolution.

    >>> from kb import load
    >>> corpus = load().corpus
    >>> [str(target.address) for target in resolve(corpus, "§ 54 b 2", book="da-1997").targets]
    ['54/B/2']
    >>> [target.book for target in resolve(corpus, "law 68").targets]
    ['da-1997', 'nl-2017']
    """
    asked, named = _pointed(corpus, text.strip()[:LONGEST])
    if named is not None and named not in corpus.books and _is_address(asked):
        gone = _withdrawn(corpus, [named], parse(asked))
        if gone is not None:
            return gone
    books = _meant(corpus, language, named or book)
    cited = read(asked, corpus.languages.values()).citations
    if not cited:
        return Resolution("none", (), Message("citation-unreadable", {"text": asked[:80]}))
    found = [reference for one in books for reference in references.resolve(cited, (one,), at)]
    targets = tuple(dict.fromkeys(target for reference in found for target in _there(corpus, reference)))
    if targets:
        return Resolution("one" if len(targets) == 1 else "several", targets)
    missed = next((address for citation in cited for address in citation.addresses), None)
    moved = None
    if missed is not None:
        moved = _withdrawn(corpus, [book.id for book in books], missed) or _moved(corpus, missed, books, language)
    if moved is not None:
        return moved
    about = Address(at.law) if missed is None and at is not None else missed
    return _nowhere(corpus, about, books, found, language)


def find(
    corpus: Corpus, text: str, language: str | None = None, book: str | None = None, at: Address | None = None
) -> tuple[Reference, ...]:
    """Every citation of these laws in running text, in its order, and where it leads.

    ``language`` is that of the text; without it, that of ``book``; without both, the one in whose words most
    citations are found (:func:`weigh`). They are looked for in ``book``, else in the books of the language, the
    latest edition first; a language without books gives targets without a book. ``at`` is where relative citations
    are read from. Raises :class:`kb.errors.NotFound` for a book or language that is not here.

    >>> from kb import load
    >>> [str(r.targets[0].address) for r in find(load().corpus, "jf. §69, 70 og 71C", language="da")]
    ['69', '70', '71/C']
    """
    chosen = None if book is None else corpus.book(book)
    if language is None and chosen is not None:
        language = chosen.language
    if language is None:
        language = weigh(corpus, text).best
    cited = scan(text, corpus.language(language))
    books = (chosen,) if chosen is not None else _of_language(corpus, language)
    return references.resolve(cited, books, at)


@dataclass(frozen=True)
class Evidence:
    """What each language finds of these laws in a text: how many citations, how many characters of them.

    ``artikel 64A2`` is a citation in Danish too, as ``64A2`` alone: so who finds as many shows by the words that
    belong to them.
    """

    found: Mapping[str, tuple[Citation, ...]]

    @property
    def counts(self) -> Mapping[str, int]:
        """Citations by language."""
        return {code: weight[0] for code, weight in self._weights.items()}

    @property
    def best(self) -> str:
        """The language with most; the first of those that have as many."""
        return max(self._weights, key=self._weights.__getitem__)

    @property
    def kind(self) -> Literal["citations", "tie", "none"]:
        """Whether the citations decide, fit several languages as well, or are none."""
        most = self._weights[self.best]
        if not most[0]:
            return "none"
        return "citations" if list(self._weights.values()).count(most) == 1 else "tie"

    @cached_property
    def _weights(self) -> dict[str, tuple[int, int]]:
        ours = {code: [one for one in cited if one.foreign is None] for code, cited in self.found.items()}
        return {code: (len(cited), sum(one.end - one.start for one in cited)) for code, cited in ours.items()}


def weigh(corpus: Corpus, text: str) -> Evidence:
    """In which language a text cites these laws, by the words of its citations and by nothing else: those of its first
    :data:`WEIGHED` characters, or of all where there are none.

    >>> from kb import load
    >>> found = weigh(load().corpus, "Zie artikel 64A2.")
    >>> found.best, found.kind, dict(found.counts)
    ('nl', 'citations', {'da': 1, 'en': 1, 'nl': 1})
    """
    head = Evidence({code: scan(text[:WEIGHED], language) for code, language in corpus.languages.items()})
    if head.kind != "none" or len(text) <= WEIGHED:
        return head
    return Evidence({code: scan(text, language) for code, language in corpus.languages.items()})


def _pointed(corpus: Corpus, text: str) -> tuple[str, str | None]:
    """The text without the book that it names (``da-1997/…``, or a link), and that book."""
    pointed = _POINTED.fullmatch(text)
    if pointed is None:
        return text, None
    if pointed["book"] not in corpus.books and not _is_address(pointed["rest"]):
        return text, None
    return pointed["rest"], pointed["book"]


def _is_address(text: str) -> bool:
    try:
        parse(text)
    except WrongCall:
        return False
    return True


def _meant(corpus: Corpus, language: str | None, book: str | None) -> tuple[Book, ...]:
    """The books in which a citation is looked for."""
    if language is not None:
        corpus.language(language)
    if book is not None:
        return (corpus.book(book),)
    own = corpus.default_books.get(language or "")
    return tuple(corpus.books.values()) if own is None else (own,)


def _of_language(corpus: Corpus, language: str) -> tuple[Book, ...]:
    """The books of a language, the default one first."""
    default = corpus.default_books.get(language)
    others = (book for book in corpus.books.values() if book.language == language and book is not default)
    return () if default is None else (default, *others)


def _there(corpus: Corpus, reference: Reference) -> Iterator[Target]:
    """Targets that stand in a book, of a reference that leads somewhere."""
    if reference.status in {"ok", "ambiguous"}:
        for target in reference.targets:
            if target.book is not None and corpus.book(target.book).has(target.address):
                yield target


def _withdrawn(corpus: Corpus, books: Sequence[str], address: Address) -> Resolution | None:
    """What has taken the place of an address that one of the books had once."""
    for book in books:
        gone = succession(corpus, book, address)
        if gone is not None:
            targets = tuple(Target(*successor) for successor in gone.successors)
            if not targets:
                return Resolution("none", (), gone.reason(address))
            return Resolution("one" if len(targets) == 1 else "several", targets, gone.reason(address), moved=True)
    return None


def _moved(corpus: Corpus, address: Address, books: Sequence[Book], language: str | None) -> Resolution | None:
    """Where a citation of another edition stands in the books that have its law, by the concordance of editions."""
    for book in books:
        if address.law not in book.by_number:
            continue
        moves = corpus.concordance.from_others(address, book.edition)
        if not moves:
            continue
        there = ((move, move.to_address and references.find(book, move.to_address)) for move in moves)
        found = {Target(book.id, to): move for move, to in reversed(list(there)) if to}
        targets = tuple(reversed(found))
        if targets:
            status: Literal["one", "several"] = "one" if len(targets) == 1 else "several"
            return Resolution(status, targets, found[targets[0]].reason(language or "en"), moved=True)
        nearest = tuple(islice(_nearest(corpus, address, [book]), NEAREST))
        return Resolution("none", (), moves[0].reason(language or "en"), nearest)
    return None


def _nowhere(
    corpus: Corpus, about: Address | None, books: Sequence[Book], found: Sequence[Reference], language: str | None
) -> Resolution:
    """Why a citation leads nowhere, said of the books that have its law, and what is nearest there."""
    if about is None:
        return Resolution("none", (), next((reference.reason for reference in found), None))
    holders = [book for book in books if about.law in book.by_number]
    held = {book.id for book in holders}
    said = (reference.reason for reference in found if any(target.book in held for target in reference.targets))
    reason = next(said, None) or _lacking(corpus, about.law, books, language)
    return Resolution("none", (), reason, tuple(islice(_nearest(corpus, about, holders), NEAREST)))


def _lacking(corpus: Corpus, number: int, books: Sequence[Book], language: str | None) -> Message:
    """That a law is in none of the books asked, what it is called, and which other books have it."""
    one = books[0] if len(books) == 1 else None
    name = corpus.law_name(one.id, number) if one else corpus.titles.get(language or "en", {}).get(number)
    law = f"{number} ({name})" if name else str(number)
    others = ", ".join(book.id for book in corpus.books.values() if number in book.by_number)
    if one is None or not others:
        return Message("law-nowhere", {"law": law})
    return Message("law-elsewhere", {"law": law, "book": one.id, "others": others})


def _nearest(corpus: Corpus, address: Address, holders: Sequence[Book]) -> Iterator[Target]:
    """In the books asked, the unit that would hold the missing one, and what it holds; then the same elsewhere."""
    for book in holders:
        above = _closest(book, address)
        yield Target(book.id, above)
        for unit in book.below(above):
            if unit.address.depth == above.depth + 1:
                yield Target(book.id, unit.address)
    for book in corpus.books.values():
        if book not in holders and address.law in book.by_number:
            yield Target(book.id, _closest(book, address))


def _closest(book: Book, address: Address) -> Address:
    """The deepest unit of a book that is this one or should hold it."""
    found = (references.find(book, step) for step in (address, *reversed(address.ancestors)))
    return next((step for step in found if step is not None), Address(address.law))

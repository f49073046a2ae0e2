"""Results as printed: each with where it stands, the words that answer, and its counterpart in the other book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from kb import links
from kb.address import Address
from kb.book import Book, Provision
from kb.corpus import Corpus
from kb.search import Hit
from kb.search.joining import Joined
from webui.counterparts import counterparts
from webui.markup import marked
from webui.rowsigns import RELATIONS
from webui.shelf import Shelf, shelf
from webui.signposts import Signpost, unit_sign
from webui.trails import TrailStep, trail

EXCERPT: Final = 260
"""Characters shown of a counterpart."""
PARTNERS: Final = 3
"""Counterparts of one result that are shown."""
TOGETHER: Final = 3
"""Results of one law that are shown at once; the others of the page unfold."""


@dataclass(frozen=True, slots=True)
class Partner:
    """The counterpart of a result in another book: where it stands, how it begins, and how the two compare."""

    place: Signpost
    book: Book
    trail: Sequence[TrailStep]
    excerpt: Markup
    relation: str | None
    compare: str


@dataclass(frozen=True, slots=True)
class Found:
    """A hit as printed: the way there, where it stands (below its law, too, for lists under one), the words that
    answer; ``name`` is its heading where the words stand in that."""

    place: Signpost
    book: Book
    trail: Sequence[TrailStep]
    snippet: Markup | None
    name: Markup | None
    hit: Hit
    partners: Sequence[Partner]


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one law on a page, best first: some shown, the ``others`` unfolded when wanted. ``law`` is the
    way to the whole law; ``alone`` says that there is but one."""

    law: Signpost
    book: Book
    trail: TrailStep
    whole: Found | None
    shown: Sequence[Found]
    others: Sequence[Found]

    @property
    def alone(self) -> bool:
        """Whether the group is one result."""
        return (self.whole is not None) + len(self.shown) + len(self.others) == 1


def grouped(results: Iterable[Joined]) -> list[Group]:
    """The results of a page by law, a law standing where its best result stands."""
    laws: dict[tuple[str, int], list[Found]] = {}
    for result in results:
        laws.setdefault((result.hit.book, result.hit.address.law), []).append(found(shelf(), result))
    return [_group(shelf().corpus, book, law, members) for (book, law), members in laws.items()]


def _group(corpus: Corpus, book_id: str, law: int, members: Sequence[Found]) -> Group:
    book = corpus.book(book_id)
    address = Address(law)
    whole = next((one for one in members if one.hit.address == address), None)
    inside = [one for one in members if one is not whole]
    many = len(inside) > TOGETHER + 1
    return Group(
        unit_sign(corpus, book, address),
        book,
        trail(corpus, book, address)[0],
        whole,
        inside[:TOGETHER] if many else inside,
        inside[TOGETHER:] if many else (),
    )


def found(on: Shelf, result: Joined) -> Found:
    """A result as it is printed."""
    hit = result.hit
    book = on.corpus.book(hit.book)
    named = hit.snippet and hit.snippet == _heading(book, hit.address)
    return Found(
        unit_sign(on.corpus, book, hit.address),
        book,
        trail(on.corpus, book, hit.address),
        None if named or not hit.snippet else _excerpt(book, hit),
        marked(hit.snippet, hit.marks) if named else None,
        hit,
        [_partner(on, hit, *partner) for partner in result.partners[:PARTNERS]],
    )


def _heading(book: Book, address: Address) -> str | None:
    unit = book.units.get(address)
    if not address.depth:
        return book.by_number[address.law].title
    return unit.heading if isinstance(unit, Provision) else None


def _excerpt(book: Book, hit: Hit) -> Markup:
    """The words that answer, with dots where the text goes on before and behind them."""
    unit = book.units.get(hit.address)
    before, there, behind = unit.text.partition(hit.snippet) if unit else ("", "", "")
    dots = ("… " if there and before else "", " …" if there and behind else "")
    return Markup("{}{}{}").format(dots[0], marked(hit.snippet, hit.marks), dots[1])


def _partner(on: Shelf, hit: Hit, book_id: str, address: Address, own: Hit | None) -> Partner:
    """A counterpart: with the words that answer where it was found by itself, else as it begins."""
    book = on.corpus.book(book_id)
    unit = book.units.get(address)
    begins = escape(cut(" ".join(unit.text.split()), EXCERPT)) if unit else Markup()
    relation = counterparts(on, hit.book, hit.address, book_id).get(address)
    return Partner(
        unit_sign(on.corpus, book, address),
        book,
        trail(on.corpus, book, address),
        _excerpt(book, own) if own and own.marks and own.snippet != _heading(book, address) else begins,
        RELATIONS[relation] if relation else None,
        links.compare(hit.book, book_id, hit.address),
    )


def cut(text: str, length: int) -> str:
    """The beginning of a text, cut between words.

    >>> cut("Een speler mag niet", 12), cut("Een speler", 12)
    ('Een speler …', 'Een speler')
    """
    if len(text) <= length:
        return text
    return text[: length + 1].rsplit(" ", 1)[0].rstrip(",;: ") + " …"

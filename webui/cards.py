"""What a link to one of our pages shows where it is pasted: in a chat, in a search engine, in an article.

A card is made for what has one true address and is here: its title, its first words, its edition and language (Open
Graph and Twitter cards), what it is related to (:mod:`webui.relations`), and, of law text, what schema.org says of
legislation (:mod:`webui.legislation`). The partial ``card.html`` writes it into the head of a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import current_app, g
from markupsafe import Markup

from kb.address import Address
from kb.book import Book, Note
from kb.links import Link
from kb.messages import N_, Message
from webui.legislation import book_data, named, site_data, unit_data
from webui.locale import Tongue, territorial
from webui.negotiating import link_asked
from webui.relations import MEDIA_TYPES, Way, canonical
from webui.shelf import Shelf, shelf, tongue
from webui.signposts import edition_name

FIRST_WORDS: Final = 180
"""Characters of a text that a card shows; chats cut longer ones anywhere."""

SITE_NAME: Final = N_("Bridge laws")
TAGLINE: Final = N_("Find the provision, read it, send the link.")


@dataclass(frozen=True, slots=True)
class Card:
    """What a link to a page shows. ``title`` is empty where the page's own serves; ``language`` is that of the text,
    ``spoken`` as of :func:`in_languages`; ``data`` is a record of schema.org as JSON, safe in a page."""

    path: str
    title: str
    description: str
    kind: str
    language: str
    spoken: Sequence[Way]
    ways: Sequence[Way]
    data: Markup | None

    @property
    def locale(self) -> str:
        """The language of the text with the country that it is most spoken in: ``da_DK``."""
        return territorial(self.language)

    @property
    def locales(self) -> list[str]:
        """The same for the languages that have it too."""
        return [territorial(way.language) for way in self.spoken if way.language != self.language]

    @property
    def forms(self) -> list[Way]:
        """The other forms of the page."""
        return [way for way in self.ways if way.rel == "alternate" and not way.language]


def card() -> Card | None:
    """The card of the page of this request, made once; None for a page that has none."""
    if "card" not in g:
        link = link_asked()
        base = str(current_app.config["BASE_URL"])
        g.card = None if link is None else card_of(shelf(), link, tongue(), base)
    made: Card | None = g.card
    return made


def card_of(stock: Shelf, link: Link, tongue: Tongue, base: str = "") -> Card | None:
    """The card of what a link names; None where that is not here, or has no one true address."""
    path = canonical(link)
    if path is None or not is_here(stock, link):
        return None
    ways = stock.related(link)
    spoken = in_languages(stock, link)
    book = stock.corpus.books.get(link.book or "")
    data: Markup | None
    if link.kind == "start":
        data = site_data(tongue.text(SITE_NAME).unescape(), base)
        return Card(path, "", tongue.text(TAGLINE).unescape(), "website", tongue.code, (), ways, data)
    if book is None or link.kind == "compare":
        return Card(path, "", "", "website", tongue.code, (), ways, None)
    if link.address is None:
        data = book_data(stock, book, base)
        return Card(path, "", told(book, book.publisher, tongue), "website", book.language, spoken, ways, data)
    title = "" if link.last else f"{named(stock, book, link.address)} ({edition_name(stock.corpus, book)})"
    description = told(book, opening(words_of(book, link.address)), tongue)
    data = None if link.last else unit_data(stock, book, link.address, base)
    return Card(path, title, description, "article", book.language, spoken, ways, data)


def in_languages(stock: Shelf, link: Link) -> list[Way]:
    """A law text in each language that has it, itself first, since search engines want a whole set; empty where no
    other language has it."""
    path, book = canonical(link), stock.corpus.books.get(link.book or "")
    others = [way for way in stock.related(link) if way.language]
    if not others or path is None or book is None:
        return []
    return [Way("alternate", path, MEDIA_TYPES["html"], book.language), *others]


def is_here(stock: Shelf, link: Link) -> bool:
    """Whether what a link names is a page of the site, and not only the place where it would be."""
    corpus = stock.corpus
    if link.kind in {"book", "unit", "range"}:
        book = corpus.books.get(link.book or "")
        return book is not None and all(book.has(end) for end in (link.address, link.last) if end is not None)
    if link.kind == "compare":
        sides = [corpus.books.get(name or "") for name in (link.book, link.other)]
        address = link.address
        return None not in sides and (address is None or any(book.has(address) for book in sides if book))
    if link.kind == "word":
        return link.rest in _entries(stock, link.word)
    return link.kind == "start"


def words_of(book: Book, address: Address) -> str:
    """The first words of a unit: its own, or of the first in it that has any."""
    unit = book.units.get(address)
    if isinstance(unit, Note):
        return unit.text
    return next((below.text for below in book.below(address) if below.text), "")


def opening(text: str, most: int = FIRST_WORDS) -> str:
    """The first words of a text on one line, whole words, and an ellipsis where more follow.

    >>> opening("En spiller må ikke", 12), opening("Kort.", 12)
    ('En spiller …', 'Kort.')
    """
    line = re.sub(r"\s+", " ", text).strip()
    if len(line) <= most:
        return line
    whole = line[: most + 1].rpartition(" ")[0] or line[:most]
    return f"{whole.rstrip(',;:–-')} …"


def told(book: Book, said: str, tongue: Tongue) -> str:
    """What is said, and that a later edition is in force, where one is."""
    if book.superseded_by is None:
        return said
    later = tongue.said(Message("export-superseded", {"edition": book.superseded_by}))
    return " ".join(filter(None, (said, later)))


def _entries(stock: Shelf, word: str) -> set[str]:
    """The pages of a fixed word, by what stands behind it."""
    corpus = stock.corpus
    if word == "terms":
        return {"", *(term.id for term in corpus.terms.concepts)} if corpus.terms.concepts else set()
    if word == "situations":
        return {"", *(one.slug for one in corpus.situations)} if corpus.situations else set()
    if word == "map":
        return set(corpus.books)
    if word == "compare":
        return {""} if len(corpus.books) > 1 else set()
    return {""} if word in {"about", "keys"} else set()

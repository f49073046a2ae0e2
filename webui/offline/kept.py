"""Which pages a device keeps, and each of them as the site itself makes it, in all languages at once.

The pages are asked of a site like this one whose sentences are marks (:mod:`webui.offline.interlinear`). Where the
languages differ in nothing else the three pages are one text. So what is shown without a network is what would have
been shown with one, deep addresses and lacking laws included, but for what would cost more than it is worth on a
device: how people say a situation, the lines quoted under each place of a term, and what a page says to machines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import unwrap
from typing import Any, Final

from flask import Flask, g, render_template
from markupsafe import escape

from kb import links
from kb.address import LAST_LAW, Address
from kb.book import Book
from kb.corpus import Corpus
from kb.references import Target
from kb.search import Hit
from kb.search.documents import Unit, read_units
from kb.search.joining import Joined
from kb.search.partners import read_partners
from webui.locale import Tongue
from webui.offline.interlinear import Interlinear, Sentences, interlinear
from webui.results import found
from webui.shelf import EXTENSION, Shelf
from webui.signposts import place_signs
from webui.situations import told
from webui.styles import linked
from webui.trails import trail

Marked = Sequence[str]
"""A page with marks: one text for all languages, or one for each."""

_CURRENT: Final = re.compile(r'(hreflang="([a-z]+)")( aria-current="true")?>')
_FOR_MACHINES: Final = re.compile(
    r'<link rel="(?:search|canonical|alternate)"[^>]*>\n?'
    r'|<meta (?:name|property)="(?:description|og:|twitter:)[^>]*>\n?'
    r'|<script type="application/ld\+json">.*?</script>\n?',
    re.DOTALL,
)
_LEFT_OUT: Final = (
    ("", _FOR_MACHINES),
    ("/situations/", re.compile(r'<details class="phrasings">.*?</details>', re.DOTALL)),
    ("/terms/", re.compile(r'<p class="snippet">.*?</p>', re.DOTALL)),
)
_ENCODED: Final = "%EE%80%8"
"""The beginning of a mark in a query: such a page is kept as each language makes it."""
SPLIT: Final = "\ue00f"
"""Stands between the pieces that one template makes."""


@dataclass(frozen=True)
class Page:
    """A page that is kept: its path, what it answers (200 or 404), and its text."""

    path: str
    status: int
    texts: Marked


def left_out(path: str, text: str) -> str:
    """A page without what a device does not keep of it."""
    for begins, part in _LEFT_OUT:
        if path.startswith(begins):
            text = part.sub("", text)
    return text


def paths(corpus: Corpus) -> Iterator[str]:
    """The addresses whose pages are kept, like beside like."""
    yield from ("/", "/about", "/keys", "/bookmarks", "/compare", "/offline")
    for book in corpus.books.values():
        yield links.book(book.id)
        for number in range(1, LAST_LAW + 1):
            yield links.unit(book.id, Address(number))
            if number in book.by_number:
                yield from (links.unit(book.id, at) for at in _inside(book, number))
    for left in corpus.books.values():
        for right in corpus.books.values():
            if left is not right:
                yield links.compare(left.id, right.id)
                for number in range(1, LAST_LAW + 1):
                    if number in left.by_number or number in right.by_number:
                        yield links.compare(left.id, right.id, Address(number))
    yield links.situations()
    yield from (links.situations(one.slug) for one in corpus.situations)
    yield links.terms()
    yield from (links.terms(term.id) for term in corpus.terms.concepts)


def _inside(book: Book, number: int) -> Iterable[Address]:
    law = book.by_number[number]
    addresses = (*(one.address for one in law.provisions), *(note.address for note in law.notes))
    return dict.fromkeys(address for address in addresses if address.depth or address.note)


class Copyist:
    """Makes the pages and pieces of a pack. ``app`` is a site of its own, whose tongue this one sets."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._shelf: Shelf = app.extensions[EXTENSION]
        self._tongues = self._shelf.tongues
        self._marking: Mapping[str, Interlinear] = interlinear(self._tongues)
        self._set: Mapping[str, Tongue] = self._marking
        self._client = app.test_client(use_cookies=False)
        app.before_request(self._take_tongue)
        app.jinja_env.globals["style"] = linked
        for name, view in app.view_functions.items():
            app.view_functions[name] = unwrap(view)  # what is kept once need not be packed for it

    @property
    def sentences(self) -> Sentences:
        """The table of all sentences that were marked so far."""
        return self.tongue.table

    @property
    def tongue(self) -> Interlinear:
        """The tongue that makes marks."""
        return next(iter(self._marking.values()))

    def _take_tongue(self) -> None:
        g.tongue = self._set[str(g.tongue.code)]

    def pages(self) -> Iterator[Page]:
        """Every page that is kept."""
        for path in paths(self._shelf.corpus):
            status, texts = self._asked(path)
            if any(_ENCODED in text for text in texts):
                self._set = self._tongues
                status, texts = self._asked(path)
                self._set = self._marking
            yield Page(path, status, texts[:1] if len(set(texts)) == 1 else texts)

    def _asked(self, path: str) -> tuple[int, Marked]:
        answers = [self._client.get(path, headers={"Accept-Language": code}) for code in self._tongues]
        return answers[0].status_code, [self._page(path, answer.get_data(as_text=True)) for answer in answers]

    def _page(self, path: str, text: str) -> str:
        text = left_out(path, text)
        return _CURRENT.sub(lambda link: f"{link[1]}{self._if_own(link[2])}>", text)

    def _if_own(self, code: str) -> str:
        """The mark of an attribute that stands only in pages of one language."""
        forms = tuple(' aria-current="true"' if code == own else "" for own in self._tongues)
        return self._marking[code].mark(forms)

    def pieces(self, template: str, **values: Any) -> list[str]:
        """What a template of pieces makes, in order."""
        with self._app.test_request_context("/search"):
            g.tongue = self.tongue
            made = render_template(template, split=SPLIT, **values)
        return [self._page("", piece) for piece in made.split(SPLIT)]

    def cards(self, snippet: str) -> list[str]:
        """How each unit stands among results: by itself, under its law, and as a place; three for each in order.
        ``snippet`` stands where the words that answer come."""
        corpus = self._shelf.corpus
        hits = []
        with self._app.test_request_context("/"):
            g.tongue = self.tongue
            for unit, partners in self._partners():
                hit = Hit(unit.book, unit.address, 0.0, "")
                one = found(self._shelf, Joined(hit, tuple((book, at, None) for book, at in partners)))
                one = replace(one, snippet=escape(snippet))
                sign = place_signs(corpus, [Target(unit.book, unit.address)])
                hits.append((one, sign))
        return self.pieces("offline/cards.html", hits=hits)[:-1]

    def situations(self) -> list[str]:
        """The links to all situations, one on each line: a list for each language, since their titles differ."""
        lists = []
        for code in self._tongues:
            with self._app.test_request_context("/"):
                g.tongue = self._marking[code]
                entries = list(told([one.slug for one in self._shelf.corpus.situations]))
                lists.append(self._page("", render_template("offline/situations.html", entries=entries)))
        return lists

    def laws(self) -> list[str]:
        """The heads under which the results of a law stand, in the order of the books."""
        corpus = self._shelf.corpus
        laws = [
            (book, links.unit(book.id, law.address), trail(corpus, book, law.address)[0])
            for book in corpus.books.values()
            for law in book.laws
        ]
        return self.pieces("offline/laws.html", laws=laws)[:-1]

    def _partners(self) -> Iterator[tuple[Unit, Sequence[tuple[str, Address]]]]:
        units = read_units(self._shelf.corpus)
        partners: dict[int, list[tuple[str, Address]]] = {}
        for one, other, _ in read_partners(self._shelf.corpus, units):
            partners.setdefault(one, []).append((units[other].book, units[other].address))
        for number, unit in enumerate(units):
            yield unit, partners.get(number, ())

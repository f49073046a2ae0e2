"""What happens at a table, and what answers it: the list of situations by phase, and each with its provisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from kb import links
from kb.errors import NotFound
from kb.messages import N_
from kb.situations import PHASES, Phase, Situation
from webui import asked
from webui.casesheet import situation_sheet
from webui.guidance import Said, readings, said
from webui.negotiating import PAGE, form, onward, suffix
from webui.paper import Block, Piece, given, heading, item
from webui.press import kept
from webui.shelf import shelf, tongue
from webui.signposts import Signpost, unit_sign

pages = Blueprint("situations", __name__)

PHASE_NAMES: Final[Mapping[Phase, str]] = {
    "before-auction": N_("Before the auction"),
    "auction": N_("The auction"),
    "opening-lead": N_("The opening lead"),
    "play": N_("The play"),
    "claim": N_("Claims and concessions"),
    "after-play": N_("After the play"),
    "scoring": N_("The score"),
    "any-time": N_("At any time"),
}
"""What the phases are called, in the order of an evening."""

CLOSE: Final = 5
"""At most so many situations are offered where none has the name asked for."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A situation in a list: the way to it, its title, and the provision to read first (the reader's book's)."""

    slug: str
    href: str
    title: Said
    main: Signpost | None


@dataclass(frozen=True, slots=True)
class Section:
    """The situations of one phase."""

    phase: Phase
    name: str
    entries: Sequence[Entry]


@pages.get("/situations")
@pages.get("/situations.<suffix>")
def index(**_: str) -> Response | str:
    """All situations by phase, or those that have the words asked for."""
    words = asked.question()
    if form() == "json":
        return jsonify(situations=[_brief(situation) for situation in _having(words)])
    return listed(words) if words else whole()


@kept(lambda: shelf().press)
def whole() -> Response | str:
    """The whole list, printed once."""
    return listed("")


def listed(words: str) -> Response | str:
    """The list of the situations that have some words in their title or in what people say."""
    found = _having(words)
    sections = [
        Section(phase, PHASE_NAMES[phase], entries)
        for phase in PHASES
        if (entries := [entry(one) for one in found if one.phase == phase])
    ]
    if form() != PAGE:
        return given(_list_sheet(sections))
    return render_template("situations/index.html", sections=sections, count=len(found), words=words)


def _list_sheet(sections: Sequence[Section]) -> Iterator[Block]:
    """The list as text: each situation with the provision to read first."""
    yield heading(1, tongue().text(N_("Situations")))
    for section in sections:
        yield heading(2, tongue().text(section.name))
        for each in section.entries:
            main: list[Piece] = [] if each.main is None else ["–", each.main]
            yield item(Signpost(each.href, each.title.text, each.title.language), *main)


@pages.get("/situations/<slug>")
@kept(lambda: shelf().press)
def situation(slug: str) -> Response | AnyResponse | str:
    """A situation: the provisions that answer it, in the order in which one applies them."""
    name = slug.removesuffix(f".{suffix()}")
    known = {one.slug: one for one in shelf().corpus.situations}
    if name not in known:
        return unknown(name)
    one, title = known[name], said(known[name].title, tongue().code)
    if form() == "json":
        return jsonify(_whole(one))
    if form() != PAGE:
        return given(situation_sheet(shelf().corpus, one, title, readings(shelf(), one, tongue()), tongue()))
    order = list(known)
    at = order.index(name)
    return render_template(
        "situations/situation.html",
        slug=name,
        title=title,
        phase=PHASE_NAMES[one.phase],
        readings=readings(shelf(), one, tongue()),
        phrasings=one.said.get(tongue().code, ()),
        before=entry(known[order[at - 1]]) if at else None,
        after=entry(known[order[at + 1]]) if at + 1 < len(order) else None,
    )


def unknown(name: str) -> AnyResponse:
    """The page of a situation that is not there, with those of the nearest names; for a machine, the error."""
    slugs = [one.slug for one in shelf().corpus.situations]
    if name.lower() in slugs:
        return redirect(onward(links.situations(name.lower())), 301)
    if form() != PAGE:
        raise NotFound("situation-unknown", situation=name[:80])
    return make_response(render_template("situations/unknown.html", name=name[:80], near=_nearest(name)), 404)


def entry(one: Situation) -> Entry:
    """A situation as it stands in a list, in the reader's language."""
    return Entry(one.slug, links.situations(one.slug), said(one.title, tongue().code), _main(one))


def _main(one: Situation) -> Signpost | None:
    """The provision to read first: the one of the reader's book, else of the first book that has one."""
    corpus = shelf().corpus
    books = sorted(one.main, key=lambda book: corpus.book(book).language != tongue().code)
    return unit_sign(corpus, corpus.book(books[0]), one.main[books[0]]) if books else None


def _having(words: str) -> list[Situation]:
    """The situations that have these words, all of them for none, in the order of the table."""
    every = shelf().corpus.situations
    if not words:
        return list(every)
    found = frozenset(shelf().suggesting.situations(words, tongue().code))
    return [one for one in every if one.slug in found]


def _nearest(name: str) -> list[Entry]:
    """The situations whose names or titles look like a name, then those that have its words."""
    by_name = {key: one for one in shelf().corpus.situations for key in (one.slug, *map(str.lower, one.title.values()))}
    asked_for = name[:80].lower()
    like = [by_name[key] for key in get_close_matches(asked_for, by_name, CLOSE, 0.5)]
    slugs = shelf().suggesting.situations(" ".join(asked_for.split("-")), tongue().code, CLOSE)
    near = {one.slug: one for one in (*like, *(by_name[slug] for slug in slugs))}
    return [entry(one) for one in list(near.values())[:CLOSE]]


def _brief(one: Situation) -> dict[str, Any]:
    return {
        "slug": one.slug,
        "url": links.situations(one.slug),
        "phase": one.phase,
        "title": dict(one.title),
        "main": {book: _place(book, address) for book, address in one.main.items()},
    }


def _whole(one: Situation) -> dict[str, Any]:
    steps = [
        {
            "why": dict(step.why),
            "at": {book: [_place(book, address) for address in found] for book, found in step.at.items()},
            "outside": [str(address) for address in step.outside],
        }
        for step in one.steps
    ]
    return {**_brief(one), "said": {code: list(texts) for code, texts in one.said.items()}, "steps": steps}


def _place(book: str, address: Any) -> dict[str, str]:
    return {"address": str(address), "url": links.unit(book, address)}


def told(slugs: Sequence[str]) -> Iterator[Entry]:
    """The situations of these names, in their order."""
    known = {one.slug: one for one in shelf().corpus.situations}
    return (entry(known[slug]) for slug in slugs if slug in known)

"""The terms of the game, and the situations at a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from kb import links
from kb.errors import NotFound
from kb.export.records import Json
from kb.situations import Phase, Situation
from kb.terms import Term
from webui.api.endpoint import endpoint
from webui.api.paging import Paged, Part, bounds, cut
from webui.api.shapes import Place, spot
from webui.api.writing import url
from webui.shelf import shelf

ByLanguage = Annotated[dict[str, str], Meta(description="By language code.")]


class TermWords(msgspec.Struct, frozen=True):
    """The words for a term in one language, the usual one first."""

    printed: Annotated[list[str], Meta(description="Words that the books here print.")]
    elsewhere: Annotated[list[str], Meta(description="Words of other law books.")]
    lay: Annotated[list[str], Meta(description="What players say.")]


class TermEntry(msgspec.Struct, frozen=True):
    """A concept of the game with its words in each language."""

    id: str
    english: str
    group: str
    url: str
    words: dict[str, TermWords]
    missing: Annotated[ByLanguage, Meta(description="By language, why the term has no word there.")]
    false_friends: Annotated[ByLanguage, Meta(description="By language, a warning against a word that looks alike.")]
    note: str | None
    broader: list[str]
    narrower: list[str]
    related: list[str]


class TermEntries(Paged, frozen=True):
    """The terms."""

    terms: list[TermEntry]


class SituationSign(msgspec.Struct, frozen=True):
    """Something that happens at a table; main is the provision to read first in each book that has it."""

    slug: str
    phase: Phase
    title: ByLanguage
    url: str
    main: list[Place]


class SituationSigns(Paged, frozen=True):
    """The situations, in the order of an evening."""

    situations: list[SituationSign]


class AnswerStep(msgspec.Struct, frozen=True):
    """A step of an answer: the provisions to apply, in order, and why; outside are laws that some book lacks."""

    why: ByLanguage
    at: list[Place]
    outside: list[str]


class SituationEntry(SituationSign, frozen=True):
    """A situation, how people tell it, and what answers it, step by step."""

    said: dict[str, list[str]]
    steps: list[AnswerStep]


@endpoint("GET", "terms", "The concepts of the game.", TermEntries, asks=Part, leads={"term": {"id": "/terms/0/id"}})
def terms(asked: Part) -> TermEntries:
    """The terms in the order of their table."""
    found = shelf().corpus.terms.concepts
    listed = [_term(term) for term in cut(found, asked.limit, asked.offset)]
    return TermEntries(terms=listed, **bounds(len(found), asked.limit, asked.offset))


@endpoint("GET", "terms/{id}", "A concept of the game.", TermEntry, errors=(404,))
def term(id: str) -> TermEntry:  # noqa: A002 - the name of the step in the address
    """A term with its words."""
    found = shelf().corpus.terms.by_id.get(id)
    if found is None:
        raise NotFound("term-unknown", term=id[:80])
    return _term(found)


@endpoint(
    "GET",
    "situations",
    "What happens at a table.",
    SituationSigns,
    asks=Part,
    leads={"situation": {"slug": "/situations/0/slug"}},
)
def situations(asked: Part) -> SituationSigns:
    """The situations in the order of their table."""
    found = shelf().corpus.situations
    listed = [SituationSign(**_sign(one)) for one in cut(found, asked.limit, asked.offset)]
    return SituationSigns(situations=listed, **bounds(len(found), asked.limit, asked.offset))


@endpoint("GET", "situations/{slug}", "A situation, and what answers it.", SituationEntry, errors=(404,))
def situation(slug: str) -> SituationEntry:
    """A situation with its steps."""
    found = next((one for one in shelf().corpus.situations if one.slug == slug), None)
    if found is None:
        raise NotFound("situation-unknown", situation=slug[:80])
    return SituationEntry(
        **_sign(found),
        said={code: list(words) for code, words in found.said.items()},
        steps=[
            AnswerStep(
                dict(step.why),
                [spot(book, address) for book, addresses in step.at.items() for address in addresses],
                [str(address) for address in step.outside],
            )
            for step in found.steps
        ],
    )


def _sign(found: Situation) -> Json:
    return {
        "slug": found.slug,
        "phase": found.phase,
        "title": dict(found.title),
        "url": url(links.situations(found.slug)),
        "main": [spot(book, address) for book, address in found.main.items()],
    }


def _term(found: Term) -> TermEntry:
    codes = sorted(found.languages)
    words = {
        code: TermWords(*(list(kind.get(code, ())) for kind in (found.words, found.elsewhere, found.lay)))
        for code in codes
    }
    others = shelf().corpus.terms.concepts
    return TermEntry(
        found.id,
        found.english,
        found.group,
        url(links.terms(found.id)),
        words,
        dict(found.missing),
        dict(found.false_friends),
        found.note,
        list(found.broader),
        [other.id for other in others if found.id in other.broader],
        list(found.related),
    )

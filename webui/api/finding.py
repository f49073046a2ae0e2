"""``find-refs``: the citations in texts of others, each with where it leads or why it leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from kb import links
from kb.address import Address, parse
from kb.corpus import Corpus
from kb.errors import WrongCall
from kb.linking import LONGEST, Context, Format, Found, Style, find_in, link
from kb.linking.evidence import weigh_in
from kb.resolving import Evidence
from webui.api.endpoint import WrongShape, endpoint
from webui.api.shapes import ADDRESS, Cited, cited_fields
from webui.api.writing import site, url
from webui.shelf import shelf

MOST_TEXTS: Final = 1000
"""Texts of one batch."""

Words = Annotated[str, Meta(description=f"All texts of a question together may have {LONGEST} characters.")]


Standpoint = Annotated[
    str,
    Meta(
        description="Where relative citations are read from: 64/A, da-1997/64/A, or the path of a page.",
        pattern=rf"^({ADDRESS}|/?[a-z]{{2,3}}(-[a-z0-9]+)+(/{ADDRESS})?)$",
    ),
]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, or a batch of texts, and what is known of them. Give either text or texts."""

    text: Words | msgspec.UnsetType = msgspec.UNSET
    texts: Annotated[list[Words], Meta(max_length=MOST_TEXTS)] | msgspec.UnsetType = msgspec.UNSET
    lang: Annotated[str | None, Meta(description="Their language; null or auto: by the words of the citations.")] = None
    book: Annotated[str | None, Meta(description="The book that is meant, such as nl-2017.")] = None
    context: Standpoint | None = None
    format: Format = "text"
    linked: Annotated[bool, Meta(description="Whether to answer with the text and its links as well.")] = False


class Language(msgspec.Struct, frozen=True):
    """The language in which citations were looked for, and how that came about."""

    code: str
    evidence: Annotated[
        Literal["given", "book", "citations", "batch", "tie", "none"],
        Meta(
            description="given: as asked; book: that of the book; citations: most citations are written in it; batch:"
            " the same of all texts together; tie: several are as likely, and this is the first; none: no citation"
            " was found in any."
        ),
    ]
    counts: Annotated[
        dict[str, int],
        Meta(description="Citations found by language, at most in its first part; empty where that was not asked."),
    ]


class FoundCitation(Cited, frozen=True):
    """A citation in a text of another: url is its page, with all it cites; linkable is false where no link may be
    put, as inside of links and code."""

    url: str | None
    linkable: bool


class FoundIn(msgspec.Struct, frozen=True):
    """The citations of one text, in order."""

    language: Language
    references: list[FoundCitation]
    linked: Annotated[str | None, Meta(description="The text with its links, where that was asked for.")]


class FoundInAll(msgspec.Struct, frozen=True):
    """The citations of a batch: one result for each text, in order."""

    results: list[FoundIn]


@endpoint(
    "POST",
    "find-refs",
    "The citations in a text, HTML or Markdown, or in a batch of them.",
    FoundIn | FoundInAll,
    body=Annotated[Asked, Meta(extra_json_schema={"oneOf": [{"required": ["text"]}, {"required": ["texts"]}]})],
    errors=(400, 404, 413, 415, 422),
    leads={"unit-text": {"book": "/references/0/targets/0/book", "address": "/references/0/targets/0/address"}},
)
def find_refs(body: Asked) -> FoundIn | FoundInAll:
    """Find citations, strictly: what is a bid, a price or a rule of another book is none."""
    texts = _texts(body)
    corpus = shelf().corpus
    context = _context(corpus, body)
    results = [
        _found(corpus, text, body, context, language)
        for text, language in zip(texts, _languages(corpus, texts, body, context), strict=True)
    ]
    return results[0] if isinstance(body.text, str) else FoundInAll(results)


def _texts(body: Asked) -> Sequence[str]:
    if isinstance(body.text, str) is isinstance(body.texts, list):
        raise WrongShape("api-text-or-texts")
    texts = [body.text] if isinstance(body.text, str) else list(body.texts or ())
    length = sum(map(len, texts))
    if length > LONGEST:
        raise WrongCall("text-too-long", length=length, limit=LONGEST)
    return texts


def _context(corpus: Corpus, body: Asked) -> Context:
    """What is known of the texts; the context may name a book, and the book its language."""
    book = body.book if body.book is None else corpus.book(body.book).id
    at: Address | None = None
    if body.context:
        at, named = _standpoint(body.context)
        book = book or (named and corpus.book(named).id)
    language = None if body.lang in {None, "", "auto"} else corpus.language(str(body.lang)).code
    return Context(language, book, at)


def _standpoint(context: str) -> tuple[Address | None, str | None]:
    """An address, alone or behind its book, or the path of a page of ours."""
    if not context.startswith("/") and context[:1].isdigit():
        return parse(context), None
    read = links.read(context if context.startswith("/") else f"/{context}")
    return read.address, read.book


def _languages(corpus: Corpus, texts: Sequence[str], body: Asked, context: Context) -> Iterator[Language]:
    """The language of each text: as given, else by its own citations, else by those of the whole batch."""
    if context.language is not None:
        yield from (Language(context.language, "given", {}) for _ in texts)
        return
    if context.book is not None:
        yield from (Language(corpus.book(context.book).language, "book", {}) for _ in texts)
        return
    own = [weigh_in(corpus, text, body.format) for text in texts]
    whole = Evidence({code: tuple(each for one in own for each in one.found[code]) for code in corpus.languages})
    for one in own:
        if one.kind != "citations" and whole.kind == "citations":
            yield Language(whole.best, "batch", dict(one.counts))
        else:
            yield Language(one.best, one.kind, dict(one.counts))


def _found(corpus: Corpus, text: str, body: Asked, context: Context, language: Language) -> FoundIn:
    here = Context(language.code, context.book, context.at)
    found = [_citation(corpus, one) for one in find_in(corpus, text, body.format, here)]
    return FoundIn(language, found, link(corpus, text, body.format, here, Style(site())) if body.linked else None)


def _citation(corpus: Corpus, found: Found) -> FoundCitation:
    fields = {**cited_fields(found.reference, corpus), "start": found.start, "end": found.end, "text": found.text}
    return FoundCitation(**fields, url=None if found.url is None else url(found.url), linkable=found.linkable)

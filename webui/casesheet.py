"""The situations as text and Markdown: all of them as a list, and each with the provisions that answer it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.address import Address
from kb.book import Book, Provision
from kb.corpus import Corpus
from kb.messages import N_
from kb.situations import Situation
from webui.guidance import Outside, Reading, Said, Stage
from webui.locale import Tongue
from webui.machines import inferred
from webui.paper import Block, editions, heading, item, listed, paragraph, paragraphs, sign_of
from webui.signposts import edition_name


def situation_sheet(
    corpus: Corpus, one: Situation, title: Said, readings: list[Reading], tongue: Tongue
) -> Iterator[Block]:
    """A situation: book by book and step by step, a word on why and the provisions themselves."""
    yield heading(1, title.text)
    yield paragraph(
        tongue.text(
            N_(
                "Guidance: which provisions answer this, in the order in which one applies them. The text of the law"
                " decides."
            )
        )
    )
    for reading in readings:
        yield heading(2, edition_name(corpus, reading.book))
        yield from _reading(corpus, one, reading, tongue)
    shown = [(book, address) for place, address in one.places() if (book := corpus.books.get(place)) is not None]
    brackets = any(inferred(book, below.address) for book, address in shown for below in book.below(address))
    yield from editions([reading.book for reading in readings if reading.count], tongue, brackets=brackets)


def _reading(corpus: Corpus, one: Situation, reading: Reading, tongue: Tongue) -> Iterator[Block]:
    if not reading.count and not reading.lacking:
        yield paragraph(tongue.text(N_("This book has nothing on it.")))
        return
    if not reading.count:
        yield paragraph(
            tongue.text(N_("This book here does not hold the laws that answer it:")), _outsides(reading.lacking)
        )
        return
    named = {address for address, _ in one.provisions(reading.book.id)}
    for number, (step, stage) in enumerate(zip(one.steps, reading.stages, strict=True), 1):
        yield paragraph(f"({number})", stage.why.text)
        for address in step.at.get(reading.book.id, ()):
            yield from _passage(corpus, reading.book, address, named)
        yield from _beyond(stage, tongue)


def _passage(corpus: Corpus, book: Book, address: Address, named: set[Address]) -> Iterator[Block]:
    """A unit with what stands in it, unless the situation names some of that itself, or the unit is a whole law."""
    sign, unit = sign_of(corpus, book, address), book.units.get(address)
    yield heading(3, sign, sign.more or "")
    yield from paragraphs(unit.text if unit else None)
    inside = [below.address for below in book.below(address) if below.address != address] if address.depth else []
    if not named.intersection(inside):
        for place in inside:
            below = book.units[place]
            heading_of = below.heading if isinstance(below, Provision) else None
            text = " ".join(filter(None, (heading_of, below.text)))
            yield item(sign_of(corpus, book, place), text, level=place.depth - address.depth - 1)
    yield from paragraphs(unit.closing if isinstance(unit, Provision) else None)


def _beyond(stage: Stage, tongue: Tongue) -> Iterator[Block]:
    if stage.outside:
        told = tongue.text(N_("This also rests on laws that the book here does not hold:"))
        yield paragraph(told, _outsides(stage.outside))
    if not stage.passages and stage.elsewhere:
        yield paragraph(tongue.text(N_("Elsewhere:")), *listed(sign for sign, _ in stage.elsewhere))


def _outsides(laws: Sequence[Outside]) -> str:
    return ", ".join(f"{law.citation} {law.name.text if law.name else ''}".rstrip() for law in laws)

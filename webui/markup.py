"""Text and spans into HTML, at the very edge.

Texts of the core are plain; what a page adds to them (a link, a mark, the number of a note) is a :class:`Span`
with markup before and after. Weaving escapes every character of the text, changes none, and loses none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

NOTHING: Final = Markup()


@dataclass(frozen=True, slots=True)
class Span:
    """Markup around the characters ``start`` to ``end`` of a text (counted from 0, end not included).

    A span with ``start == end`` is a point: its markup stands there and wraps nothing.
    """

    start: int
    end: int
    before: Markup
    after: Markup = NOTHING


def fitting(length: int, spans: Iterable[Span]) -> list[Span]:
    """The spans in text order that lie within ``length`` characters and overlap no earlier one.

    Markup cannot overlap, so of two that do, the one that begins first stays (the longer one, of two that begin
    together). A point inside a span moves behind it.
    """
    kept: list[Span] = []
    end = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not 0 <= span.start <= span.end <= length:
            continue
        if span.start >= end:
            kept.append(span)
            end = span.end
        elif span.start == span.end:
            kept.append(Span(end, end, span.before, span.after))
    return kept


def woven(text: str, spans: Iterable[Span] = ()) -> list[Markup]:
    """The paragraphs of ``text`` as HTML; a line feed divides them, except inside a span.

    >>> link = Span(4, 7, Markup('<a href="/da-1997/9">'), Markup("</a>"))
    >>> woven("Se §9 & <b>", [Span(3, 5, link.before, link.after)])
    [Markup('Se <a href="/da-1997/9">§9</a> &amp; &lt;b&gt;')]
    >>> woven("Først.\\nSå.")
    [Markup('Først.'), Markup('Så.')]
    """
    paragraphs: list[list[Markup]] = [[]]
    position = 0

    def plain(until: int) -> None:
        first, *others = text[position:until].split("\n")
        paragraphs[-1].append(escape(first))
        paragraphs.extend([escape(other)] for other in others)

    for span in fitting(len(text), spans):
        plain(span.start)
        paragraphs[-1] += [span.before, escape(text[span.start : span.end]), span.after]
        position = span.end
    plain(len(text))
    return [paragraph for pieces in paragraphs if (paragraph := Markup().join(pieces))]


def marked(text: str, marks: Iterable[tuple[int, int]]) -> Markup:
    """A snippet as one line of HTML with its hits in ``<mark>``.

    >>> marked("en kulørsvigt", [(3, 13)])
    Markup('en <mark>kulørsvigt</mark>')
    """
    spans = (Span(start, end, Markup("<mark>"), Markup("</mark>")) for start, end in marks)
    return Markup(" ").join(woven(text, spans))

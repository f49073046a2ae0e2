"""A page written once for all languages: a tongue that leaves marks where its sentences stand.

What differs between the languages of the pages is mostly their sentences. A page made with an :class:`Interlinear`
tongue holds, in place of each, the number of the sentence in a table, with what is to be put into it; the table has
it in every language. The pages of three languages are then one text (or, where also their order differs, three texts
with long pieces in common), and :func:`spoken` makes of it what the site itself would have said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from types import MappingProxyType
from typing import Final

from markupsafe import Markup, escape

from kb.messages import Message
from webui.locale import Tongue

BEGIN, THEN, AND, END, OWN = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
"""Marks: a sentence begins, and its number; its first value follows, another value follows; it ends. And the code of
the page's own language. Of the private use area, which no text of a law book has."""
SLOT: Final = 0xE100
"""In a sentence of the table, this letter and those after it stand for its values."""

_SENTENCE: Final = re.compile(f"{BEGIN}([0-9]+)([{THEN}{END}])|([{AND}{END}])|{OWN}")


class Code(str):
    """The code of a language, which in a page reads as "that of the page"; equal to the code itself."""

    __slots__ = ()

    def __html__(self) -> str:
        return OWN


@dataclass
class Sentences:
    """The table of sentences: each in every language, in the order of ``codes``, numbered as they were first said."""

    codes: Sequence[str]
    said: dict[tuple[str, ...], int] = field(default_factory=dict)

    def number(self, forms: tuple[str, ...]) -> int:
        """The number of a sentence."""
        return self.said.setdefault(forms, len(self.said))


@dataclass(frozen=True)
class Interlinear(Tongue):
    """A tongue that says everything in all ``spoken`` languages at once; plurals, order and choices are its own."""

    spoken: Mapping[str, Tongue] = field(default_factory=dict)
    table: Sentences = field(default_factory=lambda: Sentences(()))

    def text(self, template: str, /, **values: object) -> Markup:
        """The mark of a sentence."""
        return self.mark([str(escape(each.translations.gettext(template))) for each in self.spoken.values()], values)

    def plural(self, one: str, many: str, count: int, /, **values: object) -> Markup:
        """The mark of the sentence that fits ``count``."""
        forms = [str(escape(each.translations.ngettext(one, many, count))) for each in self.spoken.values()]
        return self.mark(forms, {"count": self.number(count), **values})

    def message(self, message: Message) -> Markup:
        """The mark of a reason, finding or error."""
        values = {key: self._valued(message.params, key) for key in message.params}
        return self.text(message.template, **values)

    def number(self, number: float) -> str:
        """A number, or its mark where the languages write it differently."""
        return self.mark([each.number(number) for each in self.spoken.values()])

    def percent(self, share: float) -> str:
        """The mark of a share."""
        return self.mark([each.percent(share) for each in self.spoken.values()])

    def _valued(self, params: Mapping[str, str | int | float], key: str) -> object:
        value = params[key]
        if isinstance(value, float):
            return self.number(value)
        if not any(f"{key}_{code}" in params for code in self.spoken):
            return value
        return self.mark([str(escape(params.get(f"{key}_{code}", value))) for code in self.spoken])

    def mark(self, forms: Sequence[str], values: Mapping[str, object] = MappingProxyType({})) -> Markup:
        """The mark of what is said in these forms, one for each language, with ``values`` for their names."""
        names = dict.fromkeys(name for form in forms for name in _names(form))
        slots = {name: chr(SLOT + at) for at, name in enumerate(names)}
        filled = tuple(form.format(**slots) for form in forms)
        if not names and len(set(filled)) == 1:
            return Markup(filled[0])  # noqa: S704  # escaped by the caller
        given = AND.join(str(escape(values[name])) for name in names)
        mark = f"{BEGIN}{self.table.number(filled)}{THEN if names else ''}{given}{END}"
        return Markup(mark)  # noqa: S704  # escaped by the caller and here


def interlinear(tongues: Mapping[str, Tongue]) -> dict[str, Interlinear]:
    """The tongues that write pages in all of these languages, one for the order of each, over one table."""
    table = Sentences(tuple(tongues))
    return {
        code: Interlinear(Code(code), each.locale, each.translations, tongues, table) for code, each in tongues.items()
    }


def spoken(text: str, code: str, sentences: Sequence[Sequence[str]], codes: Sequence[str]) -> str:
    """A text with marks as it reads in one language.

    >>> marked = f"<p lang={OWN}>{BEGIN}0{THEN}2{END}, {BEGIN}1{END}</p>"
    >>> table = [(f"{chr(SLOT)} regler", f"{chr(SLOT)} regels"), ("slut", "einde")]
    >>> spoken(marked, "nl", table, ["da", "nl"])
    '<p lang=nl>2 regels, einde</p>'
    """
    at = codes.index(code)
    open_sentences: list[tuple[str, list[str]]] = []
    page: list[list[str]] = [[]]
    last = 0
    for mark in _SENTENCE.finditer(text):
        page[-1].append(text[last : mark.start()])
        last = mark.end()
        if mark[1]:
            sentence = sentences[int(mark[1])][at]
            if mark[2] == END:
                page[-1].append(sentence)
            else:
                open_sentences.append((sentence, []))
                page.append([])
        elif mark[3]:
            open_sentences[-1][1].append("".join(page.pop()))
            if mark[3] == END:
                page[-1].append(_filled(*open_sentences.pop()))
            else:
                page.append([])
        else:
            page[-1].append(code)
    page[-1].append(text[last:])
    return "".join(page[0])


def _filled(sentence: str, values: Sequence[str]) -> str:
    return "".join(values[ord(sign) - SLOT] if SLOT <= ord(sign) < SLOT + len(values) else sign for sign in sentence)


def _names(template: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(template) if name)

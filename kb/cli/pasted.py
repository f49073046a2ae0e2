"""A text given on standard input, and the language in which it cites the laws."""

from __future__ import annotations

import sys
from typing import Final

from kb.address import parse
from kb.cli.output import remark
from kb.cli.usage import Call
from kb.corpus import Corpus
from kb.errors import WrongCall
from kb.linking import Context, Format
from kb.linking.evidence import weigh_in
from kb.messages import Message

LONGEST: Final = 2_000_000
"""Characters of a text; longer ones are refused, not cut."""

MARK: Final = "\ufeff"
"""What some editors put before a text to say that it is UTF-8."""


def pasted() -> str:
    """The text on standard input, with the mark before it where there is one.

    Raises :class:`WrongCall` where it is not UTF-8 (``input-unreadable``) or too long (``input-too-long``).
    """
    if sys.stdin.isatty():
        remark("Type or paste a text, and end it with Ctrl-D.")
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise WrongCall("input-unreadable", byte=problem.start + 1) from problem
    if len(text) > LONGEST:
        raise WrongCall("input-too-long", length=len(text), longest=LONGEST)
    return text


def context_of(call: Call, corpus: Corpus, text: str, form: Format) -> Context:
    """What is known of a text: as the call says; its language, where neither it nor a book is named, by its own
    citations, and then it is told on standard error."""
    language, book, at = call.maybe("lang"), call.maybe("book"), call.maybe("at")
    where = None if at is None else parse(at)
    if language is None and book is None:
        evidence = weigh_in(corpus, text, form)
        language = evidence.best
        name = corpus.language(language).name
        if evidence.kind == "citations":
            remark(Message("read-as", {"language": name}))
        elif evidence.kind == "tie":
            remark(Message("read-as-perhaps", {"language": name}))
    return Context(language, book, where, LONGEST)

"""``kb refs``: the citations in a text, strictly read."""

from __future__ import annotations

import sys

from kb.cli.output import answer, answer_json, remark
from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.errors import WrongCall
from kb.export.records import citation_record
from kb.library import Library
from kb.references import Reference

LONGEST = 2_000_000
"""Characters of a text; longer ones are refused, not cut."""


def run(call: Call) -> int:
    """List each citation on a line of its own: where it stands, its words, what it points to, its status."""
    library = Library(find_folders())
    found = library.find(_text(), lang=call.maybe("lang"), book=call.maybe("book"), at=call.maybe("at"))
    if call.options.json:
        answer_json([citation_record(reference) for reference in found])
    else:
        for reference in found:
            answer(_line(reference))
    return 0


def _text() -> str:
    if sys.stdin.isatty():
        remark("Type or paste a text, and end it with Ctrl-D.")
    try:
        text = sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise WrongCall("input-unreadable", byte=problem.start + 1) from problem
    if len(text) > LONGEST:
        raise WrongCall("input-too-long", length=len(text), longest=LONGEST)
    return text


def _line(reference: Reference) -> str:
    targets = " ".join(f"{target.book or '?'}/{target.address}" for target in reference.targets) or "-"
    reason = f"\t{reference.reason}" if reference.reason is not None else ""
    words = " ".join(reference.text.split())
    return f"{reference.start}-{reference.end}\t{words}\t{targets}\t{reference.status}{reason}"

"""``kb refs``: the citations in a text, strictly read."""

from __future__ import annotations

from dataclasses import replace

from kb.cli.output import answer, answer_json
from kb.cli.pasted import MARK, context_of, pasted
from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.export.records import citation_record
from kb.library import Library
from kb.linking import Found, find_in
from kb.references import Reference


def run(call: Call) -> int:
    """List each citation on a line of its own: where it stands, its words, what it points to, its status."""
    corpus = Library(find_folders()).corpus
    text, form = pasted().removeprefix(MARK), call.options.format
    context = context_of(call, corpus, text, form)
    found = [_of_source(one) for one in find_in(corpus, text, form, context)]
    if call.options.json:
        answer_json([citation_record(reference) for reference in found])
    else:
        for reference in found:
            answer(_line(reference))
    return 0


def _of_source(found: Found) -> Reference:
    """A citation with the offsets of the text as it was given."""
    return replace(found.reference, start=found.start, end=found.end)


def _line(reference: Reference) -> str:
    targets = " ".join(f"{target.book or '?'}/{target.address}" for target in reference.targets) or "-"
    reason = f"\t{reference.reason}" if reference.reason is not None else ""
    words = " ".join(reference.text.split())
    return f"{reference.start}-{reference.end}\t{words}\t{targets}\t{reference.status}{reason}"

"""``kb link``: a text with its citations made into links."""

from __future__ import annotations

import sys

from kb.cli.pasted import context_of, pasted
from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.library import Library
from kb.linking import Style, link


def run(call: Call) -> int:
    """Print the text with links around its citations, and not a character of it changed (plain text comes out as
    HTML)."""
    corpus = Library(find_folders()).corpus
    text, form = pasted(), call.options.format
    context = context_of(call, corpus, text, form)
    style = Style(call.maybe("base_url") or "", call.maybe("css_class") or "", title=call.options.title)
    linked = link(corpus, text, form, context, style)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(newline="")  # line ends stay those of the text
    sys.stdout.write(linked)
    return 0

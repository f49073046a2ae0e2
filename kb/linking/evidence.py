"""In which language a marked-up text cites these laws; nothing that its readers do not see counts."""

from __future__ import annotations

from typing import Literal

from kb.corpus import Corpus
from kb.linking.markdown import see_markdown
from kb.linking.markup import see_html
from kb.linking.visible import see_plain
from kb.resolving import Evidence, weigh


def weigh_in(corpus: Corpus, source: str, form: Literal["text", "markdown", "html"] = "text") -> Evidence:
    """The evidence of a text of any format; see :func:`kb.resolving.weigh`.

    >>> from kb import load
    >>> corpus = load().corpus
    >>> weigh_in(corpus, "<b>artikel</b> 64A2", "html").best, weigh_in(corpus, "Good luck!").kind
    ('nl', 'none')
    """
    if form == "html":
        return weigh(corpus, see_html(source)[0].text)
    return weigh(corpus, (see_markdown if form == "markdown" else see_plain)(source).text)

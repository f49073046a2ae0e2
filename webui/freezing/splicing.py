"""Attributes of a page changed in their places, every other byte left as it is.

A page that is parsed and written anew comes out as the parser understands it; ours are written by our own templates
(attributes in double quotes, what they hold escaped), so that start tags can be read where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from typing import Final

_TAG: Final = re.compile(
    r"""<!--.*?-->|<(?P<raw>script|style|textarea|title)\b(?P<own>(?:"[^"]*"|[^">])*)>.*?</(?P=raw)\s*>"""
    r"""|<(?P<name>[a-zA-Z][\w-]*)(?P<said>(?:\s+[\w:-]+(?:=(?:"[^"]*"|[^\s">]+))?)*)\s*/?>""",
    re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(r"""(?P<before>\s+)(?P<name>[\w:-]+)(?:="(?P<value>[^"]*)"|=(?P<bare>[^\s">]+))?""")

Attributes = dict[str, str]
Change = Callable[[str, Attributes], Attributes | None]
"""Given a tag and its attributes, in order, those that it shall have; None where the tag shall go (only for one that
holds nothing: ``link``, ``meta``)."""


def tags(page: str) -> Iterator[tuple[str, Attributes]]:
    """The start tags of a page with their attributes, in order; what stands in scripts, fields and comments is none.

    >>> list(tags('<p class="a"><!-- <b> --><a href="/x?a=1&amp;b=2" hidden>x</a>'))
    [('p', {'class': 'a'}), ('a', {'href': '/x?a=1&b=2', 'hidden': ''})]
    """
    for found in _TAG.finditer(page):
        name, said = _read(found)
        if name:
            yield name, _attributes(said)


def spliced(page: str, change: Change) -> str:
    """The page with the attributes of its tags changed; a tag that keeps its own is left to the byte.

    >>> spliced('<br><a class=x href="/a">a</a>', lambda tag, said: {**said, "href": "/b/"} if tag == "a" else said)
    '<br><a class="x" href="/b/">a</a>'
    """

    def changed(found: re.Match[str]) -> str:
        name, said = _read(found)
        if not name:
            return found[0]
        before = _attributes(said)
        after = change(name, dict(before))
        if after == before:
            return found[0]
        if after is None:
            return ""
        written = "".join(
            f' {key}="{escape(value)}"' if value or key in before else f" {key}" for key, value in after.items()
        )
        at, end = found.span("own" if found["raw"] else "said")
        start = found.start()
        return found[0][: at - start] + written + found[0][end - start :]

    return _TAG.sub(changed, page)


def _read(found: re.Match[str]) -> tuple[str, str]:
    if found["raw"]:
        return found["raw"], found["own"]
    return found["name"] or "", found["said"] or ""


def _attributes(said: str) -> Attributes:
    return {
        each["name"]: unescape(each["value"] if each["value"] is not None else each["bare"] or "")
        for each in _ATTRIBUTE.finditer(said)
    }

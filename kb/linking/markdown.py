"""Markdown as its readers see it, as far as a linkifier must know: where no link may be put.

Closed are code (fenced, indented after a blank line, in back-ticks), links, images, addresses in angle brackets and
bare ones, reference definitions, and HTML tags (CommonMark 0.31 calls these so). All else is text as it stands.
"""

from __future__ import annotations

import re

from kb.linking.visible import Visible, see_plain

_LINES = re.compile(
    r"^(?P<fence>[ ]{0,3}(?P<marks>`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ ]{0,3}(?P=marks)[`~]*[ ]*$)"
    r"|^(?P<definition>[ ]{0,3}\[[^\]\n]{1,200}\]:[^\n]*)$"
    r"|(?<=\n\n)(?P<indented>(?:(?:[ ]{4}|\t)[^\n]*(?:\n|\Z))+)",
    re.MULTILINE | re.DOTALL,
)
_CODE = re.compile(r"(?<!`)(`{1,10})(?!`)[^`](?:[^`]|(?!\1(?!`))`){0,2000}?(?<!`)\1(?!`)")
_LINK = re.compile(
    r"!?\[(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,400}\](?:\([^()\n]{0,400}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)|\[[^\]\n]{0,200}\])"
)
_ANGLE = re.compile(r"<[A-Za-z/!?][^<>\n]{0,1000}>")
_BARE = re.compile(r"\bhttps?://[^\s<>]{1,1000}")


def see_markdown(source: str) -> Visible:
    """What is seen of a Markdown text; markup counts as text, and is closed where it is code or a link.

    >>> visible = see_markdown("See `§64` and [§65](x) but §66.")
    >>> "".join(c for c, shut in zip(visible.text, visible.closed) if not shut)
    'See  and  but §66.'
    """
    shut = bytearray(len(source))
    for pattern in (_LINES, _CODE, _LINK, _ANGLE, _BARE):
        for found in pattern.finditer(source):
            shut[found.start() : found.end()] = b"\1" * (found.end() - found.start())
    visible = see_plain(source)
    visible.closed = bytearray(shut[at] if at < len(shut) else 0 for at in visible.starts)
    return visible

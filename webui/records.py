"""Records as the bytes of an answer."""

from __future__ import annotations

import msgspec


def as_json(answer: object) -> bytes:
    """The bytes of an answer. No ``<`` or ``>`` stands in them, whatever a question held: should somebody's page show
    them as they are, nothing in them is a tag.

    >>> class Said(msgspec.Struct):
    ...     words: str
    >>> as_json(Said("<b>"))
    b'{"words":"\\\\u003cb\\\\u003e"}'
    """
    return msgspec.json.encode(answer).replace(b"<", b"\\u003c").replace(b">", b"\\u003e")

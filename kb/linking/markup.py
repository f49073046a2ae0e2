"""HTML cut into tags, comments and text at exact offsets, in one pass and linear time, whatever is broken in it.

No parser of the shelf keeps the offsets of entities and of broken tags, and a linkifier must give the rest of a page
back to the byte; nothing is understood here beyond where a tag begins and ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from kb.linking.visible import BREAK, Visible


def _words(text: str) -> list[str]:
    return text.split()


NEVER = frozenset(
    _words(
        "a applet audio button canvas code embed head iframe kbd math noembed noframes noscript object option "
        "pre samp script select style svg template textarea title var video xmp "
    )
)
"""Elements in which no link is made."""

BLOCKS = frozenset(
    _words(
        "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset "
        "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu "
        "nav ol optgroup option p pre section select summary table tbody td textarea tfoot th thead title tr "
        "ul "
    )
)
"""Elements that break a line: no citation goes on across their edges."""

_RAW = frozenset(("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"))
_UNSEEN = frozenset(("script", "style"))
_VOID = frozenset(_words("area base br col embed hr img input link meta param source track wbr "))
_NAME = re.compile(r"</?([A-Za-z][^\s/>]*)")
_LINES = str.maketrans("\n\r\t\f", "    ")  # where a source breaks its lines, a reader sees a space
_ENTITY = re.compile(r"&(?:#[0-9]{1,7};?|#[xX][0-9A-Fa-f]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};)")


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag of the source: its name in small letters, whether it closes, and where it stands."""

    name: str
    closes: bool
    start: int
    end: int


def see_html(source: str) -> tuple[Visible, tuple[Tag, ...]]:
    """What is seen of a page, and its tags in order.

    >>> visible, tags = see_html("<p>&sect;&nbsp;64<b>A</b>2</p><script>§1</script>")
    >>> visible.text.strip(), [tag.name for tag in tags]
    ('§\\xa064A2', ['p', 'b', 'b', 'p', 'script', 'script'])
    """
    visible = Visible()
    tags: list[Tag] = []
    shut: list[str] = []
    for piece in _pieces(source):
        if isinstance(piece, Tag):
            tags.append(piece)
            _mind(piece, shut)
            if piece.name in BLOCKS:
                visible.show_as(BREAK, piece.start, piece.start)
        else:
            _show(visible, source, *piece, closed=bool(shut))
    return visible, tuple(tags)


def _mind(tag: Tag, shut: list[str]) -> None:
    """Keep account of the open elements in which no link is made."""
    if tag.name not in NEVER or tag.name in _VOID:
        return
    if tag.closes:
        if tag.name in shut:
            del shut[len(shut) - 1 - shut[::-1].index(tag.name) :]
    elif tag.name != "a" or "a" not in shut:
        shut.append(tag.name)


def _show(visible: Visible, source: str, start: int, end: int, *, closed: bool) -> None:
    at = start
    for entity in _ENTITY.finditer(source, start, end):
        visible.show(source[at : entity.start()].translate(_LINES), at, closed=closed)
        seen = unescape(entity[0])
        if seen == entity[0]:
            visible.show(seen, entity.start(), closed=closed)
        else:
            visible.show_as(seen[:1], entity.start(), entity.end(), closed=closed)
        at = entity.end()
    visible.show(source[at:end].translate(_LINES), at, closed=closed)


def _pieces(source: str) -> Iterator[Tag | tuple[int, int]]:
    """Tags, and stretches of text as (start, end); comments and declarations are neither."""
    at = text = 0
    quotes = {'"': len(source), "'": len(source)}
    while (opening := source.find("<", at)) >= 0:
        closed, tag = _construct(source, opening, quotes)
        if closed is None:
            at = opening + 1
            continue
        end = closed
        if text < opening:
            yield text, opening
        if tag is not None:
            yield tag
            if tag.name in _RAW and not tag.closes:
                closing = re.compile(rf"</{re.escape(tag.name)}(?=[\s/>])", re.I).search(source, end)
                stop = closing.start() if closing else len(source)
                if end < stop and tag.name not in _UNSEEN:
                    yield end, stop
                end = stop
        at = text = end
    if text < len(source):
        yield text, len(source)


def _construct(source: str, opening: int, quotes: dict[str, int]) -> tuple[int | None, Tag | None]:
    """The end of the tag, comment or declaration that opens here, None when it is only a sign in the text."""
    if source.startswith("<!--", opening):
        end = source.find("-->", opening + 4)
        return (len(source) if end < 0 else end + 3), None
    if source.startswith(("<!", "<?"), opening):
        end = source.find(">", opening)
        return (len(source) if end < 0 else end + 1), None
    name = _NAME.match(source, opening)
    if not name:
        return None, None
    closed = _tag_end(source, name.end(), quotes)
    if closed is None:
        return None, None
    return closed, Tag(name[1].lower(), source[opening + 1] == "/", opening, closed)


_LONGEST_TAG = 20_000  # characters; what goes on longer is a sign in the text
_NEXT = re.compile(r"[\"'<>]")


def _tag_end(source: str, at: int, quotes: dict[str, int]) -> int | None:
    """Where the tag's bracket closes, quoted values passed over. ``quotes`` remembers, for each quotation mark, from
    where on there is none left, so that broken pages cost no more than whole ones."""
    limit = at + _LONGEST_TAG
    while found := _NEXT.search(source, at, limit):
        sign = found[0]
        if sign == ">":
            return found.end()
        if sign == "<":
            return None
        closing = source.find(sign, found.end()) if found.end() < quotes[sign] else -1
        if closing < 0:
            quotes[sign] = min(quotes[sign], found.end())
            at = found.end()
        else:
            at = closing + 1
    return None

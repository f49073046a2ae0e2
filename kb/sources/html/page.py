"""A page as a tree: parsed by bs4 with lxml, every block-level tag carrying its source line, furniture told apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

from kb.errors import BadSource

TAG_LIMIT = 150_000
"""The most tags (opening and closing) of a page; more than ten times those of a whole book."""

LINE = "kb-line"
"""The attribute in which a tag carries its source line: bs4 does not get lines from lxml's parser target."""

BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hr", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary",
        "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"
    }
)  # fmt: skip
"""Tags that begin and end on a line of their own."""

_UNSEEN = frozenset({"script", "style", "template", "head", "title", "meta", "link", "datalist"})
_CONTROLS = frozenset(
    {"audio", "button", "canvas", "iframe", "nav", "noscript", "object", "option", "select", "svg", "textarea", "video"}
)
_FRAMES = frozenset({"header", "footer", "aside"})  # of the page, unless they stand in its content
_CONTENT = frozenset({"main", "article", "section", "li", "td", "blockquote"})
_ROLES = frozenset({"banner", "contentinfo", "complementary"})
_NAMES = frozenset({"footer", "header", "masthead", "banner", "copyright"})
_MENUS = frozenset({"navigation", "search", "menubar"})
_MENU_NAMES = frozenset(
    {"nav", "navigation", "navbar", "menu", "sidebar", "topbar", "toc", "noprint", "mw-editsection", "breadcrumb"}
)
_PERMALINKS = frozenset("¶#↑↩↵⤴⇧▲^🔗\ufe0e\ufe0f")

_GLANCE = 25  # how many nodes below a tag are looked at to judge it, and how many around it, whatever the page

_STARTS = re.compile(
    rf"<!--.*?(?:-->|\Z)|<(?P<raw>script|style|textarea|title)\b.*?(?:</(?P=raw)\b|\Z)"
    rf"|<(?P<name>br|{'|'.join(sorted(BLOCKS - {'body'}))})(?=[\s>/])",
    re.IGNORECASE | re.DOTALL,
)
_INSTRUCTION = re.compile(r"<\?[^>]*(?:>|\Z)")


def parse(text: str, file: str) -> BeautifulSoup:
    """The tree of a page; its line ends are line feeds.

    Raises :class:`BadSource` for a page with more tags than can be read in a bearable time.
    """
    tags = text.count("<")
    if tags > TAG_LIMIT:
        raise BadSource("source-too-many-tags", file=file, count=tags, limit=TAG_LIMIT)
    marked = _with_lines(_INSTRUCTION.sub(lambda found: "\n" * found[0].count("\n"), text))
    return BeautifulSoup(marked if tags else "<body>" + marked, "lxml")


def _with_lines(text: str) -> str:
    line, last = 1, 0

    def number(found: re.Match[str]) -> str:
        nonlocal line, last
        line += text.count("\n", last, found.start())
        last = found.start()
        return f"{found[0]} {LINE}={line} " if found["name"] else found[0]  # no quotes: it may stand in a value

    return _STARTS.sub(number, text)


def line_of(tag: Tag) -> int | None:
    """The source line of a block-level tag or a ``br``; None for any other."""
    line = attribute(tag, LINE)
    return int(line) if line.isdecimal() else None


def attribute(tag: Tag, name: str) -> str:
    """An attribute as text, empty where it is missing."""
    value = tag.attrs.get(name, "")
    return value.strip() if isinstance(value, str) else " ".join(value)


def is_text(node: object) -> bool:
    """Whether a node is text that a reader sees, not a comment or a declaration."""
    return isinstance(node, NavigableString) and not isinstance(node, PreformattedString)


def texts(tag: Tag, nodes: int | None = None) -> Iterator[str]:
    """The texts below a tag that a reader may see, in order; of its first ``nodes`` nodes only, if given."""
    for node in islice(_below(tag), nodes):
        if is_text(node):
            yield str(node)


def _below(tag: Tag) -> Iterator[object]:
    """All that stands in a tag, in order, save what nobody sees; bs4's own way goes to the bottom first."""
    open_tags = [iter(tag.contents)]
    while open_tags:
        node = next(open_tags[-1], None)
        if node is None:
            open_tags.pop()
            continue
        yield node
        if isinstance(node, Tag) and not is_unseen(node):
            open_tags.append(iter(node.contents))


def opening(tag: Tag, length: int) -> str:
    """The first ``length`` or more characters of what stands in a tag (fewer when there are no more)."""
    found = ""
    for text in texts(tag, _GLANCE):
        found = (found + text).lstrip()
        if len(found) >= length:
            break
    return found


def is_unseen(tag: Tag) -> bool:
    """Whether a tag holds nothing for readers: scripts, styles, the head."""
    return tag.name in _UNSEEN


def is_furniture(tag: Tag, holds_law: Callable[[Tag], bool]) -> bool:
    """Whether a tag is furniture of the page: its menus, banners, buttons, permalinks.

    A ``header``, ``footer`` or ``aside`` (by tag, role, class or id) inside the content is part of it; one of the
    page stays only when it ``holds_law``. What style sheets hide is no furniture, because sites fold laws away until
    a reader asks.
    """
    names = {attribute(tag, "id").lower(), *attribute(tag, "class").lower().split()}
    role = attribute(tag, "role").lower()
    if tag.name in _CONTROLS or role in _MENUS or not _MENU_NAMES.isdisjoint(names):
        return True
    if tag.name == "a":
        return _is_permalink(tag)
    framing = tag.name in _FRAMES or role in _ROLES or not _NAMES.isdisjoint(names)
    inside = (above.name in _CONTENT for above in islice(tag.parents, _GLANCE))
    return framing and not any(inside) and not holds_law(tag)


def _is_permalink(tag: Tag) -> bool:
    if "#" not in attribute(tag, "href"):
        return False
    shown = opening(tag, 4).strip()
    return bool(shown) and _PERMALINKS.issuperset(shown)

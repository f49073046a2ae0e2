"""HTML as law sites write it: lists with and without numbers, tables, breaks, typed labels, raised marks.

Every character that a reader sees in the body ends in a block's text, marker or mark, or in the text of a finding,
once; what a list prints by its style (``A.``) is added to the markers. Furniture of the page (menus, banners,
buttons, permalinks) is left out and reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bs4 import BeautifulSoup

from kb.book import Finding, Place
from kb.errors import BadSource
from kb.messages import Message
from kb.sources.block import Block, Document
from kb.sources.cleaning import clean, fold_spaces, invisible
from kb.sources.html.lines import Head
from kb.sources.html.marks import linked_notes
from kb.sources.html.page import parse, texts
from kb.sources.html.styles import Styles, read_styles
from kb.sources.html.walk import Walk

_SHEET_LIMIT = 500_000  # characters of style sheets that are heeded
_LINE_ENDS = re.compile("\r\n?|[\x0c\x85\u2028\u2029]")


def read_html(text: str, file: str, law_signs: Sequence[str], findings: Sequence[Finding] = ()) -> Document:
    """Make Blocks of a page; ``file`` names it, ``law_signs`` are what stands before a law's number in its head.

    Indents are ranks: 0 for what stands farthest left on the page, and so on; the text of an item and the further
    paragraphs in it stand at the same indent. Raises :class:`BadSource` for a page without text.

    >>> page = "<h2>§1. Om</h2><ol type=A><li>Kort<sup>1</sup><p>Man har kort.</ol>"
    >>> [(b.marker, b.text, b.indent, b.level) for b in read_html(page, "x.html", ["§"]).blocks]
    [('', '§1. Om', 0, 2), ('A.', 'Kort', 1, 0), ('', 'Man har kort.', 1, 0)]
    """
    soup = parse(_LINE_ENDS.sub("\n", text), file)
    styles = _styles(soup)
    body = soup.body or soup
    head = _head(law_signs)
    walk = Walk(styles, head, linked_notes(body, styles))
    walk.through(body)
    if not walk.blocks and not walk.left_out:
        raise BadSource("source-empty", file=file)
    contents = _contents(walk, head)
    blocks = [block for at, block in enumerate(walk.blocks) if at not in contents]
    titles = _page_titles(blocks, head, soup)
    noticed = [*findings, *_invisible(soup, file)]
    noticed += (_line_finding("contents-line", walk.blocks[at], file) for at in sorted(contents))
    noticed += (_line_finding("source-page-title", title, file) for title in titles)
    noticed += (
        Finding(Message("source-left-out", {"tag": tag}), Place(file, line), clean(" ".join(found)))
        for tag, (line, found) in walk.left_out.items()
    )
    return Document(file, _ranked(blocks[len(titles) :]), tuple(noticed))


def _styles(soup: BeautifulSoup) -> Styles:
    sheets = "\n".join(str(sheet.string or "") for sheet in soup.find_all("style"))
    return read_styles([sheets[:_SHEET_LIMIT]])


def _head(law_signs: Sequence[str]) -> Head:
    """Tells the head of a law (``§41. Spillets begyndelse``) from a sentence that begins with a citation."""
    signs = "|".join(re.escape(sign) for sign in sorted(law_signs, key=len, reverse=True))
    opening = re.compile(rf"(?i:{signs})\s*[1-9]\d?[A-Z]?[.:]?(?:\s+[-–—]?\s*(?P<first>[^\W\d_])|\s*$)")

    def head(text: str) -> bool:
        found = opening.match(text)
        return found is not None and (found["first"] or "A").isupper()

    return head


def _line_finding(code: str, block: Block, file: str) -> Finding:
    text = " ".join(filter(None, [block.marker, block.text, *(mark.mark for mark in block.marks)]))
    return Finding(Message(code, {"text": block.text}), Place(file, block.line), text)


def _contents(walk: Walk, head: Head) -> set[int]:
    """The lines of a table of contents, by index: they link, and say what the head of a law elsewhere says."""
    heads = {
        at: re.sub(r"[\W_]+", "", block.text).casefold() for at, block in enumerate(walk.blocks) if head(block.text)
    }
    laws = {text for at, text in heads.items() if at not in walk.leading}
    return {at for at, text in heads.items() if at in walk.leading and text in laws}


def _page_titles(blocks: Sequence[Block], head: Head, soup: BeautifulSoup) -> Sequence[Block]:
    """The title of the page, if its first block is one: an ``h1`` above the laws that is the only one, or is named
    in ``<title>``, and that is not set as titles of parts are."""
    first = blocks[:1]
    if not first or first[0].level != 1 or _is_law_or_part(first[0].text, head):
        return ()
    lone = sum(block.level == 1 for block in blocks) == 1
    title = fold_spaces(clean("".join(texts(soup.title)))) if soup.title else ""
    named = first[0].text.casefold() in title.casefold()
    return first if (lone or named) and any(head(block.text) for block in blocks[1:]) else ()


def _is_law_or_part(text: str, head: Head) -> bool:
    return head(text) or text.isupper()


def _invisible(soup: BeautifulSoup, file: str) -> list[Finding]:
    count = sum(invisible(text) for text in texts(soup))
    return [Finding(Message("source-invisible", {"file": file, "count": count}), Place(file, 1))] if count else []


def _ranked(blocks: Sequence[Block]) -> tuple[Block, ...]:
    ranks = {indent: rank for rank, indent in enumerate(sorted({block.indent for block in blocks}))}
    return tuple(replace(block, indent=ranks[block.indent]) for block in blocks)

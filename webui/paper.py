"""A page as plain text or as Markdown: the same blocks, written in either."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal
from urllib.parse import quote

from flask import Response, current_app
from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.book import Book
from kb.corpus import Corpus
from kb.export.markdown import escaped, line
from kb.messages import Message
from webui.locale import Tongue
from webui.machines import inferred
from webui.negotiating import form
from webui.relations import MEDIA_TYPES
from webui.signposts import Signpost, unit_sign

Piece = str | Signpost
"""Words (of a page's language, or of a law), or a way to a place."""

RULES: Final = {1: "=", 2: "-"}
"""What underlines a heading in plain text."""

COMMA: Final = ","
"""The one piece that stands behind another without a space."""

_IN_URL: Final = "/:?#@!$&'*+,;=%-._~"


@dataclass(frozen=True, slots=True)
class Block:
    """A heading of a ``level`` (1 to 6), a paragraph, or an item of a list (``level`` counts from 0)."""

    kind: Literal["heading", "paragraph", "item"]
    level: int
    pieces: tuple[Piece, ...]


def heading(level: int, *pieces: Piece) -> Block:
    """A heading."""
    return Block("heading", level, pieces)


def paragraph(*pieces: Piece) -> Block:
    """A paragraph; pieces stand one behind the other with a space between."""
    return Block("paragraph", 0, pieces)


def paragraphs(text: str | None) -> Iterator[Block]:
    """The paragraphs of a text of a law (a line feed divides them)."""
    return (paragraph(each) for each in (text or "").split("\n") if each)


def item(*pieces: Piece, level: int = 0) -> Block:
    """An item of a list."""
    return Block("item", level, pieces)


def listed(places: Iterable[Signpost]) -> Iterator[Piece]:
    """Ways to places with commas between them."""
    for number, place in enumerate(places):
        if number:
            yield COMMA
        yield place


def sign_of(corpus: Corpus, book: Book, address: Address) -> Signpost:
    """The way to a unit, in brackets where its label was restored by us."""
    sign = unit_sign(corpus, book, address)
    return replace(sign, text=f"[{sign.text}]") if inferred(book, address) else sign


def editions(books: Iterable[Book], tongue: Tongue, *, brackets: bool) -> Iterator[Block]:
    """What is to be known of the books whose texts stand above; ``brackets`` says that labels were restored there."""
    for book in books:
        later = book.superseded_by
        superseded = "" if later is None else tongue.said(Message("export-superseded", {"edition": later}))
        yield paragraph(f"{book.title}, {book.edition} ({book.id}).", superseded)
    if brackets:
        yield paragraph(tongue.said(Message("export-inferred")))


def given(blocks: Iterable[Block]) -> Response:
    """The blocks as an answer in the form that was asked for: Markdown, else plain text."""
    base = str(current_app.config["BASE_URL"])
    text = as_markdown(blocks, base) if form() == "md" else as_text(blocks)
    return text_given(text)


def text_given(text: str) -> Response:
    """A text as an answer in the form that was asked for."""
    return Response(text, content_type=f"{MEDIA_TYPES[form()]}; charset=utf-8")


def refused(text: str, status: int) -> Response:
    """Why there is no answer, to a program that asked for a text of any form."""
    return Response(text, status, content_type="text/plain; charset=utf-8")


def as_text(blocks: Iterable[Block]) -> str:
    """The blocks as plain text, without the addresses of their links.

    >>> print(as_text([heading(1, "64A2"), item("one", "two"), item("deeper", level=1)]), end="")
    64A2
    ====
    <BLANKLINE>
    - one two
      - deeper
    """
    return _joined((block, _text(block)) for block in blocks)


def as_markdown(blocks: Iterable[Block], base: str = "") -> str:
    r"""The blocks as Markdown; ``base`` is the site's own address, put before every link.

    >>> print(as_markdown([heading(2, Signpost("/da-1997/64", "§64", "da"), "*")]), end="")
    ## [§64](/da-1997/64) \*
    """
    return _joined((block, _markdown(block, base)) for block in blocks)


def _joined(written: Iterable[tuple[Block, str]]) -> str:
    """Blocks with a blank line between them, but for the items of a list."""
    text, before = "", ""
    for block, words in written:
        apart = "\n" if before == block.kind == "item" else "\n\n"
        text += (apart if text else "") + words
        before = block.kind
    return text + "\n"


def _text(block: Block) -> str:
    words = _spaced(map(_words, block.pieces))
    if block.kind == "item":
        return "  " * block.level + f"- {words}"
    rule = RULES.get(block.level) if block.kind == "heading" else None
    return f"{words}\n{rule * len(words)}" if rule else words


def _markdown(block: Block, base: str) -> str:
    words = _spaced(_linked(piece, base) for piece in block.pieces)
    if block.kind == "heading":
        return f"{'#' * block.level} {words}"
    return "  " * block.level + f"- {line(words)}" if block.kind == "item" else line(words)


def _spaced(pieces: Iterable[str]) -> str:
    words = ""
    for piece in filter(None, pieces):
        words += f" {piece}" if words and piece != COMMA else piece
    return words


def _words(piece: Piece) -> str:
    """A piece in one line."""
    text = piece.text if isinstance(piece, Signpost) else piece
    return " ".join((text.unescape() if isinstance(text, Markup) else text).split())


def _linked(piece: Piece, base: str) -> str:
    words = escaped(_words(piece))
    if not isinstance(piece, Signpost):
        return words
    return f"[{words}]({quote(links.absolute(base, piece.href), safe=_IN_URL)})"

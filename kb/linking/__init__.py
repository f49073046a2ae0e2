"""Citations in foreign text, Markdown and HTML, found and turned into links at their source offsets.

What a page says is never changed: links are put around what stands there, nowhere inside links, code, scripts or
fields, and a text that is linked once is not changed by linking it again. Plain text comes back as HTML (escaped),
Markdown as Markdown, HTML as HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from kb import links
from kb.address import Address
from kb.corpus import Corpus
from kb.errors import WrongCall
from kb.linking.markdown import see_markdown
from kb.linking.markup import BLOCKS, NEVER, Tag, see_html
from kb.linking.visible import Visible, see_plain
from kb.references import Reference
from kb.resolving import find

__all__ = ["FORMATS", "LONGEST", "Context", "Found", "Style", "find_in", "link", "url_of"]

Format = Literal["text", "markdown", "html"]
FORMATS: tuple[Format, ...] = ("text", "markdown", "html")

LONGEST = 300_000
"""Characters of one text that are read unless a context says otherwise; a longer one is refused. Time grows with the
length, by about a second for two of these on a busy core; what answers others must not be kept longer."""


@dataclass(frozen=True, slots=True)
class Found:
    """A citation in a text of any format. ``start`` and ``end`` count characters of the source, ``text`` is what a
    reader sees there; ``url`` is where it leads, None where nothing of ours is there. ``linkable`` is False inside
    links, code and the like."""

    start: int
    end: int
    text: str
    reference: Reference
    url: str | None
    linkable: bool


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of a text: its language (None: by the citations' own words), the book that it means, where in it
    relative citations are read from, and how many characters it may have."""

    language: str | None = None
    book: str | None = None
    at: Address | None = None
    longest: int = LONGEST


@dataclass(frozen=True, slots=True)
class Style:
    """How links are made: the site's own address before them, and what HTML links carry beside it."""

    base: str = ""
    css_class: str = ""
    title: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    visible: Visible
    tags: tuple[Tag, ...]
    found: tuple[tuple[Found, int, int], ...]


def find_in(
    corpus: Corpus,
    source: str,
    form: Format = "text",
    context: Context = Context(),
    base: str = "",
) -> tuple[Found, ...]:
    """Every citation of a text, in order, with where it leads and why where it leads nowhere.

    See :func:`kb.resolving.find` for what is raised about the context. Raises :class:`WrongCall`
    (``text-too-long``) beyond ``context.longest`` characters.

    >>> from kb import load
    >>> corpus = load().corpus
    >>> [(f.start, f.text, f.url) for f in find_in(corpus, "se &sect;64<b>A</b>2", "html", Context("da"))]
    [(3, '§64A2', '/da-1997/64/A/2')]
    """
    read = _read(corpus, source, form, context, base)
    return tuple(found for found, _, _ in read.found)


def link(
    corpus: Corpus,
    source: str,
    form: Format = "text",
    context: Context = Context(),
    style: Style = Style(),
) -> str:
    """The text with its citations linked; the rest of it unchanged (plain text becomes escaped HTML).

    >>> from kb import load
    >>> corpus = load().corpus
    >>> link(corpus, "Zie artikel 70B3 & <zo>.", context=Context("nl"))
    'Zie <a href="/nl-2017/70/B/3">artikel 70B3</a> &amp; &lt;zo&gt;.'
    >>> link(corpus, "See *§64A2*.", "markdown", Context("da"))
    'See *[§64A2](/da-1997/64/A/2)*.'
    """
    read = _read(corpus, source, form, context, style.base)
    edits: list[tuple[int, int, str, str]] = []
    for found, start, end in read.found:
        if found.linkable and found.url is not None and form == "markdown":
            edits.append((found.start, found.end, "[", f"]({found.url})"))
        elif found.linkable and found.url is not None:
            opening = _opening(found.url, found.text, style)
            edits += ((*stretch, opening, "</a>") for stretch in _stretches(read, found, start, end))
    return _apply(source, edits, plain=form == "text")


def _read(corpus: Corpus, source: str, form: Format, context: Context, base: str) -> _Read:
    if len(source) > context.longest:
        raise WrongCall("text-too-long", length=len(source), limit=context.longest)
    tags: tuple[Tag, ...] = ()
    if form == "html":
        visible, tags = see_html(source)
    elif form == "markdown":
        visible = see_markdown(source)
    else:
        visible = see_plain(source)
    references = find(corpus, visible.text, language=context.language, book=context.book, at=context.at)
    found = []
    for reference in references:
        runs = visible.runs(reference.start, reference.end)
        if runs:
            place = runs[0][0], runs[-1][1]
            open_ = visible.may_link(reference.start, reference.end)
            seen = Found(*place, reference.text, reference, url_of(corpus, reference, base), open_)
            found.append((seen, reference.start, reference.end))
    return _Read(visible, tags, tuple(found))


def url_of(corpus: Corpus, reference: Reference, base: str = "") -> str | None:
    """Where a citation leads: its unit, or all its units where they are siblings; nowhere unless all are there."""
    targets = [target for target in reference.targets if target.book is not None]
    if reference.status != "ok" or not targets:
        return None
    first, last = targets[0], targets[-1]
    if first.book is None or first.book not in corpus.books:
        return None
    if len(targets) == 1:
        path = links.unit(first.book, first.address)
    elif first.address.parent == last.address.parent and first.address.note is None:
        path = links.span(first.book, first.address, last.address)
    else:
        path = links.unit(first.book, first.address)
    return links.absolute(base, path) if base else path


def _opening(url: str, text: str, style: Style) -> str:
    css_class = f' class="{escape(style.css_class)}"' if style.css_class else ""
    title = f' title="{escape(text)}"' if style.title else ""
    return f'<a href="{escape(url)}"{css_class}{title}>'


def _stretches(read: _Read, found: Found, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches of the source to put into a link each: one, unless tags inside would be torn apart."""
    inside = [tag for tag in read.tags if found.start <= tag.start < found.end]
    return [(found.start, found.end)] if _balanced(inside) else read.visible.runs(start, end)


def _balanced(tags: Sequence[Tag]) -> bool:
    """Whether a stretch with these tags may be put into one link: each opened one is closed, none is a block."""
    stack: list[str] = []
    for tag in tags:
        if tag.name in BLOCKS or tag.name in NEVER:
            return False
        if not tag.closes:
            stack.append(tag.name)
        elif not stack or stack.pop() != tag.name:
            return False
    return not stack


def _apply(source: str, edits: list[tuple[int, int, str, str]], *, plain: bool) -> str:
    kept: list[str] = []
    at = 0
    for start, end, before, behind in edits:
        kept += (_as_html(source[at:start], plain=plain), before, _as_html(source[start:end], plain=plain), behind)
        at = end
    return "".join([*kept, _as_html(source[at:], plain=plain)])


def _as_html(text: str, *, plain: bool) -> str:
    return escape(text, quote=False) if plain else text

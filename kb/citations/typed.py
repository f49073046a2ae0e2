"""The forgiving reader: what somebody types in a search box or asks the resolver.

Signs of any language, any case, any spacing (``l 27 b 1 a``, ``penalty 50d1``, ``64 c verzaking``); a number alone
is a law only when nothing else stands beside it, so that ``12. stik`` and ``4 spades`` stay words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.address import LAST_LAW, parse
from kb.citations.chain import Entry, read_signed, read_unsigned
from kb.citations.citation import Citation, Kind, Reading
from kb.citations.cited import note_behind, of_chain
from kb.citations.item import Item, read_item
from kb.citations.lexicon import lexicon
from kb.citations.passage import Passage, passage
from kb.citations.scanner import cited_at
from kb.citations.tokens import Token
from kb.citations.unsigned import bid_like, named_number
from kb.errors import WrongCall
from kb.language import Language


def read(text: str, languages: Iterable[Language]) -> Reading:
    """What somebody typed, read for citations in any of these languages; never raises.

    >>> from kb.corpus.loading import load_languages
    >>> languages = load_languages().values()
    >>> found = read("64 c verzaking", languages)
    >>> [str(a) for a in found.addresses], found.rest, found.whole
    (['64/C'], 'verzaking', False)
    >>> [str(read(typed, languages).addresses[0]) for typed in ("64a2", "l 27 b 1 a", "lov 12c", "68/note/1", "§93")]
    ['64/A/2', '27/B/1/a', '12/C', '68/note/1', '93']
    >>> read("kulørsvigt i 12. stik", languages).citations
    ()
    """
    exact = _canonical(text)
    if exact is not None:
        return exact
    page = passage(text, lexicon(*(language.citations for language in languages)), typed=True)
    found: list[Citation] = []
    signed = False
    k = 0
    while k < len(page.tokens):
        if page.tokens[k].sort == "number":
            chain = _unsigned(page, k)
            more, k = of_chain(page, chain) if chain else ((), k + 1)
        else:
            signed = signed or bool(read_signed(page, k))
            more, k = cited_at(page, k)
        signed = signed or any(citation.kind == "note" for citation in more)
        found += more
    rest = _rest(page, found)
    return Reading(tuple(found), rest, whole=bool(found) and not rest, signed=signed)


def _canonical(text: str) -> Reading | None:
    """An address in its own spelling (``64/A/2``, ``68/note/1``), with a slash before it or not."""
    typed = text.strip()
    try:
        address = parse(typed.strip("/"))
    except WrongCall:
        return None
    first = address.labels[0] if address.labels else ""
    if address.law > LAST_LAW or not (address.note or first.isupper() or (first.isdigit() and len(first) == 1)):
        return None
    start = text.index(typed)
    kind: Kind = "law" if address.note is None else "note"
    return Reading((Citation(start, start + len(typed), typed, kind, (address,)),), "", whole=True, signed=True)


def _unsigned(page: Passage, k: int) -> Sequence[Entry]:
    """The chain that begins at the number ``k``, where somebody may have meant a law by it."""
    item = None if page.glued(k) else read_item(page, k, signed=True)
    if item is None or item.decimal or item.law > LAST_LAW or not _meant(page, item):
        return ()
    return read_unsigned(page, k, surely=True)


def _meant(page: Passage, item: Item) -> bool:
    if _alone(page, item):
        return True
    if not item.labels.names or bid_like(item) or named_number(page, item.start):
        return False
    ordinal = len(item.labels.names) == 1 and page.at(item.start + 1).text in page.words.ordinals
    return not (ordinal and page.prose_at(item.end))


def _alone(page: Passage, item: Item) -> bool:
    """Whether nothing but spaces and marks stands around a unit and the list that it begins."""
    if any(_says_something(token) for token in page.tokens[: item.start][-9:]):
        return False
    chain = read_unsigned(page, item.start, surely=True)
    end = note_behind(page, chain[-1].end if chain else item.end, item.address)[0]
    return not any(_says_something(token) for token in page.tokens[end : end + 9])


def _says_something(token: Token) -> bool:
    return token.sort in {"word", "number", "web"}


def _rest(page: Passage, found: Sequence[Citation]) -> str:
    """The words that are no citation; those that join two citations are left out."""
    edges = [0, *(edge for citation in found for edge in (citation.start, citation.end)), len(page.text)]
    gaps = [page.text[start:end].strip() for start, end in zip(edges[::2], edges[1::2], strict=True)]
    inner = range(1, len(gaps) - 1)
    kept = [gap for n, gap in enumerate(gaps) if not (n in inner and _joins(page, gap))]
    return " ".join(gap for gap in kept if any(letter.isalnum() for letter in gap))


def _joins(page: Passage, gap: str) -> bool:
    between = passage(gap, page.words)
    words = [k for k, token in enumerate(between.tokens) if token.sort in {"word", "number"}]
    return not words or (
        len(words) <= 2
        and (
            between.words.and_words.match(between.tokens, words[0]) is not None
            or between.words.range_words.match(between.tokens, words[0]) is not None
        )
    )

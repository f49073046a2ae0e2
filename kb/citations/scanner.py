"""The strict scanner: every citation of these laws in running prose, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.citations.chain import read_signed, read_unsigned
from kb.citations.citation import Citation
from kb.citations.cited import note_at, of_chain
from kb.citations.lexicon import lexicon
from kb.citations.passage import Passage, passage
from kb.citations.relative import pointed_at, position_at
from kb.citations.unsigned import named_number
from kb.language import Language


def scan(text: str, language: Language) -> tuple[Citation, ...]:
    """The citations in a text, in its order; they never overlap, and each is a slice of the text.

    Each item of a list is a citation of its own, a range is one. Those of other rule books are found too, marked
    ``foreign``. A gloss in brackets behind a citation is no part of it.

    >>> from kb.corpus.loading import load_languages
    >>> danish = load_languages()["da"]
    >>> [(c.text, str(*c.addresses)) for c in scan("se §69, 70 og 71C (men ikke i 12. stik)", danish)]
    [('§69', '69'), ('70', '70'), ('71C', '71/C')]
    >>> [c.labels for c in scan("det i punkt A-C anførte", danish)]
    [(('A',), ('B',), ('C',))]
    >>> str(scan("efter §7 i klubbens vedtægter", danish)[0].foreign)
    '“vedtægter” beside it names another rule book.'
    """
    page = passage(text, lexicon(language.citations))
    return tuple(citations(page))


def citations(page: Passage) -> Iterator[Citation]:
    """The citations of a passage, in order."""
    k = 0
    while k < len(page.tokens):
        found, k = cited_at(page, k)
        yield from found


def cited_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
    """What is cited at the token ``k``, and the token to go on from."""
    token, words = page.tokens[k], page.words
    if not words.may_begin(token):
        return (), k + 1
    if token.sort == "number":
        return _number_at(page, k)
    if token.sort == "word" and page.glued(k):
        return (), k + 1
    if token.low in words.notes or token.low in words.numbered_notes:
        found, end = note_at(page, k)
        if found:
            return found, end
    if token.low in words.selves and (end_of_self := words.selves.match(page.tokens, k)) is not None:
        start, stop, text = page.slice(k, end_of_self)
        return (Citation(start, stop, text, "self"),), end_of_self
    if token.low in words.positions:
        found, end = position_at(page, k)
        if found:
            return found, end
    chain = read_signed(page, k)
    if chain:
        return of_chain(page, chain)
    return pointed_at(page, k)


def _number_at(page: Passage, k: int) -> tuple[Sequence[Citation], int]:
    if page.glued(k):
        return (), k + 1
    if page.words.behind:
        chain = read_unsigned(page, k, surely=True)
        sign_end = page.words.signs.match(page.tokens, page.past(chain[-1].end)) if chain else None
        if sign_end is not None:
            return of_chain(page, chain, end=sign_end)
    chain = read_unsigned(page, k)
    if chain:
        return of_chain(page, chain)
    numbered = read_unsigned(page, k, surely=True) if named_number(page, k) else ()
    return (), max((entry.end for entry in numbered if entry.sign is None), default=k + 1)

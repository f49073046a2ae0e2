"""Citations as a language prints them."""

from __future__ import annotations

from itertools import pairwise

from kb.address import Address
from kb.citations.labels import LAST_NUMBER, LAST_SMALL
from kb.language import Language


def cite(address: Address, language: Language) -> str:
    """An address as this language prints it; the scanner reads it back.

    >>> from kb.address import parse
    >>> from kb.corpus.loading import load_languages
    >>> languages = load_languages()
    >>> cite(parse("64/A/2"), languages["da"]), cite(parse("68/D/2/b/i"), languages["nl"])
    ('§64A2', 'Artikel 68D2b(i)')
    >>> cite(parse("68/note/1"), languages["en"]), cite(parse("71/2"), languages["en"])
    ('footnote 1 to Law 68', 'Law 71(2)')
    """
    words = language.citations
    law = words.written + str(address.law) + _labels(address.labels)
    return law if address.note is None else words.note_written.format(number=address.note, law=law)


def _labels(labels: tuple[str, ...]) -> str:
    """Labels glued together, in brackets where they would run into what stands before them."""
    return "".join(
        label if _stands_plain(before, label, place) else f"({label})"
        for place, (before, label) in enumerate(pairwise(("0", *labels)))
    )


def _stands_plain(before: str, label: str, place: int) -> bool:
    if label.isdigit():
        return not before.isdigit() and int(label) <= LAST_NUMBER
    if len(label) > 1 or place >= 3:
        return False
    return before.isdigit() and (label.isupper() or label <= LAST_SMALL)

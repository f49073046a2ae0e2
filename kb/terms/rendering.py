"""How a term was put into another language, counted over paired texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.terms.index import TermIndex


@dataclass(frozen=True, slots=True)
class Rendering:
    """What stands for one word of a term on the other side: “kulørsvigt: verzaking in 7 of 7 rows”.

    ``rows`` counts the pairs whose left text has the word; ``by`` the pairs whose right text has each word for
    the term, the most frequent first (a pair with two of them counts for both); ``unrendered`` are the places,
    in the sequence asked about, of pairs whose right text has none.
    """

    word: str
    rows: int
    by: tuple[tuple[str, int], ...]
    unrendered: tuple[int, ...]


def renderings(
    index: TermIndex, term: str, pairs: Sequence[tuple[str, str]], left: str, right: str
) -> tuple[Rendering, ...]:
    """How a term fares in pairs of (left text, right text), in two languages: one answer per word on the left.

    >>> from kb.language import Vocabulary
    >>> from kb.terms.table import Term, Terms
    >>> revoke = Term("revoke", "play", "revoke", words={"da": ("kulørsvigt",), "nl": ("verzaking", "verzaken")})
    >>> index = TermIndex(
    ...     Terms(("da", "nl"), (revoke,)), {"da": Vocabulary(stemmer="danish"), "nl": Vocabulary(stemmer="dutch")}
    ... )
    >>> pairs = [("Kulørsvigten rettes.", "De verzaking wordt hersteld."), ("En kulørsvigt.", "Een fout.")]
    >>> renderings(index, "revoke", pairs, "da", "nl")
    (Rendering(word='kulørsvigt', rows=2, by=(('verzaking', 1),), unrendered=(1,)),)
    """
    rows: Counter[str] = Counter()
    by: dict[str, Counter[str]] = {}
    unrendered: dict[str, list[int]] = {}
    for place, (ours, theirs) in enumerate(pairs):
        said = _words(index, term, ours, left)
        answer = _words(index, term, theirs, right) if said else []
        for word in said:
            rows[word] += 1
            by.setdefault(word, Counter()).update(answer)
            unrendered.setdefault(word, []).extend([] if answer else [place])
    return tuple(
        Rendering(word, count, tuple(by[word].most_common()), tuple(unrendered[word]))
        for word, count in rows.most_common()
    )


def _words(index: TermIndex, term: str, text: str, language: str) -> Iterable[str]:
    found = index.find_terms(text, language)
    return list(dict.fromkeys(each.word for each in found if term in (each.term, *each.also)))

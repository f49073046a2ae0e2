"""Terms found in texts, and words looked up in the table of terms; one index per table, built once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.errors import NotFound
from kb.language import Vocabulary
from kb.language.words import Compounds, Token, spelling, stem, tokens
from kb.terms.entries import Entries, Entry, as_printed, bare
from kb.terms.matching import best, matches, read
from kb.terms.table import GAP, Terms


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A term in a text: ``text[start:end]``, the term's id, and the word of the table that was recognised.

    ``also`` are other terms that have as good a claim to the word. Of a separable verb only the unbroken part is
    marked. ``part`` says that the word is a part of the compound that stands there; such occurrences may share
    their place.
    """

    start: int
    end: int
    term: str
    word: str
    also: tuple[str, ...] = ()
    part: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A term that a word may mean: in which language it is that word, whether it is lay there, whether it is
    spelled so (else it is another form of the word)."""

    term: str
    language: str
    word: str
    lay: bool
    exact: bool


class TermIndex:
    """The terms of a table, ready to be found in texts of the languages given. Immutable; build it once.

    >>> from kb.terms.table import Term, Terms
    >>> danish = Vocabulary(stemmer="danish")
    >>> revoke = Term("revoke", "play", "revoke", words={"da": ("kulørsvigt", "svigte kulør")}, lay={"da": ("svigt",)})
    >>> index = TermIndex(Terms(("da",), (revoke,)), {"da": danish})
    >>> text = "Han svigter kulør; kulørsvigten rettes."
    >>> [(text[found.start : found.end], found.term) for found in index.find_terms(text, "da")]
    [('svigter kulør', 'revoke'), ('kulørsvigten', 'revoke')]
    >>> index.lookup("KULORSVIGT", "da")
    (Candidate(term='revoke', language='da', word='kulørsvigt', lay=False, exact=True),)
    >>> index.expansions("revoke", "da")
    ('kulørsvigt', 'svigte kulør', 'svigt')
    """

    def __init__(self, terms: Terms, vocabularies: Mapping[str, Vocabulary]) -> None:
        self.terms = terms
        self._entries = {code: Entries(terms, code, vocabulary) for code, vocabulary in vocabularies.items()}

    def find_terms(
        self, text: str, language: str, *, asked: bool = False, compounds: Compounds | None = None
    ) -> tuple[Occurrence, ...]:
        """The terms in a text, in text order: whole words in any form, the longest first, none overlapping.

        ``asked`` says that somebody typed the text: lay words count, and letters that a keyboard lacks may be
        missing. In law text neither is so: there ``lægge ned`` is no claim, and ``andre`` (other) not ``ændre``.
        With ``compounds``, a word that is no term is searched part by part. Raises :class:`NotFound`
        (``language-unknown``).
        """
        entries = self._of(language)
        reading = read(text, entries.vocabulary, asked=asked)
        found: list[Occurrence] = []
        at = 0
        while at < len(reading.words):
            meant = best(entries, reading, at)
            if meant:
                match, also = meant
                start, end = reading.words[at].start, reading.words[match.end].end
                found.append(Occurrence(start, end, match.entry.term, match.entry.word, also))
                at = match.end
            elif compounds is not None:
                found += _parts(entries, reading.words[at], compounds, asked=asked)
            at += 1
        return tuple(found)

    def every_word(self, text: str, language: str) -> Iterator[tuple[str, str, bool]]:
        """(term, word, spelled so) of every word of the table that stands in a law text, inside longer ones too."""
        entries = self._of(language)
        reading = read(text, entries.vocabulary, asked=False)
        for at in range(len(reading.words)):
            for match in matches(entries, reading, at):
                yield match.entry.term, match.entry.word, match.exact

    def lookup(self, word: str, language: str | None = None) -> tuple[Candidate, ...]:
        """The terms that a word, or several words together, may mean, in one language or (None) in all.

        Spelled so first, then other forms of the word; each in the order of the table. Case, accents and the
        ways to type them make no difference; a misspelt word finds nothing.
        """
        codes = tuple(self._entries) if language is None else (language,)
        candidates: dict[tuple[str, str], Candidate] = {}
        places: dict[str, int] = {}
        for exact in (True, False):
            for code in codes:
                for entry in _whole(self._of(code), word, exact=exact):
                    said = Candidate(entry.term, code, entry.word, entry.lay, exact)
                    candidates.setdefault((entry.term, code), said)
                    places[entry.term] = entry.order
        return tuple(sorted(candidates.values(), key=lambda said: (not said.exact, places[said.term])))

    def expansions(self, term: str, language: str, *, lay: bool = True) -> tuple[str, ...]:
        """Every word for a term in a language, the usual one first, gaps closed, listed forms last.

        Raises :class:`NotFound` (``term-unknown``).
        """
        if term not in self.terms.by_id:
            raise NotFound("term-unknown", term=term[:80])
        meant = self.terms.by_id[term]
        said = meant.said(language, lay=lay)
        forms = (form for word in said for form in meant.forms.get(language, {}).get(word, ()))
        return tuple(dict.fromkeys(word.replace(f" {GAP} ", " ") for word in (*said, *forms)))

    def _of(self, language: str) -> Entries:
        try:
            return self._entries[language]
        except KeyError:
            raise NotFound("language-unknown", code=language[:80], known=", ".join(sorted(self._entries))) from None


def _parts(entries: Entries, token: Token, compounds: Compounds, *, asked: bool) -> Iterator[Occurrence]:
    for part in compounds.parts(token.text):
        known = [entry for entry in entries.whole_stems.get((part,), ()) if asked or not entry.lay]
        if known:
            also = dict.fromkeys(entry.term for entry in known if entry.term != known[0].term)
            yield Occurrence(token.start, token.end, known[0].term, known[0].word, tuple(also), part=True)


def _whole(entries: Entries, text: str, *, exact: bool) -> Sequence[Entry]:
    found = [bare(token.text) for token in tokens(text)]
    if exact:
        return entries.whole_spelled.get(tuple(spelling(word, entries.vocabulary) for word in found), ())
    if len(found) == 1 and as_printed(found[0]) in entries.common:
        return ()
    return entries.whole_stems.get(tuple(stem(word, entries.vocabulary) for word in found), ())

"""The terms as text and Markdown: all of them as a list, and each with its words and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.address import Address
from kb.corpus import Corpus
from kb.messages import N_
from kb.terms import Term
from webui.concordancer import Rendered
from webui.glossary import Entry, Glossary, Words, sign_of, words_in
from webui.locale import Tongue
from webui.paper import Block, heading, item, listed, paragraph
from webui.signposts import Signpost, edition_name, unit_sign
from webui.wordbook import Wordbook


def terms_sheet(found: Glossary, tongue: Tongue) -> Iterator[Block]:
    """The list, in the order of its language."""
    yield heading(1, tongue.text(N_("Terms")))
    for letter in found.letters:
        yield heading(2, letter.initial)
        yield from map(_entry, letter.entries)
    if found.without:
        yield heading(2, tongue.text(N_("Without a word in this language")))
        yield from map(_entry, found.without)


def term_sheet(wordbook: Wordbook, term: Term, rendered: Sequence[Rendered], tongue: Tongue) -> Iterator[Block]:
    """A term: its words in each language, how they were rendered, and where each book has them."""
    corpus = wordbook.corpus
    yield heading(1, sign_of(term, tongue.code))
    for words in words_in(corpus, term):
        yield heading(2, words.language)
        yield from _words(words, tongue)
    if term.note:
        yield paragraph(term.note)
    yield from _relatives(corpus, term, tongue)
    if rendered:
        yield heading(2, tongue.text(N_("How it was rendered")))
        yield from (_rendering(corpus, each, tongue) for each in rendered)
    for book_id, units in wordbook.places.get(term.id, {}).items():
        yield from _places(corpus, book_id, units, tongue)


def _entry(entry: Entry) -> Block:
    across = [word for _, word in entry.elsewhere if word]
    return item(entry.place, *([f"({', '.join(entry.more)})"] if entry.more else []), "–", ", ".join(across))


def _words(words: Words, tongue: Tongue) -> Iterator[Block]:
    if words.printed:
        yield item(", ".join(words.printed))
    if words.elsewhere:
        yield item(tongue.text(N_("In other law books:")), ", ".join(words.elsewhere))
    if words.lay:
        yield item(tongue.text(N_("Players say:")), ", ".join(words.lay))
    if words.missing:
        yield item(tongue.text(N_("No word in this language:")), words.missing)
    if words.false_friend:
        yield item(tongue.text(N_("Mistaken easily:")), words.false_friend)


def _relatives(corpus: Corpus, term: Term, tongue: Tongue) -> Iterator[Block]:
    by_id = corpus.terms.by_id
    kinds = (
        (N_("Wider:"), [by_id[other] for other in term.broader]),
        (N_("Narrower:"), [other for other in corpus.terms.concepts if term.id in other.broader]),
        (N_("See also:"), [by_id[other] for other in term.related]),
    )
    for name, others in kinds:
        if others:
            yield paragraph(tongue.text(name), *listed(sign_of(other, tongue.code) for other in others))


def _rendering(corpus: Corpus, each: Rendered, tongue: Tongue) -> Block:
    by = [f"{word} ({tongue.number(rows)})" for word, rows in each.rendering.by]
    edition = edition_name(corpus, each.left)
    return item(f"{each.rendering.word} ({edition}, {tongue.number(each.rendering.rows)}) →", ", ".join(by) or "–")


def _places(corpus: Corpus, book_id: str, units: Sequence[Address], tongue: Tongue) -> Iterator[Block]:
    book = corpus.book(book_id)
    yield heading(2, tongue.text(N_("In {edition}"), edition=edition_name(corpus, book)))
    for unit in units:
        sign: Signpost = unit_sign(corpus, book, unit)
        yield item(sign, sign.more or "")

"""Two books side by side as text and Markdown: which can be, the whole of them in numbers, and a law row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb import links
from kb.address import Address
from kb.alignment import Row
from kb.book import Book, Provision
from kb.corpus import Corpus
from kb.messages import N_
from webui.locale import Tongue
from webui.machines import inferred
from webui.pairing import SIDES, Account, Pairing, Side, count, side_of
from webui.paper import Block, editions, heading, item, paragraph, paragraphs, sign_of
from webui.rowsigns import row_link, row_name
from webui.signposts import Signpost, edition_name, unit_sign


def pairs_sheet(corpus: Corpus, pairs: Sequence[tuple[Book, Book]], tongue: Tongue) -> Iterator[Block]:
    """Each two books that can stand side by side."""
    yield heading(1, tongue.text(N_("Books side by side")))
    for left, right in pairs:
        yield item(Signpost(links.compare(left.id, right.id), beside(corpus, left, right, tongue), tongue.code))


def overview_sheet(corpus: Corpus, pairing: Pairing, accounts: Sequence[Account], tongue: Tongue) -> Iterator[Block]:
    """What two books have in common, in numbers, and law by law."""
    yield heading(1, beside(corpus, pairing.left, pairing.right, tongue))
    for account in accounts:
        yield paragraph(
            tongue.text(
                N_(
                    "{edition}: {percent} of its {count} provisions and notes have a counterpart; in the laws that both"
                    " books have, {percent_shared}."
                ),
                edition=edition_name(corpus, account.book),
                percent=tongue.percent(account.paired),
                count=tongue.number(account.units),
                percent_shared=tongue.percent(account.paired_in_shared),
            )
        )
    yield heading(2, tongue.text(N_("Law by law")))
    for law, rows in pairing.by_law.items():
        place = links.compare(pairing.left.id, pairing.right.id, Address(law))
        yield item(
            Signpost(place, f"{tongue.text(N_('Law'))} {law}", tongue.code), _tally(corpus, pairing, rows, tongue)
        )


def rows_sheet(
    corpus: Corpus, pairing: Pairing, address: Address, rows: Sequence[Row], tongue: Tongue
) -> Iterator[Block]:
    """The rows of a law or of a unit: what stands beside what, with the texts of both sides, and why."""
    book = pairing.book(pairing.home(address) or "left")
    yield heading(1, unit_sign(corpus, book, address), beside(corpus, pairing.left, pairing.right, tongue))
    yield paragraph(_tally(corpus, pairing, rows, tongue))
    for row in rows:
        yield heading(2, Signpost(row_link(pairing, row), row_name(corpus, pairing, row, tongue), tongue.code))
        for side in SIDES:
            yield from _texts(corpus, pairing, row, side)
        yield from (item(tongue.message(reason)) for reason in row.reasons)
    shown = [(pairing.book(side), address) for row in rows for side in SIDES for address in side_of(row, side)]
    yield from editions((pairing.left, pairing.right), tongue, brackets=any(inferred(*place) for place in shown))


def beside(corpus: Corpus, left: Book, right: Book, tongue: Tongue) -> str:
    """Two books in the words of a page."""
    names = (edition_name(corpus, book) for book in (left, right))
    return tongue.text(N_("{left} beside {right}"), **dict(zip(SIDES, names, strict=True))).unescape()


def _texts(corpus: Corpus, pairing: Pairing, row: Row, side: Side) -> Iterator[Block]:
    book = pairing.book(side)
    for address in side_of(row, side):
        sign, unit = sign_of(corpus, book, address), book.units.get(address)
        yield heading(3, sign, *([sign.more] if sign.more else []))
        yield from paragraphs(unit.text if unit else None)
        yield from paragraphs(unit.closing if isinstance(unit, Provision) else None)


def _tally(corpus: Corpus, pairing: Pairing, rows: Sequence[Row], tongue: Tongue) -> str:
    """Rows in numbers: how many say the same, and how many of each kind do not."""
    found = count(0, rows)
    told = [
        (found.same, N_("{count} the same"), pairing.left),
        (found.changed, N_("{count} changed"), pairing.left),
        (found.partial, N_("{count} in part"), pairing.left),
        (found.only_left, N_("{count} only in {edition}"), pairing.left),
        (found.only_right, N_("{count} only in {edition}"), pairing.right),
    ]
    counts = [
        tongue.plural(words, words, many, edition=edition_name(corpus, book)).unescape()
        for many, words, book in told
        if many
    ]
    return ", ".join(counts)

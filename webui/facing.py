"""Setting a law of two books side by side: from rows to a :class:`~webui.spread.Spread`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.alignment import Row
from kb.book import Book, Provision
from kb.messages import N_
from kb.references import Field
from webui.gathering import crossed, gathered, hub_side_of
from webui.glossing import Glosses, words_used
from webui.locale import Tongue
from webui.markup import Span
from webui.pairing import SIDES, Pairing, Side, count, other, side_of
from webui.rowsigns import law_way, row_id, row_name
from webui.signposts import cited, unit_sign
from webui.spread import Group, Line, Piece, Spread
from webui.typesetting import element_id
from webui.weaving import Weaver
from webui.wordbook import Wordbook


def face(wordbook: Wordbook, pairing: Pairing, address: Address, tongue: Tongue, *, differences: bool) -> Spread:
    """The spread of the law of ``address``, which one of the books has, with the rows of that unit marked.

    ``differences`` is what the page begins with: only the rows that do not say the same.
    """
    corpus, left, right = wordbook.corpus, pairing.left, pairing.right
    home = pairing.home(address) or "left"
    weavers = {side: Weaver(corpus, pairing.book(side), tongue, prefix=f"{side}-") for side in SIDES}
    rows = pairing.by_law.get(address.law, ())
    groups = _Setting(wordbook, pairing, tongue, weavers, home, address if address.depth else None, crossed(rows))
    return Spread(
        left=left,
        right=right,
        address=address,
        home=home,
        cited=cited(corpus, pairing.book(home), address),
        law=count(address.law, rows),
        groups=[groups.group(together) for together in gathered(rows)],
        lacking=next((side for side in SIDES if address.law not in pairing.book(side).by_number), None),
        only_differences=differences,
        here=links.compare(left.id, right.id, address),
        differences=links.compare(left.id, right.id, address, differences=True),
        swapped=_swapped(pairing, home, address, differences=differences),
        back=unit_sign(corpus, pairing.book(home), address),
        before=law_way(corpus, pairing, max((law for law in pairing.shared if law < address.law), default=None)),
        after=law_way(corpus, pairing, min((law for law in pairing.shared if law > address.law), default=None)),
        absences=[(pairing.book(side), list(weaver.absences.values())) for side, weaver in weavers.items()],
    )


def _swapped(pairing: Pairing, home: Side, address: Address, *, differences: bool) -> str:
    """The way to the same with the sides exchanged: to what stands across, or else to the row of what stands alone."""
    books = pairing.right.id, pairing.left.id
    rows = pairing.rows_at(home, address) if address.depth and home == "left" else ()
    partners = list(chain.from_iterable(row.right for row in rows))
    if partners or not rows:
        return links.compare(*books, partners[0] if partners else address, differences=differences)
    return links.compare(*books, address, differences=differences, row=row_id(rows[0].turned))


@dataclass
class _Setting:
    """One law being set side by side; ``marked`` is the unit asked for and ``home`` its side."""

    wordbook: Wordbook
    pairing: Pairing
    tongue: Tongue
    weavers: Mapping[Side, Weaver]
    home: Side
    marked: Address | None
    crossed: frozenset[str]
    placed: set[tuple[Side, Address]] = field(default_factory=set)
    focused: bool = False

    def group(self, rows: Sequence[Row]) -> Group:
        hub_side = hub_side_of(rows)
        hub = side_of(rows[0], hub_side)
        beside = tuple(dict.fromkeys(chain.from_iterable(side_of(row, other(hub_side)) for row in rows)))
        marked = hub_side == self.home and self.marked in hub
        return Group(
            hub_side=hub_side,
            hub=self.pieces(hub_side, hub, beside),
            focus=marked and self.first(),
            marked=marked,
            lines=[self.line(row, hub_side) for row in rows],
        )

    def line(self, row: Row, hub_side: Side) -> Line:
        side = other(hub_side)
        marked = side == self.home and self.marked in side_of(row, side)
        return Line(
            id=row_id(row),
            name=row_name(self.wordbook.corpus, self.pairing, row, self.tongue),
            relation=row.relation,
            pieces=self.pieces(side, side_of(row, side), side_of(row, hub_side)),
            sure=self.sure(row),
            reasons=[self.tongue.message(reason) for reason in row.reasons],
            crossed=row_id(row) in self.crossed,
            marked=marked,
            focus=marked and self.first(),
        )

    def sure(self, row: Row) -> Markup:
        if row.ruled:
            return self.tongue.text(N_("decided by a person"))
        return self.tongue.text(N_("{percent} sure"), percent=self.tongue.percent(row.confidence))

    def first(self) -> bool:
        """Whether this is the first of the marked rows, where the page opens."""
        first, self.focused = not self.focused, True
        return first

    def pieces(self, side: Side, addresses: Sequence[Address], beside: Sequence[Address]) -> list[Piece]:
        """The units of one side of a row, with the words of those beside them."""
        book, across = self.pairing.book(side), self.pairing.book(other(side))
        glosses = Glosses(self.wordbook, book, across, words_used(self.wordbook, across, beside))
        return [self.piece(side, book, address, glosses.spans(address)) for address in addresses]

    def piece(self, side: Side, book: Book, address: Address, terms: Mapping[Field, list[Span]]) -> Piece:
        unit = book.units.get(address)
        provision = unit if isinstance(unit, Provision) else None
        law = book.by_number[address.law]
        title = None if address.depth else self.wordbook.corpus.law_name(book.id, address.law)
        heading = title or (provision.heading if provision else None)
        inferred = (
            law.origin == "inferred" if not address.depth else provision is not None and provision.label != "printed"
        )
        new = (side, address) not in self.placed
        self.placed.add((side, address))

        def paragraphs(where: Field, text: str | None) -> list[Markup]:
            return self.weavers[side].paragraphs(address, where, text, terms.get(where, ()))

        return Piece(
            id=f"{side}-{element_id(address)}" if new else "",
            href=links.unit(book.id, address),
            citation=cited(self.wordbook.corpus, book, address),
            inferred=inferred,
            heading=Markup(" ").join(paragraphs("heading", heading)) or None,
            ours=title is not None and law.title is None,
            paragraphs=paragraphs("text", unit.text if unit else None),
            closing=paragraphs("closing", provision.closing if provision else None),
        )

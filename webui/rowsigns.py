"""Signs of rows: the ways to them on the pages of two books side by side, and how they are named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from kb import links
from kb.address import Address
from kb.alignment import Relation, Row
from kb.corpus import Corpus
from kb.messages import N_
from webui.locale import Tongue
from webui.pairing import SIDES, Pairing
from webui.signposts import cited
from webui.typesetting import element_id

RELATIONS: Mapping[Relation, str] = {
    "same": N_("the same"),
    "changed": N_("changed"),
    "partial": N_("in part"),
    "only": N_("only here"),
}
"""What is said of a row."""


def row_id(row: Row) -> str:
    """The id of a row on the page of its law: the first unit of each side.

    >>> from kb.messages import Message
    >>> row_id(Row((Address(70, ("B", "2")),), (), "only", 1.0, (Message("align-nothing"),)))
    '70-B-2_'
    """
    return "_".join(element_id(side[0]) if side else "" for side in (row.left, row.right))


def row_link(pairing: Pairing, row: Row) -> str:
    """The way to a row."""
    return links.compare(pairing.left.id, pairing.right.id, (row.left or row.right)[0], row=row_id(row))


def row_name(corpus: Corpus, pairing: Pairing, row: Row, tongue: Tongue) -> Markup:
    """A row in words: what stands beside what, and how."""
    left, right = (
        ", ".join(cited(corpus, pairing.book(side), address) for address in addresses)
        for side, addresses in zip(SIDES, (row.left, row.right), strict=True)
    )
    relation = tongue.text(RELATIONS[row.relation])
    if left and right:
        return tongue.text(N_("{left} beside {right}: {relation}"), left=left, right=right, relation=relation)
    return tongue.text(N_("{place}: {relation}"), place=left or right, relation=relation)


@dataclass(frozen=True, slots=True)
class Way:
    """The rows of a law as a place to go: its number as each book cites it."""

    href: str
    left: str
    right: str


def law_way(corpus: Corpus, pairing: Pairing, law: int | None) -> Way | None:
    """The way to the rows of a law, if there is one to go to."""
    if law is None:
        return None
    address = Address(law)
    names = (cited(corpus, book, address) for book in (pairing.left, pairing.right))
    return Way(links.compare(pairing.left.id, pairing.right.id, address), *names)

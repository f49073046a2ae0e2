"""What a law of two books looks like when it is ready to print side by side: the records that the templates read.

A spread is groups from top to bottom. In a group one side stands once (the hub) beside the lines of the other: most
groups have one line, but where one text of one book says what three of the other say, it stands once beside all
three, and a gap stands once beside all that it concerns. :mod:`webui.facing` makes these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kb.address import Address
from kb.alignment import Relation
from kb.book import Book
from webui.leaf import Absence
from webui.pairing import LawCount, Side
from webui.rowsigns import Way
from webui.signposts import Signpost


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit in its cell. ``id`` is empty where the unit stands on the page already; ``ours`` says that the heading
    is not printed in the book. ``closing`` stands behind the unit's items in the book."""

    id: str
    href: str
    citation: str
    inferred: bool
    heading: Markup | None
    ours: bool
    paragraphs: Sequence[Markup]
    closing: Sequence[Markup]


@dataclass(frozen=True, slots=True)
class Line:
    """One row: its pieces on the side of the lines, how it stands to the hub, and why.

    ``name`` says the row for those who do not see it; ``crossed`` that its units stand in another order in the
    other book; ``sure`` is the confidence in words.
    """

    id: str
    name: Markup
    relation: Relation
    pieces: Sequence[Piece]
    sure: Markup
    reasons: Sequence[Markup]
    crossed: bool
    marked: bool
    focus: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that share the other side. The hub is a gap where it has no pieces; ``same`` says that every line is."""

    hub_side: Side
    hub: Sequence[Piece]
    lines: Sequence[Line]
    marked: bool
    focus: bool

    @property
    def same(self) -> bool:
        """Whether all rows say the same, so that nothing of the group is a difference."""
        return all(line.relation == "same" for line in self.lines)


@dataclass(frozen=True, slots=True)
class Spread:
    """A law of two books. ``address`` is what the reader asked for, ``home`` the side that it is of; ``back`` leads
    to it in its book, ``swapped`` to the same with the sides exchanged. ``lacking`` is the side whose book lacks the
    law. ``here`` is the page with all rows and ``differences`` the one without those that say the same."""

    left: Book
    right: Book
    address: Address
    home: Side
    cited: str
    law: LawCount
    groups: Sequence[Group]
    lacking: Side | None
    only_differences: bool
    here: str
    differences: str
    swapped: str
    back: Signpost
    before: Way | None
    after: Way | None
    absences: Sequence[tuple[Book, Sequence[Absence]]]

    @property
    def rows(self) -> int:
        """How many rows the law has."""
        return sum(len(group.lines) for group in self.groups)

    @property
    def law_address(self) -> Address:
        """The address of the law."""
        return Address(self.address.law)

    @property
    def has_absences(self) -> bool:
        """Whether anything is cited that is not here."""
        return any(absences for _, absences in self.absences)

    @property
    def different(self) -> int:
        """How many of them do not say the same."""
        return self.rows - self.law.same

    @property
    def restored(self) -> bool:
        """Whether a label on the page was restored by us."""
        return any(piece.inferred for group in self.groups for piece in _pieces(group))


def _pieces(group: Group) -> list[Piece]:
    return [*group.hub, *(piece for line in group.lines for piece in line.pieces)]

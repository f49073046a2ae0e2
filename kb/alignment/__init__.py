"""Alignment: two books, the concepts of the game and the moves between editions in; rows out.

The sides may be of any two languages, the same one included. What is compared are concepts, citations, numerals,
headings, lengths, places and neighbours; labels weigh little, since the same label means other things in other
editions. Swapping the sides gives the same rows, turned.

:mod:`kb.alignment.aligning` makes rows, :mod:`kb.alignment.rulings` puts people's decisions in. Only the records are
imported here, so that who merely reads rows pays for no numerics.
"""

from __future__ import annotations

from kb.alignment.rows import Alignment, Relation, Row

__all__ = ["Alignment", "Relation", "Row"]

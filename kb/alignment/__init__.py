"""Alignment: two books, the concepts of the game and the moves between editions in; rows out.

The sides may be of any two languages, the same one included. What is compared are concepts, citations, numerals,
headings, lengths, places and neighbours; labels weigh little, since the same label means other things in other
editions. Swapping the sides gives the same rows, turned.
"""

from __future__ import annotations

from kb.alignment.aligning import Aligner, Alignment, align
from kb.alignment.rows import Relation, Row
from kb.alignment.rulings import Ruling, Rulings, read_rulings
from kb.alignment.units import Reading

__all__ = ["Aligner", "Alignment", "Reading", "Relation", "Row", "Ruling", "Rulings", "align", "read_rulings"]

"""Terms: the concepts of the game, with their words in each language, kept by people in ``corpus/terms.toml``.

:func:`read_terms` reads and checks the table, :class:`TermIndex` finds terms in texts and words in the table,
:func:`check` says what the table lacks against the books, and :func:`renderings` counts how a term was put into
another language in paired texts.
"""

from __future__ import annotations

from kb.terms.coverage import Coverage, check
from kb.terms.index import Candidate, Occurrence, TermIndex
from kb.terms.rendering import Rendering, renderings
from kb.terms.table import CommonWords, Term, Terms, Wording, read_terms

__all__ = [
    "Candidate",
    "CommonWords",
    "Coverage",
    "Occurrence",
    "Rendering",
    "Term",
    "TermIndex",
    "Terms",
    "Wording",
    "check",
    "read_terms",
    "renderings",
]

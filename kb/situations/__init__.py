"""Situations: what happens at a table, and what answers it; and the index of what people type for a provision.

Guidance kept by hand in ``corpus/situations.toml`` and ``corpus/phrasings.toml``, never law.
:func:`read_situations` and :func:`read_phrasings` read their texts, :func:`check_situations` and
:func:`check_phrasings` hold them against the books, and :class:`Recogniser` finds in a question the situation, or the
law, that it is about.
"""

from __future__ import annotations

from kb.situations.checks import check_phrasings, check_situations
from kb.situations.recognising import Recognised, Recogniser, Said, said_of_laws, said_of_situations
from kb.situations.table import PHASES, Phase, Phrasings, Place, Situation, Step, read_phrasings, read_situations

__all__ = [
    "PHASES",
    "Phase",
    "Phrasings",
    "Place",
    "Recognised",
    "Recogniser",
    "Said",
    "Situation",
    "Step",
    "check_phrasings",
    "check_situations",
    "read_phrasings",
    "read_situations",
    "said_of_laws",
    "said_of_situations",
]

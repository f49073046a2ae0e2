"""Every sentence the core has for people: one English template per code.

The core raises and reports *codes with parameters* (a :class:`Message`); the sentence is made at the edge.
The English template here is what the command line prints and what ``webui.locale`` translates (it is the
gettext message id), so a code without a template cannot exist, and a test fails on a template nobody uses.

Each room has a section of its own, in the order of the rooms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final


def N_(template: str) -> str:
    """Mark a template for Babel's extraction (``pybabel extract -k N_``); gives it back unchanged."""
    return template


MESSAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # --- address -------------------------------------------------------------------------------------------
        "address-unreadable": N_("“{text}” is no address: write a law number and its labels, such as 64/A/2."),
        # --- tables --------------------------------------------------------------------------------------------
        "table-unreadable": N_("{name} cannot be read: {problem}. Mend that place and try again."),
        # --- language ------------------------------------------------------------------------------------------
        "language-unknown": N_("There is no language “{code}” here; there are {known}."),
        # --- corpus --------------------------------------------------------------------------------------------------
        "corpus-missing": N_("There is no folder {folder}: name the folder of the corpus in KB_CORPUS."),
        "book-unknown": N_("There is no book “{book}” here; there are {known}."),
        "book-id-unreadable": N_("“{text}” is no id for a book: write its language, a hyphen and its edition, such as da-2017."),
        "book-unbuilt": N_("The book {book} has not been built yet: run kb build."),
        "book-damaged": N_("{name} is damaged or of another version ({problem}): run kb build."),
        "file-unreadable": N_("{name} cannot be read: {problem}."),
        "file-unwritable": N_("{name} cannot be written: {problem}. Nothing was changed there."),
        "titles-unreadable": N_("{name}, line {line}: “{row}” is no row of titles; write the law number, then a name per column of the head."),
        "imprint-without-sources": N_("{name} names no source: add [[sources]] with a file, its edition and the evidence for it."),
        "imprint-of-another-folder": N_("{name} is of the book {book}, but stands in the folder {folder}: let both have one name."),
        "accepted-without-reason": N_("{name} accepts {code} in line {line} without a reason: write why it is right so."),
        # --- links ---------------------------------------------------------------------------------------------------
        "link-unreadable": N_("“{text}” is no address of this site."),
    }
)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence not yet made: its code and the values it speaks of.

    >>> str(Message("address-unreadable", {"text": "A64"}))
    '“A64” is no address: write a law number and its labels, such as 64/A/2.'
    """

    code: str
    params: Mapping[str, str | int | float] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """The English template of the code; a KeyError here is a bug of the caller, caught by the tests."""
        return MESSAGES[self.code]

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params.items()))))

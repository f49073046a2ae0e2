"""Engines that search is measured against, each built from the same units and asked the same expanded question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Text:
    """One unit as a peer indexes it, stemmed as we stem it: headings, text, how people ask for it; and its words
    as they are spelled."""

    heading: str
    text: str
    said: str
    spelled: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as our understanding expanded it: ``any_of`` are stems, several in a row for a phrase of them;
    ``spelled`` words as they are spelled; ``phrase`` stems that must stand in this order."""

    any_of: tuple[tuple[str, ...], ...] = ()
    spelled: tuple[str, ...] = ()
    phrase: tuple[str, ...] = ()


class Peer(Protocol):
    """An engine to measure against."""

    name: str

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        """Index the texts, numbered as they come, into an empty folder."""
        ...

    def ask(self, asked: Asked) -> Sequence[tuple[int, str]]:
        """The ten best units, each with a snippet of its text."""
        ...

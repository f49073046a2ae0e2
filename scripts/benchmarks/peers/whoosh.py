"""Whoosh as its tutorial shows it: stored texts, a query parser, a searcher per question, ``highlights``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from whoosh import fields, index  # type: ignore[import-untyped]  # whoosh ships no type hints
from whoosh.analysis import SpaceSeparatedTokenizer  # type: ignore[import-untyped]  # likewise
from whoosh.qparser import MultifieldParser, OrGroup  # type: ignore[import-untyped]  # likewise

from scripts.benchmarks.peers import Asked, Text


class WhooshTutorial:
    """A schema of stored text fields."""

    name = "Whoosh (tutorial)"

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        """One writer, one commit."""
        words = fields.TEXT(analyzer=SpaceSeparatedTokenizer(), stored=True)
        schema = fields.Schema(n=fields.STORED, heading=words, text=words, said=words, spelled=words)
        self._index = index.create_in(folder, schema)
        writer = self._index.writer()
        for number, text in enumerate(texts):
            writer.add_document(n=number, heading=text.heading, text=text.text, said=text.said, spelled=text.spelled)
        writer.commit()

    def ask(self, asked: Asked) -> Sequence[tuple[int, str]]:
        """The ten best, parsed from a string."""
        parts = [stems[0] if len(stems) == 1 else f'"{" ".join(stems)}"' for stems in asked.any_of]
        parts += [f"spelled:{word}" for word in asked.spelled]
        if asked.phrase:
            parts.append(f'"{" ".join(asked.phrase)}"')
        with self._index.searcher() as searcher:
            parser = MultifieldParser(["heading", "text", "said"], self._index.schema, group=OrGroup)
            found = searcher.search(parser.parse(" ".join(parts)), limit=10)
            return [(hit["n"], hit.highlights("text")) for hit in found]

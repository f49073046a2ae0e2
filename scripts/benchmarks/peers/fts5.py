"""SQLite FTS5 over stemmed columns, headings weighted: what most sites of this size use."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from scripts.benchmarks.peers import Asked, Text

_ASK = """
SELECT rowid, snippet(units, 1, '<', '>', '…', 24) FROM units
WHERE units MATCH ? AND rank MATCH 'bm25(2.0, 1.0, 0.5, 0.5)' ORDER BY rank LIMIT 10
"""


class Fts5:
    """One table, one column for each part of a unit."""

    name = "SQLite FTS5"

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:")

    def build(self, texts: Sequence[Text], folder: Path) -> None:
        """Fill one table in one transaction, and let FTS5 merge its segments into one."""
        self._db = sqlite3.connect(folder / "units.db")
        self._db.execute("CREATE VIRTUAL TABLE units USING fts5(heading, text, said, spelled, tokenize='unicode61')")
        rows = ((n, t.heading, t.text, t.said, t.spelled) for n, t in enumerate(texts))
        self._db.executemany("INSERT INTO units(rowid, heading, text, said, spelled) VALUES (?, ?, ?, ?, ?)", rows)
        self._db.execute("INSERT INTO units(units) VALUES ('optimize')")
        self._db.commit()

    def ask(self, asked: Asked) -> Sequence[tuple[int, str]]:
        """The ten best by bm25, with FTS5's own snippet."""
        parts = [f'"{" ".join(stems)}"' for stems in asked.any_of]
        either = [f"{{heading text said}} : ({' OR '.join(parts)})"] if parts else []
        if asked.spelled:
            either.append("spelled : ({})".format(" OR ".join(f'"{word}"' for word in asked.spelled)))
        if asked.phrase:
            either.append('{{heading text}} : "{}"'.format(" ".join(asked.phrase)))
        return self._db.execute(_ASK, (" OR ".join(either),)).fetchall() if either else []

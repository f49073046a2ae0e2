"""The peers that search is measured against."""

from __future__ import annotations

from collections.abc import Callable

from scripts.benchmarks.peers import Peer
from scripts.benchmarks.peers.fts5 import Fts5
from scripts.benchmarks.peers.tantivy import Tantivy
from scripts.benchmarks.peers.whoosh import WhooshTutorial


def peers(without: str = "") -> list[Callable[[], Peer]]:
    """What makes each peer, but those whose names begin as one of ``without`` does (comma-separated)."""
    left_out = tuple(name for name in without.lower().split(",") if name)
    makers = (Fts5, Tantivy, WhooshTutorial)
    return [make for make in makers if not (left_out and make.name.lower().startswith(left_out))]

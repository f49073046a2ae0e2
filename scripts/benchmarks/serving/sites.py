"""The two sites that are measured: ours as ``kb serve`` serves it, and Datasette over the same units in SQLite."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from kb.corpus import Corpus
from kb.search.documents import read_units

DATASETTE: Final = "datasette==0.65.1"
ROOT: Final = Path(__file__).resolve().parents[3]
PLACE: Final = ROOT / ".kb" / "datasette"
PATIENCE: Final = 300.0
"""Seconds that a site may take to begin."""

_TABLES: Final = """
CREATE TABLE units (id TEXT PRIMARY KEY, book TEXT, law INTEGER, address TEXT, heading TEXT, text TEXT, closing TEXT);
CREATE VIRTUAL TABLE units_fts USING fts5(heading, text, closing, content='units', tokenize='unicode61');
"""


def datasette() -> Path:
    """The program, in an environment of its own, fetched where it is not there yet."""
    program = PLACE / "bin" / "datasette"
    if not program.is_file():
        print(f"Fetching {DATASETTE} …", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", PLACE], check=True)
        # Datasette asks for what the environment's own setuptools had until version 81.
        wanted = [DATASETTE, "setuptools<81"]
        subprocess.run([PLACE / "bin" / "python", "-m", "pip", "install", "--quiet", *wanted], check=True)
    return program


def fill(corpus: Corpus, path: Path) -> None:
    """The units of all books as one table with full-text search, made as Datasette's documentation does."""
    rows = [
        (f"{unit.book}:{unit.address}", unit.book, unit.address.law, str(unit.address), *unit.texts)
        for unit in read_units(corpus)
    ]
    with sqlite3.connect(path) as database:
        database.executescript(_TABLES)
        database.executemany("INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        database.execute("INSERT INTO units_fts(units_fts) VALUES ('rebuild')")


@contextmanager
def serving(command: Sequence[str | Path], port: int, path: str) -> Iterator[str]:
    """Run a site, wait until it answers at ``path``, and give its address; it ends with the block."""
    base = f"http://127.0.0.1:{port}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, **quiet) as site:  # type: ignore[call-overload]  # the two streams, by name
        try:
            _wait(base + path)
            yield base
        finally:
            site.terminate()
            site.wait()


def _wait(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(url, timeout=5):  # noqa: S310 - an address of this machine
                return
        except OSError:
            if time.monotonic() > until:
                raise SystemExit(f"{url} did not answer within {PATIENCE:.0f} seconds.") from None
            time.sleep(0.2)


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])

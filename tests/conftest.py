"""What every test shares: a state folder of this process's own, so that no test reads an index that another made."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

STATE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep what this process builds (each worker is one) in a folder of its own; commands that it runs inherit it."""
    os.environ["KB_STATE"] = config.stash[STATE] = tempfile.mkdtemp(prefix="bridge-law-kb-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    shutil.rmtree(config.stash[STATE], ignore_errors=True)

"""What every test shares: patience, and a state folder of its own process, so that no test reads what another built."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

settings.register_profile("patient", parent=settings(), deadline=None)  # a busy machine is no fault of ours
settings.load_profile("patient")

STATE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep what this process builds (each worker is one) in a folder of its own; commands that it runs inherit it."""
    os.environ["KB_STATE"] = config.stash[STATE] = tempfile.mkdtemp(prefix="bridge-law-kb-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    shutil.rmtree(config.stash[STATE], ignore_errors=True)

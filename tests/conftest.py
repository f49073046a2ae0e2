"""What every test shares: patience, the command line, and a state folder of its own, so that none reads another's."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile

import pytest
from hypothesis import settings

from tests.calling import Run, Said

settings.register_profile("patient", parent=settings(), deadline=None)  # a busy machine is no fault of ours
settings.load_profile("patient")

STATE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep what this process builds (each worker is one) in a folder of its own; commands that it runs inherit it."""
    os.environ["KB_STATE"] = config.stash[STATE] = tempfile.mkdtemp(prefix="bridge-law-kb-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    shutil.rmtree(config.stash[STATE], ignore_errors=True)


@pytest.fixture
def kb(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs one command of the command line in this process."""
    from kb.cli import main  # noqa: PLC0415 - most tests have no use for all that it imports

    def run(*arguments: str, stdin: str | bytes = "") -> Said:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        try:
            code = main(arguments)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        return Said(code, *capsys.readouterr())

    return run

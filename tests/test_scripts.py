"""The scripts on machines that lack something, and on one that lacks nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import chromium

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {"run": "requirements.lock", "test": "requirements-dev.lock"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the scripts and lock files, in a folder whose name has a space, without an environment."""
    place = tmp_path / "my checkout"
    shutil.copytree(ROOT / "scripts", place / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in (*LOCKS.values(), "pyproject.toml"):
        shutil.copy(ROOT / name, place)
    return place


def call(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    values = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **environment}
    return subprocess.run(command, env=values, cwd="/", capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("script", ["bench", "environment.sh", "kb", "lock", "serve", "test"])
def test_scripts_are_plain_shell(script: str) -> None:
    assert call("sh", "-n", ROOT / "scripts" / script).returncode == 0


@pytest.mark.parametrize("script", ["kb", "serve", "test"])
def test_a_machine_without_python_is_told_so(script: str, checkout: Path) -> None:
    answer = call(checkout / "scripts" / script, KB_PYTHON="false")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "needs Python 3.11 or newer" in answer.stderr


def test_a_folder_that_is_no_environment_is_left_alone(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "letters.txt").write_text("dear", encoding="utf-8")
    answer = call(checkout / "scripts" / "kb", KB_PYTHON=sys.executable)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "Move it away" in answer.stderr
    assert (checkout / ".venv" / "letters.txt").exists()


def stand_in(checkout: Path, purpose: str) -> Path:
    """An environment that says what it was called with, marked as made from the files of this checkout."""
    command = checkout / ".venv" / "bin" / "kb"
    command.parent.mkdir(parents=True)
    command.write_text('#!/bin/sh\nprintf "%s|" "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    (command.parent / "python").symlink_to(sys.executable)
    lock = checkout / LOCKS[purpose]
    made_from = [lock, checkout / "pyproject.toml", checkout / "scripts" / "environment.py"]
    (checkout / ".venv" / f"ready-to-{purpose}").write_text(call("cksum", *made_from).stdout, encoding="utf-8")
    return lock


@pytest.mark.parametrize(("script", "said"), [("kb", "show|64/A 2|"), ("serve", "serve|show|64/A 2|")])
def test_a_ready_environment_is_used_at_once(script: str, said: str, checkout: Path) -> None:
    stand_in(checkout, "run")
    answer = call(checkout / "scripts" / script, "show", "64/A 2", KB_PYTHON="false")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, said, "")


def test_a_changed_lock_file_is_noticed(checkout: Path) -> None:
    lock = stand_in(checkout, "run")
    lock.write_text(lock.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert call(checkout / "scripts" / "kb", KB_PYTHON="false").returncode == 2


def test_a_checkout_that_moved_is_noticed(checkout: Path) -> None:
    stand_in(checkout, "run")
    moved = checkout.rename(checkout.with_name("moved"))
    assert call(moved / "scripts" / "kb", KB_PYTHON="false").returncode == 2


def test_measurements_are_listed_by_name(checkout: Path) -> None:
    answer = call(checkout / "scripts" / "bench", "no-such-measurement")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("scripts/bench NAME")


def test_a_browser_that_does_not_run_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CHROMIUM", "/no/such/browser")
    with pytest.raises(SystemExit, match="/no/such/browser, which does not run"):
        chromium.main()


def test_a_machine_without_a_browser_is_told_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KB_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "ways", lambda: iter([None, None]))
    with pytest.raises(SystemExit, match="apt-get install chromium"):
        chromium.main()

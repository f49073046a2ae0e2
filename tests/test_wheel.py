"""The wheel: what it carries, and that what is installed from it answers and serves from any folder."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tomllib
import zipfile
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
RECORDS = f"bridge_law_kb-{VERSION}.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by its own builder, without a network."""
    target = tmp_path_factory.mktemp("dist")
    return Path(next(WheelBuilder(str(ROOT)).build(directory=str(target), versions=["standard"])))


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as inside:
        return set(inside.namelist())


@pytest.mark.parametrize("folder", ["corpus", "kb", "webui"])
def test_the_wheel_carries_every_file_of_the_project(folder: str, wheel: Path) -> None:
    files = {path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    paths = {path.relative_to(ROOT / folder).as_posix() for path in files}
    place = {"corpus": "kb/_corpus"}.get(folder, folder)
    assert {f"{place}/{path}" for path in paths} <= names(wheel)


def test_the_wheel_carries_nothing_else(wheel: Path) -> None:
    assert {name.split("/")[0] for name in names(wheel)} == {"kb", "webui", RECORDS}


class Installed(NamedTuple):
    """The wheel unpacked as an installer does it, far from the checkout, and the command it brings."""

    folder: Path
    command: list[str]
    environment: dict[str, str]

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Call the command from a folder that has nothing to do with the project."""
        return subprocess.Popen(
            [*self.command, *arguments],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Installed:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as inside:
        inside.extractall(site)
    entry = re.search(r"^kb = ([\w.]+):(\w+)$", (site / RECORDS / "entry_points.txt").read_text(), re.MULTILINE)
    assert entry is not None
    module, name = entry.groups()
    command = [sys.executable, "-P", "-c", f"import sys; from {module} import {name}; sys.exit({name}())"]
    return Installed(tmp_path, command, {"PYTHONPATH": str(site), "HOME": str(tmp_path), "PATH": os.environ["PATH"]})


def test_the_installed_command_answers(installed: Installed) -> None:
    with installed.start("show", "64/A/2", "--book", "da-1997", "--json") as ran:
        said, complaints = ran.communicate(timeout=300)
    assert (ran.returncode, complaints) == (0, "")
    assert "64/A/2" in said


def test_the_installed_command_serves_and_stops_cleanly(installed: Installed) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with installed.start("serve", "--port", port) as site:
        assert site.stdout is not None
        assert site.stderr is not None
        try:
            line = site.stdout.readline().strip()
            assert line, site.stderr.read()
            address = urlsplit(line)
            asking = HTTPConnection(address.netloc, timeout=300)
            asking.request("GET", "/da-1997/64")
            assert asking.getresponse().status == 200
            asking.close()
        finally:
            site.send_signal(signal.SIGINT)
        assert site.wait(timeout=300) == 0

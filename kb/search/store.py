"""Where a search index lives: a fresh folder for each build, a pointer to the one in use, a manifest of checksums.

Nothing here is ever unpickled: arrays are read with ``allow_pickle=False`` and the rest is JSON and text. Every
file is checked against its SHA-256 from the very bytes that are then used. A build that is killed leaves the old
index in use, and its litter is removed by the next one.
"""

from __future__ import annotations

import hashlib
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from kb.errors import BrokenBuild

VERSION: Final = 2
"""Of the files of an index; raised when their meaning changes, so that older ones count as stale."""
POINTER: Final = "current"
"""The file that names the folder in use."""
MANIFEST: Final = "manifest.json"
_PREFIX: Final = "build-"
_LOCK: Final = "lock"


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an index is made of: the fingerprint of its corpus, and the SHA-256 of each file."""

    version: int
    fingerprint: str
    files: dict[str, str]


def write_index(folder: Path, fingerprint: str, fill: Callable[[Path], None]) -> None:
    """Build an index and put it to use: ``fill`` writes its files into the fresh folder that it is given.

    Raises :class:`BrokenBuild` (``index-unwritable``) where the file system refuses; the old index stays in use.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            fresh = folder / f"{_PREFIX}{secrets.token_hex(8)}"
            fresh.mkdir(mode=0o755)
            try:
                fill(fresh)
                files = {path.name: _sum(path.read_bytes()) for path in sorted(fresh.iterdir())}
                manifest = msgspec.json.encode(Manifest(VERSION, fingerprint, files))
                (fresh / MANIFEST).write_bytes(manifest)
                _point(folder, fresh.name)
            except BaseException:
                shutil.rmtree(fresh, ignore_errors=True)
                raise
            _sweep(folder, fresh.name)
    except OSError as problem:
        raise BrokenBuild("index-unwritable", folder=str(folder), problem=problem.strerror or str(problem)) from problem


def read_index(folder: Path, fingerprint: str) -> Mapping[str, bytes]:
    """Every file of the index in use, checked: name to bytes.

    Raises :class:`BrokenBuild`: ``index-missing``, ``index-stale`` (of another corpus or version) or
    ``index-damaged`` (a file is missing, added or changed); all say to run ``kb build``.
    """
    tried = ""
    while True:
        name = _pointed(folder)
        try:
            return _read(folder / name, fingerprint)
        except FileNotFoundError as problem:
            # Between reading the pointer and the folder, another build may have taken its place: look again.
            if name == tried:
                raise BrokenBuild("index-damaged", file=str(problem.filename or name)) from problem
            tried = name
        except OSError as problem:
            raise BrokenBuild("index-damaged", file=str(problem.filename or name)) from problem


def _read(fresh: Path, fingerprint: str) -> Mapping[str, bytes]:
    try:
        manifest = msgspec.json.decode((fresh / MANIFEST).read_bytes(), type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BrokenBuild("index-damaged", file=MANIFEST) from problem
    if (manifest.version, manifest.fingerprint) != (VERSION, fingerprint):
        raise BrokenBuild("index-stale")
    present = {path.name for path in fresh.iterdir()} - {MANIFEST}
    for name in sorted(present ^ set(manifest.files)):
        raise BrokenBuild("index-damaged", file=name)
    files = {name: (fresh / name).read_bytes() for name in manifest.files}
    for name, data in files.items():
        if _sum(data) != manifest.files[name]:
            raise BrokenBuild("index-damaged", file=name)
    return files


def _pointed(folder: Path) -> str:
    try:
        name = (folder / POINTER).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise BrokenBuild("index-missing", folder=str(folder)) from problem
    if not (name.startswith(_PREFIX) and name.removeprefix(_PREFIX).isalnum()):
        raise BrokenBuild("index-damaged", file=POINTER)
    return name


def _point(folder: Path, name: str) -> None:
    fresh = folder / f"{POINTER}.{name}"
    fresh.write_text(f"{name}\n", encoding="ascii")
    fresh.replace(folder / POINTER)


def _sweep(folder: Path, kept: str) -> None:
    for path in folder.iterdir():
        if path.name.startswith(_PREFIX) and path.name != kept:
            shutil.rmtree(path, ignore_errors=True)
        elif path.name.startswith(f"{POINTER}."):
            path.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Only one build at a time in a folder; a second one waits."""
    with (folder / _LOCK).open("wb") as lock:
        try:
            import fcntl  # noqa: PLC0415 - not on Windows, where two builds at once are the user's affair
        except ImportError:
            yield
            return
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

"""Files written whole or not at all: into a temporary neighbour first, then put in place in one step."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kb.errors import BadSource


def write_whole(path: Path, data: bytes) -> bool:
    """Make ``path`` hold exactly ``data``; says whether that changed anything (an equal file is left alone).

    Readers see the former file or the new one, never a part. Raises :class:`BadSource`
    (``file-unwritable``) when the file system refuses, and leaves nothing behind.
    """
    try:
        if path.is_file() and path.read_bytes() == data:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as problem:
        raise BadSource("file-unwritable", name=str(path), problem=problem.strerror or str(problem)) from problem
    return True


@contextmanager
def folder_whole(path: Path) -> Iterator[Path]:
    """A fresh folder to fill, which becomes ``path`` when the block ends, and is gone if it fails.

    Raises :class:`BadSource` (``file-unwritable``) when the file system refuses; ``path`` must not exist.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    except OSError as problem:
        raise BadSource("file-unwritable", name=str(path), problem=problem.strerror or str(problem)) from problem
    try:
        yield fresh
        fresh.chmod(0o755)
        fresh.rename(path)
    except OSError as problem:
        raise BadSource("file-unwritable", name=str(path), problem=problem.strerror or str(problem)) from problem
    finally:
        if fresh.exists():
            shutil.rmtree(fresh, ignore_errors=True)

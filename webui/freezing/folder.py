"""The folder of an export: written whole or not at all, and never over what is somebody else's."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kb.errors import BadSource, WrongCall

MARK: Final = ".kb-site"
"""The file by which an earlier export of ours is known."""


def check_folder(path: Path) -> None:
    """Raise :class:`WrongCall` where an export may not be written: at a file (``site-at-file``), or in a folder with
    something else in it (``site-folder-taken``)."""
    try:
        if path.is_dir():
            if not (path / MARK).is_file() and any(path.iterdir()):
                raise WrongCall("site-folder-taken", name=str(path))
        elif path.exists() or path.is_symlink():
            raise WrongCall("site-at-file", name=str(path))
    except OSError as problem:
        raise BadSource("file-unwritable", name=str(path), problem=problem.strerror or str(problem)) from problem


@contextmanager
def fresh_folder(path: Path) -> Iterator[Path]:
    """A fresh folder to fill, which takes the place of ``path`` when the block ends, and is gone if it fails.

    Raises as :func:`check_folder` does, and :class:`BadSource` (``file-unwritable``) when the file system refuses.
    """
    path = path.resolve() if path.is_dir() else path.absolute()
    check_folder(path)
    fresh = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
        yield fresh
        fresh.chmod(0o755)
        _put(fresh, path)
    except OSError as problem:
        raise BadSource("file-unwritable", name=str(path), problem=problem.strerror or str(problem)) from problem
    finally:
        if fresh is not None and fresh.exists():
            shutil.rmtree(fresh, ignore_errors=True)


def _put(fresh: Path, path: Path) -> None:
    """Put a folder in the place of another, which comes back if that fails."""
    check_folder(path)  # somebody may have put something there meanwhile
    if not path.exists():
        fresh.rename(path)
        return
    former = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    path.rename(former)
    try:
        fresh.rename(path)
    except OSError:
        former.rename(path)
        raise
    shutil.rmtree(former, ignore_errors=True)

"""Where the pack is kept between two starts, and who makes it: it takes a while, so no reader waits for it.

A pack depends on the books, on the code and on the site's files. The folder (setting ``PACK_FOLDER``) is named by those
who start the site, for one state of the books and the code of ``kb``; the file in it by the files of ``webui``.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

import msgspec
from flask import Flask

from kb.corpus import Corpus
from kb.corpus.writing import write_whole
from kb.errors import BadSource
from kb.search import Engine
from webui.offline.pack import Pack, Part, make_pack

_PACKAGE: Final = Path(__file__).parent.parent
_NEEDED: Final = ("**/*.py", "templates/**/*.html", "static/**/*", "translations/**/*.po")
SETTING: Final = "PACK_FOLDER"
INSIDE: Final = "-"
"""The setting of the site that a pack is made of: its pages offer what the pack is for."""


class _File(msgspec.Struct, frozen=True):
    build: str
    parts: dict[str, Part]
    files: list[dict[str, Any]]


class Keeping:
    """The pack of one site: read from its folder, else made in the background, by one process alone."""

    def __init__(self, corpus: Corpus, engine: Engine, folder: Path) -> None:
        self._corpus, self._engine = corpus, engine
        self._file = folder / f"{_state_of_site()[:16]}.pack"
        self._turn = self._file.with_suffix(".making")
        self._lock = Lock()
        self._pack: Pack | None = None

    def pack(self) -> Pack | None:
        """The pack, None while it is being made."""
        with self._lock:
            if self._pack is None:
                self._pack = _read(self._file)
            if self._pack is None and self._take_turn():
                Thread(target=self._make, daemon=True).start()
            return self._pack

    def pack_kept(self) -> Pack | None:
        """The pack, if it is kept."""
        return _read(self._file)

    def make(self) -> None:
        """Make the pack now, unless it is there or somebody else makes it."""
        if _read(self._file) is None and self._take_turn():
            self._make()

    def _make(self) -> None:
        try:
            pack = pack_of(self._corpus, self._engine)
            data = msgspec.msgpack.encode(_File(pack.build, dict(pack.parts), [dict(each) for each in pack.files]))
            with suppress(
                BadSource, OSError
            ):  # a folder that cannot be written to only costs the time to make it again
                write_whole(self._file, data)
                for old in self._file.parent.glob("*.pack"):
                    if old != self._file:
                        old.unlink(missing_ok=True)
            self._pack = pack
        finally:
            self._turn.unlink(missing_ok=True)

    def _take_turn(self) -> bool:
        """Whether this process is the one that makes it now: it says so by its number in a file."""
        for _ in range(2):
            try:
                self._turn.parent.mkdir(parents=True, exist_ok=True)
                with self._turn.open("x") as file:
                    file.write(str(os.getpid()))
            except FileExistsError:
                if _lives(self._turn):
                    return False
                self._turn.unlink(missing_ok=True)
            except OSError:
                return False
            else:
                return True
        return False


def _lives(turn: Path) -> bool:
    """Whether the process that took a turn still runs."""
    try:
        os.kill(int(turn.read_text() or 0), 0)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def pack_of(corpus: Corpus, engine: Engine) -> Pack:
    """Make the pack of these books."""
    from webui import create_app  # noqa: PLC0415 - the pack is made of a whole site, of which this room is a part

    site: Flask = create_app(corpus, engine, {"BASE_URL": "", SETTING: INSIDE})
    return make_pack(site)


def _read(file: Path) -> Pack | None:
    try:
        kept = msgspec.msgpack.decode(file.read_bytes(), type=_File)
    except (OSError, msgspec.MsgspecError):
        return None
    return Pack(kept.build, kept.parts, kept.files)


@lru_cache(maxsize=1)
def _state_of_site() -> str:
    """A digest of all that the pages are made by."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in _NEEDED for path in _PACKAGE.glob(pattern) if path.is_file()}):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()} {len(data)}\n".encode() + data)
    return digest.hexdigest()

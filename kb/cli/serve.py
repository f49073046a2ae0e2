"""``kb serve``: the site, by gunicorn, after building what is missing.

Everything is built, loaded and tried before the first worker starts, so that a corpus that cannot be served is a
sentence here and not a loop of dying workers. Each worker opens the index for itself after the fork.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker

from kb.cli.output import answer, progress
from kb.cli.usage import Call
from kb.corpus import Corpus, Folders, find_folders
from kb.corpus.freshness import fingerprint
from kb.errors import KbError
from kb.library import Library, open_engine
from webui import create_app
from webui.offline.keeping import SETTING, Keeping

_THREADS = 4
"""Per worker: a phone on a bad line holds a thread, and not the whole worker."""


def run(call: Call) -> int:
    """Serve until Ctrl-C."""
    host, port = call.text("host"), call.options.port
    check_port(host, port)
    library = Library(find_folders(), progress)
    library.prepare()
    _ = library.corpus.backlinks  # worked out here, the references of all books are shared by the workers
    create_app(library.corpus, library.engine)
    with packing(library):
        _Site(library.folders, library.corpus, host, port, call.options.workers).run()
    return 0


def pack_folder(folders: Folders) -> Path:
    """Where the pack for reading offline is kept, for one state of the books and the code."""
    return folders.state / "pack" / fingerprint(folders)[:16]


@contextmanager
def packing(library: Library) -> Iterator[None]:
    """Make the pack for reading offline, where it is not there yet, beside what is done in the block and no longer:
    in a program of its own, so that no page waits for it. Packs of other books or code go."""
    folder = pack_folder(library.folders)
    for old in folder.parent.glob("*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    if Keeping(library.corpus, library.engine, folder).pack_kept() is not None:
        yield
        return
    mine, quiet = os.getpid(), subprocess.DEVNULL
    command = [sys.executable, "-m", "webui.offline", str(folder)]
    making = subprocess.Popen(  # noqa: S603 - our own module, and a folder of ours
        command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        yield
    finally:
        if os.getpid() == mine:  # the workers, which are forks of this process, leave the block as well
            making.terminate()
            making.wait()


def check_port(host: str, port: int) -> None:
    """Raise :class:`KbError` (``port-taken``, ``host-unusable``) where nothing can listen at that address."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as problem:
        code = "port-taken" if problem.errno == errno.EADDRINUSE else "host-unusable"
        why = problem.strerror or str(problem)
        raise KbError(code, host=host, port=port, problem=why) from problem


_PATIENCE = 5
"""Seconds that a worker has to end what it is answering after Ctrl-C."""


class _Site(BaseApplication):  # type: ignore[misc]  # gunicorn carries no types
    """The settings of gunicorn, and the application that its workers run."""

    def __init__(self, folders: Folders, corpus: Corpus, host: str, port: int, workers: int) -> None:
        self.folders = folders
        self.corpus = corpus
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        self.settings: dict[str, Any] = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "workers": workers,
            "worker_class": "gthread",
            "threads": _THREADS,
            "graceful_timeout": _PATIENCE,
            "loglevel": "warning",
            "limit_request_line": 8190,  # the most gunicorn knows: a long question is answered by a page of ours
            "control_socket_disable": True,
            "post_worker_init": self.greet,
        }
        super().__init__()

    def load_config(self) -> None:
        """Give gunicorn our settings, and none from files or the environment."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application, in the worker that runs it."""
        settings = {SETTING: str(pack_folder(self.folders))}
        return create_app(self.corpus, open_engine(self.folders, self.corpus), settings)

    def greet(self, worker: Worker) -> None:
        """Print the address once, when the first worker can answer."""
        if worker.age == 1:
            answer(self.url)
            sys.stdout.flush()

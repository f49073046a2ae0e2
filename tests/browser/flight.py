"""A site that offers its pack, and can be closed and opened again while a browser looks on."""

from __future__ import annotations

from threading import Thread

from flask import Flask
from werkzeug.serving import BaseWSGIServer, make_server

from kb import load
from tests.packing import kept_pack
from webui import create_app
from webui.offline import EXTENSION
from webui.offline.keeping import SETTING
from webui.offline.pack import Pack


class Site:
    """A site that can be closed, and opened again at the same address."""

    def __init__(self) -> None:
        library = load()
        self.app: Flask = create_app(library.corpus, library.engine, {SETTING: "-"})
        self.keeping = kept_pack(library)
        self.app.extensions[EXTENSION] = self.keeping
        self.port = 0
        self._server: BaseWSGIServer | None = None
        self.open()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        if self._server is None:
            self._server = make_server("127.0.0.1", self.port, self.app, threaded=True)
            self.port = self._server.server_port
            Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @property
    def pack(self) -> Pack:
        pack = self.keeping.pack()
        assert pack is not None
        return pack

    def offer(self, pack: Pack) -> None:
        self.keeping._pack = pack  # a build that somebody made meanwhile

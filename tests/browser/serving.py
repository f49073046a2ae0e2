"""A site served for real, on a free port, for as long as a test needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from wsgiref.types import WSGIApplication

from werkzeug.serving import make_server


@contextmanager
def served(application: WSGIApplication) -> Iterator[str]:
    """Serve it; the value is its address, without a slash at the end."""
    server = make_server("127.0.0.1", 0, application, threaded=True)
    serving = Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()

"""Hold the interface for programs against its contract: ``scripts/bench contract [options of st run]``.

Schemathesis asks every question of the OpenAPI document with examples, at the edges, at random, wrongly, and along the
links from answer to answer. It brings some twenty packages and a plugin that would ride in every test run, so it lives
in an environment of its own, ``.kb/schemathesis``, made the first time.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from werkzeug.serving import make_server

from kb import load
from webui import create_app

SCHEMATHESIS = "schemathesis==4.32.5"
ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / ".kb" / "schemathesis"


def tester() -> Path:
    """The program, fetched where it is not there yet."""
    program = PLACE / "bin" / "st"
    if not program.is_file():
        print(f"Fetching {SCHEMATHESIS} …", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", PLACE], check=True)
        subprocess.run([PLACE / "bin" / "python", "-m", "pip", "install", "--quiet", SCHEMATHESIS], check=True)
    return program


def main() -> int:
    """Serve the site on a free port and let the program ask; its exit code is ours."""
    program = tester()
    library = load()
    server = make_server("127.0.0.1", 0, create_app(library.corpus, library.engine), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    document = f"http://127.0.0.1:{server.server_port}/api/v1/openapi.json"
    phases = "examples,coverage,fuzzing,stateful"
    try:
        asked: list[str | Path] = [program, "run", document, "--phases", phases, "--max-examples", "25", *sys.argv[1:]]
        return subprocess.run(asked, cwd=PLACE, check=False).returncode
    finally:
        server.shutdown()


if __name__ == "__main__":
    sys.exit(main())

"""The whole site as files, for any host that serves files: ``kb export site``.

:mod:`~webui.freezing.gathering` asks the site for everything, :mod:`~webui.freezing.places` says where each answer
stands among files, :mod:`~webui.freezing.rewriting` mends the links between them, :mod:`~webui.freezing.printing` makes
every file, and :mod:`~webui.freezing.folder` puts the whole in place at once. What somebody asks (a search, a citation)
is answered in the browser there, by ``static/freezing/asking.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, cast

from flask import Flask

from kb.corpus import Corpus
from kb.errors import NotFound
from kb.messages import Message
from kb.search import Engine
from webui import create_app
from webui.freezing.folder import check_folder, fresh_folder
from webui.freezing.gathering import Told, gather
from webui.freezing.keeping import keeping
from webui.freezing.places import Whereabouts
from webui.freezing.printing import files_of
from webui.freezing.rewriting import Rewriter
from webui.freezing.saying import SAID, digraphs, said_of
from webui.offline.pack import make_tables
from webui.shelf import EXTENSION, Shelf
from webui.styles import linked

__all__ = ["Frozen", "Whereabouts", "check_folder", "freeze"]

OFTEN: Final = 500
"""After so many answers, progress is told."""

BYTES: Final = "application/octet-stream"
JSON: Final = "application/json"

Report = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class Frozen:
    """An export that was written: files, bytes; the links to what is not in it, each with a page that has it; the
    files whose names differ in capitals alone, which some file systems cannot hold side by side."""

    files: int
    bytes: int
    astray: Mapping[str, str]
    alike: tuple[tuple[str, str], ...]


def freeze(corpus: Corpus, engine: Engine, folder: Path, at: Whereabouts, report: Report) -> Frozen:
    """Write the site into a folder, whole or not at all. Two exports of the same books are the same bytes.

    Raises :class:`kb.errors.WrongCall` for a folder that cannot be used, :class:`NotFound` for a language that the
    pages do not speak.
    """
    check_folder(folder)
    app = _frozen(corpus, engine, at)

    def told(done: int, known: int) -> None:
        if done % OFTEN == 0:
            report(Message("site-gathering", {"done": done, "known": known}))

    parts = make_tables(_live(corpus, engine))
    tables = {name: f"/offline/{part.digest[:16]}.bin" for name, part in parts.items()}
    made = {tables[name]: Told(200, BYTES, BYTES, part.wire) for name, part in parts.items()}
    made[SAID] = Told(200, JSON, JSON, said_of(corpus))
    gathered = gather(app, corpus, at, made, told)
    rewriter = Rewriter(gathered, at)
    printed = files_of(app, rewriter, tables)
    files = dict(sorted({**printed, **keeping(corpus, at, printed, tables.values())}.items()))
    report(Message("site-writing", {"files": len(files)}))
    with fresh_folder(folder) as fresh:
        for name, body in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
    return Frozen(len(files), sum(map(len, files.values())), {**gathered.astray, **rewriter.astray}, _alike(files))


def _frozen(corpus: Corpus, engine: Engine, at: Whereabouts) -> Flask:
    """The site in one language, without what needs a server that thinks."""
    app = create_app(corpus, engine, {"BASE_URL": at.base, "PACK_FOLDER": ""})
    shelf = cast("Shelf", app.extensions[EXTENSION])
    if at.language not in shelf.tongues:
        raise NotFound("language-unknown", code=at.language[:80], known=", ".join(sorted(shelf.tongues)))
    app.extensions[EXTENSION] = replace(shelf, tongues={at.language: shelf.tongues[at.language]})
    app.jinja_env.globals.update(frozen=True, style=linked, said_at=SAID, digraphs=digraphs(corpus))
    return app


def _live(corpus: Corpus, engine: Engine) -> Flask:
    """The site as it is served, of which the tables for the browser are made."""
    return create_app(corpus, engine, {"BASE_URL": "", "PACK_FOLDER": ""})


def _alike(files: Mapping[str, bytes]) -> tuple[tuple[str, str], ...]:
    """Files whose names are one in small letters."""
    first: dict[str, str] = {}
    return tuple((other, name) for name in files if (other := first.setdefault(name.casefold(), name)) != name)

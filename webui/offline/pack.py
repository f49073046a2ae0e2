"""The pack: everything that a device keeps, in a few parts, with the build that they are.

=============  ===================================================================================================
``pages``      every page in all languages, and the cards of results, written short (:mod:`webui.offline.shorthand`)
``answers``    the table of citations, and the search index (:mod:`webui.offline.citing`, ``wording``)
``texts``      cards alone, for a site of files that has its pages anyway and only searches in the browser
=============  ===================================================================================================

The build is a digest of all parts that a device keeps and of the site's files, so the same books and the same site give
the same build, and a device fetches nothing twice. A part's address holds the digest of its bytes.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

from flask import Flask

from kb.search import Engine
from kb.search.answering import Answering
from kb.search.documents import read_units
from kb.search.index import Index
from webui.files import FILES, VERSION
from webui.offline.citing import citing
from webui.offline.kept import Copyist, Page
from webui.offline.parcel import bound, packed
from webui.offline.says import HERE, VALUES, says
from webui.offline.shorthand import Shorthand, steps, varint
from webui.offline.wording import wording
from webui.shelf import EXTENSION, Shelf

SLOTS: Final = ("question", "chosen", "books", "led", "count", "results", "snippet")
"""The parts of a page that a device fills, in the order of the letters that stand for them."""
SLOT_LETTERS: Final = 0xE060
_NAMED: Final = re.compile(rf"/static/{VERSION}/([\w./-]+)")
_IMPORTED: Final = re.compile(r"""(?:from|import\(|import|new URL\()\s*["'](?:\./)?([\w./-]+\.(?:js|css|svg))["']""")


@dataclass(frozen=True)
class Part:
    """A part of the pack: its name, its bytes as they go over the wire, and how many they are when unpacked."""

    name: str
    wire: bytes
    size: int
    digest: str

    @property
    def path(self) -> str:
        """Where it is fetched; the same bytes always stand at the same address."""
        return f"/offline/parts/{self.digest[:16]}/{self.name}"


@dataclass(frozen=True)
class Pack:
    """The parts of a build, and the files of the site that its pages need."""

    build: str
    parts: Mapping[str, Part]
    files: Sequence[Mapping[str, Any]]

    @property
    def bill(self) -> dict[str, Any]:
        """What a device fetches: each with its address, its digest, and its bytes on the wire."""
        fetched = [
            {"name": part.name, "url": part.path, "sha256": part.digest, "bytes": len(part.wire), "size": part.size}
            for part in (self.parts["pages"], self.parts["answers"])
        ]
        return {"build": self.build, "parts": [*fetched, *self.files]}

    @property
    def bytes(self) -> int:
        """Bytes on the wire of all that a device fetches."""
        return sum(int(part["bytes"]) for part in self.bill["parts"])


def make_pack(app: Flask) -> Pack:
    """The pack of a site; ``app`` is one made for this, see :class:`webui.offline.kept.Copyist`."""
    shelf: Shelf = app.extensions[EXTENSION]
    copyist = Copyist(app)
    pages = list(copyist.pages())
    pieces = _pieces(copyist, shelf)
    parts = {"pages": _part("pages", _written(pages, pieces)), **_tables(copyist, shelf, pieces)}
    files = list(files_named([*(text for page in pages for text in page.texts), *pieces["blanks"]]))
    digest = hashlib.sha256(json.dumps([parts["pages"].digest, parts["answers"].digest, files]).encode())
    return Pack(digest.hexdigest()[:12], parts, files)


def make_tables(app: Flask) -> Mapping[str, Part]:
    """The parts ``answers`` and ``texts`` alone, from which a browser answers where the pages are files anyway; ``app``
    is one made for this, as above."""
    shelf: Shelf = app.extensions[EXTENSION]
    copyist = Copyist(app)
    return _tables(copyist, shelf, _pieces(copyist, shelf))


def pages_part(pages: Sequence[Page]) -> Part:
    """The part ``pages`` of pages that are ready as they are, without pieces."""
    return _part("pages", _written(pages, {}))


def _tables(copyist: Copyist, shelf: Shelf, pieces: Mapping[str, Sequence[str]]) -> dict[str, Part]:
    index = index_of(shelf.engine)
    words, columns = wording(shelf.corpus, index)
    header = {
        "citations": citing(shelf.corpus, copyist.tongue.message),
        "says": says(copyist.tongue),
        "values": {name: chr(HERE + at) for at, name in enumerate(VALUES)},
        "slots": vars(_slots()),
        "partners": [[one, other, int(twins)] for one, other, twins in index.partners],
        **words,
    }
    header["codes"], header["sentences"] = list(copyist.sentences.codes), list(copyist.sentences.said)
    return {"answers": _part("answers", bound(header, columns)), "texts": _part("texts", _written([], pieces))}


def _pieces(copyist: Copyist, shelf: Shelf) -> Mapping[str, Sequence[str]]:
    """What a device makes pages of: cards of results, heads of laws, links to situations, texts, and blanks to fill."""
    slots = _slots()
    return {
        "cards": copyist.cards(slots.snippet),
        "laws": copyist.laws(),
        "situations": copyist.situations(),
        "units": ["\x01".join(unit.texts) for unit in read_units(shelf.corpus)],
        "blanks": [copyist.pieces(f"offline/{name}.html", slots=slots)[0] for name in ("found", "told")],
    }


def _slots() -> SimpleNamespace:
    return SimpleNamespace(**{name: _slot(at) for at, name in enumerate(SLOTS)})


def index_of(engine: Engine) -> Index:
    """The index that an engine answers from."""
    if not isinstance(engine, Answering):
        raise TypeError(engine)
    return engine.index


def _written(pages: Sequence[Page], pieces: Mapping[str, Sequence[str]]) -> bytes:
    """Pages and pieces as a part: a line for each page (its path, what it answers, how many texts it has), how many
    pieces there are of each kind, and all of them in this order in shorthand."""
    shorthand = Shorthand()
    for text in (
        *(text for page in pages for text in page.texts),
        *(text for kind in pieces.values() for text in kind),
    ):
        shorthand.add(text)
    written = steps(shorthand.row)
    header = {
        "pages": [[page.path, page.status, len(page.texts)] for page in pages],
        "pieces": [[kind, len(texts)] for kind, texts in pieces.items()],
        "table": "\x00".join(shorthand.table),
    }
    lengths = b"".join(map(varint, shorthand.lengths))
    return bound(header, {**vars(written), "lengths": lengths})


def _part(name: str, part: bytes) -> Part:
    return Part(name, packed(part), len(part), hashlib.sha256(part).hexdigest())


def files_named(texts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The files of the site that these pages name, and those that these name."""
    named = dict.fromkeys(name for text in texts for name in _NAMED.findall(text))
    waiting = [name for name in named if name in FILES]
    taken: dict[str, bytes] = {}
    while waiting:
        name = waiting.pop(0)
        if name in taken:
            continue
        taken[name] = FILES[name]
        if name.endswith(".js"):
            folder = name.rpartition("/")[0]
            found = (
                posixpath.normpath(posixpath.join(folder, other)) for other in _IMPORTED.findall(FILES[name].decode())
            )
            waiting += (other for other in found if other in FILES)
    for name, data in sorted(taken.items()):
        yield {
            "name": name,
            "url": f"/static/{VERSION}/{name}",
            "sha256": hashlib.sha256(data).hexdigest(),
            "bytes": min(len(data), len(packed(data))),
            "size": len(data),
        }


def _slot(at: int) -> str:
    return chr(SLOT_LETTERS + at)

"""The pack for reading offline: small, whole, the same for the same books, and saying what the site says."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kb.library import Library
from tests.packing import kept_pack
from webui import create_app
from webui.files import FILES
from webui.offline import EXTENSION
from webui.offline.citing import citing
from webui.offline.glueing import DECLARED, glued, modules_of
from webui.offline.interlinear import Interlinear, interlinear, spoken
from webui.offline.keeping import SETTING, Keeping
from webui.offline.kept import left_out
from webui.offline.pack import Pack
from webui.offline.parcel import unbound
from webui.offline.shorthand import Shorthand, Steps, read, steps, varint
from webui.offline.wording import wording
from webui.styles import linked

MOST = 500_000
"""Bytes that a device may have to fetch."""
EVERY = 11
"""Every so many pages one is held against the site's own."""


@dataclass(frozen=True)
class Kept:
    """A pack taken apart."""

    pack: Pack

    @cached_property
    def pages(self) -> Mapping[str, tuple[int, int, int]]:
        """By path: what it answers, the number of its first text, and how many it has."""
        header, _ = self._part("pages")
        found, first = {}, 0
        for path, status, count in header["pages"]:
            found[path] = (status, first, count)
            first += count
        return found

    @cached_property
    def answers(self) -> dict[str, Any]:
        return self._part("answers")[0]

    @cached_property
    def _texts(self) -> tuple[list[str], list[int], list[int]]:
        header, columns = self._part("pages")
        row = read(Steps(**{name: columns[name] for name in ("kinds", "sizes", "pieces", "distances")}))
        lengths, number, shift = [0], 0, 0
        for byte in columns["lengths"]:
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                lengths.append(lengths[-1] + number)
                number = shift = 0
        return header["table"].split("\0"), row, lengths

    def page(self, path: str, code: str) -> str:
        _, first, count = self.pages[path]
        table, row, bounds = self._texts
        codes = self.answers["codes"]
        number = first + (codes.index(code) if count > 1 else 0)
        text = "".join(table[piece] for piece in row[bounds[number] : bounds[number + 1]])
        return spoken(text, code, self.answers["sentences"], codes)

    def _part(self, name: str) -> tuple[dict[str, Any], dict[str, bytes]]:
        return unbound(gzip.decompress(self.pack.parts[name].wire))


@pytest.fixture(scope="module")
def keeping(library: Library) -> Keeping:
    return kept_pack(library)


@pytest.fixture(scope="module")
def kept(keeping: Keeping) -> Kept:
    pack = keeping.pack()
    assert pack is not None
    return Kept(pack)


@pytest.fixture(scope="module")
def offering(library: Library, keeping: Keeping) -> FlaskClient:
    app: Flask = create_app(library.corpus, library.engine, {SETTING: "-"})
    app.extensions[EXTENSION] = keeping
    return app.test_client(use_cookies=False)


def asked(client: FlaskClient, path: str, code: str = "en") -> TestResponse:
    return client.get(path, headers={"Accept-Language": code})


def test_the_pack_is_small(kept: Kept) -> None:
    by_name = {part["name"]: part["bytes"] for part in kept.pack.bill["parts"]}
    assert kept.pack.bytes == sum(by_name.values()) <= MOST, by_name


def test_the_build_is_a_digest_of_all_that_a_device_keeps(kept: Kept) -> None:
    pack = kept.pack
    assert re.fullmatch(r"[0-9a-f]{12}", pack.build)
    for part in pack.parts.values():
        plain = gzip.decompress(part.wire)
        assert (hashlib.sha256(plain).hexdigest(), len(plain)) == (part.digest, part.size)
    for file in pack.files:
        assert hashlib.sha256(FILES[file["name"]]).hexdigest() == file["sha256"]
    told = json.dumps([pack.parts["pages"].digest, pack.parts["answers"].digest, list(pack.files)])
    assert hashlib.sha256(told.encode()).hexdigest()[:12] == pack.build


def test_the_same_books_give_the_same_tables(kept: Kept, library: Library, site: Flask) -> None:
    tongue: Interlinear = next(iter(interlinear(site.extensions["bridge-law"].tongues).values()))
    index = library.engine.index  # type: ignore[attr-defined]
    for _ in range(2):
        header, columns = wording(library.corpus, index)
        assert {name: kept.answers[name] for name in header} == json.loads(json.dumps(header))
        assert columns == unbound(gzip.decompress(kept.pack.parts["answers"].wire))[1]
    table = citing(library.corpus, tongue.message)
    assert table["addresses"] == kept.answers["citations"]["addresses"]


def test_every_published_address_is_kept(kept: Kept, library: Library) -> None:
    ledger = (library.folders.corpus / "addresses.txt").read_text(encoding="utf-8").split("\n")
    published = [line for line in ledger if re.fullmatch(r"[a-z]{2}-\d{4}/\S+", line)]
    assert len(published) > 300
    assert [place for place in published if kept.pages.get(f"/{place}", (0,))[0] != 200] == []
    known = set(kept.answers["citations"]["addresses"].split())
    assert {place.partition("/")[2] for place in published} <= known


def with_links(page: str) -> str:
    """A page of the site with links to its styles, as a device keeps them."""
    for name, data in FILES.items():
        if name.endswith(".css"):
            page = page.replace(f"<style>{data.decode()}</style>", linked(name))
    return page


def test_kept_pages_say_what_the_site_says(kept: Kept, offering: FlaskClient) -> None:
    for path in ["/", "/offline", "/da-1997/64/A/2", *list(kept.pages)[::EVERY]]:
        for code in kept.answers["codes"]:
            answer = asked(offering, path, code)
            assert answer.status_code == kept.pages[path][0], path
            assert kept.page(path, code) == left_out(path, with_links(answer.get_data(as_text=True))), (path, code)


def test_what_the_pages_need_is_kept_too(kept: Kept) -> None:
    files = {file["url"] for file in kept.pack.files}
    for path in list(kept.pages)[::EVERY]:
        named = re.findall(r'(?:href|src)="(/static/[^"]+)"', kept.page(path, "en"))
        assert set(named) <= files, path


def test_the_worker_carries_its_build(offering: FlaskClient, kept: Kept) -> None:
    answer = asked(offering, "/service-worker.js")
    script = answer.get_data(as_text=True)
    assert (answer.status_code, answer.mimetype, answer.headers["Cache-Control"]) == (
        200,
        "text/javascript",
        "no-cache",
    )
    assert f'"build": "{kept.pack.build}"' in script
    assert not re.search(r"^(?:import|export) ", script, re.MULTILINE)
    tag = offering.get("/service-worker.js", headers={"Accept-Encoding": "gzip"})
    assert (tag.headers["Content-Encoding"], len(tag.get_data()) < 30_000) == ("gzip", True)
    again = {"Accept-Encoding": "gzip", "If-None-Match": tag.headers["ETag"]}
    assert offering.get("/service-worker.js", headers=again).status_code == 304
    assert json.loads(asked(offering, "/offline/bill.json").get_data()) == kept.pack.bill


def test_modules_that_are_glued_share_no_names() -> None:
    waiting, names, seen = ["offline/worker.js"], Counter[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        text = FILES[name].decode()
        names.update(DECLARED.findall(text))
        waiting += modules_of(name, text)
    assert [name for name, count in names.items() if count > 1] == []
    assert "class Shorthand" in glued("offline/worker.js", FILES, {})


def test_parts_come_packed_and_never_under_a_wrong_digest(offering: FlaskClient, kept: Kept) -> None:
    part = kept.pack.parts["answers"]
    packed = offering.get(part.path, headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["Content-Encoding"], packed.get_data()) == ("gzip", part.wire)
    assert "immutable" in packed.headers["Cache-Control"]
    assert hashlib.sha256(offering.get(part.path).get_data()).hexdigest() == part.digest
    for wrong in ("/offline/parts/0000000000000000/answers", "/offline/parts/a/answers", f"{part.path}x"):
        assert offering.get(wrong).status_code == 404


@pytest.mark.parametrize("code", ["da", "nl", "en"])
def test_the_manifest_speaks_the_language_of_the_page(offering: FlaskClient, code: str) -> None:
    page = asked(offering, "/da-1997/54", code).get_data(as_text=True)
    place = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert place
    manifest = json.loads(asked(offering, place[1]).get_data())
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == (code, "/", "standalone")
    for icon in manifest["icons"]:
        answer = offering.get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}


def test_a_site_without_a_pack_offers_none(site: Flask, library: Library, tmp_path: Path) -> None:
    client = site.test_client()
    assert [client.get(path).status_code for path in ("/service-worker.js", "/offline/bill.json")] == [404, 404]
    assert "data-offline" not in client.get("/da-1997/54").get_data(as_text=True)
    making = Keeping(library.corpus, library.engine, tmp_path)
    making._turn.write_text("1")  # another process, which lives, makes it
    app = create_app(library.corpus, library.engine, {SETTING: str(tmp_path)})
    app.extensions[EXTENSION] = making
    for path in ("/service-worker.js", "/offline/bill.json"):
        waiting = app.test_client().get(path)
        assert (waiting.status_code, waiting.headers["Retry-After"]) == (503, "5")


def test_shorthand_reads_back() -> None:
    texts = ['<p class="a">en to</p>', '<p class="a">en to tre</p>', "", '<p class="a">en to tre</p>']
    shorthand = Shorthand()
    for text in texts:
        shorthand.add(text)
    assert read(steps(shorthand.row)) == shorthand.row
    pieces = list(shorthand.table)
    assert "".join(pieces[number] for number in shorthand.row) == "".join(texts)
    assert varint(127) + varint(128) == b"\x7f\x80\x01"

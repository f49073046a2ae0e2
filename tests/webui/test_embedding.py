"""The embeddable script as it is served: small, the same for ever, open to all pages, and explained in five lines."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from werkzeug.test import TestResponse

from kb.linking.markup import BLOCKS, NEVER
from webui.embed import EXACT, INTEGRITY, LATEST, STRICT
from webui.embed.making import SOURCES, VERSION, written
from webui.embed.releases import RELEASES, integrity, release, released

Reader = Callable[..., TestResponse]
LARGEST = 8 * 1024
SCRIPT = written().decode()


def test_the_release_is_what_its_sources_make() -> None:
    assert LATEST == VERSION
    assert released()[VERSION] == written(), "raise VERSION where it is out; then: python -m webui.embed"


def test_every_release_stays_within_8_kb_compressed() -> None:
    assert {path.name: len(gzip.compress(path.read_bytes())) for path in RELEASES.iterdir()}
    assert all(len(gzip.compress(path.read_bytes())) <= LARGEST for path in RELEASES.iterdir())


def test_a_release_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release(tmp_path) == 0
    assert released(tmp_path) == {VERSION: written()}
    assert release(tmp_path) == 0
    (tmp_path / EXACT).write_bytes(b"other")
    assert release(tmp_path) == 1
    assert "raise VERSION" in capsys.readouterr().err
    assert (tmp_path / EXACT).read_bytes() == b"other"


def test_it_is_filled_in_from_where_things_are_known() -> None:
    assert '"@' not in SCRIPT
    assert all(f'"{name}"' in SCRIPT for name in NEVER | BLOCKS)
    assert all(word in SCRIPT for word in ("Åbn siden", "Sluiten", "superseded by that of {year}"))
    assert f'version: "{VERSION}"' in SCRIPT


def test_comments_are_left_out_and_nothing_else() -> None:
    source = (SOURCES / "lawlinks.js").read_text(encoding="utf-8")
    assert re.findall(r"^\s*//.*$", SCRIPT, re.MULTILINE) == [SCRIPT.splitlines()[0]]
    for word in ("function ", "=>", "const ", "if (", "return"):
        assert SCRIPT.count(word) == re.sub(r"^\s*//.*$", "", source, flags=re.MULTILINE).count(word)


@pytest.mark.parametrize("word", ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function("])
def test_no_markup_is_made_of_strings(word: str) -> None:
    assert word not in SCRIPT


@pytest.mark.parametrize(
    "word", ["cookie", "localStorage", "sessionStorage", "indexedDB", "sendBeacon", "http:", "https:"]
)
def test_nothing_is_stored_and_nobody_else_is_asked(word: str) -> None:
    assert word not in SCRIPT


@pytest.mark.parametrize(("name", "kept"), [(EXACT, "immutable"), ("lawlinks.js", "max-age=300")])
def test_any_page_may_take_it(read: Reader, name: str, kept: str) -> None:
    answer = read(f"/embed/{name}")
    assert answer.status_code == 200
    assert answer.data == written()
    assert answer.mimetype == "text/javascript"
    assert kept in answer.headers["Cache-Control"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers.getlist("Cross-Origin-Resource-Policy") == ["cross-origin"]
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["ETag"]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "name", ["lawlinks-0.9.9.js", "lawlinks-1.js", "lawlinks-../x.js", "lawlinks.css", "making.py"]
)
def test_what_was_never_released_is_not_there(read: Reader, name: str) -> None:
    assert read(f"/embed/{name}").status_code == 404


def test_the_demonstration_has_a_policy_of_its_own(read: Reader) -> None:
    for path in ("/embed/demo", "/embed/demo?debug"):
        answer = read(path)
        assert answer.headers.getlist("Content-Security-Policy") == [STRICT]
        assert f'integrity="{INTEGRITY}"' in answer.get_data(as_text=True)
        assert ("data-debug" in answer.get_data(as_text=True)) is ("debug" in path)


@pytest.mark.parametrize("language", ["da", "nl", "en"])
def test_the_page_explains_it_in_five_lines_with_the_tag(soup: Callable[..., BeautifulSoup], language: str) -> None:
    page = soup("/embed", language)
    assert len(page.select(".embed ol > li")) == 5
    (shown,) = page.select("pre")
    tag = BeautifulSoup(shown.get_text(), "lxml").script
    assert tag is not None
    assert str(tag["src"]).endswith(f"/embed/{EXACT}")
    assert tag["integrity"] == integrity(written()) == INTEGRITY
    assert tag["crossorigin"] == "anonymous"
    named = {word for code in page.select("th code") for word in re.findall(r"data-[a-z]+", code.get_text())}
    assert named | {"data-skip"} == {
        f"data-{name}" for name in {*re.findall(r"options\.([a-z]+)", SCRIPT), "debug", "observe", "skip"}
    }

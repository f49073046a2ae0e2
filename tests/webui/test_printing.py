"""What a page says on paper of where it came from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import segno
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from kb.library import Library
from webui import create_app
from webui.printing import qr_code

BASE = "https://laws.example/bridge"


@pytest.fixture(scope="module")
def addressed(library: Library) -> FlaskClient:
    site: Flask = create_app(library.corpus, library.engine, {"BASE_URL": BASE})
    return site.test_client(use_cookies=False)


ADDRESSES = [
    ("/da-1997/64/A/2", f"{BASE}/da-1997/64/A/2"),
    ("/da-1997/64?hl=nl", f"{BASE}/da-1997/64"),
    ("/da-1997/64?hl=nl&secret=1", f"{BASE}/da-1997/64"),
    ("/search?q=kort+spil&book=da-1997&hl=da", f"{BASE}/search?q=kort+spil&book=da-1997"),
    ("/search?q=" + "kort+" * 80, None),
]


@pytest.mark.parametrize(("path", "address"), ADDRESSES)
def test_a_page_prints_its_whole_address(addressed: FlaskClient, path: str, address: str | None) -> None:
    page = BeautifulSoup(addressed.get(path).get_data(as_text=True), "lxml")
    printed = page.select_one(".imprint p")
    assert (printed.get_text() if printed else None) == address
    assert bool(page.select_one(".imprint svg.qr path")) == (address is not None)


def test_a_site_that_does_not_know_its_address_prints_none(soup: Callable[..., BeautifulSoup]) -> None:
    assert soup("/da-1997/64").select_one(".imprint") is None


def test_the_code_is_that_of_the_address_and_has_nothing_inline() -> None:
    code = qr_code(f"{BASE}/da-1997/64/A/2")
    svg = BeautifulSoup(code, "lxml").svg
    assert svg is not None
    assert not [tag for tag in [svg, *svg.find_all()] if tag.has_attr("style")]
    side = segno.make(f"{BASE}/da-1997/64/A/2", error="m", micro=False).symbol_size(border=4)[0]
    assert svg["viewbox"] == f"0 0 {side} {side}"


def test_the_styles_number_the_pages_of_a4() -> None:
    style = (Path(__file__).parents[2] / "webui" / "static" / "paper.css").read_text()
    assert "size: A4" in style
    assert "counter(page)" in style

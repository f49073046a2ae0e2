"""Pages are printed once: tags, packing, and the bound of what is kept."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.press import IDENTITY, Press, Print
from webui.shelf import EXTENSION

Read = Callable[..., TestResponse]


@pytest.mark.parametrize("path", ["/", "/da-1997", "/da-1997/64", "/da-1997/64/A/2", "/about", "/da-1997/64.json"])
def test_a_page_known_already_is_not_sent_again(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    tag = first.headers["ETag"]
    assert not tag.startswith("W/")
    again = client.get(path, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.data == b""
    assert client.get(path, headers={"If-None-Match": '"other"'}).data == first.data


def test_a_page_is_packed_for_those_who_take_it(client: FlaskClient) -> None:
    plain = client.get("/da-1997/64")
    packed = client.get("/da-1997/64", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(packed.data) < 12_000


@pytest.mark.parametrize("path", ["/da-1997/64", "/static/x/site.css", "/search?q=strafkort", "/api/v1/books/da-1997"])
def test_a_browser_that_takes_brotli_waits_for_less(client: FlaskClient, path: str) -> None:
    plain = client.get(path)
    gzipped = client.get(path, headers={"Accept-Encoding": "gzip"})
    packed = client.get(path, headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert packed.headers["Content-Encoding"] == "br"
    assert brotli.decompress(packed.data) == plain.data
    assert len(packed.data) < 0.97 * len(gzipped.data)
    assert len({answer.headers["ETag"] for answer in (plain, gzipped, packed)}) == 3
    known = {"Accept-Encoding": "br", "If-None-Match": packed.headers["ETag"]}
    assert client.get(path, headers=known).status_code == 304


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.2, gzip;q=0.8", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("zstd", None),
        ("", None),
    ],
)
def test_a_page_is_packed_as_the_browser_likes(client: FlaskClient, accepted: str, coding: str | None) -> None:
    answer = client.get("/da-1997/64", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == coding


def test_each_language_has_its_own_print(read: Read) -> None:
    tags = {read("/da-1997/64", hl).headers["ETag"] for hl in ("da", "nl", "en")}
    assert len(tags) == 3
    assert "Accept-Language" in read("/da-1997/64").headers["Vary"]
    assert "Cookie" in read("/da-1997/64").headers["Vary"]


def test_a_query_is_no_part_of_a_kept_page(site: Flask, client: FlaskClient) -> None:
    client.get("/about?hl=en&x=<b>secret</b>")
    assert b"secret" not in client.get("/about").data
    before = len(site.extensions[EXTENSION].press)
    for number in range(20):
        client.get(f"/about?x={number}")
        client.get(f"/no-such-page-{number}")
        client.get(f"/da-1997/{72 + number}")
        client.get(f"/da-1997/64/A/{10 + number}")
    assert len(site.extensions[EXTENSION].press) == before


def test_own_files_are_kept_for_good_under_their_version(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    sheet = re.findall(r"/static/\w+/", page)[0] + "site.css"
    response = client.get(sheet)
    assert response.status_code == 200
    assert "immutable" in response.headers["Cache-Control"]
    assert response.content_type.startswith("text/css")
    other = client.get(sheet.replace(sheet.split("/")[2], "older"))
    assert "immutable" not in other.headers["Cache-Control"]
    script = client.get(sheet.replace("site.css", "copying.js"))
    assert script.content_type.startswith("text/javascript")


def test_the_press_lets_go_of_what_was_not_asked_for_longest() -> None:
    press = Press(capacity=25)
    for name in "abc":
        press.keep((name, "en"), Print(name.encode() * 10, IDENTITY, name, "text/plain", "no-cache"))
        press.find(("a", "en"))
    assert press.find(("b", "en")) is None
    assert press.find(("a", "en")) is not None
    assert press.find(("c", "en")) is not None
    press.keep(("a", "en"), Print(b"x", IDENTITY, "x", "text/plain", "no-cache"))
    assert len(press) == 2


@pytest.mark.parametrize("path", ["/search?q=strafkort+farve", "/search.json?q=strafkort"])
def test_results_are_packed_for_a_bad_line_though_they_are_not_kept(client: FlaskClient, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert client.get(path, headers={"If-None-Match": plain.headers["ETag"]}).status_code == 304

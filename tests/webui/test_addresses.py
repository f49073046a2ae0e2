"""Addresses as people and machines write them: redirects, forms, mistakes, and mischief."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Read = Callable[..., TestResponse]

REDIRECTS = [
    ("/da/54/B/2", 302, "/da-1997/54/B/2"),
    ("/nl", 302, "/nl-2017"),
    ("/da/64.json", 302, "/da-1997/64.json"),
    ("/64a2", 302, "/da-1997/64/A/2"),
    ("/r?q=§64A2", 302, "/da-1997/64/A/2"),
    ("/r?q=64a2&lang=da", 302, "/da-1997/64/A/2"),
    ("/r?q=artikel+68D2b", 302, "/nl-2017/68/D/2/b"),
    ("/r?q=68&book=nl-2017", 302, "/nl-2017/68"),
    ("/search?q=64a2", 302, "/da-1997/64/A/2"),
    ("/search?q=§+64+A+2", 302, "/da-1997/64/A/2"),
    ("/da-1997/64/a/2", 301, "/da-1997/64/A/2"),
    ("/DA-1997/64", 301, "/da-1997/64"),
    ("/da-1997/64/A/", 301, "/da-1997/64/A"),
    ("/DA/64/a", 301, "/da/64/A"),
    ("/da-1997/64/a.json", 301, "/da-1997/64/A.json"),
    ("/da-1997/64/a.JSON", 301, "/da-1997/64/A.json"),
    ("/da-1997/68/Note/1", 301, "/da-1997/68/note/1"),
]


@pytest.mark.parametrize(("path", "status", "location"), REDIRECTS)
def test_leads_to_the_one_place_meant(read: Read, path: str, status: int, location: str) -> None:
    response = read(path)
    assert (response.status_code, response.headers.get("Location")) == (status, location)


def test_a_relative_citation_is_read_from_where_one_stands(read: Read) -> None:
    response = read("/r?q=punkt+B&lang=da&book=da-1997&from=41/C")
    assert (response.status_code, response.headers.get("Location")) == (302, "/da-1997/41/B")


MISCHIEF = [
    ("/search?q=%00", 400),
    ("/r?q=64%00A", 400),
    ("/da-1997/%00", 404),
    ("/search?q=" + "a" * 10_000, 414),
    ("/r?q=" + "a" * 10_000, 414),
    ("/search?q=.,;:!%3F%22%27%28%29", 200),
    ("/search?q=%22", 200),
    ("/search?q=" + "(" * 900, 200),
    ("/search?q=a&page=99999999999999999999", 200),
    ("/search?q=a&page=-1", 200),
    ("/search?q=kort&book=xx-1900", 404),
    ("/search?q=kort&lang=xx", 404),
    ("/r?q=%0d%0aSet-Cookie:%20x=y", 404),
    ("/r?q=//evil.example/", 404),
    ("/r?q=https://evil.example/64A2", 404),
    ("/r?q=64A2&from=//evil.example", 400),
    ("/r?q=64A2&from=/../..", 400),
    ("/da-1997/../..", 404),
    ("/da-1997/..%2f..%2fetc%2fpasswd", 404),
    ("/static/x/..%2f__init__.py", 404),
    ("/static/x/../../__init__.py", 404),
    ("/da-1997/64/A/2/a/i/x/y/z", 404),
    ("/da-1997/64.exe", 404),
    ("/da-1997/68/NOTE/99", 404),
    ("/da-1997/%F0%9F%82%A1", 404),
    ("/da-1997/%ff%fe", 404),
    ("/999", 404),
    ("/da-1997/999", 404),
    ("/" + "a" * 5_000, 404),
    ("/?hl=%0d%0aX: y", 200),
]


@pytest.mark.parametrize("hl", ["da", "nl", "en"])
@pytest.mark.parametrize(("path", "status"), MISCHIEF)
def test_mischief_gets_a_clear_page(read: Read, path: str, status: int, hl: str) -> None:
    response = read(path, hl)
    text = response.get_data(as_text=True)
    assert response.status_code == status, path[:60]
    assert "Traceback" not in text
    assert f'<html lang="{hl}">' in text
    assert "<h1" in text
    assert "evil.example" not in response.headers.get("Location", "")
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize("path", ["//evil.example/64", "//evil.example", "/\\\\evil.example/64"])
def test_a_path_that_looks_like_another_site_leads_nowhere(client: FlaskClient, path: str) -> None:
    response = client.get("/", environ_overrides={"PATH_INFO": path})
    assert response.status_code == 404
    assert "Location" not in response.headers


def test_what_was_typed_is_escaped(read: Read) -> None:
    for path in ("/search?q=<script>alert(1)</script>", "/r?q=<script>alert(1)</script>", "/<script>"):
        assert "<script>a" not in read(path).get_data(as_text=True)


def test_only_reading_is_allowed(client: FlaskClient) -> None:
    for path in ("/", "/da-1997/64", "/search"):
        response = client.post(path)
        assert response.status_code == 405
        assert "GET" in response.headers["Allow"]
        assert b"<h1>" in response.data
        assert client.head(path).status_code == 200


def test_a_fault_of_ours_shows_no_inside(library: object, caplog: pytest.LogCaptureFixture) -> None:
    from kb.errors import BrokenBuild  # noqa: PLC0415 - used by this test's own engine only
    from kb.library import Library  # noqa: PLC0415
    from webui import create_app  # noqa: PLC0415

    class Broken:
        def __init__(self, error: Exception) -> None:
            self.error = error

        def search(self, *_: object, **__: object) -> object:
            raise self.error

    assert isinstance(library, Library)
    for error, status in ((RuntimeError("secret"), 500), (BrokenBuild("book-unbuilt", book="secret"), 503)):
        site: Flask = create_app(library.corpus, Broken(error))  # type: ignore[arg-type]  # broken on purpose
        response = site.test_client().get("/search?q=kort")
        assert response.status_code == status
        assert b"secret" not in response.data
        assert b"<h1>" in response.data
    assert "secret" in caplog.text


FORMS = [
    ("/da-1997/64.json", "application/json", '"64/A/2"'),
    ("/da-1997/64/A.json", "application/json", '"label":"printed"'),
    ("/da-1997.json", "application/json", '"number":64'),
    ("/search.json?q=kulørsvigt", "application/json", '"results":[{'),
    ("/da-1997/64/A/2.txt", "text/plain; charset=utf-8", "da-1997"),
    ("/da-1997/68/note/1.txt", "text/plain; charset=utf-8", "§68"),
]


@pytest.mark.parametrize(("path", "content_type", "text"), FORMS)
def test_the_same_for_machines(read: Read, path: str, content_type: str, text: str) -> None:
    response = read(path)
    assert response.status_code == 200
    assert response.content_type == content_type
    assert text in response.get_data(as_text=True)


def test_search_json_keeps_its_contract(read: Read) -> None:
    answer = read("/search.json?q=kulørsvigt&book=da-1997").json
    assert answer is not None
    assert answer["query"] == "kulørsvigt"
    assert all(isinstance(slug, str) for slug in answer["situations"])
    first = answer["results"][0]
    assert {"book", "address", "url", "heading", "snippet", "score"} <= first.keys()
    assert first["url"] == f"/da-1997/{first['address']}"


LOST = ["/da-1997/80/A.json", "/da-1997/64/Z.json", "/xx-1900/64.json", "/search.json?book=xx"]


@pytest.mark.parametrize("path", LOST)
def test_an_error_for_a_machine_is_a_record(read: Read, path: str) -> None:
    response = read(path, "da")
    assert response.status_code == 404
    assert response.json is not None
    assert response.content_type == "application/problem+json"
    assert response.json["status"] == 404
    assert response.json["detail"]


def test_an_error_in_plain_text_is_plain_text(read: Read) -> None:
    response = read("/da-1997/80.txt")
    assert (response.status_code, response.content_type) == (404, "text/plain; charset=utf-8")
    assert response.get_data(as_text=True).count("\n") == 1

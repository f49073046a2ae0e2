"""What was printed once is handed out again, to whoever asks exactly the same, and only then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import Client, EnvironBuilder
from werkzeug.wrappers import Response

from webui.counter import Counter
from webui.press import HANDED

PAGE = b"the law" * 200


class Application:
    """Answers everything with a page that is kept, and counts how often it was asked."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self.asked = 0
        self.headers = headers

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.asked += 1
        if environ["PATH_INFO"] != "/made-anew":
            environ[HANDED] = PAGE
        response = Response(PAGE, content_type="text/html")
        response.set_etag("one")
        response.headers.extend({"Vary": "Accept, Cookie", **self.headers})
        return response(environ, start_response)


def made(headers: Mapping[str, str] | None = None, capacity: int = 10) -> tuple[Application, Client]:
    application = Application(headers or {})
    return application, Client(Counter(application, "hl", capacity), Response, use_cookies=False)


SAME = [
    ({}, {}),
    ({"Accept": "text/html"}, {"Accept": "text/html"}),
    ({"Cookie": "hl=da; other=1"}, {"Cookie": "other=2; hl=da"}),
    ({"User-Agent": "one"}, {"User-Agent": "two"}),
]
OTHER = [
    ({}, {"Accept": "application/json"}),
    ({}, {"Accept-Encoding": "gzip"}),
    ({}, {"Accept-Language": "nl"}),
    ({"Cookie": "hl=da"}, {"Cookie": "hl=nl"}),
    ({}, {"Cookie": "hl=nl"}),
    ({"Cookie": "xhl=da"}, {"Cookie": "hl=da"}),
    ({}, {"Range": "bytes=0-10"}),
]


@pytest.mark.parametrize(("first", "then"), SAME)
def test_who_asks_the_same_is_given_the_same(first: dict[str, str], then: dict[str, str]) -> None:
    application, client = made()
    one, two = client.get("/64", headers=first), client.get("/64", headers=then)
    assert application.asked == 1
    assert (one.status, one.data, list(one.headers)) == (two.status, two.data, list(two.headers))


@pytest.mark.parametrize(("first", "then"), OTHER)
def test_who_asks_otherwise_is_answered_anew(first: dict[str, str], then: dict[str, str]) -> None:
    application, client = made()
    client.get("/64", headers=first)
    client.get("/64", headers=then)
    assert application.asked == 2


def test_the_query_and_the_path_tell_answers_apart() -> None:
    application, client = made()
    for path in ("/64", "/65", "/64?only=differences", "/64?only=differences"):
        client.get(path)
    assert application.asked == 3


def test_who_has_the_very_bytes_is_told_so() -> None:
    application, client = made()
    client.get("/64")
    answer = client.get("/64", headers={"If-None-Match": '"one"'})
    assert (answer.status_code, answer.data, application.asked) == (304, b"", 1)
    assert answer.headers["ETag"] == '"one"'
    assert "Content-Type" not in answer.headers
    client.get("/64", headers={"If-None-Match": '"two"'})
    assert application.asked == 2


@pytest.mark.parametrize("headers", [{"Set-Cookie": "hl=da"}, {"Vary": "Origin"}, {"Vary": "*"}])
def test_what_depends_on_more_is_never_remembered(headers: dict[str, str]) -> None:
    application, client = made(headers)
    client.get("/64")
    client.get("/64")
    assert application.asked == 2


def test_only_kept_pages_are_remembered() -> None:
    application, client = made()
    for method in ("GET", "GET", "POST"):
        client.open("/made-anew", method=method)
    client.post("/64")
    client.get("/" + "6" * 2000)
    client.get("/" + "6" * 2000)
    assert application.asked == 6


def test_the_oldest_is_forgotten() -> None:
    application, client = made(capacity=2)
    for path in ("/1", "/2", "/3", "/3", "/2", "/1"):
        client.get(path)
    assert application.asked == 4


@pytest.mark.parametrize("path", ["/da-1997/64/A/2", "/da-1997/64.json", "/compare/da-1997/nl-2017/64", "/terms"])
def test_the_site_gives_the_same_answer_over_the_counter(client: FlaskClient, path: str) -> None:
    asked = {"Accept-Encoding": "gzip", "Accept-Language": "nl"}
    first, second = client.get(path, headers=asked), client.get(path, headers=asked)
    assert (first.status, first.data) == (second.status, second.data)
    assert sorted(first.headers) == sorted(second.headers)
    again = client.get(path, headers={**asked, "If-None-Match": first.headers["ETag"]})
    client.application.wsgi_app._slips.clear()  # type: ignore[attr-defined]
    anew = client.get(path, headers={**asked, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == anew.status_code == 304
    assert dict(again.headers) == dict(anew.headers)


@pytest.mark.parametrize("path", ["/api/v1/search?q=stik", "/search.json?q=stik", "/healthz"])
def test_what_the_press_does_not_keep_is_made_each_time(client: FlaskClient, path: str) -> None:
    client.get(path)
    counter = client.application.wsgi_app
    assert isinstance(counter, Counter)
    assert not [key for key in counter._slips if path.partition("?")[0] in key]


def test_a_request_without_a_method_of_ours_reaches_the_application() -> None:
    environ = EnvironBuilder("/64", method="OPTIONS").get_environ()
    application = Application({})
    list(Counter(application, "hl")(environ, lambda *_: lambda _: None))
    assert application.asked == 1

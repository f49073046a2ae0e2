"""Addresses as people and machines write them: redirects, forms, mistakes, and mischief."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kb import links
from kb.address import Address
from kb.citations import cite
from kb.corpus import find_folders
from kb.corpus.ledger import LEDGER, read_ledger
from webui.shelf import EXTENSION

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
    ("/da-1997/54/b/2?hl=nl&x=%0d%0a", 301, "/da-1997/54/B/2?hl=nl&x=%0D%0A"),
    ("/da-1997/54/b/2.json?x=1", 301, "/da-1997/54/B/2.json?x=1"),
    ("/da-1997/54/b/2.Xml", 301, "/da-1997/54/B/2.xml"),
    ("/da-1997/70/b-e", 301, "/da-1997/70/B-E"),
    ("/DA-1997/70/b-e.md?x=1", 301, "/da-1997/70/B-E.md?x=1"),
    ("/da-1997/64/A/2/?x=1", 301, "/da-1997/64/A/2?x=1"),
    ("/da/54/B/2?x=1", 302, "/da-1997/54/B/2?x=1"),
    ("/compare/da-1997/nl-2017/54/b.json?x=1", 301, "/compare/da-1997/nl-2017/54/B.json?x=1"),
    ("/compare/DA-1997/nl/54?only=differences", 302, "/compare/da-1997/nl-2017/54?only=differences"),
    ("/situations/REVOKE.md", 301, "/situations/revoke.md"),
    ("/terms/kulorsvigt.json", 302, "/terms/revoke.json"),
    ("/54b2?lang=nl", 302, "/nl-2017/54/B/2"),
    ("/54b2?book=da-1997", 302, "/da-1997/54/B/2"),
    ("/54B2?lang=da", 302, "/da-1997/54/B/2"),
    ("/68d2b(i)?lang=nl", 302, "/nl-2017/68/D/2/b/i"),
    ("/nl/54b2", 302, "/nl-2017/54/B/2"),
    ("/nl-2017/68d2b", 302, "/nl-2017/68/D/2/b"),
    ("/54b2.json?lang=nl", 302, "/r.json?lang=nl&q=54b2"),
    ("/nl-2017/68d2b.json", 302, "/r.json?q=68d2b&book=nl-2017"),
]


@pytest.mark.parametrize(("path", "status", "location"), REDIRECTS)
def test_leads_to_the_one_place_meant(read: Read, path: str, status: int, location: str) -> None:
    response = read(path)
    assert (response.status_code, response.headers.get("Location")) == (status, location)


STANDPOINTS = [
    "41/C&book=da-1997",
    "da-1997/41/C",
    "/da-1997/41/C",
    "/da-1997/41/C.json",
    "/compare/da-1997/nl-2017/41/C",
]


@pytest.mark.parametrize("origin", STANDPOINTS)
def test_a_relative_citation_is_read_from_where_one_stands(read: Read, origin: str) -> None:
    response = read(f"/r?q=punkt+B&lang=da&from={origin}")
    assert (response.status_code, response.headers.get("Location")) == (302, "/da-1997/41/B")


LEADS = [
    ("q=54b2", (300, "several", ["da-1997/54/B/2", "nl-2017/54/B/2"])),
    ("q=54b2&lang=nl", (200, "one", ["nl-2017/54/B/2"])),
    ("q=punkt+B&from=da-1997/41/C", (200, "one", ["da-1997/41/B"])),
    ("q=16D2&book=da-1997", (300, "several", ["da-1997/16/B", "da-1997/16/C/2"])),
    ("q=64Z&book=da-1997", (404, "none", [])),
    ("q=12&book=nl-2017", (404, "none", [])),
    ("q=%3Cscript%3E", (404, "none", [])),
]


@pytest.mark.parametrize(("query", "expected"), LEADS)
def test_where_a_citation_leads_as_a_record(read: Read, query: str, expected: tuple[int, str, list[str]]) -> None:
    response = read(f"/r.json?{query}")
    assert response.content_type == "application/json"
    told = response.json
    assert told is not None
    places = [f"{each['book']}/{each['address']}" for each in told["targets"]]
    assert (response.status_code, told["status"], places) == expected
    assert b"<" not in response.data
    if expected[0] == 404:
        assert told["reason"]
        assert told["reason_code"]
    api = read(f"/api/v1/resolve?{query.replace('from=da-1997/', 'book=da-1997&from=')}").json
    assert api is not None
    assert api.keys() == told.keys()
    assert (api["targets"], api["nearest"], api["reason"]) == (told["targets"], told["nearest"], told["reason"])


def test_the_record_is_given_to_those_who_accept_it(client: FlaskClient) -> None:
    asked = {"Accept": "application/json", "Accept-Language": "da"}
    response = client.get("/r?q=64Z&lang=da", headers=asked)
    assert (response.status_code, response.json) == (404, client.get("/r.json?q=64Z&lang=da", headers=asked).json)
    assert "Accept" in response.vary
    assert client.get("/54b2?lang=nl", headers=asked, follow_redirects=True).json is not None


def test_a_question_that_is_none_is_told_in_its_form(read: Read) -> None:
    for path, status in (("/r.json", 400), ("/r.json?q=64%00", 400), ("/r.json?q=64&lang=xx", 404)):
        response = read(path)
        assert (response.status_code, response.content_type) == (status, "application/problem+json")


AWAY = ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "evil.example/da-1997/64"]


@pytest.mark.parametrize("there", AWAY)
def test_no_redirect_leads_away(site: Flask, there: str) -> None:
    for path in ("/r", "/54b2", "/da/64", "/da-1997/64/a", "/compare/DA-1997/nl-2017/54", "/terms/kulorsvigt"):
        asked = {"q": "64A2\r\nSet-Cookie: a=b", "from": there, "book": there, "next": there, "hl": there}
        for form in ("", ".json"):
            if path == "/r" and not form:
                asked["q"] = there
            response = site.test_client(use_cookies=False).get(path + form, query_string=asked)
            place = response.headers.get("Location", "/")
            assert place.startswith("/")
            assert not place.startswith(("//", "/\\"))
            assert "\r" not in place
            assert "\n" not in place
            assert "Set-Cookie" not in response.headers


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


def test_a_missing_slash_leads_here_whatever_host_was_asked(client: FlaskClient) -> None:
    response = client.get("/api/v1?x=1", headers={"Host": "evil.example"})
    assert (response.status_code, response.headers["Location"]) == (308, "/api/v1/?x=1")


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
    ("/da-1997.json", "application/json", '"address":"64/A/2"'),
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


TEXTS_ELSEWHERE = [
    # a law or provision of one book only, with a word of what the other says
    ("/nl-2017/64", "kulørsvigt"),
    ("/nl-2017/64/A/2", "stik"),
    ("/da-1997/79/C", "score"),
    ("/nl-2017/68/note/1", "udtalelsen"),
]


@pytest.mark.parametrize(("path", "word"), TEXTS_ELSEWHERE)
def test_a_law_that_only_another_book_has_is_answered_with_its_text(read: Read, path: str, word: str) -> None:
    for form in ("", ".html", ".json", ".txt", ".md", ".xml"):
        response = read(path + form)
        assert response.status_code == 404
        assert word in response.get_data(as_text=True), form
    told = read(f"{path}.json").json
    assert told is not None
    assert told["elsewhere"][0]["book"] != path.split("/")[1]
    assert read(path).mimetype == "text/html"


def test_laws_that_only_another_book_has_are_answered_with_the_ways_there(read: Read) -> None:
    page = read("/nl-2017/61-64")
    assert page.status_code == 404
    for law in (61, 62, 63, 64):
        assert f'href="/da-1997/{law}"' in page.get_data(as_text=True)
    assert "kulørsvigt" in read("/nl-2017/61-64.txt").get_data(as_text=True)


def test_what_no_book_has_says_so_in_every_form(read: Read) -> None:
    for path in ("/da-1997/80", "/da-1997/94", "/da-1997/95-97", "/da-1997/64/Z", "/da-1997/70/B-Z"):
        for form in ("", ".json", ".txt", ".md", ".xml"):
            assert read(path + form).status_code == 404, path + form
    told = read("/da-1997/70/B-Z.json").json
    assert told is not None
    assert told["params"]["cited"] == "70Z"
    assert [near["address"] for near in told["nearest"]][:2] == ["70", "70/A"]


def test_every_published_address_answers(site: Flask) -> None:
    client = site.test_client(use_cookies=False)
    ledger = read_ledger((find_folders({}).corpus / LEDGER).read_text(encoding="utf-8"), LEDGER)
    wrong: dict[str, int | str] = {}
    for book, address in ledger.entries:
        gone = (book, address) in ledger.withdrawn
        for form in ("", ".json"):
            response = client.get(links.unit(book, address) + form)
            if response.status_code not in ({410} if gone else {200, 301, 302}):
                wrong[f"{book}/{address}{form}"] = response.status_code
            elif form == "" and not gone and cited(site, book, address) not in response.get_data(as_text=True):
                wrong[f"{book}/{address}"] = "is not named"
    assert wrong == {}


def cited(site: Flask, book: str, address: Address) -> str:
    corpus = site.extensions[EXTENSION].corpus
    return cite(address, corpus.language(corpus.book(book).language))


def test_an_error_in_plain_text_is_plain_text(read: Read) -> None:
    for path, onward in {
        "/da-1997/80.txt": "Look it up by its number or its words, or start from the contents.",
        "/da-1997/64/Q.txt": "§64 /da-1997/64",
        "/situations/zzz.txt": "Look it up by its number or its words, or start from the contents.",
    }.items():
        response = read(path)
        assert (response.status_code, response.content_type) == (404, "text/plain; charset=utf-8")
        told, *advice = response.get_data(as_text=True).split("\n")
        assert told.endswith(".")
        assert onward in advice

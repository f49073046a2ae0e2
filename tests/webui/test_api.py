"""The interface for programs: answers that keep their shapes, errors in one shape, open to scripts of any site."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from kb.library import Library
from webui import create_app
from webui.api import contract
from webui.api.endpoint import ENDPOINTS

GOLDEN = Path(__file__).parents[1] / "golden" / "openapi.json"
CONTRACT: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
Json = dict[str, Any]
Ask = Callable[..., TestResponse]


@pytest.fixture
def api(site: Flask) -> Ask:
    """Ask the interface as a program that keeps nothing."""

    def ask(path: str, method: str = "GET", **given: Any) -> TestResponse:
        return site.test_client(use_cookies=False).open(f"/api/v1/{path}", method=method, **given)

    return ask


@pytest.fixture
def found(api: Ask) -> Callable[..., Json]:
    """What find-refs says of a question."""

    def ask(**question: Any) -> Json:
        answer = api("find-refs", "POST", json=question)
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    return ask


def fits(answer: TestResponse, template: str, method: str = "get") -> bool:
    """Whether an answer is of the shape that the contract has for it."""
    responses = CONTRACT["paths"][f"/api/v1/{template}"][method]["responses"]
    content = responses[str(answer.status_code)]["content"]
    schema = {**content[answer.mimetype]["schema"], "components": CONTRACT["components"]}
    Draft202012Validator(schema).validate(answer.json)
    return True


# --- the contract ----------------------------------------------------------------------------------------------------


def test_the_contract_is_the_one_of_its_version() -> None:
    # Where this fails, raise VERSION in webui/api/contract.py and run: python -m webui.api tests/golden/openapi.json
    assert json.loads(contract.written()) == CONTRACT


def test_a_changed_contract_is_not_written_under_the_old_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "openapi.json"
    assert contract.write(path) == 0
    with patch.object(contract, "ENDPOINTS", ENDPOINTS[1:]):
        assert contract.write(path) == 1
        assert "raise VERSION" in capsys.readouterr().err
        with patch.object(contract, "VERSION", "2.0.0"):
            assert contract.write(path) == 0


def test_the_contract_is_served_as_it_is_kept(api: Ask) -> None:
    assert api("openapi.json").json == CONTRACT


def test_every_reference_of_the_contract_leads_somewhere() -> None:
    names = set(CONTRACT["components"]["schemas"])
    text = json.dumps(CONTRACT)
    assert {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]} == names
    assert CONTRACT["openapi"].startswith("3.1.")


QUESTIONS = [
    ("books", "books"),
    ("books/da-1997", "books/{book}"),
    ("books/nl-2017/laws/70", "books/{book}/laws/{number}"),
    ("provisions/da-1997/64/A/2", "provisions/{book}/{address}"),
    ("provisions/da-1997/68", "provisions/{book}/{address}"),
    ("provisions/da-1997/68/note/1", "provisions/{book}/{address}"),
    ("search?q=dummy&book=da-1997&book=nl-2017&limit=3", "search"),
    ("suggest?q=kul&lang=da", "suggest"),
    ("suggest?q=64a", "suggest"),
    ("resolve?q=64a2", "resolve"),
    ("resolve?q=punkt+1&book=da-1997&from=64/A", "resolve"),
    ("resolve?q=%3Cb%3E", "resolve"),
    ("compare/da-1997/nl-2017/70", "compare/{left}/{right}/{address}"),
    ("terms?limit=3&offset=3", "terms"),
    ("terms/revoke", "terms/{id}"),
    ("situations", "situations"),
    ("situations/revoke-established", "situations/{slug}"),
]


@pytest.mark.parametrize(("path", "template"), QUESTIONS)
def test_an_answer_has_the_shape_of_the_contract(api: Ask, path: str, template: str) -> None:
    answer = api(path)
    assert answer.status_code == 200, answer.text
    assert fits(answer, template)


QUESTIONS_BY_TEMPLATE = {template: path for path, template in QUESTIONS} | {
    "provisions/{book}/{address}": "provisions/da-1997/70/B/2",
    "resolve": "resolve?q=64a2",
}


def test_every_question_is_asked_here() -> None:
    asked = {template for _, template in QUESTIONS}
    assert {each.path.replace(":path", "") for each in ENDPOINTS if each.method == "GET"} == asked


# --- books and provisions ------------------------------------------------------------------------------------------


def test_a_provision_has_references_both_ways_and_partners(api: Ask, library: Library) -> None:
    here = api("provisions/da-1997/70/B/2").json or {}
    assert "nl-2017" in {each["book"] for each in here["partners"]}
    book, address = next(iter(library.corpus.backlinks))
    cited = api(f"provisions/{book}/{address}").json or {}
    assert cited["cited_by"]
    citing = cited["cited_by"][0]
    back = api(f"provisions/{citing['book']}/{citing['address']}").json or {}
    own = next(each for each in [*back["provisions"], *back["notes"]] if each["address"] == citing["address"])
    targets = [target for reference in own["references"] for target in reference["targets"]]
    assert any((target["book"], target["address"]) == (book, str(address)) for target in targets)


@pytest.mark.parametrize(("path", "address"), [("64/a/2", "64/A/2"), ("45/c/4/B", "45/C/4/b"), ("64", "64")])
def test_the_case_of_an_address_is_mended(api: Ask, path: str, address: str) -> None:
    assert (api(f"provisions/da-1997/{path}").json or {})["address"] == address


def test_addresses_are_absolute(library: Library) -> None:
    site = create_app(library.corpus, library.engine, {"BASE_URL": "https://laws.example/bridge/"})
    answer = site.test_client().get("/api/v1/provisions/da-1997/64/A/2").json or {}
    assert answer["url"] == "https://laws.example/bridge/da-1997/64/A/2"


@pytest.mark.parametrize("host", ['evil"><script>', "a b", "a/b", "a@b", "a:b:c"])
def test_a_host_that_is_none_is_not_repeated(api: Ask, host: str) -> None:
    answer = api("books", headers={"Host": host})
    assert host not in answer.text
    assert "script" not in answer.text


def test_long_answers_come_in_parts(api: Ask) -> None:
    seen: list[str] = []
    path: str | None = "situations?limit=30"
    while path:
        answer = api(path)
        page = answer.json or {}
        seen += [each["slug"] for each in page["situations"]]
        ways = answer.headers.get("Link", "")
        assert ('rel="next"' in ways) is bool(page["next"])
        path = page["next"] and page["next"].split("/api/v1/")[1]
    assert len(seen) == len(set(seen)) == page["total"] > 30
    assert page["prev"]


def test_a_part_behind_the_end_leads_back_to_the_last(api: Ask) -> None:
    page = api("books?limit=1&offset=500").json or {}
    assert (page["books"], page["next"]) == ([], None)
    assert page["prev"].endswith("limit=1&offset=1")


def test_what_an_answer_leads_to_is_there(api: Ask) -> None:
    operations = {each["operationId"]: (path, each) for path, of in CONTRACT["paths"].items() for each in of.values()}
    followed = 0
    for path, operation in operations.values():
        for name, link in operation["responses"]["200"].get("links", {}).items():
            template = path.removeprefix("/api/v1/")
            body = {"json": {"text": "§64A2"}} if template == "find-refs" else {}
            found = api(QUESTIONS_BY_TEMPLATE.get(template, template), "POST" if body else "GET", **body).json
            there, _ = operations[name]
            for step, pointer in link["parameters"].items():
                value: Any = found
                for key in pointer.removeprefix("$response.body#/").split("/"):
                    value = value[int(key)] if isinstance(value, list) else value[key]
                there = there.replace(f"{{{step}}}", str(value))
            assert api(there.removeprefix("/api/v1/")).status_code == 200, there
            followed += 1
    assert followed > 8


# --- find-refs ---------------------------------------------------------------------------------------------------


def test_citations_are_found_with_their_targets_and_reasons(found: Callable[..., Json], api: Ask) -> None:
    text = "Se §64A2, jf. §1 og § 241d1."
    answer = found(text=text, lang="da")
    assert fits(api("find-refs", "POST", json={"text": text, "lang": "da"}), "find-refs", "post")
    ours, outside, foreign = answer["references"]
    assert text[ours["start"] : ours["end"]] == ours["text"] == "§64A2"
    assert ours["url"] == ours["targets"][0]["url"] == "http://localhost/da-1997/64/A/2"
    assert (ours["status"], ours["reason"], ours["linkable"]) == ("ok", None, True)
    assert (outside["status"], outside["reason_code"], outside["url"]) == ("outside-corpus", "law-not-here", None)
    assert outside["targets"] == [{"book": "da-1997", "address": "1", "url": None}]
    assert (foreign["status"], foreign["reason_code"], foreign["targets"]) == ("foreign", "foreign-number", [])


EVIDENCE = [
    ({"text": "§64", "lang": "nl"}, "nl", "given"),
    ({"text": "§64", "lang": "auto", "book": "nl-2017"}, "nl", "book"),
    ({"text": "§64", "context": "/nl-2017/70"}, "nl", "book"),
    ({"text": "zie artikel 64A2"}, "nl", "citations"),
    ({"text": "see Laws 64 and 65"}, "en", "citations"),
    ({"text": "<b>artikel</b> 64A2", "format": "html"}, "nl", "citations"),
    ({"text": "zie `x` artikel 64A2", "format": "markdown"}, "nl", "citations"),
    ({"text": "§64"}, "da", "tie"),
    ({"text": "Law 64"}, "da", "tie"),
    ({"text": "Good luck!"}, "da", "none"),
    ({"text": ""}, "da", "none"),
]


@pytest.mark.parametrize(("question", "code", "evidence"), EVIDENCE)
def test_the_language_is_told_with_its_evidence(
    found: Callable[..., Json], question: Json, code: str, evidence: str
) -> None:
    language = found(**question)["language"]
    assert (language["code"], language["evidence"]) == (code, evidence)


def test_texts_of_a_batch_lend_each_other_their_language(found: Callable[..., Json], api: Ask) -> None:
    texts = ["§70", "zie artikel 70B3", "hello"]
    results = found(texts=texts)["results"]
    assert [each["language"]["evidence"] for each in results] == ["batch", "citations", "batch"]
    assert [len(each["references"]) for each in results] == [1, 1, 0]
    assert results[0]["references"][0]["targets"][0]["book"] == "nl-2017"
    assert fits(api("find-refs", "POST", json={"texts": texts}), "find-refs", "post")
    assert found(texts=[]) == {"results": []}


def test_html_is_found_and_linked_where_links_may_be(found: Callable[..., Json]) -> None:
    answer = found(text="<p>&sect;64A2 <a href=x>§70</a></p>", format="html", lang="da", linked=True)
    assert [each["linkable"] for each in answer["references"]] == [True, False]
    assert '<a href="http://localhost/da-1997/64/A/2">&sect;64A2</a>' in answer["linked"]


@pytest.mark.parametrize("context", ["64/A", "da-1997/64/A", "/da-1997/64/A"])
def test_relative_citations_are_read_from_the_context(found: Callable[..., Json], context: str) -> None:
    (reference,) = found(text="punkt 1", lang="da", context=context)["references"]
    assert reference["targets"][0]["address"] == "64/A/1"


def test_reasons_are_in_the_language_of_the_header(api: Ask) -> None:
    question = {"text": "§1", "lang": "da"}
    answer = api("find-refs", "POST", json=question, headers={"Accept-Language": "da"})
    (reference,) = (answer.json or {})["references"]
    assert reference["reason"].startswith("§1 er ikke") or "ikke" in reference["reason"]
    assert answer.headers["Content-Language"] == "da"


# --- bad input ---------------------------------------------------------------------------------------------------

JSON = "application/json"
BAD_BODIES = [
    (b'{"text": NaN}', JSON, 400, "api-body-unreadable"),
    (b'{"text": Infinity}', JSON, 400, "api-body-unreadable"),
    (b"", JSON, 400, "api-body-unreadable"),
    (b"\xff\xfe\x00", JSON, 400, "api-body-unreadable"),
    (b'{"text": "\xff"}', JSON, 400, "api-body-unreadable"),
    (b'{"text": "\\ud800"}', JSON, 400, "api-body-unreadable"),
    (b'{"text": ' + b"[" * 100_000, JSON, 422, "api-body-shape"),
    (b"[]", JSON, 422, "api-body-shape"),
    (b"null", JSON, 422, "api-body-shape"),
    (b"{}", JSON, 422, "api-text-or-texts"),
    (b'{"text": "a", "texts": ["b"]}', JSON, 422, "api-text-or-texts"),
    (b'{"text": null}', JSON, 422, "api-body-shape"),
    (b'{"text": 1}', JSON, 422, "api-body-shape"),
    (b'{"texts": "a"}', JSON, 422, "api-body-shape"),
    (b'{"texts": ["a", 1]}', JSON, 422, "api-body-shape"),
    (b'{"text": "a", "<script>": 1}', JSON, 422, "api-body-shape"),
    (b'{"text": "a", "format": "pdf"}', JSON, 422, "api-body-shape"),
    (b'{"texts": [' + b'"",' * 1000 + b'""]}', JSON, 422, "api-body-shape"),
    (b'{"text": "a", "lang": "zz"}', JSON, 404, "language-unknown"),
    (b'{"text": "a", "book": "da-1066"}', JSON, 404, "book-unknown"),
    (b'{"text": "a", "context": "da-1066/64"}', JSON, 404, "book-unknown"),
    (b'{"text": "a", "context": "//evil.example/64"}', JSON, 422, "api-body-shape"),
    (b'{"text": "a", "context": "64/\\r\\nX: y"}', JSON, 422, "api-body-shape"),
    (b"text=a", "application/x-www-form-urlencoded", 415, "api-body-media"),
    (b'{"text": "a"}', "text/plain", 415, "api-body-media"),
    (b'{"text": "' + b"x" * 300_001 + b'"}', JSON, 413, "text-too-long"),
    (b'{"texts": ["' + b"x" * 200_000 + b'", "' + b"x" * 200_000 + b'"]}', JSON, 413, "text-too-long"),
    (b'{"text": "' + b"x" * 2_000_000 + b'"}', JSON, 413, "api-body-large"),
]


@pytest.mark.parametrize(
    ("data", "media", "status", "code"), BAD_BODIES, ids=[f"{i}-{row[3]}" for i, row in enumerate(BAD_BODIES)]
)
def test_a_bad_body_is_told_in_the_one_shape(api: Ask, data: bytes, media: str, status: int, code: str) -> None:
    answer = api("find-refs", "POST", data=data, content_type=media)
    problem = answer.json or {}
    assert (answer.status_code, problem["code"], answer.mimetype) == (status, code, "application/problem+json")
    assert fits(answer, "find-refs", "post")
    assert "<" not in answer.text
    assert len(answer.data) < 1200


def test_a_limit_is_named(api: Ask) -> None:
    large = api("find-refs", "POST", data=b"x" * 2_000_001, content_type=JSON)
    assert "2000000" in (large.json or {})["detail"]
    long = api("find-refs", "POST", json={"text": "x" * 300_001})
    assert "300000" in (long.json or {})["detail"]
    assert (large.headers["Limit-Body-Bytes"], long.headers["Limit-Text-Characters"]) == ("2000000", "300000")


def test_a_body_without_its_length_is_bounded_too(site: Flask) -> None:
    answer = site.test_client().post(
        "/api/v1/find-refs",
        input_stream=BytesIO(b"x" * 2_000_001),
        content_type=JSON,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert answer.status_code == 413


BAD_PATHS = [
    ("", "nope", 404, "page-unknown"),
    ("", "books//laws/1", 404, "page-unknown"),
    ("", "books/", 404, "page-unknown"),
    ("", "<script>alert(1)</script>", 404, "page-unknown"),
    ("", "books/da-1066", 404, "book-unknown"),
    ("", "books/da-1997/laws/1", 404, "provision-unknown"),
    ("", "books/da-1997/laws/x", 404, "provision-unknown"),
    ("", "books/da-1997/laws/%C2%B2", 404, "provision-unknown"),
    ("", "provisions/da-1997/64/Z", 404, "provision-unknown"),
    ("", "provisions/da-1997/A64", 400, "address-unreadable"),
    ("", "provisions/da-1997/64/%00", 400, "address-unreadable"),
    ("", "compare/da-1997/nl-2017/93", 404, "compare-nowhere"),
    ("", "terms/zz", 404, "term-unknown"),
    ("", "situations/%0d%0aX:y", 404, "situation-unknown"),
    ("", "search", 400, "api-parameter"),
    ("", "search?q=a&q=b", 400, "api-parameter"),
    ("", "search?q=a&limit=0", 400, "api-parameter"),
    ("", "search?q=a&limit=1000", 400, "api-parameter"),
    ("", "search?q=a&limit=NaN", 400, "api-parameter"),
    ("", "search?q=a&offset=-1", 400, "api-parameter"),
    ("", "search?q=a&language=da", 400, "api-parameter-unknown"),
    ("", "search?q=a&%3Cscript%3E=1", 400, "api-parameter-unknown"),
    ("", f"search?q={'x' * 1001}", 400, "api-parameter"),
    ("", "search?q=a&lang=zz", 404, "language-unknown"),
    ("", "search?q=a&book=zz", 404, "book-unknown"),
    ("", "resolve?q=1&from=zz", 400, "api-parameter"),
    ("POST", "books", 405, "api-method"),
    ("DELETE", "books/da-1997", 405, "api-method"),
    ("PATCH", "openapi.json", 405, "api-method"),
    ("TRACE", "search", 405, "api-method"),
    ("GET", "find-refs", 405, "api-method"),
    ("HEAD", "find-refs", 405, None),
    ("OPTIONS", "nope", 404, "page-unknown"),
]


@pytest.mark.parametrize(("method", "path", "status", "code"), BAD_PATHS)
def test_a_bad_question_is_told_in_the_one_shape(
    api: Ask, method: str, path: str, status: int, code: str | None
) -> None:
    answer = api(path, method or "GET")
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<" not in answer.text
    if code:
        problem = answer.json or {}
        assert (problem["code"], problem["status"], problem["type"]) == (code, status, "about:blank")
    assert ("Allow" in answer.headers) is (status == 405)


@pytest.mark.parametrize("question", ["a%00b", "%0d%0aSet-Cookie:x=1", "%ff%fe", "<script>", "%F0%9F%82%A1", "%20", ""])
def test_any_words_are_answered(api: Ask, question: str) -> None:
    for path in ("search", "suggest", "resolve"):
        answer = api(f"{path}?q={question}")
        assert answer.status_code == 200
        assert "<" not in answer.text
        assert "Set-Cookie" not in answer.headers


def test_a_fault_of_ours_shows_no_inside(api: Ask, caplog: pytest.LogCaptureFixture) -> None:
    with patch("webui.api.questions.look_up", side_effect=RuntimeError("secret")):
        answer = api("resolve?q=64")
    assert (answer.status_code, (answer.json or {})["code"]) == (500, "http-500")
    assert "secret" not in answer.text
    assert "secret" in caplog.text


# --- the protocol ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["books", "openapi.json", "search?q=dummy", "find-refs"])
def test_scripts_of_any_site_may_read(api: Ask, path: str) -> None:
    method = "POST" if path == "find-refs" else "GET"
    before = api(path, "OPTIONS", headers={"Origin": "https://club.example", "Access-Control-Request-Method": method})
    assert before.status_code == 204
    assert before.headers["Access-Control-Allow-Origin"] == "*"
    assert method in before.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in before.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in before.headers
    answer = api(
        path, method, headers={"Origin": "https://club.example"}, **({"json": {"text": ""}} if method == "POST" else {})
    )
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("path", ["books", "provisions/da-1997/64", "openapi.json", "search?q=dummy"])
def test_what_a_program_has_is_not_sent_again(api: Ask, path: str) -> None:
    first = api(path)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    assert first.headers["Vary"] == "Accept-Encoding, Accept-Language"
    again = api(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    packed = api(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["ETag"] != first.headers["ETag"] or len(first.data) < 800


def test_reading_the_head_is_reading(api: Ask) -> None:
    head = api("books", "HEAD")
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", api("books").headers["ETag"])


def test_a_cookie_of_the_pages_means_nothing(client: FlaskClient) -> None:
    client.set_cookie("hl", "da")
    answer = client.get("/api/v1/terms/zz")
    assert answer.headers["Content-Language"] == "en"


# --- the page to try it -------------------------------------------------------------------------------------------


def test_the_page_lists_every_question(soup: Callable[..., Any]) -> None:
    page = soup("/api/v1/")
    listed = [form["data-path"] for form in page.select("form[data-path]")]
    assert listed == list(CONTRACT["paths"])
    for field in page.select(".api input, .api textarea"):
        assert page.find("label", attrs={"for": field["id"]})
    assert not page.select("script:not([src]), [style], [onclick]")


def test_the_address_without_its_slash_leads_there(client: FlaskClient) -> None:
    assert client.get("/api/v1").headers["Location"].endswith("/api/v1/")

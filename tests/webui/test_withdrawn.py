"""Addresses that were published once and are no more, in a small made-up corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from kb.corpus import load_corpus
from kb.corpus.building import build_corpus
from kb.corpus.ledger import LEDGER
from kb.search import Engine
from webui import create_app

IMPRINT = """\
id = "da-1997"
language = "da"
edition = "1997"
title = "Love"
publisher = "DBf"
rights = "Theirs."

[[sources]]
file = "laws.txt"
edition = "1997"
evidence = "It says so."
"""

LAWS = "§64. Fremgangsmåden\n\nA.\tStraf\n\t1.\tKort.\n\t2.\tIngen.\nB.\tIngen straf\n\tSe punkt A1.\n"

WITHDRAWN = """\
da-1997/64/A/3 withdrawn 64/A/2 # It was item 2, read twice.
da-1997/64/C withdrawn 64/D 64/B
da-1997/64/D withdrawn 64/A
da-1997/64/E withdrawn
da-1990/64/A withdrawn da-1997/64/A
"""

GONE = [
    ("/da-1997/64/A/3", ["/da-1997/64/A/2"]),
    ("/da-1997/64/C", ["/da-1997/64/B", "/da-1997/64/A"]),  # what succeeds it was withdrawn as well
    ("/da-1997/64/B-C", ["/da-1997/64/B", "/da-1997/64/A"]),
    ("/da-1997/64/E", []),
    ("/da-1990/64/A", ["/da-1997/64/A"]),
    ("/da-1990", ["/da-1997"]),
]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, library: object) -> Flask:
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "da-1997" / "source").mkdir(parents=True)
    (folder / "da-1997" / "book.toml").write_text(IMPRINT, encoding="utf-8")
    (folder / "da-1997" / "source" / "laws.txt").write_text(LAWS, encoding="utf-8")
    build_corpus(folder)
    mark(folder)
    engine: Engine = library.engine  # type: ignore[attr-defined]  # nothing is searched for here
    return create_app(load_corpus(folder), engine)


def mark(folder: Path) -> None:
    ledger = folder / LEDGER
    ledger.write_text(ledger.read_text(encoding="utf-8") + WITHDRAWN, encoding="utf-8")


@pytest.fixture
def reader(small: Flask) -> FlaskClient:
    return small.test_client(use_cookies=False)


@pytest.mark.parametrize("hl", ["da", "nl", "en"])
@pytest.mark.parametrize(("path", "successors"), GONE)
def test_what_is_gone_names_what_has_taken_its_place(
    reader: FlaskClient, path: str, successors: list[str], hl: str
) -> None:
    asked = {"Accept-Language": hl}
    page = reader.get(path, headers=asked)
    text = page.get_data(as_text=True)
    assert (page.status_code, page.mimetype) == (410, "text/html")
    assert f'<html lang="{hl}">' in text
    for place in successors:
        assert f'href="{place}"' in text
        assert f'<{place}>; rel="successor-version"' in page.headers["Link"]
    record = reader.get(f"{path}.json", headers=asked)
    assert (record.status_code, record.content_type) == (410, "application/problem+json")
    assert record.json is not None
    assert [each["url"] for each in record.json["successors"]] == successors
    assert record.json["status"] == 410
    assert record.json["detail"]
    assert reader.get(path, headers={"Accept": "application/json", **asked}).json == record.json
    for form in ("txt", "md", "xml"):
        told = reader.get(f"{path}.{form}", headers=asked)
        assert (told.status_code, told.mimetype) == (410, "text/plain")
        assert all(place in told.get_data(as_text=True) for place in successors)


def test_the_reason_that_somebody_gave_is_told(reader: FlaskClient) -> None:
    for form in ("", ".txt"):
        assert "It was item 2, read twice." in reader.get(f"/da-1997/64/A/3{form}").get_data(as_text=True)


def test_what_is_there_and_what_never_was_answer_as_ever(reader: FlaskClient) -> None:
    assert reader.get("/da-1997/64/A/2").status_code == 200
    assert reader.get("/da-1997/64/Z").status_code == 404
    assert reader.get("/da-1990/64/Z").status_code == 404
    assert reader.get("/da-1954").status_code == 404


def test_programs_are_told_the_same(reader: FlaskClient) -> None:
    answer = reader.get("/api/v1/provisions/da-1997/64/A/3")
    assert (answer.status_code, answer.content_type) == (410, "application/problem+json")
    assert answer.json is not None
    assert (answer.json["code"], answer.json["params"]["successors"]) == ("address-succeeded", "64A2 (da-1997)")
    assert reader.get("/api/v1/provisions/da-1997/64/E").status_code == 410
    assert reader.get("/api/v1/provisions/da-1997/64/Z").status_code == 404


def test_a_citation_of_it_leads_to_its_successor(reader: FlaskClient) -> None:
    led = reader.get("/r?q=64A3&lang=da")
    assert led.status_code == 300  # shown with the reason, not jumped to
    assert 'href="/da-1997/64/A/2"' in led.get_data(as_text=True)
    record = reader.get("/r.json?q=64A3&lang=da").json
    assert record is not None
    assert (record["status"], record["moved"], record["reason_code"]) == ("one", True, "address-succeeded")
    assert reader.get("/r?q=64E&lang=da").status_code == 404

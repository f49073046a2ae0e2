"""The JSON dump keeps its contract."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb import load
from kb.export.dump import dump, write_dump

SCHEMA = json.loads((Path(__file__).parent.parent / "docs" / "dump.schema.json").read_text(encoding="utf-8"))


@cache
def ours() -> Any:
    return json.loads(write_dump(load().corpus))


def unit_texts() -> dict[tuple[str, str, str], str]:
    texts = {}
    for book in ours()["books"]:
        for law in book["laws"]:
            for unit in (*law["provisions"], *law["notes"]):
                for field in ("text", "closing", "heading"):
                    texts[book["id"], unit["address"], field] = unit.get(field) or ""
    return texts


def test_the_dump_is_what_its_schema_says() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(ours())] == []


def test_the_dump_is_the_same_each_time() -> None:
    assert write_dump(load().corpus) == write_dump(load().corpus)


def test_both_books_are_whole() -> None:
    books = {book["id"]: book for book in ours()["books"]}
    danish = books["da-1997"]["laws"]
    assert [law["number"] for law in danish] == [str(n) for n in (*range(9, 17), *range(41, 72))]
    labelled = [p["address"] for law in danish for p in law["provisions"] if "/" in p["address"]]
    assert len(labelled) == 266
    assert len({law["part"] for law in danish} - {None}) == 7
    assert sum(len(law["notes"]) for law in danish) == 14
    assert [law["number"] for law in books["nl-2017"]["laws"]] == ["54", "68", "70", "71", "79"]


def test_every_unit_stands_in_its_law_after_its_parent() -> None:
    for book in ours()["books"]:
        seen: set[str] = set()
        for law in book["laws"]:
            for unit in (*law["provisions"], *law["notes"]):
                address = unit["address"]
                assert address not in seen
                assert address.split("/")[0] == law["number"]
                parent = address.rsplit("/", 1)[0]
                assert "/" not in parent or parent in seen or "/note/" in address
                seen.add(address)


def test_a_reference_is_a_slice_of_the_field_it_stands_in() -> None:
    texts = unit_texts()
    for reference in ours()["references"]:
        text = texts[reference["book"], reference["from"], reference["field"]]
        assert text[reference["start"] : reference["end"]] == reference["text"]


def test_a_reference_that_is_fine_points_at_what_is_there() -> None:
    there = {(book, address) for book, address, _ in unit_texts()}
    there |= {(book["id"], law["number"]) for book in ours()["books"] for law in book["laws"]}
    pointed = [target for r in ours()["references"] if r["status"] == "ok" for target in r["targets"]]
    assert len(pointed) > 100
    assert [t for t in pointed if (t["book"], t["address"]) not in there] == []


def test_a_note_says_where_it_hangs() -> None:
    texts = unit_texts()
    for book in ours()["books"]:
        for note in (note for law in book["laws"] for note in law["notes"]):
            if note["offset"] is not None:
                fields = (texts[book["id"], note["at"], field] for field in ("text", "closing"))
                assert note["offset"] <= max(map(len, fields))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), 2),
        (("books", 0, "id"), "danish"),
        (("books", 0, "laws", 0, "number"), 9),
        (("books", 0, "laws", 0, "provisions", 0, "label"), "guessed"),
        (("books", 0, "laws", 0, "provisions", 0, "address"), "A/9"),
        (("references", 0, "status"), "broken"),
        (("references", 0, "start"), -1),
        (("alignments",), [{"books": ["da-1997"], "rows": []}]),
    ],
)
def test_the_schema_refuses_what_breaks_the_contract(path: tuple[str | int, ...], value: object) -> None:
    changed = json.loads(json.dumps(ours()))
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not Draft202012Validator(SCHEMA).is_valid(changed)


def test_a_row_names_both_books() -> None:
    row = {"da-1997": ["70/B/2"], "nl-2017": ["70/B/3"], "relation": "same", "confidence": 0.9, "reasons": ["…"]}
    whole = dump(load().corpus) | {"alignments": [{"books": ["da-1997", "nl-2017"], "rows": [row]}]}
    assert Draft202012Validator(SCHEMA).is_valid(whole)
    del row["nl-2017"]
    assert not Draft202012Validator(SCHEMA).is_valid(whole)

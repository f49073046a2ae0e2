"""Citations in running text: one table, read by Python, the command line, the interface for programs, and the script
in a page; each finds the same, and all find what the table says."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from kb.cli import main
from kb.corpus import find_folders, load_corpus
from kb.linking import Context, find_in

TABLE = Path(__file__).parents[1] / "data" / "running_text.tsv"
CORPUS = load_corpus(find_folders().corpus)
LANGUAGES = ("da", "nl", "en")
APART = "\n\n"


class Cited(NamedTuple):
    """What a text cites, and where in it, in code points."""

    start: int
    end: int
    targets: tuple[str, ...]
    status: str


class Row(NamedTuple):
    """A text, and what the table says that it cites: start, end, addresses."""

    text: str
    language: str
    wanted: tuple[tuple[int, int, tuple[str, ...]], ...]


def rows() -> list[Row]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [row(*line.split("\t")) for line in lines if line and not line.startswith("#")]


def row(marked: str, language: str, cited: str) -> Row:
    marked = re.sub(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))", lambda sign: chr(int(sign[1] or sign[2], 16)), marked)
    pieces = re.split("[⟦⟧]", marked.replace("\\n", "\n"))
    ends = [len("".join(pieces[:n])) for n in range(1, len(pieces) + 1)]
    spans = list(zip(ends[0::2], ends[1::2], strict=False))
    addresses = [tuple(members(each)) for each in cited.split() if each != "-"]
    assert len(spans) == len(addresses), marked
    return Row("".join(pieces), language, tuple((*span, to) for span, to in zip(spans, addresses, strict=True)))


def members(cited: str) -> list[str]:
    first, _, last = cited.partition("..")
    return list(map(str, range(int(first), int(last) + 1))) if last else cited.split(",")


ROWS = rows()


def by_python(language: str) -> list[list[Cited]]:
    return [
        [
            Cited(
                found.start, found.end, tuple(str(to.address) for to in found.reference.targets), found.reference.status
            )
            for found in find_in(CORPUS, row.text, "text", Context(language))
        ]
        for row in ROWS
        if row.language == language
    ]


def of_record(record: dict[str, Any], before: int = 0) -> Cited:
    targets = tuple(target["address"] for target in record["targets"])
    return Cited(record["start"] - before, record["end"] - before, targets, record["status"])


def called(command: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(command.split()) == 0
    return capsys.readouterr().out


def test_the_table_is_large_and_of_all_kinds() -> None:
    assert len(ROWS) >= 100
    for language in LANGUAGES:
        own = [row for row in ROWS if row.language == language]
        assert sum(bool(row.wanted) for row in own) >= 10
        assert sum(not row.wanted for row in own) >= 8
        assert any(max(row.text) > "\uffff" for row in own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_finds_what_the_table_says(language: str) -> None:
    found = by_python(language)
    for row, cited in zip([row for row in ROWS if row.language == language], found, strict=True):
        assert tuple(one[:3] for one in cited if one.targets) == row.wanted, row.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_finds_the_same(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [row.text for row in ROWS if row.language == language]
    records = json.loads(called(f"refs --lang {language} --json", APART.join(texts), monkeypatch, capsys))
    found: list[list[Cited]] = []
    begin = 0
    for text in texts:
        own = [record for record in records if begin <= record["start"] < begin + len(text)]
        found.append([of_record(record, begin) for record in own])
        begin += len(text) + len(APART)
    assert found == by_python(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_links_the_same(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [row.text for row in ROWS if row.language == language]
    linked = called(f"link --lang {language}", APART.join(texts), monkeypatch, capsys)
    assert unescape(re.sub("</?a[^>]*>", "", linked)) == APART.join(texts)
    assert re.findall("<a [^>]*>(.*?)</a>", linked, re.DOTALL) == [
        escape(text[cited.start : cited.end], quote=False)
        for text, found in zip(texts, by_python(language), strict=True)
        for cited in found
        if cited.status == "ok"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_interface_for_programs_finds_the_same(language: str, page: Page, live_server: str) -> None:
    texts = [row.text for row in ROWS if row.language == language]
    answer = page.request.post(f"{live_server}/api/v1/find-refs", data={"texts": texts, "lang": language})
    results = answer.json()["results"]
    assert [[of_record(one) for one in result["references"]] for result in results] == by_python(language)


FOUND = """LawLinks.ready.then((all) => [...document.querySelectorAll("p")].map((row) => {
    const points = (node, end) => {
        const range = document.createRange();
        range.setStart(row, 0);
        range[end ? "setEndAfter" : "setEndBefore"](node);
        return [...range.toString()].length;
    };
    return all.filter(({ elements }) => row.contains(elements[0])).map(({ reference, elements }) => ({
        ...reference, start: points(elements[0]), end: points(elements.at(-1), true),
    }));
}))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_in_a_page_finds_the_same(language: str, page: Page, host: Callable[..., str]) -> None:
    texts = [row.text for row in ROWS if row.language == language]
    body = "<style>p { white-space: pre-wrap }</style>" + "".join(f"<p>{escape(text)}</p>" for text in texts)
    page.goto(host(body, f'data-lang="{language}" data-debug', policy="style-src 'unsafe-inline'"))
    found = page.evaluate(FOUND)
    assert [[of_record(one) for one in row] for row in found] == by_python(language)
    assert page.evaluate("[...document.querySelectorAll('p')].map((row) => row.textContent)") == texts

"""What assistants are answered, asked through the official client: in this process, and over standard input."""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import CallToolResult, TextContent

from kb import load
from kb.cli import main
from kb.mcp.answers import Desk
from kb.mcp.server import make_server

ROOT = Path(__file__).parent.parent
SITE = "https://laws.example"


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(load(), SITE)


def call(desk: Desk, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
    async def ask() -> CallToolResult:
        async with Client(make_server(desk)) as client:
            return await client.call_tool(tool, dict(arguments))

    return anyio.run(ask)


def told(desk: Desk, tool: str, **arguments: Any) -> Any:
    result = call(desk, tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


def test_the_tools_say_what_they_do_and_change_nothing(desk: Desk) -> None:
    async def ask() -> Any:
        async with Client(make_server(desk)) as client:
            return (await client.list_tools()).tools, client.instructions

    tools, instructions = anyio.run(ask)
    assert {tool.name for tool in tools} == {"lookup", "search", "compare", "find_refs"}
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        assert tool.output_schema["type"] == "object"
        assert all(each.get("description") for each in tool.input_schema["properties"].values())
    assert "edition" in instructions


@pytest.mark.parametrize("citation", ["64/B/6", "§64B6", "§ 64 b 6", "da-1997/64/B/6", f"{SITE}/da-1997/64/B/6"])
def test_lookup_gives_the_words_with_edition_and_address(desk: Desk, citation: str) -> None:
    found = told(desk, "lookup", citation=citation, book=None if "da-1997" in citation else "da-1997")
    [unit] = found["units"]
    assert (found["status"], unit["citation"], unit["edition"], unit["superseded_by"]) == (
        "one",
        "§64B6",
        "1997",
        "2017",
    )
    assert unit["url"] == f"{SITE}/da-1997/64/B/6"
    assert unit["law"] == "§64 Fremgangsmåden efter en etableret kulørsvigt"
    [provision] = unit["provisions"]
    assert provision["text"].startswith("Kulørsvigt i det 12. stik straffes ikke")
    assert provision["label"] == "printed"


def test_lookup_of_a_law_brings_all_of_it(desk: Desk) -> None:
    found = told(desk, "lookup", citation="70", book="nl-2017")
    [unit] = found["units"]
    book = desk.corpus.book("nl-2017")
    assert [each["address"] for each in unit["provisions"]] == [
        str(one.address) for one in book.by_number[70].provisions
    ]
    assert [(note["kind"], note["at"]) for note in unit["notes"]][-1] == ("local", "70/E/2")
    assert unit["provisions"][0]["label"] == "inferred"


def test_lookup_in_no_book_gives_all_that_have_it(desk: Desk) -> None:
    found = told(desk, "lookup", citation="law 68B")
    assert found["status"] == "several"
    assert [(unit["book"], unit["edition"]) for unit in found["units"]] == [("da-1997", "1997"), ("nl-2017", "2017")]


def test_lookup_of_what_moved_says_from_where(desk: Desk) -> None:
    found = told(desk, "lookup", citation="12C1c", book="da-1997")
    assert found["reason"]
    assert found["units"]


def test_lookup_of_nothing_gives_the_reason_and_the_nearest(desk: Desk) -> None:
    found = told(desk, "lookup", citation="64Z", book="da-1997")
    assert (found["status"], found["units"]) == ("none", [])
    assert "64" in found["reason"]
    assert found["nearest"][0]["url"] == f"{SITE}/da-1997/64"
    assert told(desk, "lookup", citation="7NT doubled")["reason"]


def test_search_finds_with_reasons_and_counterparts(desk: Desk) -> None:
    found = told(desk, "search", query="etableret kulørsvigt", books=["da-1997"], limit=3)
    assert len(found["results"]) == 3
    for result in found["results"]:
        assert (result["book"], result["edition"]) == ("da-1997", "1997")
        assert result["url"] == f"{SITE}/da-1997/{result['address']}"
    assert found["total"] >= 3
    first = told(desk, "search", query="udestående trumf")["results"][0]
    assert [place["url"] for place in first["elsewhere"]] == [f"{SITE}/nl-2017/70/C"]


def test_compare_sets_both_sides_in_their_words(desk: Desk) -> None:
    found = told(desk, "compare", left="da-1997", right="nl-2017", citation="§70B2")
    assert found["url"] == f"{SITE}/compare/da-1997/nl-2017/70/B/2"
    [row] = [row for row in found["rows"] if [side["address"] for side in row["left"]] == ["70/B/2"]]
    assert ([side["address"] for side in row["left"]], [side["address"] for side in row["right"]]) == (
        ["70/B/2"],
        ["70/B/3"],
    )
    assert row["right"][0]["text"].startswith("De wedstrijdleider kan van de spelers")
    assert row["right"][0]["edition"] == "2017"
    assert row["reasons"]


def test_find_refs_says_where_each_citation_leads_or_why_not(desk: Desk) -> None:
    text = "Zie artikel 70B3 en artikel 12; niet 7NT."
    found = told(desk, "find_refs", text=text)
    assert (found["language"], found["told_by"]) == ("nl", "citations")
    first, second = found["citations"]
    assert text[first["start"] : first["end"]] == first["text"] == "artikel 70B3"
    assert [place["url"] for place in first["targets"]] == [f"{SITE}/nl-2017/70/B/3"]
    assert (second["status"], bool(second["reason"])) == ("outside-corpus", True)
    named = told(desk, "find_refs", text="punkt 1", book="da-1997", at="64/A")
    assert (named["language"], named["told_by"]) == ("da", "caller")
    assert named["citations"][0]["targets"][0]["address"] == "64/A/1"


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("lookup", {"citation": "64", "book": "xx-1"}, "There is no book “xx-1” here; there are da-1997, nl-2017."),
        ("lookup", {"citation": "64", "language": "fr"}, "There is no language “fr” here"),
        ("lookup", {"citation": "punkt 1", "at": "here"}, "“here” is no address"),
        ("search", {"query": "x", "books": ["xx-1"]}, "There is no book “xx-1” here"),
        ("compare", {"left": "da-1997", "right": "nl-2017", "citation": "99"}, "“99”"),
        ("find_refs", {"text": "x" * 300_001}, "The text has 300001 characters, and 300000 are read at once"),
        ("find_refs", {"text": "x", "format": "pdf"}, "format"),
        ("search", {"query": "x", "limit": 0}, "limit"),
        ("search", {}, "query"),
    ],
)
def test_wrong_questions_get_a_sentence(desk: Desk, tool: str, arguments: dict[str, Any], said: str) -> None:
    result = call(desk, tool, arguments)
    assert result.is_error
    [content] = result.content
    assert isinstance(content, TextContent)
    assert said in content.text
    assert "Traceback" not in content.text


def test_the_command_speaks_the_protocol_over_standard_input() -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "kb", "mcp", "--base-url", SITE], env={**os.environ}, cwd=ROOT
    )

    async def ask() -> Any:
        async with Client(server) as client:
            return (await client.call_tool("lookup", {"citation": "64a2", "book": "da-1997"})).structured_content

    assert anyio.run(ask)["units"][0]["url"] == f"{SITE}/da-1997/64/A/2"


def test_without_its_package_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.split(".", maxsplit=1)[0] == "mcp":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "kb.mcp.server")
    assert main(["mcp"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        f"kb: Assistants are answered by the package mcp, version 2 or newer: install it with {sys.executable} -m pip "
        "install mcp.\n",
    )

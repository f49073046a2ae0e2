"""The command line: answers on standard output, sentences on standard error, exit codes, and speed of starting."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kb import load
from kb.book import Provision
from kb.cli.guide import commands, guide
from kb.cli.usage import make_parser
from kb.corpus.freshness import MARK
from tests.calling import Run, Said

ROOT = Path(__file__).parent.parent


# --- answers -------------------------------------------------------------------------------------------------


def test_show_prints_a_provision_under_its_path_and_edition(kb: Run) -> None:
    said = kb("show", "64/A/2", "--book", "da-1997")
    assert said.code == 0
    edition, path, _, *text = said.out.splitlines()
    assert edition == "Love for turneringsbridge, 1997 (da-1997), superseded by the edition of 2017"
    assert path.startswith("§64 Fremgangsmåden efter en etableret kulørsvigt › A ")
    unit = load().get("da-1997", "64/A/2")
    assert isinstance(unit, Provision)
    assert text == [unit.text]
    assert said.err == ""


@pytest.mark.parametrize(
    "words",
    [["64/A/2"], ["da-1997/64/A/2"], ["/da-1997/64/A/2"], ["64a2"], ["§ 64 A 2"], ["64", "A", "2"], ["Law 64 A2"]],
)
def test_show_takes_an_address_in_any_spelling(kb: Run, words: list[str]) -> None:
    book = [] if words[0].lstrip("/").startswith("da-1997") else ["--book", "da-1997"]
    assert kb("show", *words, *book) == kb("show", "64/A/2", "--book", "da-1997")


def test_show_prints_every_book_that_is_meant(kb: Run) -> None:
    out = kb("show", "68/A").out
    assert "(da-1997)" in out
    assert "(nl-2017)" in out
    assert "(da-1997)" not in kb("show", "68/A", "--lang", "nl").out


def test_show_prints_a_whole_law_with_its_notes(kb: Run) -> None:
    out = kb("show", "71", "--book", "nl-2017").out
    assert "\n[1.] " in out
    assert re.search(r"^note 1 to 71/2 \(footnote\): ", out, re.MULTILINE)
    assert out.index("[2.]") < out.index("De score op het bord wordt opnieuw berekend") < out.index("note 1")


def test_show_answers_programs(kb: Run) -> None:
    (record,) = json.loads(kb("show", "64/A", "--book", "da-1997", "--json").out)
    assert (record["book"], record["address"], record["url"]) == ("da-1997", "64/A", "/da-1997/64/A")
    assert [unit["address"] for unit in record["provisions"]] == ["64/A", "64/A/1", "64/A/2"]
    assert record["superseded_by"] == "2017"
    assert record["path"][0]["address"] == "64"


def test_search_keeps_its_contract(kb: Run) -> None:
    said = kb("search", "kulørsvigt", "--lang", "da", "--limit", "3", "--json")
    answer = json.loads(said.out)
    assert said.code == 0
    assert answer["query"] == "kulørsvigt"
    assert len(answer["results"]) == 3
    for result in answer["results"]:
        assert {"book", "address", "url", "heading", "snippet", "score"} <= set(result)
        assert result["url"] == f"/{result['book']}/{result['address']}"
    assert isinstance(answer["situations"], list)


def test_search_prints_lines_for_people(kb: Run) -> None:
    first = kb("search", "etableret", "kulørsvigt").out.splitlines()[0]
    assert re.match(r"da-1997/6[1-4]\S*\t", first)


def test_search_filters_by_book_and_not_by_language(kb: Run) -> None:
    def books(*options: str) -> set[str]:
        answer = json.loads(kb("search", "artikel 68", "--limit", "50", "--json", *options).out)
        return {result["book"] for result in answer["results"]}

    assert books("--book", "nl-2017") == {"nl-2017"}
    assert books("--lang", "nl", "--book", "da-1997") <= {"da-1997"}


def test_refs_lists_citations_in_the_order_of_the_text(kb: Run) -> None:
    text = "Se §64A2 og § 12C; makker meldte 3NT."
    found = json.loads(kb("refs", "--lang", "da", "--json", stdin=text).out)
    assert [text[r["start"] : r["end"]] for r in found] == [r["text"] for r in found]
    assert [r["targets"] for r in found] == [
        [{"book": "da-1997", "address": "64/A/2"}],
        [{"book": "da-1997", "address": "12/C"}],
    ]
    assert {r["status"] for r in found} == {"ok"}
    assert list(found[0]) == ["start", "end", "text", "kind", "targets", "status", "reason"]


def test_refs_prints_lines_for_people(kb: Run) -> None:
    out = kb("refs", "--lang", "nl", stdin="zie artikel 12").out
    assert out.startswith("4-14\tartikel 12\tnl-2017/12\toutside-corpus\t")


def test_refs_reads_relative_citations_from_where_they_stand(kb: Run) -> None:
    found = json.loads(kb("refs", "--lang", "da", "--from", "43/B/1", "--json", stdin="se punkt A1").out)
    assert [r["targets"] for r in found] == [[{"book": "da-1997", "address": "43/A/1"}]]


def test_refs_without_citations_is_an_answer(kb: Run) -> None:
    assert kb("refs", "--lang", "da", "--json", stdin="") == Said(0, "[]\n", "")
    assert kb("refs", "--lang", "da", stdin="ingen") == Said(0, "", "")


def test_resolve_says_where_a_citation_leads(kb: Run) -> None:
    assert kb("resolve", "§54B2", "--lang", "da") == Said(0, "da-1997/54/B/2\n", "")
    assert kb("resolve", "68/B").out == "da-1997/68/B\nnl-2017/68/B\n"


def test_resolve_answers_programs(kb: Run) -> None:
    said = kb("resolve", "64/Z", "--book", "da-1997", "--json")
    answer = json.loads(said.out)
    assert said.code == 1
    assert (answer["status"], answer["targets"], answer["moved"]) == ("none", [], False)
    assert answer["reason"]
    assert {"book": "da-1997", "address": "64", "url": "/da-1997/64"} in answer["nearest"]


def test_export_writes_a_file_whole(kb: Run, tmp_path: Path) -> None:
    target = tmp_path / "dump.json"
    assert kb("export", "json", "-o", str(target)) == Said(0, "", "")
    assert json.loads(target.read_text(encoding="utf-8"))["schema"] == 1
    assert kb("export", "json").out == target.read_text(encoding="utf-8")


# --- a corpus of one's own -----------------------------------------------------------------------------------

OWN = "§64. Fremgangsmåden\n\nA.\tStraf\n\tSe §65.\nB.\tIngen\n\tHer.\n\n§65. Placering\n\nStikket lægges.\n"
BRING = ("--id", "da-2017", "--language", "da", "--edition", "2017", "--title", "Love", "--publisher", "Mig")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a corpus of one's own, empty yet, beside a text to bring in."""
    (tmp_path / "own.txt").write_text(OWN, encoding="utf-8")
    (tmp_path / "corpus").mkdir()
    monkeypatch.setenv("KB_CORPUS", str(tmp_path / "corpus"))
    monkeypatch.setenv("KB_STATE", str(tmp_path / "state"))
    return tmp_path


def test_a_text_of_ones_own_goes_all_the_way(own: Path, kb: Run) -> None:
    brought = kb("import", str(own / "own.txt"), *BRING)
    assert (brought.code, brought.err) == (0, "")
    assert "da-2017: 2 laws, 3 provisions, 0 findings" in brought.out
    built = kb("build")
    assert built.code == 0
    assert "addresses.txt changed" in built.out
    assert "search index rebuilt" in built.out
    assert "changed" not in kb("build").out
    assert kb("check") == Said(0, "0 findings, 0 not accepted; 0 faults\n", "")
    assert kb("show", "64a").out.endswith("Se §65.\n")
    assert json.loads(kb("search", "stikket", "--json").out)["results"][0]["address"] == "65"
    assert kb("import", str(own / "own.txt"), *BRING).code == 2


def test_check_names_file_line_and_sentence(own: Path, kb: Run) -> None:
    (own / "own.txt").write_text(OWN.replace("B.\t", "D.\t"), encoding="utf-8")
    kb("import", str(own / "own.txt"), *BRING)
    kb("build")
    said = kb("check")
    assert said.code == 1
    assert re.match(r"da-2017/source/own\.txt:5: .*NOT ACCEPTED", said.out)
    report = json.loads(kb("check", "--json").out)
    assert not report["passed"]
    assert (report["findings"][0]["line"], report["findings"][0]["accepted"]) == (5, None)


def test_a_text_that_is_no_law_book_is_refused_whole(own: Path, kb: Run) -> None:
    (own / "own.txt").write_bytes(bytes(range(256)) * 40)
    said = kb("import", str(own / "own.txt"), *BRING)
    assert said.code in {1, 2}
    assert "own.txt" in said.err
    assert list((own / "corpus").iterdir()) == []


# --- bad input -----------------------------------------------------------------------------------------------

BAD: list[tuple[Sequence[str], int, str]] = [
    (["show", "64", "--book", "da-2017"], 1, "no book “da-2017”"),
    (["show", "64", "--lang", "xx"], 1, "no language “xx”"),
    (["show", "64/Z", "--book", "da-1997"], 1, "Nearest: da-1997/64"),
    (["show", "20", "--book", "da-1997"], 1, "Gentagelse og forklaring af meldinger"),
    (["show", "20"], 1, "20"),
    (["show", "999"], 1, "999"),
    (["show", "rubbish"], 1, "rubbish"),
    (["show", "64", "--from", "x"], 2, "is no address"),
    (["resolve", "no citation at all"], 1, "no citation at all"),
    (["resolve", ""], 1, ""),
    (["resolve", "a" * 10_000], 1, ""),
    (["resolve", "§" * 10_000], 1, ""),
    (["resolve", "\0"], 1, ""),
    (["resolve", "64\0"], 0, ""),
    (["resolve", "?!…,;"], 1, ""),
    (["resolve", "\udcff64"], 0, ""),
    (["search", "a" * 10_000], 0, ""),
    (["search", "?!…,;"], 0, ""),
    (["search", "\0"], 0, ""),
    (["search", "(" * 1000], 0, ""),
    (["search", "kort", "--book", "da-2017"], 1, "no book “da-2017”"),
    (["search", "kort", "--lang", "xx"], 1, "no language “xx”"),
    (["search", "kort", "--limit", "0"], 2, "from 1 to 1000"),
    (["search", "kort", "--limit", "many"], 2, "from 1 to 1000"),
    (["search"], 2, "QUERY"),
    (["export", "pdf"], 2, "invalid choice"),
    (["export", "json", "-o", "/proc/nowhere/dump.json"], 1, "cannot be written"),
    (["serve", "--port", "99999"], 2, "from 1 to 65535"),
    (["serve", "--host", "256.256.256.256"], 1, "Nothing can listen"),
    (["import", "x.txt", "--id", "da"], 2, "required"),
    (["show", "64", "--boo", "da-1997"], 2, "unrecognized"),
    (["fly"], 2, "invalid choice"),
    ([], 2, "required"),
]


@pytest.mark.parametrize(("arguments", "code", "says"), BAD, ids=[" ".join(row[0])[:40] for row in BAD])
def test_a_bad_call_gives_a_sentence_and_its_code(kb: Run, arguments: Sequence[str], code: int, says: str) -> None:
    said = kb(*arguments)
    assert said.code == code, said
    assert says in said.err
    assert "Traceback" not in said.err
    if code:
        assert said.out == ""
        assert said.err.strip()


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (b"\xff\xfe\x00", 2, "not UTF-8 (at byte 1)"),
        (b"se \xa764", 2, "not UTF-8 (at byte 4)"),
        (b"x" * 2_000_001, 2, "2000001 characters"),
        ("\ufeff§64".encode(), 0, ""),
        (b"\0" * 100, 0, ""),
        ("§".encode() * 10_000, 0, ""),
    ],
    ids=["binary", "latin-1", "too long", "BOM", "NUL", "signs only"],
)
def test_a_bad_text_gives_a_sentence_and_its_code(kb: Run, data: bytes, code: int, says: str) -> None:
    said = kb("refs", "--lang", "da", "--json", stdin=data)
    assert (said.code, says in said.err) == (code, True)


def test_a_taken_port_is_said_to_be_taken(kb: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = kb("serve", "--port", str(port))
    assert said == Said(
        1, "", f"kb: Something listens at 127.0.0.1:{port} already: stop it, or choose another with --port.\n"
    )


def test_a_corpus_that_is_not_there_is_said_to_be_missing(kb: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CORPUS", "/nowhere/at/all")
    said = kb("show", "64")
    assert (said.code, said.out) == (1, "")
    assert "KB_CORPUS" in said.err


@pytest.mark.parametrize("place", ["a-file", "a-file/deeper"])
def test_a_state_folder_that_cannot_be_one_is_named(
    kb: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "a-file").touch()
    monkeypatch.setenv("KB_STATE", str(tmp_path / place))
    said = kb("search", "kort")
    assert (said.code, said.out) == (1, "")
    assert str(tmp_path / place) in said.err
    assert "Traceback" not in said.err


def test_a_damaged_index_is_built_again(kb: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_STATE", str(tmp_path))
    whole = kb("search", "kort", "--json")
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.name != MARK:
            path.write_bytes(path.read_bytes()[:-7])
    assert kb("search", "kort", "--json") == whole


# --- as a process --------------------------------------------------------------------------------------------


def run(code: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, **settings)


HEAVY = (
    "flask",
    "whoosh",
    "scipy",
    "numpy",
    "bs4",
    "babel",
    "gunicorn",
    "kb.sources",
    "kb.structure",
    "kb.search.whoosh_engine",
)


@pytest.mark.parametrize(
    "arguments", [["refs", "--lang", "da", "--json"], ["resolve", "64a2"], ["show", "64a2"], ["show", "64a2", "--json"]]
)
def test_a_command_imports_only_its_own_rooms(arguments: list[str]) -> None:
    code = f"import sys; from kb.cli import main; main({arguments!r}); print(*sorted(sys.modules), file=sys.stderr)"
    done = run(code, input="se §64A2")
    loaded = set(done.stderr.splitlines()[-1].split())
    assert done.returncode == 0
    assert not loaded & set(HEAVY)


def test_importing_the_package_is_cheap() -> None:
    done = run("import sys; import kb; print(*sorted(m for m in sys.modules if m.startswith(('kb.', 'msgspec'))))")
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("arguments", [["export", "json"], ["show", "41"]])
def test_a_reader_that_leaves_early_is_no_trouble(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "kb", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_ctrl_c_ends_a_command_quietly(kb: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kb.cli.import_module", interrupted)
    assert kb("refs") == Said(130, "", "")


# --- help ----------------------------------------------------------------------------------------------------


def test_the_guide_is_made_of_the_help_texts() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == guide()


def test_every_option_is_explained() -> None:
    for name, parser in commands(make_parser()).items():
        assert parser.description, name
        for action in parser._actions:
            assert action.help or isinstance(action, argparse._SubParsersAction), f"{name} {action.dest}"


@pytest.mark.parametrize("arguments", [["--help"], ["show", "--help"], ["--version"]])
def test_help_goes_to_standard_output(kb: Run, arguments: list[str]) -> None:
    said = kb(*arguments)
    assert (said.code, said.err) == (0, "")
    assert said.out.strip()


# --- serving -------------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def environment(state: Path) -> Mapping[str, str]:
    return {**os.environ, "KB_STATE": str(state)}


def test_serve_builds_answers_and_stops_cleanly(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "kb", "serve", "--port", str(port), "--workers", "1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)
    ) as process:
        assert process.stdout
        assert process.stderr
        url = process.stdout.readline().strip()
        try:
            with urllib.request.urlopen(f"{url}healthz", timeout=60) as answer:  # noqa: S310 - our own server
                assert answer.status == 200
        finally:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
    assert url == f"http://127.0.0.1:{port}/"
    assert (process.returncode, err) == (0, "")

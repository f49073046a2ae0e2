"""The ledger of addresses: what was published is never lost in silence, and what is withdrawn has successors."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.address import parse
from kb.cli import main
from kb.corpus import load_corpus
from kb.corpus.building import build_books
from kb.corpus.checking import check_corpus
from kb.corpus.ledger import Withdrawal, read_ledger, write_ledger
from kb.corpus.succession import succession
from kb.errors import BadSource
from kb.resolving import resolve
from kb.search.documents import fingerprint

IMPRINT = """\
id = "{id}"
language = "da"
edition = "{edition}"
title = "Love"
publisher = "DBf"
rights = "Theirs."

[[sources]]
file = "laws.txt"
edition = "{edition}"
evidence = "It says so."
"""

LAWS = "§64. Fremgangsmåden\n\nA.\tStraf\n\t1.\tKort.\n\t2.\tIngen.\nB.\tIngen straf\n\tSe punkt A1.\n"

CONCORDANCE = """
[[subjects]]
change = "moved"
name = {en = "the trick"}
why = {en = "It moved."}
[subjects.editions]
1997 = {seen = ["64/A/1"]}
2007 = {seen = ["64/D"]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A corpus with one small book, built once."""
    source = tmp_path / "da-1997" / "source"
    source.mkdir(parents=True)
    (tmp_path / "da-1997" / "book.toml").write_text(IMPRINT.format(id="da-1997", edition="1997"), encoding="utf-8")
    (source / "laws.txt").write_text(LAWS, encoding="utf-8")
    (tmp_path / "concordance.toml").write_text(CONCORDANCE, encoding="utf-8")
    build_books(tmp_path)
    return tmp_path


def add_lines(folder: Path, *lines: str) -> None:
    path = folder / "addresses.txt"
    path.write_text(path.read_text(encoding="utf-8") + "".join(f"{line}\n" for line in lines), encoding="utf-8")


def faults(folder: Path) -> list[str]:
    return [fault.message.code for fault in check_corpus(folder).faults]


MARKED = [
    ("da-1997/54/B/4 withdrawn", Withdrawal()),
    ("da-1997/54/B/4 withdrawn 54/B/3", Withdrawal((("da-1997", parse("54/B/3")),))),
    ("da-1997/54/B/4 withdrawn nl-2017/54/B # Why.", Withdrawal((("nl-2017", parse("54/B")),), "Why.")),
]


@pytest.mark.parametrize(("line", "withdrawal"), MARKED)
def test_a_mark_survives_the_file(line: str, withdrawal: Withdrawal) -> None:
    ledger = read_ledger(f"da-1997/54\n{line}\n", "addresses.txt")
    assert list(ledger.withdrawn.values()) == [withdrawal]
    assert write_ledger(ledger.entries, ledger.withdrawn) == f"da-1997/54\n{line}\n"


BROKEN = [
    ("nonsense", "ledger-unreadable"),
    ("54/B/4", "ledger-unreadable"),
    ("da-1997/54/B/4 gone", "ledger-mark"),
    ("da-1997/54/B/4 # why", "ledger-mark"),
    ("da-1997/54/B/4 withdrawn nowhere", "ledger-mark"),
    ("da-1997/54/B/4 withdrawn 54/B/4", "ledger-mark"),
]


@pytest.mark.parametrize(("line", "code"), BROKEN)
def test_what_cannot_be_read_is_told_with_its_line(line: str, code: str) -> None:
    with pytest.raises(BadSource, match=r"addresses\.txt.*2") as raised:
        read_ledger(f"da-1997/54\n{line}\n", "addresses.txt")
    assert raised.value.code == code


def test_a_lost_address_fails_until_it_is_marked(folder: Path) -> None:
    (folder / "da-1997/source/laws.txt").write_text(LAWS.replace("\t2.\tIngen.\n", ""), encoding="utf-8")
    built = build_books(folder)
    assert [str(address) for _, address in built.lost] == ["64/A/2"]
    assert faults(folder) == ["address-lost"]
    told = str(check_corpus(folder).faults[0].message)
    assert "da-1997/64/A/2" in told
    assert "withdrawn" in told
    assert "addresses.txt" in told
    ledger = folder / "addresses.txt"
    marked = ledger.read_text(encoding="utf-8").replace("64/A/2\n", "64/A/2 withdrawn 64/A/1\n")
    ledger.write_text(marked, encoding="utf-8")
    assert build_books(folder).lost == ()
    assert faults(folder) == []
    assert ledger.read_text(encoding="utf-8") == marked


def test_what_comes_back_loses_its_mark(folder: Path) -> None:
    ledger = folder / "addresses.txt"
    before = ledger.read_text(encoding="utf-8")
    ledger.write_text(before.replace("64/A/2\n", "64/A/2 withdrawn\n"), encoding="utf-8")
    assert faults(folder) == ["ledger-behind"]
    assert load_corpus(folder).withdrawn == {}
    build_books(folder)
    assert ledger.read_text(encoding="utf-8") == before


def test_a_successor_must_be_there(folder: Path) -> None:
    add_lines(folder, "da-1997/64/C withdrawn 64/Z")
    assert faults(folder) == ["successor-nowhere"]


SUCCEEDED = [
    ("64/C withdrawn 64/A/1", "64/C", ["64/A/1"]),
    ("64/C withdrawn 64/A/1 64/A/2", "64/C", ["64/A/1", "64/A/2"]),
    ("64/C withdrawn", "64/C", []),
    ("64/D withdrawn", "64/D", ["64/A/1"]),  # the concordance knows what another edition calls so
    ("64/A/2", "64/A/2", None),
    ("64/Z", "64/Z", None),
]


@pytest.mark.parametrize(("line", "address", "places"), SUCCEEDED)
def test_what_has_taken_its_place(folder: Path, line: str, address: str, places: list[str] | None) -> None:
    add_lines(folder, f"da-1997/{line}")
    found = succession(load_corpus(folder), "da-1997", parse(address))
    assert (None if found is None else [str(place) for _, place in found.successors]) == places


def test_a_mark_makes_no_search_index_stale(folder: Path) -> None:
    before = fingerprint(load_corpus(folder))
    add_lines(folder, "da-1997/64/C withdrawn 64/A/1")
    assert load_corpus(folder).withdrawn
    assert fingerprint(load_corpus(folder)) == before


def test_successors_are_followed_to_those_that_are_there(folder: Path) -> None:
    lines = ["64/C withdrawn 64/E 64/A/2", "64/E withdrawn 64/F", "64/F withdrawn 64/B 64/C"]
    add_lines(folder, *(f"da-1997/{line}" for line in lines))
    found = succession(load_corpus(folder), "da-1997", parse("64/C"))
    assert found is not None
    assert [str(place) for _, place in found.successors] == ["64/A/2", "64/B"]


def test_a_citation_of_what_was_withdrawn_leads_to_its_successor(folder: Path) -> None:
    add_lines(folder, "da-1997/64/C withdrawn 64/A/1", "da-1997/64/F withdrawn", "da-1954/64/B withdrawn da-1997/64/B")
    corpus = load_corpus(folder)
    led = resolve(corpus, "§64C", book="da-1997")
    assert (led.status, led.moved, [str(target.address) for target in led.targets]) == ("one", True, ["64/A/1"])
    assert led.reason is not None
    assert "64C stood here once" in str(led.reason)
    assert resolve(corpus, "64F", book="da-1997").status == "none"
    old = resolve(corpus, "da-1954/64/B")
    assert [(target.book, str(target.address)) for target in old.targets] == [("da-1997", "64/B")]


def test_the_command_tells_what_a_build_lost(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KB_CORPUS", str(folder))
    monkeypatch.setenv("KB_STATE", str(tmp_path / "state"))
    add_lines(folder, *(f"da-1997/65/A/{number}" for number in range(1, 30)))
    assert main(["build"]) == 0
    said = capsys.readouterr().err
    assert said.count("no longer leads anywhere") == 20
    assert "29 published addresses" in said

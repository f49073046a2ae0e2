"""The corpus in its folder: read, built, checked, brought in, and never half written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.address import Address, parse
from kb.book import Finding, Law, Note, Place, Provision
from kb.corpus import Folders, find_folders, gather, load_corpus
from kb.corpus.bookfile import bind_book, read_book, write_book
from kb.corpus.building import build_books, build_corpus
from kb.corpus.checking import check_corpus
from kb.corpus.freshness import fingerprint
from kb.corpus.importing import Description, import_book
from kb.corpus.imprint import Imprint, Source, read_imprint
from kb.corpus.ledger import read_ledger, write_ledger
from kb.corpus.loading import load_titles
from kb.corpus.titles import Titles, read_titles
from kb.corpus.writing import folder_whole, write_whole
from kb.errors import BadSource, BrokenBuild, KbError, NotFound, WrongCall
from kb.messages import Message

IMPRINT = """\
id = "da-1997"
language = "da"
edition = "1997"
title = "Love"
publisher = "DBf"
rights = "Theirs."
superseded_by = "2017"

[[sources]]
file = "laws.txt"
edition = "1997"
evidence = "It says so."
"""

LAWS = """\
§64. Fremgangsmåden

A.\tStraf
\t1.\tKort fundet Hvis et kort findes, gælder §65.
\t2.\tIngen.
B.\tIngen straf
\tSe punkt A1.

§65. Placering

Stikket lægges.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A corpus with one small book, not built yet."""
    corpus = tmp_path / "corpus"
    source = corpus / "da-1997" / "source"
    source.mkdir(parents=True)
    (corpus / "da-1997" / "book.toml").write_text(IMPRINT, encoding="utf-8")
    (source / "laws.txt").write_text(LAWS, encoding="utf-8")
    (corpus / "titles.tsv").write_text("law\tda\n64\tFremgangsmåden\n66\tUndersøgelse\n", encoding="utf-8")
    return corpus


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# --- book.json -----------------------------------------------------------------------------------------------

IMPRINT_RECORD = Imprint(
    "da-1997", "da", "1997", "Love", "DBf", "Theirs.", (Source("laws.txt", "1997", "It says so."),)
)

TEXTS = st.text(max_size=30)
MAYBE = st.none() | TEXTS
ADDRESSES = st.builds(
    Address, st.integers(1, 93), st.lists(st.sampled_from(["A", "1", "b", "ii"]), max_size=4).map(tuple)
)
PLACES = st.builds(Place, st.sampled_from(["a.txt", "c:d.txt"]), st.integers(1, 9999))
MESSAGES = st.builds(
    Message,
    st.just("table-unreadable"),
    st.fixed_dictionaries(
        {"name": TEXTS, "problem": TEXTS | st.integers() | st.floats(allow_nan=False, allow_infinity=False)}
    ),
)
ORIGINS = st.sampled_from(["printed", "inferred"])
PROVISIONS = st.builds(
    Provision, ADDRESSES, MAYBE, TEXTS, ORIGINS, PLACES, closing=MAYBE, marker=TEXTS, evidence=st.none() | MESSAGES
)
NOTES = st.builds(
    Note,
    st.builds(Address, st.integers(1, 93), st.just(()), st.integers(1, 9)),
    TEXTS,
    st.sampled_from(["footnote", "local"]),
    PLACES,
    st.none() | ADDRESSES,
    st.none() | st.integers(0, 999),
    TEXTS,
)
LAW_RECORDS = st.builds(
    Law,
    st.integers(1, 93),
    MAYBE,
    MAYBE,
    st.lists(PROVISIONS, max_size=3).map(tuple),
    st.lists(NOTES, max_size=2).map(tuple),
    PLACES,
    TEXTS,
    ORIGINS,
    st.none() | MESSAGES,
)
FINDINGS = st.builds(Finding, MESSAGES, PLACES, TEXTS, st.none() | ADDRESSES)


@given(st.lists(LAW_RECORDS, max_size=3), st.lists(FINDINGS, max_size=3))
def test_a_book_survives_its_file_exactly(laws: list[Law], findings: list[Finding]) -> None:
    data = write_book("da-1997", laws, findings)
    assert read_book(data, IMPRINT_RECORD, "book.json") == bind_book(IMPRINT_RECORD, laws, findings)
    assert isinstance(json.loads(data), dict)


def test_each_provision_is_a_line_of_its_own() -> None:
    place = Place("laws.txt", 3)
    units = tuple(Provision(parse(a), None, "Tekst.", "printed", place, marker="A.") for a in ("64/A", "64/B"))
    law = Law(64, "Titel", None, units, (), place, "§64.")
    lines = write_book("da-1997", [law], []).decode().splitlines()
    assert [line for line in lines if "64/" in line] == [
        ' {"address":"64/A","label":"printed","place":"laws.txt:3","marker":"A.","text":"Tekst."},',
        ' {"address":"64/B","label":"printed","place":"laws.txt:3","marker":"A.","text":"Tekst."}],',
    ]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"\xff\xfe", "damaged"),
        (b'{"schema":2,"book":"da-1997","laws":[],"findings":[]}', "2"),
        (b'{"schema":1,"book":"nl-2017","laws":[],"findings":[]}', "it is of nl-2017, not of da-1997"),
        (b'{"schema":1,"book":"da-1997","laws":[{"number":1,"place":"a"}],"findings":[]}', "damaged"),
        (
            b'{"schema":1,"book":"da-1997","laws":[],"findings":[{"message":{"code":"gone"},"place":"a:1"}]}',
            "no sentence is known for gone",
        ),
        (
            b'{"schema":1,"book":"da-1997","laws":[{"number":1,"place":"a:1",'
            b'"provisions":[{"address":"A1","label":"printed","place":"a:1"}]}],"findings":[]}',
            "is no address",
        ),
    ],
)
def test_a_damaged_book_says_so(data: bytes, says: str) -> None:
    with pytest.raises(BrokenBuild, match=says) as raised:
        read_book(data, IMPRINT_RECORD, "da-1997/book.json")
    assert "da-1997/book.json" in str(raised.value)
    assert "kb build" in str(raised.value)


# --- titles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "edition", "expected"),
    [
        ("da", "", {1: "ny", 2: "altid"}),
        ("da", "2017", {1: "ny", 2: "altid"}),
        ("da", "1997", {1: "gammel", 2: "altid"}),
        ("da", "1975", {1: "ældst", 2: "altid"}),
        ("da", "2017 (2)", {1: "ny", 2: "altid"}),
        ("da", "anden", {1: "ny", 2: "altid"}),
        ("xx", "1997", {}),
    ],
)
def test_a_law_is_called_what_its_edition_calls_it(language: str, edition: str, expected: dict[int, str]) -> None:
    table = "# remark\n\nlaw\tda\tda until 1975\tda until 1997\n1\tny\tældst\tgammel\n2\taltid\n"
    assert read_titles(table, "titles.tsv").of(language, edition) == expected


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("lov\tda\n", 1),
        ("law\tDansk\n", 1),
        ("law\tda\n\n94\tx\n", 3),
        ("law\tda\nett\tx\n", 2),
        ("law\tda\n1\tx\ty\n", 2),
    ],
)
def test_a_bad_row_of_titles_is_named(table: str, line: int) -> None:
    with pytest.raises(BadSource, match=f"titles.tsv, line {line}: "):
        read_titles(table, "titles.tsv")


def test_all_laws_have_a_name_in_all_languages() -> None:
    names = load_titles(find_folders({}).corpus)
    for language in ("da", "en", "nl"):
        for edition in ("", "1997", "2017"):
            assert sorted(names.of(language, edition)) == list(range(1, 94))
    assert names.of("da", "1997")[10] == "Fastsættelse af straf"


# --- imprint -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (IMPRINT.replace("da-1997", "1997"), "is no id for a book"),
        (IMPRINT.replace("edition", "editoin"), "cannot be read"),
        (IMPRINT.replace('title = "Love"\n', ""), "missing required field `title`"),
        (IMPRINT.split("[[", maxsplit=1)[0] + "sources = []\n", "names no source"),
        (IMPRINT + '[[accepted]]\ncode = "x"\nfile = "laws.txt"\nline = 3\nreason = " "\n', "without a reason"),
        ("id = ", "cannot be read"),
    ],
)
def test_an_imprint_that_says_too_little_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadSource, match=says):
        read_imprint(text, "da-1997/book.toml")


# --- folders -------------------------------------------------------------------------------------------------


def test_a_checkout_keeps_its_state_beside_its_corpus(tmp_path: Path) -> None:
    package = tmp_path / "kb"
    (tmp_path / "corpus").mkdir()
    (tmp_path / "pyproject.toml").touch()
    assert find_folders({}, package) == Folders(tmp_path / "corpus", tmp_path / ".kb", own=True)


def test_a_wheel_reads_its_own_corpus_and_keeps_state_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "kb"
    (package / "_corpus").mkdir(parents=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = find_folders({}, package)
    assert (found.corpus, found.own) == (package / "_corpus", False)
    assert found.state.is_relative_to(tmp_path / "cache")
    assert found.index.is_relative_to(found.state)


def test_the_environment_names_other_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("one", "two"):
        (tmp_path / name / "corpus").mkdir(parents=True)
    one, two = (find_folders({"KB_CORPUS": str(tmp_path / name / "corpus")}) for name in ("one", "two"))
    assert one.own
    assert one.state != two.state
    state = find_folders({"KB_CORPUS": str(one.corpus), "KB_STATE": str(tmp_path / "state")}).state
    assert state == tmp_path / "state"


def test_a_corpus_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="KB_CORPUS"):
        find_folders({"KB_CORPUS": str(tmp_path / "nowhere")})


# --- writing -------------------------------------------------------------------------------------------------


def test_a_file_is_written_once_and_left_alone_when_equal(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    assert write_whole(path, b"one")
    assert not write_whole(path, b"one")
    assert write_whole(path, b"two")
    assert everything(tmp_path) == {"deep/file": b"two"}


def test_a_file_that_cannot_be_put_in_place_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "inside").touch()
    with pytest.raises(BadSource, match="Nothing was changed"):
        write_whole(tmp_path / "taken", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["taken"]


def test_a_folder_that_fails_halfway_is_gone(tmp_path: Path) -> None:
    def fill() -> None:
        with folder_whole(tmp_path / "new") as fresh:
            (fresh / "file").touch()
            parse("x")

    with pytest.raises(WrongCall):
        fill()
    assert list(tmp_path.iterdir()) == []


# --- building, loading ---------------------------------------------------------------------------------------


def test_a_build_writes_books_and_ledger_once(folder: Path) -> None:
    assert build_books(folder).changed == ("da-1997/book.json", "addresses.txt")
    assert build_books(folder).changed == ()
    assert (folder / "addresses.txt").read_text(encoding="utf-8").splitlines() == [
        "da-1997/64",
        "da-1997/64/A",
        "da-1997/64/A/1",
        "da-1997/64/A/2",
        "da-1997/64/B",
        "da-1997/65",
    ]


def test_what_is_loaded_is_what_was_built(folder: Path) -> None:
    built = build_books(folder).books["da-1997"]
    corpus = load_corpus(folder)
    assert corpus.books["da-1997"] == built
    assert corpus.default_books["da"] == built
    assert corpus.imprints["da-1997"].sources[0].file == "laws.txt"
    assert corpus.law_name("da-1997", 64) == "Fremgangsmåden"
    assert corpus.law_name("da-1997", 66) == "Undersøgelse"
    assert corpus.law_name("da-1997", 67) is None
    assert corpus.titles["da"][66] == "Undersøgelse"


def test_references_are_kept_both_ways(folder: Path) -> None:
    build_books(folder)
    corpus = load_corpus(folder)
    found = corpus.references["da-1997", parse("64/B")]
    assert [str(target.address) for target in found[0].targets] == ["64/A/1"]
    cited = corpus.backlinks["da-1997", parse("65")]
    assert [str(reference.at) for reference in cited] == ["64/A/1"]


def test_the_latest_edition_of_a_language_is_its_default() -> None:
    def book(name: str, edition: str) -> Imprint:
        return Imprint(name, "da", edition, "Love", "DBf", "Theirs.", IMPRINT_RECORD.sources)

    books = [bind_book(book(f"da-{year}", year), ()) for year in ("2017", "1997", "2007")]
    corpus = gather(books, {}, Titles({}))
    assert corpus.default_books["da"].id == "da-2017"


def test_a_book_without_its_file_asks_for_a_build(folder: Path) -> None:
    with pytest.raises(BrokenBuild, match="run kb build"):
        load_corpus(folder)


def test_unknown_books_and_languages_name_the_known(folder: Path) -> None:
    build_books(folder)
    corpus = load_corpus(folder)
    with pytest.raises(NotFound, match="there are da-1997"):
        corpus.book("da-2017")
    with pytest.raises(NotFound, match="da, en, nl"):
        corpus.language("xx")


BREAK: list[tuple[str, Callable[[Path], object], type[KbError], str]] = [
    ("no text", lambda f: (f / "da-1997/source/laws.txt").write_bytes(bytes(range(256)) * 40), BadSource, "laws.txt"),
    ("empty", lambda f: (f / "da-1997/source/laws.txt").write_bytes(b""), BadSource, "laws.txt holds no text"),
    ("missing", lambda f: (f / "da-1997/source/laws.txt").unlink(), BadSource, "laws.txt"),
    ("folder", lambda f: (f / "da-1997/book.toml").write_text(IMPRINT.replace("da-", "nl-")), BadSource, "one name"),
    ("language", lambda f: (f / "da-1997/book.toml").write_text(IMPRINT.replace('"da"', '"xx"')), NotFound, "xx"),
    ("imprint", lambda f: (f / "da-1997/book.toml").write_bytes(b"\xff\xfe\x00"), BadSource, "book.toml"),
    ("titles", lambda f: (f / "titles.tsv").write_text("1\tx\n"), BadSource, "titles.tsv"),
    ("ledger", lambda f: (f / "addresses.txt").write_text("nonsense\n"), BadSource, "addresses.txt, line 1"),
    ("no book", lambda f: (f / "da-1997/book.toml").unlink(), NotFound, "kb import"),
]


@pytest.mark.parametrize(("what", "spoil", "error", "says"), BREAK, ids=[row[0] for row in BREAK])
def test_a_build_that_fails_changes_nothing(
    folder: Path, what: str, spoil: Callable[[Path], object], error: type[KbError], says: str
) -> None:
    spoil(folder)
    before = everything(folder)
    with pytest.raises(error, match=says):
        build_books(folder)
    assert everything(folder) == before, what


# --- checking ------------------------------------------------------------------------------------------------


def test_a_sound_corpus_passes(folder: Path) -> None:
    build_books(folder)
    before = everything(folder)
    report = check_corpus(folder)
    assert report.passed
    assert (report.findings, report.faults) == ((), ())
    assert everything(folder) == before


def _edit(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


FAULTS: list[tuple[str, Callable[[Path], object], list[str]]] = [
    ("stale", lambda f: _edit(f / "da-1997/source/laws.txt", "Ingen.", "Nogen."), ["book-stale"]),
    ("hand-edited", lambda f: _edit(f / "da-1997/book.json", "Ingen.", "Nogen."), ["book-stale"]),
    ("unbuilt", lambda f: (f / "da-1997/book.json").unlink(), ["book-unbuilt"]),
    ("undescribed", lambda f: (f / "da-1997/source/more.txt").touch(), ["source-undescribed"]),
    (
        "accepted in vain",
        lambda f: _edit(f / "da-1997/book.toml", "superseded_by", ACCEPTED + "superseded_by"),
        ["accepted-in-vain"],
    ),
    ("lost", lambda f: _edit(f / "addresses.txt", "", "da-1997/64/Z\n"), ["address-lost"]),
    ("behind", lambda f: (f / "addresses.txt").unlink(), ["ledger-behind"]),
]
ACCEPTED = 'accepted = [{code = "gone", file = "laws.txt", line = 1, reason = "It was so."}]\n'


@pytest.mark.parametrize(("what", "spoil", "codes"), FAULTS, ids=[row[0] for row in FAULTS])
def test_what_a_build_would_change_is_a_fault(
    folder: Path, what: str, spoil: Callable[[Path], object], codes: list[str]
) -> None:
    build_books(folder)
    spoil(folder)
    report = check_corpus(folder)
    assert [fault.message.code for fault in report.faults] == codes, what
    assert not report.passed
    assert all(str(fault.message) for fault in report.faults)


def test_a_finding_fails_until_it_is_accepted(folder: Path) -> None:
    _edit(folder / "da-1997/source/laws.txt", "\t2.\tIngen.", "\t4.\tIngen.")
    build_books(folder)
    report = check_corpus(folder)
    assert not report.passed
    found = report.findings[0].finding
    accepted = (
        f'\n[[accepted]]\ncode = "{found.message.code}"\nfile = "{found.place.file}"\n'
        f'line = {found.place.line}\nreason = "The book counts so."\n'
    )
    with (folder / "da-1997/book.toml").open("a", encoding="utf-8") as imprint:
        imprint.write(accepted)
    report = check_corpus(folder)
    assert report.findings[0].accepted is not None
    assert len(report.findings) == 1
    assert report.passed


# --- ledger --------------------------------------------------------------------------------------------------


def test_the_ledger_forgets_nothing(folder: Path) -> None:
    build_books(folder)
    _edit(folder / "da-1997/source/laws.txt", "§65. Placering\n\nStikket lægges.\n", "")
    build_books(folder)
    assert "da-1997/65\n" in (folder / "addresses.txt").read_text(encoding="utf-8")
    assert "address-lost" in {fault.message.code for fault in check_corpus(folder).faults}


@given(st.lists(st.tuples(st.sampled_from(["da-1997", "nl-2017"]), ADDRESSES), max_size=10))
def test_a_ledger_survives_its_file(entries: list[tuple[str, Address]]) -> None:
    assert list(read_ledger(write_ledger(entries), "addresses.txt").entries) == sorted(set(entries))


def test_every_address_of_our_books_is_in_the_ledger_of_our_corpus() -> None:
    folder = find_folders({}).corpus
    assert {fault.message.code for fault in check_corpus(folder).faults} == set()


# --- fingerprint ---------------------------------------------------------------------------------------------


FOLLOWED = ["corpus/da-1997/book.json", "corpus/da-1997/book.toml", "corpus/titles.tsv", "corpus/terms.toml"]


@pytest.mark.parametrize("file", [*FOLLOWED, "kb/search/engine.py", "kb/languages/da.toml"])
def test_the_fingerprint_follows_data_and_code(folder: Path, file: str) -> None:
    build_books(folder)
    package = folder.parent / "kb"
    for part in ("search/engine.py", "languages/da.toml"):
        (package / part).parent.mkdir(parents=True)
        (package / part).touch()
    folders = Folders(folder, folder.parent / "state", own=True)
    before = fingerprint(folders, package)
    assert fingerprint(folders, package) == before
    with (folder.parent / file).open("a", encoding="utf-8") as changed:
        changed.write("\n")
    assert fingerprint(folders, package) != before


# --- import --------------------------------------------------------------------------------------------------

OWN = Description("da-2017", "da", "2017", 'Love "nye"', "Mig \\ dig")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.txt"
    path.write_text(LAWS, encoding="utf-8")
    return path


def test_an_own_text_becomes_a_book(folder: Path, own: Path) -> None:
    build_books(folder)
    book = import_book(Folders(folder, folder, own=True), [own], OWN)
    corpus = load_corpus(folder)
    assert corpus.books["da-2017"] == book
    assert (book.title, book.publisher) == (OWN.title, OWN.publisher)
    assert (folder / "da-2017/source/own.txt").read_bytes() == own.read_bytes()
    build_corpus(folder)
    assert check_corpus(folder).passed


@dataclass(frozen=True)
class Refused:
    """An import that must fail: what was asked, and what is said."""

    error: type[KbError]
    says: str
    described: Description = OWN
    files: Callable[[Path], list[Path]] = field(default=lambda path: [path])
    own: bool = True


def other(book: str, language: str = "da") -> Description:
    return Description(book, language, "2017", "Love", "Mig")


IMPORTS = {
    "bad id": Refused(WrongCall, "no id for a book", other("da")),
    "no title": Refused(WrongCall, "its title", replace(OWN, title=" ")),
    "path as id": Refused(WrongCall, "no id for a book", other("../x-1")),
    "taken id": Refused(WrongCall, "already", other("da-1997")),
    "language": Refused(NotFound, "no language", other("xx-2017", "xx")),
    "no file": Refused(NotFound, "does not exist", files=lambda path: [path.parent / "nope.txt"]),
    "a folder": Refused(BadSource, "cannot be read", files=lambda path: [path.parent]),
    "same name": Refused(WrongCall, "own name", files=lambda path: [path, path]),
    "package": Refused(WrongCall, "KB_CORPUS", own=False),
}


@pytest.mark.parametrize("refused", IMPORTS.values(), ids=IMPORTS)
def test_an_import_that_fails_leaves_nothing(folder: Path, own: Path, refused: Refused) -> None:
    before = everything(folder)
    with pytest.raises(refused.error, match=refused.says):
        import_book(Folders(folder, folder, own=refused.own), refused.files(own), refused.described)
    assert everything(folder) == before
    assert not any(path.name.startswith(".") for path in folder.iterdir())


ODD = {"empty": b"", "blank": b"\n\n", "no law": b"Nothing of the kind.\n", "no text": bytes(range(256)) * 40}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
def test_a_text_without_laws_is_refused(folder: Path, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    before = everything(folder)
    with pytest.raises((WrongCall, BadSource), match=re.escape("odd.txt")):
        import_book(Folders(folder, folder, own=True), [path], OWN)
    assert everything(folder) == before


def test_a_pointer_to_a_unit_that_is_not_there_is_a_fault(folder: Path) -> None:
    source = folder / "da-1997" / "source" / "laws.txt"
    source.write_text(LAWS.replace("Se punkt A1.", "Se punkt A7."), encoding="utf-8")
    build_corpus(folder)
    (fault,) = check_corpus(folder).faults
    assert (fault.where, fault.message.code) == ("da-1997/book.json", "pointer-unmet")
    assert "64B" in str(fault.message)
    assert "A7" in str(fault.message)

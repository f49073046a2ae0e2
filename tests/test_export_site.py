"""The site as files: every address has its file, every link leads to one, and what is somebody else's is left alone."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from kb import load
from kb.address import LAST_LAW
from kb.corpus import Corpus
from kb.corpus.ledger import LEDGER
from kb.errors import BadSource, NotFound, WrongCall
from kb.messages import Message
from kb.search import Engine
from kb.search.whoosh_engine import build_index, open_engine
from tests.calling import Run
from tests.link_checking import Checker
from webui.freezing import Frozen, Whereabouts, freeze
from webui.freezing.folder import MARK, fresh_folder
from webui.freezing.places import place
from webui.freezing.splicing import spliced, tags

BASE = "https://club.example/laws"
LAWS = {68, 71}
"""Few laws of both books, one of them without letters in one book, so that the whole is made in seconds."""

WITHDRAWN = """\
da-1997/68/Z withdrawn 68/B # It was read twice.
da-1990/68/A withdrawn da-1997/68/A
"""


def silent(_: Message) -> None:
    """Progress is for people."""


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    whole = load().corpus
    books = {
        book.id: replace(book, laws=tuple(law for law in book.laws if law.number in LAWS))
        for book in whole.books.values()
    }
    tables = {name: text for name, text in whole.tables.items() if name in {"concordance.toml", "terms.toml"}}
    return replace(whole, books=books, tables={**tables, LEDGER: WITHDRAWN})


@pytest.fixture(scope="module")
def engine(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("index") / "index"
    build_index(corpus, folder)
    return open_engine(corpus, folder)


@pytest.fixture(scope="module")
def site(corpus: Corpus, engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Frozen]:
    folder = tmp_path_factory.mktemp("site") / "laws"
    return folder, freeze(corpus, engine, folder, Whereabouts(f"{BASE}/", "da"), silent)


def page(folder: Path, name: str) -> html.HtmlElement:
    return html.fromstring((folder / name).read_bytes())


def test_every_link_in_every_file_leads_to_a_file(site: tuple[Path, Frozen]) -> None:
    folder, frozen = site
    checker = Checker(folder, BASE)
    assert checker.broken() == []
    assert checker.links > 30_000
    assert frozen.astray == {}
    assert frozen.alike == ()
    assert frozen.files == len(checker.files)


def test_the_checker_finds_what_is_broken(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="/laws/a/">a</a><a href="#b">b</a><a href="/c/">c</a><p id="d">')
    (tmp_path / "x.json").write_text('{"url": "/laws/#d"}')
    (tmp_path / "y.json").write_text('{"url": "/laws/#e"}')
    found = Checker(tmp_path, BASE).broken()
    assert found == ["index.html: /laws/a/", "index.html: #b", "index.html: /c/", "y.json: /laws/#e"]


def test_every_unit_has_its_page_and_its_other_forms(site: tuple[Path, Frozen], corpus: Corpus) -> None:
    folder, _ = site
    for book in corpus.books.values():
        for address in book.units:
            own = folder / book.id / str(address)
            assert (own / "index.html").is_file()
            for suffix in ("json", "txt", "md", "xml"):
                assert own.with_name(f"{own.name}.{suffix}").is_file()
    record = json.loads((folder / "da-1997/68/B.json").read_text())
    assert record["provisions"][0]["url"] == "/laws/da-1997/68/B/"
    assert f"]({BASE}/da-1997/68/B/)" in (folder / "da-1997/68/B.md").read_text()


def test_a_page_says_in_itself_what_its_headers_said(site: tuple[Path, Frozen]) -> None:
    folder, _ = site
    own = page(folder, "da-1997/68/B/index.html")
    (policy,) = own.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert "default-src 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "frame-ancestors" not in policy
    assert own.xpath("//link[@rel='canonical']/@href") == [f"{BASE}/da-1997/68/B/"]
    assert own.xpath("//meta[@property='og:url']/@content") == [f"{BASE}/da-1997/68/B/"]
    headers = (folder / "_headers").read_text()
    assert "/laws/*\n  Content-Security-Policy: default-src 'none'" in headers
    assert "frame-ancestors 'none'" in headers
    assert (folder / ".nojekyll").read_bytes() == b""


def test_a_redirect_is_a_page_that_leads_on(site: tuple[Path, Frozen], corpus: Corpus) -> None:
    folder, _ = site
    for language, book in corpus.default_books.items():
        for address in book.units:
            way = f"/laws/{book.id}/{address}/"
            onward = page(folder, f"{language}/{address}/index.html")
            assert onward.xpath("//meta[@http-equiv='refresh']/@content") == [f"0; url={way}"]
            assert onward.xpath("//link[@rel='canonical']/@href") == [f"https://club.example{way}"]
            assert onward.xpath("//a/@href") == [way]


def test_a_law_that_a_book_lacks_has_an_honest_page(site: tuple[Path, Frozen]) -> None:
    folder, _ = site
    for book in ("da-1997", "nl-2017"):
        for number in range(1, LAST_LAW + 1):
            assert (folder / book / str(number) / "index.html").is_file()
    assert page(folder, "da-1997/1/index.html").xpath("//main//h1")


@pytest.mark.parametrize(
    ("withdrawn", "successor"), [("da-1997/68/Z", "da-1997/68/B"), ("da-1990/68/A", "da-1997/68/A")]
)
def test_a_withdrawn_address_names_its_successor(site: tuple[Path, Frozen], withdrawn: str, successor: str) -> None:
    folder, _ = site
    assert f"/laws/{successor}/" in page(folder, f"{withdrawn}/index.html").xpath("//main//a/@href")


def test_what_stands_behind_a_question_mark_is_a_folder(site: tuple[Path, Frozen]) -> None:
    folder, _ = site
    report = page(folder, "report/at=da-1997/68/B/index.html")
    assert "§68B" in report.xpath("//textarea")[0].text_content()
    assert f"{BASE}/da-1997/68/B" in report.xpath("//textarea")[0].text_content()
    assert "/laws/report/at=da-1997/68/B/" in page(folder, "da-1997/68/B/index.html").xpath("//a/@href")
    assert (folder / "terms/by=nl/index.html").is_file()
    body = page(folder, "da-1997/68/B/index.html").find("body")
    assert (body.get("data-report"), body.get("data-ways")) == ("/laws/report/at={place}/", "/laws{place}/")


def test_what_needs_a_server_is_not_offered(site: tuple[Path, Frozen]) -> None:
    folder, _ = site
    assert not [name for name in ("api", "embed", "suggest", "healthz") if (folder / name).exists()]
    for name in ("index.html", "search/index.html", "da-1997/68/index.html", "404.html"):
        own = page(folder, name)
        assert own.get("lang") == "da"
        assert not [link for link in own.xpath("//@href") if re.search(r"hl=|/embed|/api|/oembed", link)]
        assert own.find("body").get("data-suggest") is None


def test_pages_that_ask_the_browser_name_its_tables(site: tuple[Path, Frozen]) -> None:
    folder, _ = site
    for name in ("search/index.html", "r/index.html", "404.html"):
        (asking,) = page(folder, name).xpath("//*[@data-answers]")
        for table in ("data-answers", "data-texts"):
            packed = (folder / asking.get(table).removeprefix("/laws/")).read_bytes()
            assert packed[:2] == b"\x1f\x8b"
        assert set(json.loads(asking.get("data-said"))) == {"offline-words", "offline-cites", "offline-unread"}


def test_what_a_device_keeps_is_in_the_export_to_the_byte(site: tuple[Path, Frozen]) -> None:
    folder, _ = site
    worker = (folder / "service-worker.js").read_text()
    bill = json.loads(re.findall(r"^const BILL = (.*);$", worker, re.MULTILINE)[0])
    assert not re.findall(r"^(?:import|export) ", worker, re.MULTILINE)
    assert bill["root"] == "/laws"
    for part in bill["parts"]:
        data = (folder / part["url"].removeprefix("/laws/")).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (part["bytes"], part["sha256"])
    assert {part["url"] for part in bill["parts"]} >= {bill["pages"]}
    told = json.loads((folder / "offline/bill.json").read_text())
    assert told == {"build": bill["build"], "bytes": sum(part["bytes"] for part in bill["parts"])}


def test_twice_is_the_same_bytes_and_takes_the_place_of_the_first(
    site: tuple[Path, Frozen], corpus: Corpus, engine: Engine, tmp_path: Path
) -> None:
    folder, _ = site
    again = tmp_path / "laws"
    again.mkdir()
    (again / MARK).write_text("{}")
    (again / "old.html").write_text("an earlier export")
    freeze(corpus, engine, again, Whereabouts(BASE, "da"), silent)
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    assert {path.relative_to(again) for path in again.rglob("*") if path.is_file()} == set(files)
    assert [name for name, path in files.items() if path.read_bytes() != (again / name).read_bytes()] == []
    assert [path.name for path in tmp_path.iterdir()] == ["laws"]


def test_what_is_somebody_elses_is_left_alone(corpus: Corpus, engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(WrongCall, match="holds something else"):
        freeze(corpus, engine, tmp_path, Whereabouts("", "da"), silent)
    with pytest.raises(WrongCall, match="is a file"):
        freeze(corpus, engine, tmp_path / "thesis.txt", Whereabouts("", "da"), silent)
    with pytest.raises(NotFound, match="no language “sv”"):
        freeze(corpus, engine, tmp_path / "new", Whereabouts("", "sv"), silent)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def fill(folder: Path, words: str, problem: BaseException | None = None) -> None:
    with fresh_folder(folder) as fresh:
        (fresh / MARK).write_text(words)
        if problem is not None:
            raise problem


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    fill(folder, "first")
    for problem in (OSError(28, "No space left on device"), KeyboardInterrupt()):
        with pytest.raises((BadSource, KeyboardInterrupt)):
            fill(folder, "second", problem)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert (folder / MARK).read_text() == "first"


@pytest.mark.parametrize(
    "base",
    [
        "club.example/laws",
        "ftp://club.example/",
        "https://",
        "https://club.example/laws?x=1",
        "https://club.example/laws#top",
        "https://me@club.example/",
        "https://club.example/../laws",
        "https://club.example//laws",
        "https://club.example/a b",
        'https://club.example/"><script>',
        "https://club.example:99999/",
        "https://[::1/",
        "https://club.example/lové",
    ],
)
def test_a_base_that_is_no_address_of_a_site_is_refused(base: str) -> None:
    with pytest.raises(WrongCall, match="is no address of a site"):
        Whereabouts(base, "da")


@pytest.mark.parametrize("address", ["/../etc", "/a//b", "/a/%2e%2e/b", "/a/%00", "a/b"])
def test_no_address_leads_out_of_the_folder(address: str) -> None:
    with pytest.raises(WrongCall):
        place(address)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('<a href="/a" title="x > y">', [("a", {"href": "/a", "title": "x > y"})]),
        ("<img src=/a.svg alt>", [("img", {"src": "/a.svg", "alt": ""})]),
        ('<script src="/a.js">"<a href=/no>"</script><p>', [("script", {"src": "/a.js"}), ("p", {})]),
        ("<textarea name=t><a href=/no></textarea>", [("textarea", {"name": "t"})]),
        ('<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', [("svg", {"viewBox": "0 0 1 1"}), ("path", {"d": "M0 0"})]),
        ("1 < 2 and <!-- <a href=/no> -->", []),
    ],
)
def test_tags_are_read_where_they_stand(written: str, read: list[tuple[str, dict[str, str]]]) -> None:
    assert list(tags(written)) == read
    assert spliced(written, lambda _, said: said) == written
    changed = spliced(written, lambda _, said: {**said, "id": 'a"&'})
    assert [said["id"] for _, said in tags(changed)] == ['a"&' for _ in read]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "Name one folder"),
        (["one", "two"], 2, "Name one folder"),
        (["one", "--output", "two"], 2, "Name one folder"),
        (["one", "--base-url", "club.example"], 2, "is no address of a site"),
        ([__file__], 2, "is a file"),
        ([str(Path(__file__).parent)], 2, "holds something else"),
    ],
)
def test_a_wrong_call_is_a_sentence(arguments: list[str], code: int, said: str, kb: Run) -> None:
    told = kb("export", "site", *arguments)
    assert (told.code, told.out) == (code, "")
    assert said in told.err


def test_a_call_says_what_was_written_and_what_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch, kb: Run, tmp_path: Path
) -> None:
    made = Frozen(3, 2_500_000, {"/lost": "/about"}, (("A/b", "a/b"),))
    monkeypatch.setattr("kb.cli.freezing.freeze", lambda *_: made)
    told = kb("export", "site", str(tmp_path / "site"))
    assert told.code == 1
    assert told.out == f"{tmp_path / 'site'}: 3 files, 2.5 MB\n"
    assert "Without --base-url" in told.err
    assert "/about links to /lost" in told.err
    assert "A/b and a/b differ" in told.err

"""The search index on disk: built fresh and switched, checked before it is read, never half written."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kb import load
from kb.address import Address, parse
from kb.book import Book, Law, Note, Place, Provision
from kb.corpus import Corpus
from kb.errors import BrokenBuild
from kb.search.store import MANIFEST, POINTER, read_index, write_index
from kb.search.whoosh_engine import build_index, open_engine

HERE = Place("made-up.txt", 1)


def provision(address: str, text: str, heading: str | None = None) -> Provision:
    return Provision(parse(address), heading, text, "printed", HERE)


def small(*texts: str, notes: tuple[str, ...] = ()) -> Corpus:
    """One Danish law 12 with a lettered provision for each text."""
    whole = load().corpus
    provisions = tuple(provision(f"12/{chr(65 + n)}", text) for n, text in enumerate(texts))
    footnotes = tuple(Note(Address(12, (), n), text, "footnote", HERE) for n, text in enumerate(notes, 1))
    book = Book("da-1", "da", "1", "Bog", "Ingen", (Law(12, "En lov", None, provisions, footnotes, HERE),))
    return Corpus({book.id: book}, whole.languages, {})


def places(corpus: Corpus, folder: Path, query: str) -> list[str]:
    return [str(hit.address) for hit in open_engine(corpus, folder).search(query, language="da").hits]


def test_a_small_corpus_without_tables_is_searched(tmp_path: Path) -> None:
    corpus = small("Makker har 160 kort.", "Makker har 16 kort.", "Intet.", notes=("Makker siger pas.",))
    build_index(corpus, tmp_path)
    assert places(corpus, tmp_path, "16") == ["12/B"]
    assert places(corpus, tmp_path, "160") == ["12/A"]
    assert set(places(corpus, tmp_path, "makker")) == {"12/A", "12/B", "12/note/1"}
    assert places(corpus, tmp_path, '"siger pas"') == ["12/note/1"]
    assert places(corpus, tmp_path, "en lov")[0] == "12"


def test_an_empty_corpus_is_searched(tmp_path: Path) -> None:
    corpus = Corpus({}, load().corpus.languages, {})
    build_index(corpus, tmp_path)
    answer = open_engine(corpus, tmp_path).search('kort 64a2 "to ord" strafk*')
    assert (answer.hits, answer.total) == ((), 0)


def test_a_new_build_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    first, second = small("Det første ord."), small("Det andet ord.")
    build_index(first, tmp_path)
    opened = open_engine(first, tmp_path)
    build_index(second, tmp_path)
    assert places(second, tmp_path, "andet") == ["12/A"]
    assert len(list(tmp_path.glob("build-*"))) == 1
    assert opened.search("første", language="da").hits, "an engine that is open keeps answering"


def test_litter_of_a_killed_build_is_removed(tmp_path: Path) -> None:
    corpus = small("Et ord.")
    litter = tmp_path / "build-0123456789abcdef"
    litter.mkdir(parents=True)
    (litter / "half.npy").write_bytes(b"half")
    (tmp_path / f"{POINTER}.build-0123456789abcdef").write_text("half")
    build_index(corpus, tmp_path)
    assert not litter.exists()
    assert sorted(path.name.split("-")[0] for path in tmp_path.iterdir()) == ["build", "current", "lock"]


def test_a_build_that_fails_leaves_the_old_index(tmp_path: Path) -> None:
    def fill(fresh: Path) -> None:
        (fresh / "part").write_bytes(b"part")
        raise RuntimeError

    def fill_whole(fresh: Path) -> None:
        (fresh / "whole").write_bytes(b"whole")

    write_index(tmp_path, "f", fill_whole)
    with pytest.raises(RuntimeError):
        write_index(tmp_path, "f", fill)
    assert read_index(tmp_path, "f") == {"whole": b"whole"}
    assert len(list(tmp_path.glob("build-*"))) == 1


def test_a_missing_index_says_how_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(BrokenBuild, match="kb build") as caught:
        open_engine(small("Et ord."), tmp_path / "none")
    assert caught.value.code == "index-missing"


def test_an_index_of_another_corpus_is_stale(tmp_path: Path) -> None:
    corpus = small("Et ord.")
    build_index(corpus, tmp_path)
    for other in (
        small("Et andet ord."),
        small("Et ord.", notes=("Og en note.",)),
        dataclasses.replace(corpus, tables={"terms.toml": "languages = []"}),
        dataclasses.replace(corpus, titles={"nl": {12: "Een artikel"}}),
    ):
        with pytest.raises(BrokenBuild, match="kb build") as caught:
            open_engine(other, tmp_path)
        assert caught.value.code == "index-stale"


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [flip, cut, empty, Path.unlink])
def test_every_damaged_file_is_noticed(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    corpus = small("Et ord.", "Og et til.")
    build_index(corpus, tmp_path)
    (folder,) = tmp_path.glob("build-*")
    for name in sorted(path.name for path in folder.iterdir() if path.stat().st_size):
        whole = (folder / name).read_bytes()
        harm(folder / name)
        with pytest.raises(BrokenBuild, match="kb build") as caught:
            open_engine(corpus, tmp_path)
        assert caught.value.code in ("index-damaged", "index-stale"), name
        (folder / name).write_bytes(whole)
    assert places(corpus, tmp_path, "ord")


def test_a_file_that_was_slipped_in_is_noticed(tmp_path: Path) -> None:
    corpus = small("Et ord.")
    build_index(corpus, tmp_path)
    (folder,) = tmp_path.glob("build-*")
    (folder / "_MAIN_9.toc").write_bytes(b"cos\nsystem\n(S'false'\ntR.")
    with pytest.raises(BrokenBuild, match=r"_MAIN_9\.toc"):
        open_engine(corpus, tmp_path)


@pytest.mark.parametrize("pointer", ["", "../../etc", "build-../x", "build-absent", "\x00", "build-é"])
def test_a_pointer_that_points_nowhere_is_noticed(tmp_path: Path, pointer: str) -> None:
    corpus = small("Et ord.")
    build_index(corpus, tmp_path)
    (tmp_path / POINTER).write_text(pointer, encoding="utf8")
    with pytest.raises(BrokenBuild, match="kb build"):
        open_engine(corpus, tmp_path)


def test_a_manifest_of_another_version_is_stale(tmp_path: Path) -> None:
    corpus = small("Et ord.")
    build_index(corpus, tmp_path)
    (folder,) = tmp_path.glob("build-*")
    manifest = (folder / MANIFEST).read_bytes()
    (folder / MANIFEST).write_bytes(manifest.replace(b'"version":', b'"version":9'))
    with pytest.raises(BrokenBuild) as caught:
        open_engine(corpus, tmp_path)
    assert caught.value.code == "index-stale"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BrokenBuild) as caught:
        build_index(small("Et ord."), tmp_path / "file" / "index")
    assert caught.value.code == "index-unwritable"


def test_answering_never_opens_whoosh_nor_a_pickle(tmp_path: Path) -> None:
    corpus = small("Et ord.")
    build_index(corpus, tmp_path)
    code = (
        "import sys\n"
        "import pickle\n"
        "pickle.loads = pickle.load = pickle.Unpickler = None\n"
        "from kb import load\n"
        "from kb.search import whoosh_engine\n"
        "from pathlib import Path\n"
        "from tests.test_search_store import small\n"
        f"assert whoosh_engine.open_engine(small('Et ord.'), Path({str(tmp_path)!r})).search('ord').total == 1\n"
        "assert 'whoosh' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

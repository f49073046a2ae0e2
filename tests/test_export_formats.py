"""Exports for translators and spreadsheets, held against the shape that TMX 1.4 gives and against the corpus."""

from __future__ import annotations

import csv
import io

import pytest
from lxml import etree

from kb.cli import main
from kb.corpus import Corpus, find_folders, load_corpus
from kb.errors import NotFound
from kb.export.sheets import rows_csv, terms_csv
from kb.export.tmx import write_tmx

# The content models and required attributes that TMX 1.4 gives to the elements we write.
TMX_14 = """
<!ELEMENT tmx (header, body)>      <!ATTLIST tmx version CDATA #REQUIRED>
<!ELEMENT header (note|prop|ude)*>
<!ATTLIST header creationtool CDATA #REQUIRED creationtoolversion CDATA #REQUIRED
  segtype (block|paragraph|sentence|phrase) #REQUIRED o-tmf CDATA #REQUIRED adminlang CDATA #REQUIRED
  srclang CDATA #REQUIRED datatype CDATA #REQUIRED>
<!ELEMENT ude EMPTY> <!ELEMENT note (#PCDATA)>
<!ELEMENT body (tu*)>
<!ELEMENT tu ((note|prop)*, tuv+)> <!ATTLIST tu tuid CDATA #IMPLIED>
<!ELEMENT tuv ((note|prop)*, seg)> <!ATTLIST tuv xml:lang CDATA #REQUIRED>
<!ELEMENT prop (#PCDATA)>          <!ATTLIST prop type CDATA #REQUIRED>
<!ELEMENT seg (#PCDATA)>
"""


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(find_folders().corpus)


def test_tmx_is_valid_and_holds_every_row_with_two_sides(corpus: Corpus) -> None:
    tree = etree.fromstring(write_tmx(corpus, "da-1997", "nl-2017").encode())
    dtd = etree.DTD(io.StringIO(TMX_14))
    assert dtd.validate(tree), dtd.error_log
    rows = [row for row in corpus.alignment("da-1997", "nl-2017").rows if row.left and row.right]
    assert len(tree.findall("body/tu")) == len(rows)
    crossed = tree.find("body/tu[@tuid='70B2 ~ 70B3']")
    assert crossed is not None
    assert [seg.text or "" for seg in crossed.iter("seg")][1].startswith("De wedstrijdleider kan van de spelers")


def test_tmx_the_other_way_round_has_the_other_source_language(corpus: Corpus) -> None:
    tree = etree.fromstring(write_tmx(corpus, "nl-2017", "da-1997").encode())
    header = tree.find("header")
    assert header is not None
    assert header.get("srclang") == "nl"
    assert tree.find("body/tu[@tuid='70B3 ~ 70B2']") is not None


def test_rows_as_a_sheet(corpus: Corpus) -> None:
    table = list(csv.DictReader(io.StringIO(rows_csv(corpus, "da-1997", "nl-2017"))))
    assert len(table) == len(corpus.alignment("da-1997", "nl-2017").rows)
    changed = [row for row in table if row["relation"] == "changed"]
    assert [(row["da-1997"], row["nl-2017"]) for row in changed] == [("68/D", "68/D")]
    assert all(row["reasons"] for row in table)


def test_terms_as_a_sheet(corpus: Corpus) -> None:
    table = {row["term"]: row for row in csv.DictReader(io.StringIO(terms_csv(corpus)))}
    assert len(table) == len(corpus.terms.by_id)
    assert table["revoke"]["da"].split("; ")[0] == "kulørsvigt"
    assert table["revoke"]["nl"].split("; ")[0] == "verzaking"


def test_unknown_books_are_refused(corpus: Corpus) -> None:
    for write in (write_tmx, rows_csv):
        with pytest.raises(NotFound, match="da-2050"):
            write(corpus, "da-2050", "nl-2017")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["compare", "da-1997", "nl-2017", "70b2"], 0, "Artikel 70B3"),
        (["compare", "nl-2017", "da-1997", "70", "B", "3"], 0, "§70B2"),
        (["compare", "da-1997", "nl-2017", "64a2"], 0, "lacks law 64"),
        (["compare", "da-1997", "nl-2017", "79C"], 0, "da-1997: –"),
        (["compare", "da-1997", "da-1997", "71"], 0, "compared with itself"),
        (["compare", "da-1997", "nl-2017", "99X"], 1, "leads to no provision"),
        (["compare", "da-1997", "nl-1066", "64"], 1, "There is no book “nl-1066”"),
        (["export", "tmx", "--books", "da-1997", "xx-1"], 1, "There is no book “xx-1”"),
        (["export", "csv", "--table", "terms"], 0, "kulørsvigt"),
        (["export", "csv"], 0, "70/B/3"),
    ],
)
def test_command_line(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str) -> None:
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert said in printed.out + printed.err
    assert "Traceback" not in printed.err

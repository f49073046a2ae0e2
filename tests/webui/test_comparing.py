"""Two books side by side: every row, its gaps and reasons, the picture of the whole, and what cannot be compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from werkzeug.test import TestResponse

from kb import links
from kb.address import parse
from kb.alignment import Relation, Row
from kb.book import Book, Law, Note, Place, Provision
from kb.corpus import Corpus, gather
from kb.corpus.loading import load_languages
from kb.corpus.titles import Titles
from kb.library import Library
from kb.messages import Message
from kb.search import Answer
from webui import create_app
from webui.gathering import crossed, gathered, hub_side_of
from webui.pairing import SIDES, Pairing, account
from webui.rowsigns import row_id

Parsed = Callable[..., BeautifulSoup]
Read = Callable[..., TestResponse]

LANGUAGES = ("da", "nl", "en")
PAIRS = [("da-1997", "nl-2017"), ("nl-2017", "da-1997")]
SHARED = (54, 68, 70, 71)


@pytest.fixture(params=PAIRS, ids="|".join)
def pairing(request: pytest.FixtureRequest, library: Library) -> Pairing:
    left, right = request.param
    corpus = library.corpus
    return Pairing(corpus.book(left), corpus.book(right), corpus.alignment(left, right).rows)


def way(pairing: Pairing, address: str = "", *, differences: bool = False) -> str:
    place = parse(address) if address else None
    return links.compare(pairing.left.id, pairing.right.id, place, differences=differences)


def hidden(tag: Tag) -> bool:
    return any(each.has_attr("hidden") for each in (tag, *tag.parents))


def words(tag: Tag | None) -> str:
    assert tag is not None
    return " ".join(tag.get_text(" ").split())


# --- rows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [*SHARED, 12, 79])
def test_every_row_of_a_law_stands_on_its_page_once(soup: Parsed, pairing: Pairing, law: int) -> None:
    lines = soup(way(pairing, str(law))).select(".line")
    told = [(str(line["id"]), str(line["data-relation"])) for line in lines]
    assert told == [(row_id(row), row.relation) for row in pairing.by_law[law]]


@pytest.mark.parametrize("law", SHARED)
def test_each_side_is_in_its_language_and_complete(soup: Parsed, pairing: Pairing, law: int) -> None:
    page = soup(way(pairing, str(law)))
    for side, book in (("left", pairing.left), ("right", pairing.right)):
        cells = page.select(f".cell.{side}:not(.gap)")
        assert {cell["lang"] for cell in cells} == {book.language}
        said = "".join("".join(cell.get_text().split()) for cell in cells)
        held = book.by_number[law]
        for unit_text in (*(unit.text for unit in held.provisions), *(note.text for note in held.notes)):
            text = re.sub(r"\s", "", unit_text.split("\n")[0])
            assert text[:12] in said


@pytest.mark.parametrize("law", SHARED)
def test_each_unit_keeps_its_address_and_its_button(soup: Parsed, pairing: Pairing, law: int) -> None:
    page = soup(way(pairing, str(law)))
    for book in (pairing.left, pairing.right):
        units = {unit for row in pairing.by_law[law] for unit in (row.left if book is pairing.left else row.right)}
        for unit in units:
            address = links.unit(book.id, unit)
            pieces = [label.find_parent(class_="piece") for label in page.select(f'a.label[href="{address}"]')]
            assert pieces
            assert all(piece and piece.select_one(f'button[data-copy="{address}"]') for piece in pieces)


def test_what_says_what_three_say_stands_once_beside_them(soup: Parsed) -> None:
    page = soup("/compare/da-1997/nl-2017/68")
    whole = page.select_one("#left-68-B")
    assert whole is not None
    group = whole.find_parent(class_="group")
    assert group is not None
    assert [piece["id"] for piece in group.select(".piece")] == [
        "left-68-B",
        "right-68-B",
        "right-68-B-1",
        "right-68-B-2",
    ]
    turned = soup("/compare/nl-2017/da-1997/68").select_one("#right-68-B")
    assert turned is not None
    assert len(turned.find_parent(class_="group").select(".line")) == 3  # type: ignore[union-attr]  # as above


CROSSED = {"da": "i anden rækkefølge", "nl": "in andere volgorde", "en": "in another order"}


@pytest.mark.parametrize("hl", LANGUAGES)
def test_what_is_swapped_stands_in_the_readers_order_and_says_so(soup: Parsed, hl: str) -> None:
    page = soup("/compare/da-1997/nl-2017/70", hl)
    lines = page.select(".line:has(.crossed)")
    assert [line["id"] for line in lines] == ["70-B-2_70-B-3", "70-B-3_70-B-2"]
    assert [words(line.select_one(".label")) for line in lines] == ["Artikel 70B3", "Artikel 70B2"]
    assert {words(line.select_one(".crossed")) for line in lines} == {CROSSED[hl]}
    turned = soup("/compare/nl-2017/da-1997/70", hl)
    assert [line["id"] for line in turned.select(".line:has(.crossed)")] == ["70-B-2_70-B-3", "70-B-3_70-B-2"]


RELATIONS = {
    "da": {"same": "det samme", "changed": "ændret", "partial": "delvis", "only": "kun i Nederlands 2017"},
    "nl": {"same": "hetzelfde", "changed": "gewijzigd", "partial": "gedeeltelijk", "only": "alleen in Nederlands 2017"},
    "en": {"same": "the same", "changed": "changed", "partial": "in part", "only": "only in Nederlands 2017"},
}


@pytest.mark.parametrize("hl", LANGUAGES)
def test_each_relation_is_said_in_words(soup: Parsed, hl: str) -> None:
    for group in soup("/compare/da-1997/nl-2017/68", hl).select(".group"):
        for line in group.select(".line"):
            relation = str(line["data-relation"])
            holder = group if relation == "only" else line
            assert words(holder.select_one(f".relation.{relation}")) == RELATIONS[hl][relation]


LACKING = {
    "da": "Bogen nl-2017 mangler paragraf 12.",
    "nl": "Het boek nl-2017 mist artikel 12.",
    "en": "The book nl-2017 lacks law 12.",
}


@pytest.mark.parametrize("hl", LANGUAGES)
def test_a_gap_says_why(soup: Parsed, hl: str) -> None:
    gaps = soup("/compare/da-1997/nl-2017/12", hl).select(".gap")
    assert gaps
    assert all(words(gap.select_one(".gap-why")) for gap in gaps)
    assert LACKING[hl] in {words(reason) for gap in gaps for reason in gap.select(".gap-why, li")}


REASONS = {
    "da": ("Reglen er ændret:", "Spillet er slut efter et krav i 1997"),
    "nl": ("De regel is veranderd:", "is het spelen na een claim voorbij"),
    "en": ("The rule has changed:", "Play is over after a claim in 1997"),
}


@pytest.mark.parametrize("hl", LANGUAGES)
def test_reasons_and_sureness_stand_in_the_language_of_the_page(soup: Parsed, hl: str) -> None:
    line = soup("/compare/da-1997/nl-2017/68", hl).select_one('[data-relation="changed"]')
    assert line is not None
    assert re.search(r"\d+\s?%", words(line.select_one("summary .sure")))
    reasons = [words(reason) for reason in line.select("details li")]
    assert all(part in reasons[0] for part in REASONS[hl])


@pytest.mark.parametrize("law", [*SHARED, 79])
def test_only_differences_leaves_out_exactly_what_is_the_same(soup: Parsed, pairing: Pairing, law: int) -> None:
    page = soup(way(pairing, str(law), differences=True))
    for line in page.select(".line"):
        assert hidden(line) == (line["data-relation"] == "same")
    shown = [group for group in page.select(".group") if not group.has_attr("hidden")]
    assert all(any(not hidden(line) for line in group.select(".line")) for group in shown)
    assert not any(map(hidden, soup(way(pairing, str(law))).select(".line")))


def test_the_switch_says_which_rows_are_shown(soup: Parsed) -> None:
    for path, shown in (
        ("/compare/da-1997/nl-2017/70", "all"),
        ("/compare/da-1997/nl-2017/70?only=differences", "differences"),
    ):
        page = soup(path)
        assert [link["data-show"] for link in page.select(".switch [aria-current]")] == [shown]
        assert words(page.select_one("link[rel=canonical]")) == ""
        assert page.select("link[rel=canonical]")[0]["href"] == "/compare/da-1997/nl-2017/70"
        hl = page.select_one("a[hreflang=nl]")
        assert hl is not None
        assert hl["href"] == ("?hl=nl" if shown == "all" else "?only=differences&hl=nl")


@pytest.mark.parametrize("query", ["only=nothing", "only=%3Cb%3Esecret", "x=secret"])
def test_nothing_else_of_a_query_reaches_a_kept_page(read: Read, query: str) -> None:
    plain = read("/compare/da-1997/nl-2017/54").data
    assert read(f"/compare/da-1997/nl-2017/54?{query}").data == plain
    assert read("/compare/da-1997/nl-2017/54?only=differences").data != plain


def test_references_in_the_texts_are_links_and_those_that_lead_nowhere_say_why(soup: Parsed) -> None:
    page = soup("/compare/da-1997/nl-2017/68")
    assert page.select_one('.cell.right a.ref[href="/nl-2017/54"]') is not None
    outside = page.select("a.ref.outside")
    assert outside
    for tag in outside:
        assert page.select_one(f"[id='{tag['aria-describedby']}']") is not None


# --- terms in the texts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [*SHARED, 12])
def test_a_term_is_marked_once_in_a_provision_and_leads_to_its_page(soup: Parsed, pairing: Pairing, law: int) -> None:
    page = soup(way(pairing, str(law)))
    for piece in page.select(".piece"):
        terms = [str(term["data-term"]) for term in piece.select("a.term")]
        assert len(terms) == len(set(terms))
        assert not piece.select("a.term a, a a.term")
    assert all(term["href"] == f"/terms/{term['data-term']}" for term in page.select("a.term"))
    assert all(str(term["data-gloss"]).strip("() ") for term in page.select("a.term"))


def test_a_term_shows_the_words_beside_it_else_the_usual_one_in_brackets(soup: Parsed) -> None:
    page = soup("/compare/da-1997/nl-2017/54")
    beside = page.select_one('#left-54-B-2 a.term[data-term="revoke"]')
    assert beside is not None
    assert (words(beside), beside["data-gloss"]) == ("kulørsvigt", "verzaking")
    alone = soup("/compare/da-1997/nl-2017/64").select_one(
        '#left-64-A-1 a.term[data-term="declarer"], a.term[data-term="trick"]'
    )
    assert alone is not None
    assert re.fullmatch(r"\(.+\)", str(alone["data-gloss"]))


# --- where one lands, and the ways from there ----------------------------------------------------------------

LANDINGS = [
    ("/compare/da-1997/nl-2017/70/B/2", "left-70-B-2"),
    ("/compare/nl-2017/da-1997/70/B/2", "left-70-B-2"),
    ("/compare/da-1997/nl-2017/54/E", "right-54-E"),
    ("/compare/da-1997/nl-2017/68/D/2/b/i", "right-68-D-2-b-i"),
    ("/compare/da-1997/nl-2017/68/note/1", "left-68"),
    ("/compare/nl-2017/da-1997/68/B/1", "left-68-B-1"),
    ("/compare/da-1997/nl-2017/12/C/3", "left-12-C-3"),
]


@pytest.mark.parametrize(("path", "piece"), LANDINGS)
def test_a_deeper_address_opens_at_its_row(soup: Parsed, path: str, piece: str) -> None:
    page = soup(path)
    focus = page.select("[autofocus]")
    assert len(focus) == 1
    assert focus[0].has_attr("data-marked")
    assert focus[0]["tabindex"] == "-1"
    assert focus[0].select_one(f"[id='{piece}']") is not None
    assert page.select("link[rel=canonical]")[0]["href"] == path


def test_an_address_that_only_the_other_book_has_says_so(soup: Parsed) -> None:
    text = words(soup("/compare/da-1997/nl-2017/54/E").select_one(".remark"))
    assert "54E is of Nederlands 2017; Dansk 1997 has nothing at this address." in text


SWAPS = [
    ("/compare/da-1997/nl-2017/70", "/compare/nl-2017/da-1997/70"),
    ("/compare/da-1997/nl-2017/70/B/2", "/compare/nl-2017/da-1997/70/B/3"),
    ("/compare/nl-2017/da-1997/70/B/3", "/compare/da-1997/nl-2017/70/B/2"),
    ("/compare/da-1997/nl-2017/54/E", "/compare/nl-2017/da-1997/54/E"),
    ("/compare/da-1997/nl-2017/71/B", "/compare/nl-2017/da-1997/71/B#_71-B"),
    ("/compare/da-1997/nl-2017/70/B/2?only=differences", "/compare/nl-2017/da-1997/70/B/3?only=differences"),
]


@pytest.mark.parametrize(("path", "swapped"), SWAPS)
def test_the_sides_can_be_exchanged_and_the_place_stays(soup: Parsed, path: str, swapped: str) -> None:
    link = soup(path).select_one("a.swap")
    assert link is not None
    assert link["href"] == swapped
    there, _, row = swapped.partition("#")
    if row:
        assert soup(there).select_one(f"[id='{row}']") is not None


NEIGHBOURS = [(12, None, 54), (54, None, 68), (69, 68, 70), (70, 68, 71), (71, 70, None), (79, 71, None)]


@pytest.mark.parametrize(("law", "before", "after"), NEIGHBOURS)
def test_the_neighbours_are_laws_with_both_sides(soup: Parsed, law: int, before: int | None, after: int | None) -> None:
    page = soup(f"/compare/da-1997/nl-2017/{law}")
    for rel, number in (("prev", before), ("next", after)):
        expected = [] if number is None else [f"/compare/da-1997/nl-2017/{number}"]
        assert [link["href"] for link in page.select(f".turn a[rel={rel}]")] == expected


@pytest.mark.parametrize("path", ["/da-1997/70/B/2", "/nl-2017/68/D/2/b/i", "/da-1997/68/note/1"])
def test_a_provision_is_one_click_from_its_comparison_and_back(soup: Parsed, path: str) -> None:
    over = soup(path).select_one("[data-marked] a.beside[data-cross]")
    assert over is not None
    back = [
        str(link["href"])
        for link in soup(str(over["href"])).select(".law-tools [data-cross], [data-marked] [data-cross]")
    ]
    assert path in back


def test_a_law_that_the_other_book_lacks_has_one_link_and_its_page_says_so(soup: Parsed) -> None:
    page = soup("/da-1997/64/A/2")
    assert page.select("a.beside") == []
    over = page.select_one(".law-tools a[data-cross]")
    assert over is not None
    assert over["href"] == "/compare/da-1997/nl-2017/64/A/2"
    told = soup(str(over["href"]))
    assert "not in Nederlands 2017" in words(told.select_one(".remark"))
    assert "The book nl-2017 lacks law 64." in words(told.select_one(".spread"))


# --- for machines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [*SHARED, 12])
def test_the_rows_of_a_law_as_json_have_the_texts(read: Read, pairing: Pairing, law: int) -> None:
    record = read(way(pairing, str(law)) + ".json").json
    assert record is not None
    assert record["books"] == [pairing.left.id, pairing.right.id]
    for told, row in zip(record["rows"], pairing.by_law[law], strict=True):
        assert (told["relation"], told["confidence"]) == (row.relation, row.confidence)
        assert told["reasons"] == [str(reason) for reason in row.reasons]
        for book, side in ((pairing.left, row.left), (pairing.right, row.right)):
            assert [unit["address"] for unit in told[book.id]] == list(map(str, side))
            for unit, address in zip(told[book.id], side, strict=True):
                held = book.units.get(address)
                assert unit["text"] == (held.text if held else "")


def test_a_deeper_address_as_json_has_its_rows_and_what_stands_in_it(read: Read) -> None:
    record = read("/compare/da-1997/nl-2017/70/B.json").json
    assert record is not None
    assert [[unit["address"] for unit in row["da-1997"]] for row in record["rows"]] == [
        ["70/B"],
        ["70/B/1"],
        ["70/B/2"],
        ["70/B/3"],
    ]


def test_the_whole_as_json(read: Read, pairing: Pairing) -> None:
    record = read(way(pairing) + ".json").json
    assert record is not None
    ours = record["counts"][pairing.left.id]
    assert ours["units"] == sum(ours[relation] for relation in ("same", "changed", "partial", "only"))
    rows = sum(law["same"] + law["changed"] + law["partial"] + sum(law["only"].values()) for law in record["laws"])
    assert rows == len(pairing.rows)
    pairs = read("/compare.json").json
    assert pairs is not None
    assert pairs["pairs"][0]["books"] == ["da-1997", "nl-2017"]


# --- the whole -----------------------------------------------------------------------------------------------


def test_every_row_of_the_laws_that_both_have_is_a_ribbon_that_leads_to_it(soup: Parsed, pairing: Pairing) -> None:
    ribbons = soup(way(pairing)).select("svg a.ribbon")
    rows = [row for law in SHARED for row in pairing.by_law[law]]
    assert [urlsplit(str(ribbon["href"])).fragment for ribbon in ribbons] == [row_id(row) for row in rows]
    for ribbon, row in zip(ribbons, rows, strict=True):
        path, _, fragment = str(ribbon["href"]).partition("#")
        assert row.relation in str(ribbon["class"])
        assert ribbon["aria-label"]
        target = soup(path).select_one(f".line[id='{fragment}']")
        assert target is not None
        assert target["aria-label"] == ribbon["aria-label"]


def test_a_gap_is_open_in_the_picture(soup: Parsed) -> None:
    page = soup("/compare/da-1997/nl-2017")
    assert len(page.select("rect.bar")) == 2 * 40
    assert len(page.select("rect.bar.open")) == 36
    for stub in page.select("a.ribbon.only path"):
        assert "Z" not in str(stub["d"])
    for ribbon in page.select("a.ribbon.same path"):
        assert str(ribbon["d"]).endswith("Z")


def test_the_table_says_what_the_picture_says(soup: Parsed, pairing: Pairing) -> None:
    rows = soup(way(pairing)).select(".law-table tbody tr")
    assert len(rows) == len(pairing.by_law)
    for row, (law, held) in zip(rows, pairing.by_law.items(), strict=True):
        figures = [int(re.sub(r"\D", "", cell.get_text())) for cell in row.select("td")]
        assert sum(figures) == len(held)
        counts = Counter(each.relation for each in held)
        assert figures[:3] == [counts["same"], counts["changed"], counts["partial"]]
        link = row.select_one("th a")
        assert link is not None
        assert link["href"] == way(pairing, str(law))


@pytest.mark.parametrize("hl", LANGUAGES)
def test_how_much_of_each_book_has_a_counterpart(soup: Parsed, pairing: Pairing, hl: str) -> None:
    page = soup(way(pairing), hl)
    for told, side in zip(page.select(".share"), SIDES, strict=True):
        counted = account(pairing, side)
        assert counted.units >= len(pairing.book(side).units)
        assert str(counted.units) in words(told)
        assert sum(share.count for share in counted.whole) == counted.units
        assert sum(share.count for share in counted.shared) == counted.in_shared
    assert "%" in words(page.select_one(".share-line"))


@pytest.mark.parametrize("hl", LANGUAGES)
def test_the_pairs_of_books_are_listed(soup: Parsed, hl: str) -> None:
    page = soup("/compare", hl)
    ways = [str(link["href"]) for link in page.select("main a")]
    assert "/compare/da-1997/nl-2017" in ways
    assert "/compare/nl-2017/da-1997" in ways
    for path in ("/", "/da-1997/64", "/no/such/page"):
        assert soup(path, hl).select_one('footer a[href="/compare"]') is not None


# --- what cannot be compared ---------------------------------------------------------------------------------

BAD = [
    (
        "/compare/da-1997/da-1997/70/B",
        404,
        {"da": "intet at sammenligne", "nl": "niets te vergelijken", "en": "nothing to compare"},
    ),
    (
        "/compare/da-1997/xx-2000/70",
        404,
        {"da": "xx-2000", "nl": "xx-2000", "en": "There is no book “xx-2000” here; there are da-1997, nl-2017."},
    ),
    ("/compare/dansk/nl-2017", 404, {"da": "dansk", "nl": "dansk", "en": "There is no book “dansk” here"}),
    (
        "/compare/da-1997/nl-2017/80",
        404,
        {"da": "Hverken Dansk 1997 eller", "nl": "Noch Dansk 1997 noch", "en": "Neither Dansk 1997 nor"},
    ),
    ("/compare/da-1997/nl-2017/70/Z", 404, {"da": "Hverken", "nl": "Noch", "en": "Neither"}),
    ("/compare/da-1997/nl-2017/94", 404, {"da": "93", "nl": "93", "en": "the laws end with 93"}),
    ("/compare/da-1997/nl-2017/..%2F..", 404, {"da": "", "nl": "", "en": ""}),
    ("/compare//da-1997", 404, {"da": "", "nl": "", "en": ""}),
]


@pytest.mark.parametrize("hl", LANGUAGES)
@pytest.mark.parametrize(("path", "status", "sentences"), BAD)
def test_what_cannot_be_compared_is_told(
    read: Read, path: str, status: int, sentences: dict[str, str], hl: str
) -> None:
    response = read(path, hl)
    assert response.status_code == status
    page = BeautifulSoup(response.get_data(as_text=True), "lxml")
    main = page.select_one("main")
    assert sentences[hl] in words(main)
    assert len(words(main)) > 30
    assert page.select_one("footer nav") is not None


def test_a_book_beside_itself_offers_another(soup: Parsed) -> None:
    ways = [str(link["href"]) for link in soup("/compare/da-1997/da-1997/70/B").select("main a")]
    assert ways == ["/compare/da-1997/nl-2017/70/B", "/da-1997/70/B"]


def test_an_address_of_neither_offers_the_law_and_the_nearest(soup: Parsed) -> None:
    ways = [str(link["href"]) for link in soup("/compare/da-1997/nl-2017/70/Z").select("main a")]
    assert "/compare/da-1997/nl-2017/70" in ways
    assert "/da-1997/70" in ways


MENDED = [
    ("/compare/da-1997/nl-2017/70/b/2", 301, "/compare/da-1997/nl-2017/70/B/2"),
    ("/compare/da-1997/nl-2017/70/b.json", 301, "/compare/da-1997/nl-2017/70/B.json"),
    ("/compare/da-1997/nl-2017/68/d/2/B", 301, "/compare/da-1997/nl-2017/68/D/2/b"),
    ("/compare/da-1997/nl-2017/70/", 301, "/compare/da-1997/nl-2017/70"),
    ("/compare/DA-1997/nl-2017/70", 302, "/compare/da-1997/nl-2017/70"),
    ("/compare/da/nl", 302, "/compare/da-1997/nl-2017"),
    ("/compare/da/nl/70.json", 302, "/compare/da-1997/nl-2017/70.json"),
    ("/compare/da-1997", 302, "/compare"),
]


@pytest.mark.parametrize(("path", "status", "better"), MENDED)
def test_what_is_clear_is_mended(read: Read, path: str, status: int, better: str) -> None:
    response = read(path)
    assert (response.status_code, response.headers["Location"]) == (status, better)
    assert read(better).status_code == 200


@pytest.mark.parametrize(
    "path", ["/compare/da-1997/da-1997.json", "/compare/da-1997/nl-2017/80.json", "/compare/a-1/b-2/70.json"]
)
def test_machines_get_errors_that_they_can_read(read: Read, path: str) -> None:
    response = read(path)
    assert response.status_code == 404
    assert response.json is not None
    assert response.json["detail"]


# --- rows made by hand: what the two books do not happen to show ----------------------------------------------

HERE = Place("made.txt", 1)
WHY = (Message("align-nothing"),)


def row(left: str, right: str, relation: Relation = "same", reasons: tuple[Message, ...] = WHY) -> Row:
    ours, theirs = (tuple(map(parse, side.split())) for side in (left, right))
    return Row(ours, theirs, relation, 1.0, reasons)


PART = row("1/A", "1/B", "partial")
ELSEWHERE = row("1/B", "", "only", (Message("align-place"),))

GATHERED = [
    ([row("1", "1"), row("1/A", "1/A")], [["1_1"], ["1-A_1-A"]], ["left", "left"]),
    ([row("1/A", "1/A"), PART], [["1-A_1-A", "1-A_1-B"]], ["left"]),
    ([row("1/A", "1/A"), row("1/B", "1/A", "partial")], [["1-A_1-A", "1-B_1-A"]], ["right"]),
    ([row("1/A", "1/A"), PART, row("1/B", "1/B")], [["1-A_1-A", "1-A_1-B"], ["1-B_1-B"]], ["left", "left"]),
    ([row("1/A", "", "only"), row("1/B", "", "only")], [["1-A_", "1-B_"]], ["right"]),
    ([row("1/A", "", "only"), row("", "1/B", "only")], [["1-A_"], ["_1-B"]], ["right", "left"]),
    ([row("1/A", "", "only"), ELSEWHERE], [["1-A_"], ["1-B_"]], ["right", "right"]),
]


@pytest.mark.parametrize(("rows", "groups", "hubs"), GATHERED)
def test_rows_that_share_a_side_stand_together(rows: list[Row], groups: list[list[str]], hubs: list[str]) -> None:
    together = gathered(rows)
    assert [[row_id(each) for each in group] for group in together] == groups
    assert [hub_side_of(group) for group in together] == hubs


CROSSINGS = [
    ([row("1/A", "1/A"), row("1/B", "1/B")], set()),
    ([row("1/A", "1/B"), row("1/B", "1/A")], {"1-A_1-B", "1-B_1-A"}),
    ([row("1/A", "1/B"), row("1/B/1", "1/A")], set()),
    ([row("1/A", "1/B"), row("1/B", "1/A", "partial")], set()),
    ([row("1/A", "1/C"), row("1/B", "1/B"), row("1/C", "1/D")], {"1-A_1-C", "1-B_1-B"}),
]


@pytest.mark.parametrize(("rows", "ids"), CROSSINGS)
def test_what_is_out_of_order_is_told(rows: list[Row], ids: set[str]) -> None:
    assert crossed(rows) == ids


class Silent:
    """An engine that finds nothing."""

    def search(self, query: str, **_: object) -> Answer:
        return Answer(query, (), 0)


def made(book_id: str, edition: str, *texts: tuple[str, str], notes: tuple[Note, ...] = ()) -> Book:
    provisions = tuple(Provision(parse(address), None, text, "printed", HERE) for address, text in texts)
    return Book(book_id, book_id[:2], edition, "Prøve", "Ingen", (Law(5, None, None, provisions, notes, HERE),))


OLD = made("da-1900", "1900", ("5/A", "Spilfører betaler en straf."), ("5/B", "Kulørsvigt rettes <straks>."))
NEW = made("da-2000", "2000", ("5/A", "Kulørsvigt rettes <straks>."), ("5/B", "Spilfører betaler en straf."))


def site_of(*books: Book) -> Flask:
    corpus: Corpus = gather(books, load_languages(), Titles({}))
    return create_app(corpus, Silent())


def test_two_editions_of_one_language_stand_side_by_side() -> None:
    client = site_of(OLD, NEW).test_client()
    page = BeautifulSoup(client.get("/compare/da-1900/da-2000/5").get_data(as_text=True), "lxml")
    assert [line["id"] for line in page.select(".line:has(.crossed)")] == ["5-A_5-B", "5-B_5-A"]
    assert "Kulørsvigt rettes <straks>." in words(page.select_one("#left-5-B"))
    assert client.get("/compare/da-1900/da-2000").status_code == 200
    assert client.get("/da-1900/5/A").status_code == 200


def test_one_book_alone_has_nothing_beside_it() -> None:
    client = site_of(OLD).test_client()
    page = BeautifulSoup(client.get("/compare?hl=en").get_data(as_text=True), "lxml")
    assert "only one book" in words(page.select_one("main"))
    law = BeautifulSoup(client.get("/da-1900/5").get_data(as_text=True), "lxml")
    assert law.select("[data-cross]") == []
    assert law.select('footer a[href="/compare"], footer a[href="/terms"]') == []
    assert client.get("/terms").status_code == 200
    assert client.get("/compare/da-1900/da-1900").status_code == 404


def test_a_law_without_text_has_a_page() -> None:
    bare = Book("da-2000", "da", "2000", "Prøve", "Ingen", (Law(5, "Fem", None, (), (), HERE),))
    client = site_of(OLD, bare).test_client()
    for path in ("/compare/da-1900/da-2000/5", "/compare/da-2000/da-1900/5/A", "/compare/da-1900/da-2000"):
        assert client.get(path).status_code == 200

"""The map of a book: references counted, laws and arcs in their places, and the page that shows them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from kb.address import parse
from kb.library import Library
from kb.references import Reference, Target
from webui.arcs import AXIS, THICKEST, WIDTH, crossings, drawn

Soup = Callable[..., BeautifulSoup]


def reference(at: str | None, *targets: str) -> Reference:
    places = tuple(Target("da-1997", parse(target)) for target in targets)
    return Reference("da-1997", parse(at) if at else None, "text", 0, 1, "x", "law", places, "ok")


COUNTS = [
    ([("12/A", ["64"])], {(12, 64): 1}),
    ([("12/A", ["64/A", "64/B"])], {(12, 64): 1}),
    ([("12/A", ["64/A", "65"])], {(12, 64): 1, (12, 65): 1}),
    ([("12/A", ["64"]), ("12/C/3", ["64/B"])], {(12, 64): 2}),
    ([("12/A", ["64"]), ("64/A", ["12"])], {(12, 64): 1, (64, 12): 1}),
    ([("12/A", ["12/B"])], {}),
    ([("68/note/1", ["70"])], {(68, 70): 1}),
    ([(None, ["64"])], {}),
    ([("12/A", [])], {}),
]


@pytest.mark.parametrize(("cited", "counts"), COUNTS)
def test_references_are_counted_from_law_to_law(cited: list[tuple[str | None, list[str]]], counts: object) -> None:
    assert crossings(reference(at, *targets) for at, targets in cited) == counts


laws = st.integers(1, 93)


ends = st.tuples(laws, laws).filter(lambda pair: pair[0] != pair[1])


@given(st.sets(laws), st.dictionaries(ends, st.integers(1, 40)))
def test_a_drawing_has_every_law_once_in_order_and_every_arc_within_it(
    held: set[int], counts: dict[tuple[int, int], int]
) -> None:
    drawing = drawn(held, counts)
    numbers = [stop.law for stop in drawing.stops]
    assert numbers == sorted({*held, *(law for ends in counts for law in ends)})
    assert [stop.law for stop in drawing.stops if stop.held] == sorted(held)
    assert {(arc.start, arc.end): arc.count for arc in drawing.arcs} == counts
    places = {stop.law: stop.y for stop in drawing.stops}
    for arc in drawing.arcs:
        shape = re.fullmatch(rf"M{AXIS} (\d+)A(\d+) (\d+) 0 0 1 {AXIS} (\d+)", arc.path)
        assert shape is not None
        first, out, _, last = map(int, shape.groups())
        assert [first, last] == sorted((places[arc.start], places[arc.end]))
        assert AXIS + out + arc.thickness <= WIDTH
        assert arc.thickness <= THICKEST
    assert all(0 < stop.y < drawing.height for stop in drawing.stops)
    assert sum(stop.cited for stop in drawing.stops) == sum(counts.values())
    assert sum(stop.cites for stop in drawing.stops) == sum(counts.values())


def test_the_most_cited_come_first_and_the_uncited_not_at_all() -> None:
    drawing = drawn([1, 2, 3], {(1, 2): 1, (1, 3): 2, (2, 3): 1})
    assert [stop.law for stop in drawing.most_cited] == [3, 2]


@pytest.mark.parametrize("path", ["/map/da-1997", "/map/nl-2017"])
def test_the_drawing_and_the_table_say_the_same(soup: Soup, library: Library, path: str) -> None:
    page = soup(path)
    drawn_laws = {stop.select_one(".stop-number").get_text(): stop for stop in page.select(".stop")}  # type: ignore[union-attr]  # every stop has one
    held = {str(law.number) for law in library.corpus.book(path[5:]).laws}
    assert {law for law, stop in drawn_laws.items() if "absent" not in stop["class"]} == held
    for row in page.select(".map-table tbody tr"):
        stop = drawn_laws[str(row["id"]).removeprefix("law-")]
        assert [len(cell.select("a")) for cell in row.select("td")] == [
            len(stop.select("use.leaving")),
            len(stop.select("use.reaching")),
        ]
    ids = {path["id"] for path in page.select(".arcs-all path")}
    assert {str(use["href"]).removeprefix("#") for use in page.select("use")} == ids


def test_a_law_leads_to_itself_and_an_absent_one_to_its_row(soup: Soup) -> None:
    page = soup("/map/da-1997")
    places = {str(link["href"]) for link in page.select(".stop > a")}
    assert "/da-1997/64" in places
    assert "#law-20" in places
    assert all(page.find(id=place[1:]) for place in places if place.startswith("#"))


DEFAULTS = [("da", "/map/da-1997"), ("nl", "/map/nl-2017"), ("en", "/map/da-1997")]


@pytest.mark.parametrize(("language", "place"), DEFAULTS)
def test_the_map_is_that_of_the_readers_language(read: Callable[..., TestResponse], language: str, place: str) -> None:
    answer = read("/map", language)
    assert (answer.status_code, answer.location) == (302, place)


def test_no_map_of_no_book(read: Callable[..., TestResponse]) -> None:
    assert read("/map/fr-2017").status_code == 404

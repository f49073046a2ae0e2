"""What an address is related to: forms, neighbours, the same in other languages; and the header that says so."""

from __future__ import annotations

import pytest

from kb import links
from kb.library import Library
from webui.relations import Way, forms, header
from webui.shelf import Shelf


@pytest.fixture(scope="module")
def shelf(library: Library) -> Shelf:
    return Shelf(library.corpus, library.engine)


AROUND = [
    # path, prev, next, up
    ("/da-1997", None, None, "/"),
    ("/da-1997/64", "/da-1997/63", "/da-1997/65", "/da-1997"),
    ("/da-1997/64.json", "/da-1997/63", "/da-1997/65", "/da-1997"),
    ("/da-1997/64/A", None, "/da-1997/64/B", "/da-1997/64"),
    ("/da-1997/64/A/2", "/da-1997/64/A/1", None, "/da-1997/64/A"),
    ("/da-1997/70/B-D", "/da-1997/70/A", "/da-1997/70/E", "/da-1997/70"),
    ("/da-1997/12-16", "/da-1997/11", "/da-1997/41", "/da-1997"),
    ("/da-1997/68/note/1", None, None, "/da-1997/68"),
    ("/compare", None, None, "/"),
    ("/compare/da-1997/nl-2017", None, None, "/compare"),
    ("/compare/da-1997/nl-2017/70", "/compare/da-1997/nl-2017/69", "/compare/da-1997/nl-2017/71", None),
    ("/compare/da-1997/nl-2017/70/B", "/compare/da-1997/nl-2017/70/A", "/compare/da-1997/nl-2017/70/C", None),
    ("/terms/revoke", "/terms/establish", "/terms/claim-or-concession", "/terms"),
    ("/situations/revoke", "/situations/following-suit-and-winning", "/situations/revoke-corrected", "/situations"),
    ("/about", None, None, None),
    ("/xx-1900/54/A", None, None, None),
]


@pytest.mark.parametrize(("path", "before", "after", "above"), AROUND)
def test_neighbours(shelf: Shelf, path: str, before: str | None, after: str | None, above: str | None) -> None:
    found = {way.rel: way.href for way in shelf.related(links.read(path)) if way.rel in {"prev", "next", "up"}}
    assert (found.get("prev"), found.get("next")) == (before, after)
    assert above is None or found["up"] == above


TRANSLATED = [
    ("/da-1997", {"nl": "/nl-2017"}),
    ("/da-1997/70/B/2", {"nl": "/nl-2017/70/B/3"}),  # the two stand the other way round there
    ("/nl-2017/70/B/3", {"da": "/da-1997/70/B/2"}),
    ("/da-1997/70/B-E", {"nl": "/nl-2017/70/B-E"}),
    ("/da-1997/64", {}),  # no other book holds it
    ("/compare/da-1997/nl-2017/70", {}),
]


@pytest.mark.parametrize(("path", "there"), TRANSLATED)
def test_the_same_in_other_languages(shelf: Shelf, path: str, there: dict[str, str]) -> None:
    assert {way.language: way.href for way in shelf.related(links.read(path)) if way.language} == there


def test_every_way_leads_to_something_that_is_ours(shelf: Shelf) -> None:
    for book in shelf.corpus.books.values():
        for address in [*(law.address for law in book.laws), *book.units]:
            path = links.unit(book.id, address)
            ways = shelf.related(links.read(path))
            assert ways[0] == Way("canonical", path)
            for way in ways:
                there = links.read(way.href)
                assert there.address is None or shelf.corpus.book(str(there.book)).has(there.address)


def test_each_form_has_an_alternate_with_its_type(shelf: Shelf) -> None:
    for path in ("/da-1997", "/da-1997/64/A/2", "/terms/revoke", "/compare/da-1997/nl-2017/54"):
        link = links.read(path)
        alternates = {way.href: way.media_type for way in shelf.related(link) if way.rel == "alternate"}
        for form in forms(link):
            assert form == "html" or alternates[f"{path}.{form}"]


def test_the_header_names_the_whole_address_where_the_site_knows_its_own() -> None:
    ways = [Way("canonical", "/da-1997"), Way("alternate", "/da-1997.json", "application/json")]
    assert header(ways, "https://laws.example/bridge") == (
        '<https://laws.example/bridge/da-1997>; rel="canonical", '
        '<https://laws.example/bridge/da-1997.json>; rel="alternate"; type="application/json"'
    )

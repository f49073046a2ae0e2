"""Setting a law made by hand: what the two books do not happen to show."""

from __future__ import annotations

import pytest

from kb.address import parse
from kb.book import Book, Law, Note, Place, Provision
from kb.corpus import Corpus, gather
from kb.corpus.loading import load_languages
from kb.corpus.titles import Titles
from webui.contents import all_laws, laws_between
from webui.leaf import Leaf, Remark, Unit
from webui.locale import tongues
from webui.typesetting import set_law

HERE = Place("made.txt", 1)


def provision(address: str, text: str = "", heading: str | None = None) -> Provision:
    return Provision(parse(address), heading, text, "printed", HERE)


LAW = Law(
    5,
    None,
    "EN DEL",
    (
        Provision(parse("5"), None, "Før punkterne.", "printed", HERE, closing="Efter dem alle."),
        provision("5/A", "Se §6 og §5B."),
        provision("5/A/1", "Første sag.", heading="Om <sagen>"),
        provision("5/A/1/a", "Dybere.", heading="Endnu en"),
        provision("5/B/2", "Uden sit B.", heading="Et hul"),
    ),
    (
        Note(parse("5/note/1"), "Om sagen.", "footnote", HERE, at=parse("5/A/1"), offset=6),
        Note(parse("5/note/2"), "Uden sted.", "local", HERE),
    ),
    HERE,
)
BOOK = Book("da-1900", "da", "1900", "Prøve", "Ingen", (LAW, Law(7, "Syv", None, (), (), HERE)))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return gather([BOOK], load_languages(), Titles({}))


def leaf(corpus: Corpus, *marked: str) -> Leaf:
    return set_law(corpus, BOOK, LAW, [parse(address) for address in marked], tongues()["en"])


def units(leaf: Leaf) -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    waiting = list(leaf.units)
    while waiting:
        unit = waiting.pop()
        found[unit.id] = unit
        waiting += unit.within
    return found


def test_heading_levels_count_headings_and_not_depth(corpus: Corpus) -> None:
    assert {name: unit.level for name, unit in units(leaf(corpus)).items() if unit.heading} == {
        "5-A-1": 2,
        "5-A-1-a": 3,
        "5-B-2": 2,
    }


def test_a_unit_without_its_parent_shows_the_labels_that_lead_to_it(corpus: Corpus) -> None:
    set_units = units(leaf(corpus))
    assert (set_units["5-B-2"].label, set_units["5-A-1"].label) == ("B 2", "1")
    assert [unit.id for unit in leaf(corpus).units] == ["5-A", "5-B-2"]


def test_lead_and_closing_stand_around_the_items(corpus: Corpus) -> None:
    law = leaf(corpus)
    assert law.lead is not None
    assert (law.lead.paragraphs, law.lead.closing, law.closing) == (["Før punkterne."], (), ["Efter dem alle."])


def test_a_note_is_anchored_where_it_stood_and_printed_under_its_unit(corpus: Corpus) -> None:
    unit = units(leaf(corpus))["5-A-1"]
    assert unit.heading == "Om &lt;sagen&gt;"
    assert unit.paragraphs[0].startswith('Første<sup class="anchor"><a href="/da-1900/5/note/1" aria-label="Note 1">1<')
    assert [note.id for note in unit.notes] == ["5-note-1"]
    assert [(note.id, note.kind) for note in leaf(corpus).notes] == [("5-note-2", "local")]


def test_citations_that_lead_nowhere_are_gathered_with_the_reason(corpus: Corpus) -> None:
    law = leaf(corpus)
    assert [(absence.citation, absence.reason is not None) for absence in law.absences] == [("§6", True), ("§5B", True)]
    assert [sign.href for sign in law.absences[1].elsewhere] == ["/da-1900/5"]
    assert 'href="#absent-1"' in units(law)["5-A"].paragraphs[0]


@pytest.mark.parametrize(
    ("marked", "here", "cited"),
    [
        ((), "/da-1900/5", "§5"),
        (("5/A/1",), "/da-1900/5/A/1", "§5A1"),
        (("5/note/2",), "/da-1900/5/note/2", "fodnote 2 til §5"),
    ],
)
def test_what_was_asked_for_is_marked(corpus: Corpus, marked: tuple[str, ...], here: str, cited: str) -> None:
    law = leaf(corpus, *marked)
    items: list[Unit | Remark] = [*units(law).values(), *law.notes]
    items += [note for unit in units(law).values() for note in unit.notes]
    ids = [address.replace("/", "-") for address in marked]
    assert [item.id for item in items if item.marked] == ids
    assert [item.id for item in items if item.focus] == ids[:1]
    assert (law.here, law.cited.lower()) == (here, cited.lower())


def test_laws_around_and_names_that_nobody_knows(corpus: Corpus) -> None:
    law = leaf(corpus)
    assert law.before is None
    assert law.after is not None
    assert (law.after.href, law.after.more) == ("/da-1900/7", "Syv")
    assert (law.title, law.title_printed) == (None, False)


def test_contents_break_where_laws_are_lacking(corpus: Corpus) -> None:
    parts = all_laws(corpus, BOOK)
    assert [(part.title, part.held, part.rows[0].number, len(part.rows)) for part in parts] == [
        (None, False, 1, 4),
        ("EN DEL", True, 5, 1),
        (None, False, 6, 1),
        (None, True, 7, 1),
        (None, False, 8, 86),
    ]
    assert [row.number for part in laws_between(corpus, BOOK, 90, 120) for row in part.rows] == [90, 91, 92, 93]

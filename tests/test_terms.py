"""kb.terms: the table of terms read and checked, terms found in texts, words looked up, renderings counted."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.corpus import Corpus, load_corpus
from kb.errors import BadSource, NotFound
from kb.language import Vocabulary
from kb.language.alphabet import alphabetical
from kb.language.words import Compounds, stems, tokens
from kb.terms import Occurrence, TermIndex, check, read_terms, renderings
from kb.terms.coverage import printed_texts

TABLE = Path(__file__).parent.parent / "corpus"


@cache
def corpus() -> Corpus:
    return load_corpus(TABLE)


@cache
def vocabularies() -> dict[str, Vocabulary]:
    return {code: language.vocabulary for code, language in corpus().languages.items()}


@cache
def index() -> TermIndex:
    return TermIndex(corpus().terms, vocabularies())


def seen(text: str, found: tuple[Occurrence, ...]) -> list[tuple[str, str]]:
    return [(text[each.start : each.end], each.term) for each in found]


# --- finding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        # one word in any form
        ("da", "strafkortets", [("strafkortets", "penalty-card")]),
        ("da", "Kulørsvigten!", [("Kulørsvigten", "revoke")]),
        ("nl", "De strafkaarten", [("strafkaarten", "penalty-card")]),
        ("nl", "slagen", [("slagen", "trick")]),
        ("en", "two revokes", [("revokes", "revoke")]),
        ("da", "Hænderne", [("Hænderne", "hand")]),
        # the longest wins, wherever it begins in the table
        ("da", "et stort strafkort", [("stort strafkort", "major-penalty-card")]),
        ("da", "alle disse store strafkort", [("store strafkort", "major-penalty-card")]),
        ("da", "åbningsudspil uden for tur", [("åbningsudspil uden for tur", "opening-lead-out-of-turn")]),
        ("nl", "Voor de beurt uitkomen", [("Voor de beurt uitkomen", "opening-lead-out-of-turn")]),
        ("nl", "een grote strafkaart", [("grote strafkaart", "major-penalty-card")]),
        # several words, each in its own form
        ("da", "svigtede kulør", [("svigtede kulør", "revoke")]),
        ("da", "logiske alternative muligheder", [("logiske alternative muligheder", "logical-alternative")]),
        # a word cut short at a hyphen, an ordinal, quotation marks
        ("da", "et ud- eller tilspil", [("ud- eller tilspil", "lead-or-play")]),
        ("da", "I det 12. stik", [("12. stik", "twelfth-trick")]),
        ("da", "strafkortets „farve“", [("strafkortets „farve", "suit-of-penalty-card")]),
        # the words of other concepts that a stem would bring together
        ("da", "spilleren", [("spilleren", "player")]),
        ("da", "retten til straf", [("retten", "right"), ("straf", "rectification")]),
        ("da", "rettelsen", [("rettelsen", "correct")]),
        ("da", "den fejlende", [("den fejlende", "offender")]),
        ("da", "fejlen", [("fejlen", "irregularity")]),
        ("da", "har lov til", [("lov til", "permitted")]),
        ("da", "disse love", [("disse love", "law")]),
        ("da", "krav om udspil i farven", [("krav om", "require"), ("udspil", "lead"), ("farven", "suit")]),
        ("da", "et krav på disse stik", [("krav på disse stik", "claim")]),
        ("da", "på bordet", [("bordet", "table")]),
        ("da", "fra bordet", [("fra bordet", "dummy")]),
        # separable verbs: the unbroken part is marked
        ("da", "tages tilbage", [("tages tilbage", "retract")]),
        ("da", "tager sit kort tilbage", [("tager", "retract"), ("kort", "card")]),
        ("nl", "Een speler staat alle slagen af", [("speler", "player"), ("staat", "concession"), ("slagen", "trick")]),
        # abbreviations, whole and in any case
        ("da", "spilførers MTV", [("spilførers", "declarer"), ("MTV", "lho")]),
        ("da", "WBF's", [("WBF's", "world-federation")]),
        ("en", "imp", [("imp", "imp")]),
        # accents that a source has wrong
        ("nl", "opgeéiste slagen", [("opgeéiste slagen", "claim")]),
        ("nl", "voordat slagen werden opgeéist", [("slagen werden opgeéist", "claim")]),
    ],
)  # fmt: skip
def test_terms_are_found(language: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert seen(text, index().find_terms(text, language)) == expected


@pytest.mark.parametrize(
    ("language", "text", "term"),
    [
        ("da", "Åbningsudspillet", "lead"),  # never inside another word
        ("da", "IMPerium", "imp"),
        ("da", "imper", "imp"),  # an abbreviation has no other forms
        ("da", "uden. For tur", "out-of-turn"),  # a sentence ends between
        ("da", "stort, strafkort", "major-penalty-card"),
        ("da", "112. stik", "twelfth-trick"),
        ("da", "12 stik", "twelfth-trick"),  # twelve tricks
        ("da", "man må ikke", "manner"),  # a common word, only its stem is the same
        ("da", "en anden og andre", "change"),  # ændre, without its letter
        ("da", "et stik", "transfer"),
        ("da", "siddet", "side"),
        ("da", "tager kortet. Læg det tilbage", "retract"),  # no verb reaches across a sentence
        ("da", "han skal lægge ned", "claim"),  # lay words are not for law text
        ("da", "tilsvarende melding", "comparable-call"),
        ("nl", "speler", "play"),
        ("en", "a bit", "hesitation"),
    ],
)
def test_terms_are_not_found(language: str, text: str, term: str) -> None:
    assert term not in {found.term for found in index().find_terms(text, language)}


@pytest.mark.parametrize(
    ("language", "question", "term"),
    [
        ("da", "må jeg lægge ned for rest", "claim"),
        ("da", "kulorsvigt", "revoke"),
        ("da", "kuloersvigten", "revoke"),
        ("da", "åbningsudspil uden tur", "opening-lead-out-of-turn"),
        ("da", "hvornår skal man kalde på TL", "call-director"),
        ("da", "er tl'en kommet", "director"),
        ("da", "hvad må bordet", "dummy-rights"),
        ("da", "tabt kort", "dropped-card"),
        ("da", "langsom slæde", "hesitation"),
        ("da", "dummy", "dummy"),
        ("nl", "claimen", "claim"),
        ("nl", "mag dummy de arbiter roepen", "call-director"),
        ("nl", "OI", "unauthorized-information"),
        ("nl", "er is verzaakt", "revoke"),
        ("nl", "hij denkt lang na", "hesitation"),
        ("nl", "de wl", "director"),
        ("nl", "bekent niet", "revoke"),
        ("en", "renege", "revoke"),
        ("en", "LOOT", "lead-out-of-turn"),
        ("en", "defender leads out of turn", "lead-out-of-turn"),
        ("en", "slip of the tongue", "unintended"),
        ("en", "break in tempo", "hesitation"),
        ("en", "BIT", "hesitation"),
        ("en", "call the TD", "call-director"),
        ("en", "thirteen cards", "wrong-number-of-cards"),
        ("en", "PP", "procedural-penalty"),
        ("en", "misexplanation", "mistaken-explanation"),
        ("en", "card fell on the table", "dropped-card"),
        ("en", "dummy's rights", "dummy-rights"),
        ("en", "fouled board", "fouled-board"),
        ("en", "insufficient bid", "insufficient-bid"),
    ],
)
def test_terms_are_found_in_questions(language: str, question: str, term: str) -> None:
    assert term in {found.term for found in index().find_terms(question, language, asked=True)}


def test_several_terms_may_have_a_word() -> None:
    [spil] = index().find_terms("spil", "da")
    assert (spil.term, spil.also) == ("play", ("deal",))


def test_a_form_is_found_as_the_word_it_is_of() -> None:
    [found] = index().find_terms("Den fejlende svigtede kulør.", "da")[1:]
    assert found.word == "svigte kulør"


def test_parts_of_compounds_are_found_when_asked_for() -> None:
    compounds = Compounds(["honnør", "kort", "farve", "strafkort"], vocabularies()["da"])
    text = "farvekortet"
    assert index().find_terms(text, "da") == ()
    parts = index().find_terms(text, "da", compounds=compounds)
    assert [(found.term, found.part) for found in parts] == [("suit", True), ("card", True)]
    assert seen(text, parts) == [(text, "suit"), (text, "card")]
    [whole] = index().find_terms("strafkortet", "da", compounds=compounds)
    assert (whole.term, whole.part) == ("penalty-card", False)


def test_a_language_that_is_not_known_is_said_so() -> None:
    with pytest.raises(NotFound, match="no language “xx”"):
        index().find_terms("kort", "xx")
    with pytest.raises(NotFound, match="no language “xx”"):
        index().lookup("kort", "xx")


WORDS = st.sampled_from(
    [word for term in corpus().terms.concepts for code in ("da", "nl", "en") for word in term.said(code)]
)
TEXTS = st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=12).map(" ".join)


@given(TEXTS, st.sampled_from(["da", "nl", "en"]), st.booleans())
def test_occurrences_are_whole_words_in_order_and_apart(text: str, language: str, asked: bool) -> None:
    found = index().find_terms(text, language, asked=asked)
    starts = {token.start for token in tokens(text)}
    ends = {token.end for token in tokens(text)}
    assert all(each.start in starts and each.end in ends for each in found)
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert all(each.term in index().terms.by_id and each.term not in each.also for each in found)


# --- looking up -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("revoke", None, [("revoke", "en", True)]),
        ("KULORSVIGT", "da", [("revoke", "da", True)]),
        ("kulørsvik", "da", []),
        ("kulørsvigten", "da", [("revoke", "da", False)]),
        ("lead out of turn", "en", [("lead-out-of-turn", "en", True)]),
        ("loot", None, [("lead-out-of-turn", "en", True)]),
        ("dummy", None, [("dummy", "da", True), ("dummy", "nl", True), ("dummy", "en", True)]),
        ("bord", "nl", [("board", "nl", True), ("deal", "nl", True)]),
        ("ikke", "da", []),
        ("man", "da", []),
        ("", "da", []),
        ("♠", None, []),
    ],
)
def test_words_are_looked_up(word: str, language: str | None, expected: list[tuple[str, str, bool]]) -> None:
    found = [(said.term, said.language, said.exact) for said in index().lookup(word, language)]
    assert sorted(found) == sorted(expected)


def test_spelled_so_comes_before_another_form() -> None:
    exact = [said.exact for said in index().lookup("straffe", "da")]
    assert exact == sorted(exact, reverse=True)


def test_lay_words_are_told_apart() -> None:
    assert [said.lay for said in index().lookup("claimen", "nl")] == [False]  # a form of the noun that is printed
    assert [said.lay for said in index().lookup("arbiter", "nl")] == [True]


def test_expansions_name_every_word_and_the_official_ones_alone() -> None:
    official = index().expansions("director", "nl", lay=False)
    assert official == ("wedstrijdleider",)
    assert set(index().expansions("director", "nl")) > {"wedstrijdleider", "WL", "arbiter"}
    assert "tage tilbage" in index().expansions("retract", "da")
    with pytest.raises(NotFound, match="no term “nothing”"):
        index().expansions("nothing", "da")


# --- reading --------------------------------------------------------------------------------------------------------

GOOD = """
languages = ["da", "nl"]
[[term]]
id = "revoke"
group = "play"
english = "revoke"
words.da = ["kulørsvigt", "svigte kulør"]
words.nl = ["verzaking"]
"""


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        (("words.nl", "lay.da"), "term-without-word", "“revoke” has no word in the language “nl”"),
        (("words.nl", "words.de"), "term-language", "“de”"),
        (('["verzaking"]', "[]"), "term-without-word", "“nl”"),
        (('["verzaking"]', '[" "]'), "term-empty-word", "“nl”"),
        (('["verzaking"]', '["terug …"]'), "term-empty-word", "“nl”"),
        (('["verzaking"]', '["verzaking"]\nmissing.nl = "none"'), "term-missing-word", "says under missing"),
        (('["verzaking"]', '["verzaking"]\nrelated = ["claim"]'), "term-link", "“claim”"),
        (('["verzaking"]', '["verzaking"]\nbroader = ["revoke"]'), "term-link", "no other term"),
        (('["verzaking"]', '["verzaking"]\nforms.nl = { "verzaken" = ["verzaakt"] }'), "term-form", "“verzaken”"),
        (
            ('["verzaking"]', '["verzaking"]\nwordings = [{ language = "nl", word = "verzaken", since = 2007 }]'),
            "term-wording",
            "“verzaken”",
        ),
        (
            ('["verzaking"]', '["verzaking"]\nwordings = [{ language = "nl", word = "verzaking" }]'),
            "term-wording",
            "without a year",
        ),
        (('["verzaking"]', '["verzaking"]\nwoords.nl = ["x"]'), "table-unreadable", "woords"),
        (('["verzaking"]', '["verzaking"'), "table-unreadable", "mijn.toml"),
    ],
)
def test_a_table_that_is_wrong_says_where_and_what_to_do(change: tuple[str, str], code: str, named: str) -> None:
    assert read_terms(GOOD).by_id["revoke"].word("da") == "kulørsvigt"
    with pytest.raises(BadSource, match=r"mijn\.toml") as caught:
        read_terms(GOOD.replace(*change), "mijn.toml")
    assert caught.value.code == code
    assert named in str(caught.value)


def test_an_id_stands_once() -> None:
    with pytest.raises(BadSource, match="“revoke” stands twice"):
        read_terms(GOOD + GOOD.split("\n", 2)[2])


def test_a_word_may_be_missing_for_a_reason() -> None:
    terms = read_terms(GOOD.replace('words.nl = ["verzaking"]', 'missing.nl = "No Dutch book has it."'))
    assert terms.by_id["revoke"].word("nl") is None


# --- a made-up language ---------------------------------------------------------------------------------------------


def test_a_new_language_needs_only_words() -> None:
    table = """
    languages = ["qx"]
    [[term]]
    id = "card"
    group = "cards"
    english = "card"
    words.qx = ["plim"]
    lay.qx = ["PL"]
    [[term]]
    id = "penalty-card"
    group = "cards"
    english = "penalty card"
    words.qx = ["gorda plim", "zim … ka"]
    forms.qx = { "gorda plim" = ["gordoo plim"] }
    [[not_terms]]
    reason = "Articles."
    words.qx = ["na"]
    """
    made_up = TermIndex(read_terms(table), {"qx": Vocabulary(stemmer="esperanto")})
    text = "Na GORDA PLIM, na plim; zim na plim ka, gordoo plim. Pl."
    assert seen(text, made_up.find_terms(text, "qx")) == [
        ("GORDA PLIM", "penalty-card"),
        ("plim", "card"),
        ("zim", "penalty-card"),
        ("plim", "card"),
        ("gordoo plim", "penalty-card"),
    ]
    assert seen(text, made_up.find_terms(text, "qx", asked=True))[-1] == ("Pl", "card")


# --- the table against the books ------------------------------------------------------------------------------------


def test_the_table_has_the_concepts_of_the_game() -> None:
    terms = corpus().terms
    assert terms.languages == ("da", "nl", "en")
    assert len(terms.concepts) >= 150
    assert sum(not term.outside for term in terms.concepts) >= 150


def test_every_printed_word_stands_in_a_book_and_no_frequent_word_is_left() -> None:
    coverage = check(corpus().terms, corpus().books.values(), vocabularies())
    assert coverage.nowhere == ()
    assert coverage.printed == ()
    assert coverage.uncovered == ()
    assert coverage.shares.keys() == {"da", "nl"}
    assert all(share >= 0.95 for share in coverage.shares.values())


def test_the_check_finds_what_is_wrong() -> None:
    table = """
    languages = ["da", "nl"]
    [[term]]
    id = "revoke"
    group = "play"
    english = "revoke"
    words.da = ["kulørsvigt", "gulerod"]
    elsewhere.nl = ["verzaking", "verzaken"]
    """
    coverage = check(read_terms(table), corpus().books.values(), vocabularies(), frequent=40)
    assert coverage.nowhere == (("revoke", "da", "gulerod"),)
    assert coverage.printed == (("revoke", "nl", "verzaking"),)
    assert coverage.shares["da"] == 0.5
    assert {"stik", "spilfører"} <= {word for _, word, _ in coverage.uncovered}
    assert all(count >= 40 for _, _, count in coverage.uncovered)
    sentences = [str(message) for message in coverage.messages]
    assert any("“gulerod” (da), which no book prints" in sentence for sentence in sentences)
    assert any("“verzaking” (nl) under elsewhere" in sentence for sentence in sentences)


def test_a_lay_word_is_no_inflection_of_another_word_of_its_term() -> None:
    listed = []
    for term in corpus().terms.concepts:
        for code in corpus().terms.languages:
            official = {tuple(stems(word, vocabularies()[code])) for word in term.said(code, lay=False)}
            for word in term.lay.get(code, ()):
                root = tuple(stems(word, vocabularies()[code]))
                if root in official and not word.isupper():
                    listed.append((term.id, code, word))
                official.add(root)
    assert listed == []


def test_every_form_is_needed() -> None:
    """A form that the stemmer finds by itself is not to be listed."""
    bare = TermIndex(read_terms(_without_forms((TABLE / "terms.toml").read_text(encoding="utf8"))), vocabularies())
    needless = []
    for term in corpus().terms.concepts:
        for code, forms in term.forms.items():
            for form in (form for listed in forms.values() for form in listed if "…" not in form):
                found = bare.find_terms(form, code)
                if seen(form, found) == [(form, term.id)] and not found[0].also:
                    needless.append((term.id, form))
    assert needless == []


def _without_forms(table: str) -> str:
    return "\n".join(line for line in table.splitlines() if not line.startswith("forms."))


def test_changed_wording_is_one_concept_with_dates() -> None:
    rectification = corpus().terms.by_id["rectification"]
    assert {term.id for term in corpus().terms.concepts if "straf" in term.said("da")} == {"rectification"}
    dated = {(wording.word, wording.since, wording.until) for wording in rectification.wordings}
    assert {("straf", None, 1997), ("berigtigelse", 2007, None), ("rechtzetting", 2007, None)} <= dated
    assert {term.id for term in corpus().terms.concepts if term.wordings} >= {"unintended", "organizer"}


def test_common_words_carry_reasons_and_are_no_terms() -> None:
    terms = corpus().terms
    assert all(group.reason.endswith(".") for group in terms.common)
    for code in ("da", "nl"):
        said = {word for term in terms.concepts for word in term.words.get(code, ())}
        assert not said & terms.common_words(code)


# --- renderings -----------------------------------------------------------------------------------------------------


def test_renderings_are_counted_by_word() -> None:
    pairs = [
        ("En kulørsvigt rettes.", "Een verzaking wordt hersteld."),
        ("Kulørsvigten er etableret; han svigtede kulør.", "De verzaking; een verzaking."),
        ("En kulørsvigt.", "Een fout."),
        ("En fejl.", "Een verzaking."),
    ]
    revoke, verb = renderings(index(), "revoke", pairs, "da", "nl")
    assert (revoke.word, revoke.rows, revoke.by, revoke.unrendered) == ("kulørsvigt", 2, (("verzaking", 1),), (2,))
    assert (verb.word, verb.rows, verb.by, verb.unrendered) == ("svigte kulør", 1, (("verzaking", 1),), ())
    assert renderings(index(), "revoke", [], "da", "nl") == ()


# --- order ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("da", ["afkast", "spil", "spil kort", "spiller", "zone", "æske", "øvrige", "åbent", "a\u030abning"]),
        ("nl", ["bieden", "bijspelen", "bod", "één", "eerst", "lijn", "liter"]),
        ("en", ["Ace", "board", "lead out", "leader", "LHO"]),
    ],
)
def test_words_are_sorted_by_their_alphabet(language: str, words: list[str]) -> None:
    backwards = words[::-1]
    assert sorted(backwards, key=lambda word: alphabetical(word, vocabularies()[language])) == words


def test_every_text_of_a_book_is_held_against_the_table() -> None:
    texts = list(printed_texts(corpus().books["nl-2017"]))
    assert "Leider legt zijn hand open" in texts
    assert any(text.startswith("Als een uitkomst voor de beurt") for text in texts)

"""kb.language.words: tokens, folding, stemming and compound parts, the same for what is indexed and what is asked."""

from __future__ import annotations

import pickle
from importlib import resources
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.language import Vocabulary, read_language
from kb.language.words import Compounds, elliptic, fold, spelling, stem, stems, tokens


def vocabulary(code: str) -> Vocabulary:
    text = resources.files("kb.languages").joinpath(f"{code}.toml").read_text(encoding="utf8")
    return read_language(text, f"{code}.toml").vocabulary


DA, NL, EN = (vocabulary(code) for code in ("da", "nl", "en"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("§16C2", ["§", "16", "C", "2"]),
        ("§ 16 C 2.", ["§", "16", "C", "2"]),
        ("dummy's hånd", ["dummy's", "hånd"]),
        ("ud- eller tilspil", ["ud", "eller", "tilspil"]),
        ("ikke-fejlende side, 160 i 12. stik", ["ikke", "fejlende", "side", "160", "i", "12", "stik"]),
        ("opgee\u0308ist", ["opgee\u0308ist"]),
        ("snake_case a_b", ["snake", "case", "a", "b"]),
        ("♠ ?!… 🂡", []),
    ],
)
def test_tokens(text: str, words: list[str]) -> None:
    assert [token.text for token in tokens(text)] == words


@given(st.text())
def test_tokens_are_slices_in_order(text: str) -> None:
    found = tokens(text)
    assert all(text[token.start : token.end] == token.text for token in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@given(st.text())
def test_folding_and_stemming_take_any_text(text: str) -> None:
    assert fold(text) == fold(text.upper().lower()) or not text.isascii()
    for language in (DA, NL, EN):
        assert isinstance(stem(text, language), str)


@pytest.mark.parametrize(
    ("language", "spellings"),
    [
        (DA, ["kulørsvigt", "Kulorsvigt", "KULOERSVIGT", "kulørsvigten"]),
        (DA, ["uregelmæssighed", "uregelmaessighed", "uregelmassighed", "uregelmæssigheden"]),
        (DA, ["på", "paa", "pa", "PÅ"]),
        (DA, ["hånden", "haanden", "handen"]),
        (DA, ["åbningsudspil", "aabningsudspil", "abningsudspillet"]),
        (DA, ["strafkort", "strafkortets", "strafkortene"]),
        (DA, ["én", "en"]),
        (NL, ["opgeëist", "opgeeist", "opgeéist", "opeisen", "opgeëiste"]),
        (NL, ["slag", "slagen", "Slagen"]),
        (NL, ["verzaking", "verzaken", "verzaakt"]),
        (NL, ["officiële", "officiele", "officiéle"]),
        (EN, ["dummy", "dummy's", "dummies", "Dummy’s"]),
        (EN, ["lead", "led", "leads", "leading"]),
        (EN, ["revoke", "revoked", "revokes"]),
    ],
)
def test_spellings_and_forms_of_one_word_meet(language: Vocabulary, spellings: list[str]) -> None:
    assert len({stem(word, language) for word in spellings}) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        (DA, "lov", "lovligt"),
        (DA, "lovligt", "ulovligt"),
        (DA, "fejl", "fejlende"),
        (DA, "ret", "rettelse"),
        (DA, "rettelse", "rettigheder"),
        (DA, "ikke", "ingen"),
        (NL, "als", "alle"),
        (NL, "niet", "niets"),
        (EN, "lead", "leader"),
        (DA, "16", "160"),
    ],
)
def test_words_that_decide_stay_apart(language: Vocabulary, one: str, other: str) -> None:
    assert stem(one, language) != stem(other, language)


def test_spelling_keeps_the_form() -> None:
    assert spelling("Kuloersvigten", DA) == "kulorsvigten"
    assert spelling("troeven", NL) == "troeven"


def test_the_stemmer_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(stem)) is stem  # noqa: S301 - our own bytes, made in this line


LAW_WORDS = [
    *("udspil", "kort", "straf", "strafkort", "begrænsning", "regler"),
    *("kulør", "svigt", "modspiller", "spiller", "tilspil"),
]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("åbningsudspil", ["udspil"]),
        ("aabningsudspillet", ["udspil"]),
        ("udspilsbegrænsning", ["udspil", "begrænsning"]),
        ("strafkortets", ["straf", "kort"]),
        ("kulørsvigtsregler", ["kulør", "svigt", "regler"]),
        ("modspiller", []),
        ("kortene", []),
        ("tilspil", []),
        ("16", []),
        ("", []),
    ],
)
def test_compounds_fall_apart_by_the_words_of_the_texts(word: str, parts: list[str]) -> None:
    assert list(Compounds(LAW_WORDS, DA).parts(word)) == [stem(part, DA) for part in parts]


def test_two_words_typed_apart_are_joined_when_the_texts_have_the_compound() -> None:
    dutch = Compounds(["strafkaart", "wedstrijdleider"], NL)
    assert dutch.joined("straf", "kaarten") == stem("strafkaart", NL)
    assert dutch.joined("wedstrijd", "leider") == stem("wedstrijdleider", NL)
    assert dutch.joined("kaart", "straf") is None


def test_a_word_cut_short_at_a_hyphen_borrows_its_end() -> None:
    text = "ud- eller tilspil, udspils- eller tilspilsstraf; ikke-fejlende"
    words = tokens(text)
    compounds = Compounds(["udspil", "udspilsstraf"], DA)
    meant = {i: compounds.completed(words[i].text, words[j].text) for i, j in elliptic(text, words).items()}
    assert meant == {0: stem("udspil", DA), 3: stem("udspilsstraf", DA)}


def test_stems_keep_small_words_labels_and_signs() -> None:
    assert stems("§ 16 C: må ikke", DA)[:3] == ["§", "16", "c"]
    assert len(stems("niet van toepassing", NL)) == 3


@pytest.mark.parametrize("language", [DA, NL, EN])
def test_no_word_of_a_language_file_is_both_little_and_decisive(language: Vocabulary) -> None:
    assert not set(language.little) & {*language.negations, *language.modals}
    assert language.little
    assert language.negations
    assert language.modals

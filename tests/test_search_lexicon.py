"""kb.search.lexicon: prefixes, patterns and near spellings, against the plain way to find them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from kb.search.lexicon import Lexicon

LETTERS = "abcd"
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=9), unique=True, max_size=60).map(sorted)


@given(WORDS, st.text(LETTERS, min_size=1, max_size=9), st.sampled_from([1, 2]))
def test_near_spellings_are_all_found(words: list[str], word: str, distance: int) -> None:
    expected = sorted((d, at) for at, other in enumerate(words) if (d := OSA.distance(word, other)) <= distance)
    assert Lexicon(words).near(word, distance) == expected


@given(WORDS, st.text(LETTERS, max_size=4))
def test_prefixes_are_all_found(words: list[str], beginning: str) -> None:
    expected = [at for at, word in enumerate(words) if word.startswith(beginning)]
    assert list(Lexicon(words).prefix(beginning)) == expected


@given(WORDS, st.text(LETTERS + "*?", min_size=1, max_size=6))
def test_patterns_are_all_found(words: list[str], pattern: str) -> None:
    form = re.compile(pattern.replace("*", ".*").replace("?", "."))
    assert Lexicon(words).pattern(pattern) == [at for at, word in enumerate(words) if form.fullmatch(word)]


@pytest.mark.parametrize("typed", ["kulorsvgit", "kuloorsvigt", "kulorsvit", "kulorsvigd", "ulorsvigt", "kulorsvig"])
def test_one_slip_finds_the_word(typed: str) -> None:
    lexicon = Lexicon(["kort", "kulorsvigt", "kulorsvigten", "strafkort"])
    assert (1, 1) in lexicon.near(typed, 1)

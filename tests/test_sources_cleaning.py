"""Text is cleaned once: NFC, plain spaces and line ends, nothing invisible, no character lost."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.sources.cleaning import clean, fold_spaces, invisible

CLEANED = {
    "no-break spaces": ("§\u00a064\u202fA", "§ 64 A"),
    "soft hyphens": ("kulør\u00adsvigt", "kulørsvigt"),
    "zero width": ("\ufeffA\u200bB\u2060C", "ABC"),
    "direction marks": ("\u200eA\u202bB\u202c", "AB"),
    "decomposed letters": ("A\u030abningsudspil", "Åbningsudspil"),
    "decomposed over a soft hyphen": ("a\u00ad\u030a", "å"),
    "DOS line ends": ("A\r\nB\rC", "A\nB\nC"),
    "other line ends": ("A\x0bB\x0cC\u2028D\u2029E\u0085F", "A\nB\nC\nD\nE\nF"),
    "tabs stay": ("\tA.\tKort", "\tA.\tKort"),
    "runs of spaces stay": ("  1.  Kort  ", "  1.  Kort  "),
}


@pytest.mark.parametrize(("raw", "cleaned"), CLEANED.values(), ids=CLEANED.keys())
def test_cleaning(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


ODD = "\u00ad\u200b\ufeff\u00a0\r\n\t \u030a\u0327aA"
TEXTS = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from(ODD)))


@given(TEXTS)
def test_cleaning_what_is_clean_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(TEXTS)
def test_cleaning_keeps_every_character_that_is_seen(text: str) -> None:
    def seen(characters: str) -> Counter[str]:
        return Counter(c for c in unicodedata.normalize("NFD", characters) if not c.isspace() and not invisible(c))

    assert seen(clean(text)) == seen(text)
    assert invisible(clean(text)) == 0


@given(TEXTS)
def test_folding_leaves_single_spaces_between_words(text: str) -> None:
    folded = fold_spaces(clean(text))
    assert folded == fold_spaces(folded)
    assert folded.split(" ") == clean(text).split() or folded == ""

"""Each language file is tested by its own examples, both ways: every example is read right, every word is needed."""

from __future__ import annotations

import msgspec
import pytest

from kb.citations import Citation, scan
from kb.corpus.loading import load_languages
from kb.language import Language
from kb.language.shapes import CitationExample, CitationWords

LANGUAGES = load_languages()
EXAMPLES = [(language, example) for language in LANGUAGES.values() for example in language.citations.examples]
LISTS = [
    field.name
    for field in msgspec.structs.fields(CitationWords)
    if field.name not in {"written", "note_written", "sign_place", "examples", "typed_signs", "ordinals"}
]


def shown(citation: Citation) -> str:
    """A citation as the examples write it."""
    if citation.foreign is not None:
        return "foreign"
    if citation.kind == "self":
        return "~"
    if citation.kind == "relative":
        return " ".join("~/" + "/".join(path) for path in citation.labels)
    bare = citation.kind == "note"
    return " ".join(f"{a}/note" if bare and a.note is None else str(a) for a in citation.addresses)


def finds(example: CitationExample, language: Language) -> tuple[str, ...]:
    return tuple(shown(citation) for citation in scan(example.text, language))


@pytest.mark.parametrize(("language", "example"), EXAMPLES, ids=lambda value: getattr(value, "code", None))
def test_every_example_is_read_right(language: Language, example: CitationExample) -> None:
    assert finds(example, language) == example.finds


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: language.code)
def test_every_word_is_needed_by_an_example(language: Language) -> None:
    idle = [
        f"{name}: {word}"
        for name in LISTS
        for word in getattr(language.citations, name)
        if not needed(language, name, word)
    ]
    assert idle == []


def needed(language: Language, name: str, word: str) -> bool:
    """Whether some example that has the word comes out otherwise without it."""
    others = tuple(other for other in getattr(language.citations, name) if other != word)
    citations = msgspec.structs.replace(language.citations, **{name: others})
    without = msgspec.structs.replace(language, citations=citations)
    texts = [e for e in language.citations.examples if word.casefold() in e.text.casefold()]
    return any(finds(example, without) != example.finds for example in texts)

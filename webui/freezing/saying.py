"""What people say of each situation, for the list that a browser narrows by itself."""

from __future__ import annotations

import json
from typing import Final

from kb.corpus import Corpus
from kb.language.words import fold, tokens

SAID: Final = "/offline/situations.json"
"""Where it stands."""


def said_of(corpus: Corpus) -> bytes:
    """The titles and phrasings of every situation by slug, in all languages, folded as search folds them (JSON)."""
    said = {
        one.slug: list(
            dict.fromkeys(
                _folded(text) for text in (*one.title.values(), *(text for each in one.said.values() for text in each))
            )
        )
        for one in corpus.situations
    }
    return json.dumps(said, separators=(",", ":")).encode()


def digraphs(corpus: Corpus) -> str:
    """The letters typed for one, in all languages: ``aa:a oe:o``."""
    pairs = (pair for language in corpus.languages.values() for pair in language.vocabulary.digraphs)
    return " ".join(dict.fromkeys(f"{pair}:{letter}" for pair, letter in pairs))


def _folded(text: str) -> str:
    return " ".join(fold(token.text) for token in tokens(text))

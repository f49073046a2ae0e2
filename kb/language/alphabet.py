"""The order of words in a list, by the alphabet of a language."""

from __future__ import annotations

import unicodedata

from kb.language.shapes import Vocabulary
from kb.language.words import fold

_Z = ord("z")


def alphabetical(word: str, vocabulary: Vocabulary) -> tuple[tuple[int, ...], str]:
    """A key to sort words by: word by word, case and accents set aside, the language's own last letters after z.

    Accents and case decide only between words that are else the same. Letters of other alphabets come last.

    >>> danish = Vocabulary(stemmer="danish", last_letters=("æ", "ø", "å"))
    >>> sorted(["ål", "ændring", "øvrige", "zone", "ud", "Afkast"], key=lambda word: alphabetical(word, danish))
    ['Afkast', 'ud', 'zone', 'ændring', 'øvrige', 'ål']
    >>> dutch = Vocabulary(stemmer="dutch")
    >>> sorted(["blinde", "bijspelen", "biljart", "één", "eerst"], key=lambda word: alphabetical(word, dutch))
    ['bijspelen', 'biljart', 'blinde', 'één', 'eerst']
    """
    places: list[int] = []
    for letter in unicodedata.normalize("NFC", word.casefold()):
        if letter in vocabulary.last_letters:
            places.append(_Z + 1 + vocabulary.last_letters.index(letter))
        elif letter.isalnum():
            places.extend(ord(plain) if ord(plain) <= _Z else ord(plain) + 256 for plain in fold(letter))
        elif letter.isspace():
            places.append(0)
    return tuple(places), word

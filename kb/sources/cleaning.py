"""Text as this project keeps it: cleaned once, when a source is read, and never changed afterwards."""

from __future__ import annotations

import re
import unicodedata

_LINE_ENDS = re.compile("\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
_SPACES = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")


def clean(text: str) -> str:
    """Clean a text: NFC, every line end a line feed, every odd space a space, nothing invisible.

    Soft hyphens, zero-width characters, direction marks and byte order marks go; every other character that is
    no space stays (in its composed form). Tabs stay apart from spaces, and runs of spaces stay as long as they
    are, because both are indentation; see :func:`fold_spaces`. Cleaning what is clean changes nothing.

    >>> clean("A.\\tKul\\xadørs\\xadvigt\\r\\n\\xa0§\\u202f64")
    'A.\\tKulørsvigt\\n § 64'
    """
    visible = _INVISIBLE.sub("", text)
    return unicodedata.normalize("NFC", _SPACES.sub(" ", _LINE_ENDS.sub("\n", visible)))


def invisible(text: str) -> int:
    """How many soft hyphens, zero-width characters, direction and byte order marks :func:`clean` takes out.

    >>> invisible("Kul\\xadørs\\xadvigt")
    2
    """
    return len(_INVISIBLE.findall(text))


def fold_spaces(text: str) -> str:
    """One space for every run of spaces, tabs and line ends; none at the ends: the text of one block.

    >>> fold_spaces(" Antal\\n\\tkort ")
    'Antal kort'
    """
    return " ".join(text.split())

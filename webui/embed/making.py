"""The embeddable script, made of its source: comments left out, and filled in what other files know.

``lawlinks.js`` and ``lawlinks.css`` are the sources. The elements in which no link is made, and those that break a
line, are the same as in :mod:`kb.linking.markup`; the words of the popup are those of the translations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kb.linking.markup import BLOCKS, NEVER
from kb.messages import N_
from webui.locale import Tongue, tongues

VERSION: Final = "1.0.0"
"""The version of the script. A release stays as it is for ever, since pages name it with the hash of its bytes: a
change that pages need not notice raises the last number, one that adds the second, any other the first."""

SOURCES: Final = Path(__file__).parent

WORDS: Final[Mapping[str, str]] = {
    "open": N_("Open the page"),
    "close": N_("Close"),
    "edition": N_("edition of {year}"),
    "superseded": N_("superseded by that of {year}"),
    "wait": N_("The words are on their way …"),
    "lost": N_("The words could not be fetched just now."),
}
"""What the popup says, beside the words of the law."""

_COMMENT: Final = re.compile(r"(?:^|(?<=[;,])) *//.*$", re.MULTILINE)
_CSS_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def written() -> bytes:
    """The script as it is served.

    >>> written().splitlines()[0].decode()
    '// lawlinks 1.0.0, MIT licence; with its comments: webui/embed/lawlinks.js'
    """
    source = (SOURCES / "lawlinks.js").read_text(encoding="utf-8")
    style = (SOURCES / "lawlinks.css").read_text(encoding="utf-8")
    lines = (line.strip() for line in _COMMENT.sub("", source).splitlines())
    script = "\n".join(line for line in lines if line)
    for name, value in {
        "VERSION": VERSION,
        "NEVER": sorted(NEVER),
        "BLOCKS": sorted(BLOCKS),
        "WORDS": {code: _words(tongue) for code, tongue in tongues().items()},
        "CSS": " ".join(_CSS_COMMENT.sub("", style).split()),
    }.items():
        said = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        script = script.replace(f'"@{name}"', said)
    head = f"// lawlinks {VERSION}, MIT licence; with its comments: webui/embed/lawlinks.js"
    return f"{head}\n{script}\n".encode()


def _words(tongue: Tongue) -> Mapping[str, str]:
    """The words of a language; ``{year}`` stays open for the script."""
    said = {name: tongue.text(template, year="{year}").unescape() for name, template in WORDS.items()}
    return {"code": tongue.code, **said}

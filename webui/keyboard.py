"""The keys of the site and what each does: the one list of them, as a page. ``static/keys.js`` (and ``beside.js``, for
the comparison) does it; a test holds the two against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template

from kb.messages import N_
from webui.press import kept
from webui.shelf import shelf

pages = Blueprint("keyboard", __name__)


@dataclass(frozen=True, slots=True)
class Key:
    """Keys as a browser names them, one for each thing that ``does`` says (an English template)."""

    names: Sequence[str]
    does: str


KEYS: Final[Sequence[Key]] = (
    Key(("/",), N_("to the search box")),
    Key(("ArrowDown", "ArrowUp"), N_("down and up in a list or in suggestions")),
    Key(("Enter",), N_("open what is chosen")),
    Key(("j", "k"), N_("to the next and the previous provision, or result")),
    Key(("[", "]"), N_("to the previous and the next law")),
    Key(("c",), N_("beside the other book, and back")),
    Key(("l",), N_("copy the link of the provision")),
    Key(("b",), N_("bookmark the provision, or take the bookmark away")),
    Key(("?",), N_("this list")),
    Key(("Escape",), N_("close what is open")),
)

CAPS: Final = {"ArrowDown": "↓", "ArrowUp": "↑", "Escape": "Esc"}
"""What stands on the cap of a key, where it is not its name."""


@pages.get("/keys")
@kept(lambda: shelf().press)
def keys() -> str:
    """The list of keys."""
    return render_template("keyboard/keys.html", keys=KEYS, caps=CAPS)

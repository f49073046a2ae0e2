"""The list of keys says what the scripts do, and leaves out none."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from webui.files import FILES
from webui.keyboard import CAPS, KEYS

NATIVE = {"Enter", "Escape"}
"""Keys whose work browsers do."""
OF_COMPARING = {"c"}
"""The key of static/beside.js."""


def test_the_list_and_the_scripts_name_the_same_keys() -> None:
    table = re.search(r"const KEYS = \{\n(.*?)\n\};", FILES["keys.js"].decode(), re.DOTALL)
    assert table is not None
    handled = re.findall(r'^  "?([^":,]+)"?: ', table[1], re.MULTILINE)
    listed = [name for key in KEYS for name in key.names]
    assert len(listed) == len({*listed})
    assert {*handled} == {*listed} - NATIVE - OF_COMPARING
    assert all(f'event.key !== "{key}"' in FILES["beside.js"].decode() for key in OF_COMPARING)


@pytest.mark.parametrize("language", ["da", "nl", "en"])
def test_every_key_is_on_the_page(soup: Callable[..., BeautifulSoup], language: str) -> None:
    caps = [cap.get_text() for cap in soup("/keys", language).select("kbd")]
    assert caps == [CAPS.get(name, name) for key in KEYS for name in key.names]

"""The language of the pages: how it is chosen and kept, and that nothing is left untranslated."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from kb.messages import MESSAGES
from webui.locale import TRANSLATIONS, tongues

ROOT = Path(__file__).parents[2]
TRANSLATED = sorted(folder.name for folder in TRANSLATIONS.iterdir() if folder.is_dir())
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}


def extracted() -> dict[str, str | tuple[str, ...]]:
    """Every marked sentence of the pages and of the core, by its first (singular) template."""
    found: dict[str, str | tuple[str, ...]] = {}
    with (ROOT / "webui" / "babel.cfg").open(encoding="utf-8") as lines:
        methods, options = parse_mapping_cfg(lines)  # type: ignore[no-untyped-call]  # Babel left it untyped
    for _, _, template, _, _ in extract_from_dir(ROOT, methods, options, KEYWORDS, directory_filter=of_the_program):
        found[template if isinstance(template, str) else template[0]] = template
    return found


def of_the_program(folder: str | os.PathLike[str]) -> bool:
    return Path(folder).name in {ROOT.name, "kb", "webui"} or ROOT / "webui" in Path(folder).parents


def catalogue(code: str) -> Catalog:
    with (TRANSLATIONS / code / "LC_MESSAGES" / "messages.po").open("rb") as lines:
        return read_po(lines, locale=code)


def first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_languages_are_these() -> None:
    assert list(tongues()) == ["da", "en", "nl"]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_is_translated_and_none_is_left_over(code: str) -> None:
    there = {first(message): message for message in catalogue(code) if message.id}
    marked = extracted()
    assert sorted(marked.keys() - there.keys()) == []
    assert sorted(there.keys() - marked.keys()) == []
    untranslated = [
        template
        for template, message in there.items()
        if message.fuzzy or not all(message.string if isinstance(message.string, tuple) else [message.string])
    ]
    assert untranslated == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_speaks_of_the_same_values(code: str) -> None:
    for message in catalogue(code):
        if not message.id:
            continue
        for text in [message.string] if isinstance(message.string, str) else message.string or ():
            assert fields(text) == fields(first(message)), text


def test_every_sentence_of_the_core_is_marked() -> None:
    assert set(MESSAGES.values()) <= extracted().keys()


CHOICES = [
    ("/about", "nl", None, "nl"),
    ("/about", "nl-BE,nl;q=0.9,en;q=0.5", None, "nl"),
    ("/about", "fr,da;q=0.3", None, "da"),
    ("/about", "fr", None, "en"),
    ("/about", "nl", "da", "da"),
    ("/about", "nl", "xx", "nl"),
    ("/about?hl=en", "nl", "da", "en"),
    ("/about?hl=zz", "nl", "da", "da"),
]


@pytest.mark.parametrize(("path", "accepted", "kept", "spoken"), CHOICES)
def test_the_language_is_the_one_asked_else_kept_else_accepted(
    client: FlaskClient, path: str, accepted: str, kept: str | None, spoken: str
) -> None:
    if kept:
        client.set_cookie("hl", kept)
    page = client.get(path, headers={"Accept-Language": accepted}).get_data(as_text=True)
    assert f'<html lang="{spoken}">' in page


def test_the_language_once_chosen_stays(client: FlaskClient) -> None:
    chosen = client.get("/da-1997/64?hl=nl")
    assert "hl=nl" in chosen.headers["Set-Cookie"]
    assert "SameSite=Lax" in chosen.headers["Set-Cookie"]
    again = client.get("/da-1997/64", headers={"Accept-Language": "da"})
    assert '<html lang="nl">' in again.get_data(as_text=True)
    assert "Set-Cookie" not in again.headers


def test_choosing_a_language_keeps_the_question(soup: Callable[..., BeautifulSoup]) -> None:
    page = soup("/search?q=dummy&book=nl-2017")
    link = page.select_one("a[hreflang=nl]")
    assert link is not None
    assert link["href"] == "?q=dummy&book=nl-2017&hl=nl"


def test_languages_are_named_in_themselves(soup: Callable[..., BeautifulSoup]) -> None:
    for path in ("/", "/da-1997/64"):
        names = {str(tag["lang"]): tag.get_text() for tag in soup(path, "nl").find_all("a", hreflang=re.compile(".."))}
        assert names == {"da": "Dansk", "nl": "Nederlands", "en": "English"}


PLURALS = [
    ("da", "1 note", "1.234 noter"),
    ("nl", "1 noot", "1.234 noten"),
    ("en", "1 note", "1,234 notes"),
]


@pytest.mark.parametrize(("code", "one", "many"), PLURALS)
def test_plural_forms_and_numbers(code: str, one: str, many: str) -> None:
    tongue = tongues()[code]
    assert tongue.plural("{count} note", "{count} notes", 1) == one
    assert tongue.plural("{count} note", "{count} notes", 1234) == many


def test_values_are_escaped_and_markup_is_kept() -> None:
    tongue = tongues()["en"]
    assert "&lt;b&gt;" in tongue.text("Found for {words}.", words="<b>")

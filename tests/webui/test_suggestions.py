"""What the search boxes are offered while somebody types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Read = Callable[..., TestResponse]

NAMES = {
    "da": ["Bestemmelser", "Situationer", "Begreber", "Overskrifter"],
    "nl": ["Bepalingen", "Situaties", "Begrippen", "Kopjes"],
    "en": ["Provisions", "Situations", "Terms", "Headings"],
}


def offered(read: Read, typed: str, hl: str) -> dict[str, Any]:
    response = read(f"/suggest?q={typed}&hl={hl}")
    assert response.status_code == 200
    assert isinstance(response.json, dict)
    return response.json


@pytest.mark.parametrize("hl", NAMES)
@pytest.mark.parametrize("typed", ["kul", "54", "claim", "blinde"])
def test_groups_are_named_in_the_language_of_the_page_and_every_item_leads_somewhere(
    read: Read, typed: str, hl: str
) -> None:
    found = offered(read, typed, hl)
    names = [group["name"] for group in found["groups"]]
    assert names == [name for name in NAMES[hl] if name in names]
    items = [item for group in found["groups"] for item in group["items"]]
    assert found["said"].split()[0] == str(len(items))
    for item in items:
        assert item["text"]
        assert item["lang"] in NAMES
        assert read(item["href"]).status_code == 200


@pytest.mark.parametrize(("hl", "said"), [("da", "Ingen forslag"), ("nl", "Geen suggesties"), ("en", "No suggestions")])
@pytest.mark.parametrize("typed", ["zzzzz", "160", "", "6"])
def test_nothing_to_offer_is_said(read: Read, typed: str, hl: str, said: str) -> None:
    assert offered(read, typed, hl) == {"said": said, "groups": []}


def test_16_never_offers_160(read: Read) -> None:
    texts = [item["text"] for group in offered(read, "16", "da")["groups"] for item in group["items"]]
    assert texts[0] == "§16"
    assert not any("160" in text for text in texts)


def test_a_word_that_players_say_is_offered_with_the_law_s_own(read: Read) -> None:
    (terms,) = (group for group in offered(read, "verzak", "da")["groups"] if group["name"] == "Begreber")
    assert terms["items"][0]["lang"] == "nl"
    assert {item["more"] for item in terms["items"]} >= {"kulørsvigt"}


def test_asking_chooses_no_language(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/suggest?q=kul&hl=nl").headers
    assert "Set-Cookie" in client.get("/situations?hl=nl").headers


def test_answers_may_be_kept_a_while_by_the_browser_alone(read: Read) -> None:
    assert read("/suggest?q=kul").headers["Cache-Control"] == "private, max-age=600"


def test_too_much_is_refused_in_words(read: Read) -> None:
    assert read("/suggest?q=" + "a" * 1001).status_code == 414

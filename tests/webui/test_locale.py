"""Sentences of the core said in the language of the page, whatever their values are."""

from __future__ import annotations

import pytest

from kb.messages import Message
from webui.locale import tongues

MOVED = Message(
    "edition-moved",
    {
        "subject": "claim",
        "subject_nl": "opeisen",
        "cited": "68D",
        "from_edition": "1997",
        "to_edition": "2017",
        "address": "68D",
        "why": "Since.",
        "why_da": "Siden.",
        "why_nl": "Sinds.",
    },
)

SAID = [
    (MOVED, "en", ("claim:", "Since.")),
    (MOVED, "da", ("claim:", "Siden.")),  # what does not come in a language is said as it came
    (MOVED, "nl", ("opeisen:", "Sinds.")),
    (Message("align-nearest", {"address": "70C2", "likeness": 0.38}), "da", ("70C2", "0,38")),
    (Message("align-nearest", {"address": "70C2", "likeness": 0.38}), "en", ("70C2", "0.38")),
    (Message("align-law", {"law": 1000}), "da", ("1000",)),
    (Message("align-terms", {"terms": "<b>", "terms_da": "<i>"}), "da", ("&lt;i&gt;",)),
]


@pytest.mark.parametrize(("message", "code", "parts"), SAID)
def test_a_value_is_said_in_the_language_of_the_page(message: Message, code: str, parts: tuple[str, ...]) -> None:
    said = tongues()[code].message(message)
    assert all(part in said for part in parts), said


@pytest.mark.parametrize(("code", "said"), [("da", "8\xa0%"), ("nl", "8%"), ("en", "8%")])
def test_a_share_is_written_as_the_language_does(code: str, said: str) -> None:
    assert tongues()[code].percent(0.0801) == said

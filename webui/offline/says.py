"""The sentences that a device needs to make pages of its own: results, and why something cannot be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kb.messages import MESSAGES, N_
from webui.locale import Tongue

HERE: Final = 0xE040
"""This letter and those after it stand where a page puts a value of its own."""

SENTENCES: Final[Mapping[str, str]] = {
    "nothing": N_("Nothing found."),
    "meant": N_("Did you mean {words}?"),
    "meant-shown": N_("These are the results for it."),
    "may-mean": N_("This may mean:"),
    "nearest": N_("Nearest"),
    "search-instead": N_("Search for these words"),
    "guidance": N_("Step by step, as guidance; the text of the law decides."),
    "more-results": N_("More results"),
    "before": N_("Better ones"),
    "after": N_("More"),
    "which-book": N_("Which book"),
    "chosen": N_("chosen"),
    "which-provision": N_("Which provision?"),
    "no-citation": N_("This is no citation that can be read."),
    "offline-words": N_("Found on this device; narrowing by kind or part needs a network."),
    "offline-cites": N_("Whether this cites a law can only be told with a network; here it is looked for as words."),
    "offline-unread": N_("This citation cannot be read without a network. Type one law with its labels, such as 64a2."),
    "offline-lacking": N_("This page is not kept on this device. It needs the network."),
    "offline-lacking-unit": N_("The book that this device keeps has nothing at this address."),
    "offline-whole-law": N_("The whole law"),
}
"""By name; a value in braces is put in on the device."""

COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "found": ("{count} provision found.", "{count} provisions found."),
    "situations-found": ("{count} situation", "{count} situations"),
    "more-in": ("{count} more in {law}", "{count} more in {law}"),
    "told": ("Situation", "Situations"),
}
"""The same, for one and for many; the templates of results mark them for translation."""

MESSAGED: Final = (
    "search-all",
    "search-most",
    "search-any",
    "search-nothing",
    "search-no-phrase",
    "query-empty",
    "query-only-without",
    "query-cut",
    "query-words",
    "why-asked",
    "why-term",
    "why-cited",
    "why-situation",
    "citation-unreadable",
)
"""Sentences of the core, by code."""

VALUES: Final = ("count", "words", "law", "word", "phrase", "cited", "text", "limit")
"""The values that sentences have, in the order of the letters that stand for them."""


def says(tongue: Tongue) -> dict[str, str]:
    """Every sentence by name, as this tongue says it."""
    values = {name: chr(HERE + at) for at, name in enumerate(VALUES)}
    plain = {**SENTENCES, **{code: MESSAGES[code] for code in MESSAGED}}
    said = {name: str(tongue.text(template, **values)) for name, template in plain.items()}
    for name, (one, many) in COUNTED.items():
        said[f"{name}-one"] = str(tongue.plural(one, many, 1, **values))
        said[f"{name}-many"] = str(tongue.plural(one, many, 2, **values))
    return said

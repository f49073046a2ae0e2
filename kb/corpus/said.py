"""Messages as the files of the corpus keep them: a code and its values, and back."""

from __future__ import annotations

import msgspec

from kb.messages import MESSAGES, Message


class Said(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A message in a file."""

    code: str
    params: dict[str, str | int | float] = {}


def say(message: Message) -> Said:
    """A message as a file keeps it.

    >>> hear(say(Message("stray-mark", {"mark": "."}))).params
    {'mark': '.'}
    """
    return Said(message.code, dict(message.params))


def hear(said: Said) -> Message:
    """The message of a file. Raises ``ValueError`` for a code that has no sentence: the file is of another version."""
    if said.code not in MESSAGES:
        raise ValueError(f"no sentence is known for {said.code}")
    return Message(said.code, said.params)

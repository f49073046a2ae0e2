"""How commands speak: the answer on standard output, sentences about the work on standard error."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import msgspec

from kb.messages import Message


def answer(text: str) -> None:
    """Print a line, or lines, of the answer."""
    sys.stdout.write(text + "\n")


def answer_json(value: Mapping[str, object] | Sequence[object]) -> None:
    """Print the whole answer as JSON, readable for people too."""
    answer(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def remark(sentence: str | Message) -> None:
    """Say something about the answer on standard error."""
    print(sentence, file=sys.stderr)


def progress(step: Message) -> None:
    """Say which step of long work is being done, where somebody is watching."""
    if sys.stderr.isatty():
        print(f"… {step}", file=sys.stderr, flush=True)

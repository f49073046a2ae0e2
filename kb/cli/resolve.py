"""``kb resolve``: where a citation leads."""

from __future__ import annotations

from collections.abc import Sequence

from kb import links
from kb.cli.output import answer, answer_json, remark
from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.library import Library
from kb.references import Target
from kb.resolving import Resolution


def run(call: Call) -> int:
    """Print each place it leads to; 1 when there is none, with the reason and the nearest on standard error."""
    library = Library(find_folders())
    text = call.text("text")
    resolution = library.resolve(text, lang=call.maybe("lang"), book=call.maybe("book"), at=call.maybe("at"))
    if call.options.json:
        answer_json(_record(text, resolution))
    else:
        for target in resolution.targets:
            answer(f"{target.book}/{target.address}")
        explain(resolution)
    return 0 if resolution.targets else 1


def explain(resolution: Resolution) -> None:
    """Say on standard error why an answer is none, or another than was asked for, and what is nearest."""
    if resolution.reason is not None:
        remark(resolution.reason)
    if resolution.nearest:
        remark("Nearest: " + ", ".join(f"{near.book}/{near.address}" for near in resolution.nearest))


def _record(text: str, resolution: Resolution) -> dict[str, object]:
    return {
        "text": text,
        "status": resolution.status,
        "targets": _targets(resolution.targets),
        "reason": None if resolution.reason is None else str(resolution.reason),
        "nearest": _targets(resolution.nearest),
        "moved": resolution.moved,
    }


def _targets(targets: Sequence[Target]) -> list[dict[str, object]]:
    return [
        {"book": t.book, "address": str(t.address), "url": links.unit(t.book, t.address) if t.book else None}
        for t in targets
    ]

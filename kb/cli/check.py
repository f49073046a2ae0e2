"""``kb check``: what is odd in the sources, and whether the corpus is sound."""

from __future__ import annotations

from kb.cli.output import answer, answer_json
from kb.cli.usage import Call
from kb.corpus import find_folders
from kb.corpus.checking import Judged, Report, check_corpus


def run(call: Call) -> int:
    """List findings and faults; 0 when nothing is left that a person has to see to, else 1."""
    report = check_corpus(find_folders().corpus)
    if call.options.json:
        answer_json(_record(report))
    else:
        _print(report)
    return 0 if report.passed else 1


def _print(report: Report) -> None:
    for judged in report.findings:
        place = judged.finding.place
        state = f"accepted: {judged.accepted.reason}" if judged.accepted else "NOT ACCEPTED"
        answer(f"{judged.book}/source/{place}: {judged.finding.message} [{judged.finding.message.code}, {state}]")
    for fault in report.faults:
        answer(f"{fault.where}: {fault.message} [{fault.message.code}]")
    left = sum(judged.accepted is None for judged in report.findings)
    answer(f"{len(report.findings)} findings, {left} not accepted; {len(report.faults)} faults")


def _record(report: Report) -> dict[str, object]:
    faults = [{"where": f.where, "code": f.message.code, "sentence": str(f.message)} for f in report.faults]
    return {"passed": report.passed, "findings": [_finding(judged) for judged in report.findings], "faults": faults}


def _finding(judged: Judged) -> dict[str, object]:
    finding = judged.finding
    return {
        "book": judged.book,
        "file": finding.place.file,
        "line": finding.place.line,
        "code": finding.message.code,
        "sentence": str(finding.message),
        "text": finding.text,
        "address": None if finding.address is None else str(finding.address),
        "accepted": None if judged.accepted is None else judged.accepted.reason,
    }

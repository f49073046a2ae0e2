"""The page for those who write programs: every question with its parameters, and a form to try it."""

from __future__ import annotations

from typing import Final

from flask import render_template

from webui.api import contract

BODY: Final = '{"text": "Se §64A2, jf. §12C1c og § 241d1."}'


def page() -> str:
    """The page, made of the contract."""
    document = contract.document()
    questions = [
        {"method": method.upper(), "path": path, **operation}
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    return render_template("api/guide.html", contract=document, questions=questions, body=BODY)

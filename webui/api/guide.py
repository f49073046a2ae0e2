"""The page for those who write programs: every question with its parameters, and a form to try it."""

from __future__ import annotations

from typing import Final

from flask import render_template

from webui.api import contract

EXAMPLES: Final = {
    "book": "da-1997",
    "number": "64",
    "address": "64/A/2",
    "left": "da-1997",
    "right": "nl-2017",
    "id": "revoke",
    "slug": "revoke-established",
    "q": "64a2",
}
"""What the forms begin with, by the name of the parameter."""

BODY: Final = '{"text": "Se §64A2, jf. §12C1c og § 241d1."}'


def page() -> str:
    """The page, made of the contract."""
    document = contract.document()
    questions = [
        {"method": method.upper(), "path": path, **operation}
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    return render_template("api/guide.html", contract=document, questions=questions, examples=EXAMPLES, body=BODY)

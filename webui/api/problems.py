"""What goes wrong, for programs: one shape, the problem details of RFC 9457."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, current_app, request
from werkzeug.exceptions import HTTPException

from kb.errors import KbError
from kb.messages import Message
from webui.mishaps import MEDIA_TYPE, MISHAPS, Problem, machine, problem
from webui.shelf import tongue

__all__ = ["MEDIA_TYPE", "Problem", "of_http", "of_message", "of_ours", "unforeseen"]


def of_ours(error: KbError) -> Response:
    """The answer to an error of ours; what is wrong inside the house is for the log alone."""
    status = 413 if error.code == "text-too-long" else error.status
    if status >= 500:
        current_app.logger.error("The question %s failed", request.path, exc_info=error)
        return _answer(status, error.code, _of_status(status), {})
    return of_message(status, error.message)


def of_http(error: HTTPException) -> Response:
    """The answer to an error of the protocol."""
    status = error.code or 500
    return _answer(status, f"http-{status}", _of_status(status), {})


def unforeseen(error: Exception) -> Response:
    """The answer to a fault of the house."""
    current_app.logger.error("The question %s failed", request.path, exc_info=error)
    return _answer(500, "http-500", _of_status(500), {})


def of_message(status: int, message: Message) -> Response:
    """The answer with a sentence of the core."""
    return _answer(status, message.code, tongue().message(message).unescape(), message.params)


def _of_status(status: int) -> str:
    return tongue().text(MISHAPS.get(status, MISHAPS[500 if status >= 500 else 400]).title).unescape()


def _answer(status: int, code: str, detail: str, params: Mapping[str, str | int | float]) -> Response:
    response = machine(problem(status, detail, code, params), status)
    response.headers["Cache-Control"] = "no-store"
    return response

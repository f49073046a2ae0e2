"""What goes wrong, for programs: one shape, the problem details of RFC 9457."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from flask import Response, current_app, request
from msgspec import Meta
from werkzeug.exceptions import HTTPException

from kb.errors import KbError
from kb.messages import Message
from webui.api.writing import as_json
from webui.mishaps import MISHAPS
from webui.shelf import tongue

MEDIA_TYPE = "application/problem+json"


class Problem(msgspec.Struct, frozen=True):
    """Why there is no answer (RFC 9457)."""

    type: Annotated[str, Meta(description="Always about:blank: what went wrong is told by code.")]
    title: Annotated[str, Meta(description="The name of the status.")]
    status: int
    detail: Annotated[str, Meta(description="What went wrong, as a sentence in the language of Accept-Language.")]
    code: Annotated[str, Meta(description="The stable name of what went wrong.")]
    params: Annotated[dict[str, str | int | float], Meta(description="The values that the sentence speaks of.")]


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
    return _answer(status, message.code, tongue().message(message).unescape(), dict(message.params))


def _of_status(status: int) -> str:
    return tongue().text(MISHAPS.get(status, MISHAPS[500 if status >= 500 else 400]).title).unescape()


def _answer(status: int, code: str, detail: str, params: dict[str, str | int | float]) -> Response:
    problem = Problem("about:blank", HTTPStatus(status).phrase, status, detail, code, params)
    response = Response(as_json(problem), status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response

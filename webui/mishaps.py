"""Errors as pages in the same clothes: what happened, and what the reader can do. Never how the inside looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from flask import Flask, Response, g, make_response, render_template, request
from msgspec import Meta
from werkzeug.exceptions import HTTPException

from kb.errors import KbError
from kb.messages import N_, Message
from webui.locale import choose
from webui.negotiating import error_form
from webui.records import as_json
from webui.shelf import shelf, tongue

MEDIA_TYPE: Final = "application/problem+json"
"""The type of a record of what went wrong."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """What a status means to a reader: a title, and the sentence that helps on."""

    title: str
    advice: str


MISHAPS: Final[Mapping[int, Mishap]] = {
    400: Mishap(N_("That cannot be read"), N_("Type a citation such as 64A2, or a few words, in the search box.")),
    404: Mishap(N_("Nothing stands here"), N_("Look it up by its number or its words, or start from the contents.")),
    405: Mishap(N_("This page can only be read"), N_("Open it as an ordinary page.")),
    406: Mishap(N_("Not in that form"), N_("Ask for one of the forms that there are, or for the page itself.")),
    410: Mishap(
        N_("What stood here is gone"), N_("Look it up by its number or its words, or start from the contents.")
    ),
    414: Mishap(N_("That is too long"), N_("Ask with a citation or a few words; a whole page cannot be looked up.")),
    500: Mishap(
        N_("Something broke here"),
        N_("It is not your fault. Try again; if it stays so, tell those who run this site."),
    ),
    503: Mishap(
        N_("The books are not on the shelf just now"),
        N_("Those who run this site have to build them; try again in a minute."),
    ),
}
"""Statuses that have words of their own; others borrow those of 400 (the question) or 500 (the house)."""


def _here(response: Response) -> Response:
    """A redirect of the router (a slash that is missing) as a path: whatever host was asked for, it leads here."""
    if response.status_code != 308:
        return response
    place = urlsplit(response.location or "/")
    response.location = f"/{place.path.lstrip('/')}{f'?{place.query}' if place.query else ''}"
    return response


class Problem(msgspec.Struct, frozen=True):
    """Why there is no answer (RFC 9457)."""

    type: Annotated[str, Meta(description="Always about:blank: what went wrong is told by code.")]
    title: Annotated[str, Meta(description="The name of the status.")]
    status: int
    detail: Annotated[str, Meta(description="What went wrong, as a sentence in the language of Accept-Language.")]
    code: Annotated[str, Meta(description="The stable name of what went wrong.")]
    params: Annotated[dict[str, str | int | float], Meta(description="The values that the sentence speaks of.")]


def problem(status: int, sentence: str, code: str, params: Mapping[str, str | int | float]) -> Problem:
    """The record of what went wrong, the same for pages and for the interface for programs."""
    return Problem("about:blank", HTTPStatus(status).phrase, status, sentence, code, dict(params))


def catch_mishaps(app: Flask) -> None:
    """Answer every error with its page."""
    app.after_request(_here)

    @app.errorhandler(KbError)
    def ours(error: KbError) -> Response:
        if error.status < 500:
            return answer(error.status, error.message)
        app.logger.error("The page %s failed", request.path, exc_info=error)
        return answer(error.status)

    @app.errorhandler(HTTPException)
    def of_http(error: HTTPException) -> Response:
        if error.code is not None and error.code < 400:
            return make_response(error.get_response())
        response = answer(error.code or 500)
        if error.code == 405:
            response.headers["Allow"] = "GET, HEAD, OPTIONS"
        return response

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        app.logger.error("The page %s failed", request.path, exc_info=error)
        return answer(500)


def answer(status: int, message: Message | None = None) -> Response:
    """The page (or, for machines, the record) of a status. A fault of the house has no ``message`` of its own:
    its details are for the log."""
    if "tongue" not in g:
        g.tongue = choose(shelf().tongues, None, None, request.accept_languages)
    g.card = None  # what went wrong is no page to be shown elsewhere
    mishap = MISHAPS.get(status, MISHAPS[500 if status >= 500 else 400])
    sentence = None if message is None else tongue().message(message)
    said = (sentence or tongue().text(mishap.title)).unescape()
    form = error_form()
    if form == "json":
        code, params = (f"http-{status}", {}) if message is None else (message.code, message.params)
        response = machine(problem(status, said, code, params), status)
    elif form == "txt":
        response = make_response(f"{said}\n{advice(mishap)}\n", status)
        response.content_type = "text/plain; charset=utf-8"
    else:
        page = render_template("house/mishap.html", status=status, mishap=mishap, sentence=sentence)
        response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def advice(mishap: Mishap) -> str:
    """The sentence that helps on, for a text."""
    return tongue().text(mishap.advice).unescape()


def machine(told: msgspec.Struct, status: int) -> Response:
    """A record of what went wrong (RFC 9457) as an answer."""
    return Response(as_json(told), status, content_type=MEDIA_TYPE)

"""Errors as pages in the same clothes: what happened, and what the reader can do. Never how the inside looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from kb.errors import KbError
from kb.messages import N_
from webui.locale import choose
from webui.shelf import shelf, tongue


@dataclass(frozen=True, slots=True)
class Mishap:
    """What a status means to a reader: a title, and the sentence that helps on."""

    title: str
    advice: str


MISHAPS: Final[Mapping[int, Mishap]] = {
    400: Mishap(N_("That cannot be read"), N_("Type a citation such as 64A2, or a few words, in the search box.")),
    404: Mishap(N_("Nothing stands here"), N_("Look it up by its number or its words, or start from the contents.")),
    405: Mishap(N_("This page can only be read"), N_("Open it as an ordinary page.")),
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


def catch_mishaps(app: Flask) -> None:
    """Answer every error with its page."""

    @app.errorhandler(KbError)
    def ours(error: KbError) -> Response:
        if error.status < 500:
            return answer(error.status, tongue().message(error.message))
        app.logger.error("The page %s failed", request.path, exc_info=error)
        return answer(error.status, None)

    @app.errorhandler(HTTPException)
    def of_http(error: HTTPException) -> Response:
        if error.code is not None and error.code < 400:
            return make_response(error.get_response())
        response = answer(error.code or 500, None)
        if error.code == 405:
            response.headers["Allow"] = "GET, HEAD, OPTIONS"
        return response

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        app.logger.error("The page %s failed", request.path, exc_info=error)
        return answer(500, None)


def answer(status: int, sentence: Markup | None) -> Response:
    """The page (or, for machines, the record) of a status. A fault of the house has no ``sentence`` of its own:
    its details are for the log."""
    if "tongue" not in g:
        g.tongue = choose(shelf().tongues, None, None, request.accept_languages)
    mishap = MISHAPS.get(status, MISHAPS[500 if status >= 500 else 400])
    said = (sentence or tongue().text(mishap.title)).unescape()
    if request.path.endswith(".json"):
        response = make_response(jsonify(error={"status": status, "message": said}), status)
    elif request.path.endswith(".txt"):
        response = make_response(f"{said}\n", status)
        response.content_type = "text/plain; charset=utf-8"
    else:
        page = render_template("house/mishap.html", status=status, mishap=mishap, sentence=sentence)
        response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response

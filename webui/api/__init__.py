"""The interface for programs: ``/api/v1``, its contract, and a page to try it.

One rule takes every address below ``/api/v1/`` and looks it up in the table of :mod:`webui.api.endpoint`, so that
what is unknown, or asked in the wrong way, is answered in the same shape as everything else. Reading is open to
scripts of any site; nothing here knows cookies.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, get_args

from flask import Blueprint, Response, g, request
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.routing import Map, PathConverter, Rule

from kb.errors import KbError
from kb.linking import LONGEST
from kb.messages import Message
from webui.api import comparing, concepts, contract, finding, guide, problems, questions, reading
from webui.api.endpoint import (
    ENDPOINTS,
    LARGEST_BODY,
    LONGEST_QUESTION,
    Endpoint,
    Method,
    Nothing,
    read_body,
    read_parameters,
    steps_of,
)
from webui.api.writing import as_json
from webui.locale import choose
from webui.press import printed
from webui.shelf import shelf

__all__ = ["comparing", "concepts", "finding", "pages", "questions", "reading"]

pages = Blueprint("api", __name__, url_prefix="/api/v1")

ANY_METHOD: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")

FRESH: Final = "public, max-age=300"
"""Between two builds the law does not change; after a build, programs see it within minutes."""

LIMITS: Final = {
    "Limit-Body-Bytes": str(LARGEST_BODY),
    "Limit-Text-Characters": str(LONGEST),
    "Limit-Texts": str(finding.MOST_TEXTS),
    "Limit-Question-Characters": str(LONGEST_QUESTION),
}
"""What a question may hold, told with every answer."""

OPEN: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": ", ".join(["ETag", "Link", "Allow", "Content-Language", *LIMITS]),
}
ASKING: Final = {
    "Access-Control-Allow-Headers": "Accept-Language, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def _rule(each: Endpoint) -> Rule:
    steps = (f"<path:{name}>" if many else f"<{name}>" for name, many in steps_of(each.path).items())
    return Rule(re.sub(r"\{[^}]+\}", lambda _: next(steps), f"/{each.path}"), endpoint=each, methods=[each.method])


_TABLE: Final = Map([_rule(each) for each in ENDPOINTS], merge_slashes=False)


_CONTRACT: Final = contract.written()


class Anything(PathConverter):
    """All that may stand in an address, line breaks and doubled slashes included."""

    regex = "(?s:.+?)"
    part_isolating = False


@pages.record_once
def know_anything(state: BlueprintSetupState) -> None:
    """Let the rule below take every address."""
    state.app.url_map.converters["anything"] = Anything


@pages.before_request
def speak() -> None:
    """The language of the sentences is what the header says; a cookie of the pages means nothing here."""
    g.tongue = choose(shelf().tongues, None, None, request.accept_languages)


@pages.after_request
def open_to_all(response: Response) -> Response:
    """Let scripts of other sites read the answer, and tell the limits."""
    response.headers.update({**OPEN, **LIMITS, "Content-Language": g.tongue.code})
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return response


@pages.get("/")
def page() -> str:
    """The page to try it."""
    return guide.page()


@pages.get("/openapi.json", provide_automatic_options=False)
def openapi() -> Response:
    """The contract."""
    return _sent(_CONTRACT)


@pages.route("/<anything:rest>", methods=ANY_METHOD, provide_automatic_options=False)
def ask(rest: str) -> Response:
    """Whatever stands at an address of the interface."""
    asked = "GET" if request.method == "HEAD" else request.method
    there = _TABLE.bind("")
    path = f"/{rest}"
    try:
        found, steps = there.match(path, method=asked)
    except MethodNotAllowed as problem:
        return _other_method(list(problem.valid_methods or ()))
    except NotFound:
        if rest == "openapi.json":
            return _other_method(("GET",))
        return problems.of_message(404, Message("page-unknown", {"path": request.path[:80]}))
    return _answered(found, dict(steps))


def _answered(found: Endpoint, steps: dict[str, object]) -> Response:
    asked = read_parameters(request.args, found.asks)
    if found.asks is not Nothing:
        steps["asked"] = asked
    if found.body is not None:
        steps["body"] = read_body(request, found.body)
    answer = found.view(**steps)
    ways = [(rel, getattr(answer, rel, None)) for rel in ("next", "prev")]
    response = _sent(as_json(answer))
    if any(way for _, way in ways):
        response.headers["Link"] = ", ".join(f'<{way}>; rel="{rel}"' for rel, way in ways if way)
    if found.method != "GET":
        response.headers["Cache-Control"] = "no-store"
    return response


def _sent(data: bytes) -> Response:
    """The answer, packed where the program takes it, 304 where it has it already."""
    whole = Response(data, content_type="application/json")
    whole.headers["Cache-Control"] = FRESH
    return printed(whole, once=True).answer()


def _other_method(valid: Collection[str]) -> Response:
    """What may be done here: told to a browser that asks before it sends, refused to all others."""
    methods = [method for method in get_args(Method) if method in valid]
    allowed = ", ".join(
        [*(["GET", "HEAD"] if "GET" in methods else []), *(["POST"] if "POST" in methods else []), "OPTIONS"]
    )
    if request.method == "OPTIONS":
        response = Response(status=204)
        response.headers.update({**ASKING, "Access-Control-Allow-Methods": allowed})
    else:
        response = problems.of_message(405, Message("api-method", {"method": request.method, "allowed": allowed}))
    response.headers["Allow"] = allowed
    return response


@pages.errorhandler(KbError)
def ours(error: KbError) -> Response:
    """An error of ours, in the one shape."""
    return problems.of_ours(error)


@pages.errorhandler(HTTPException)
def of_http(error: HTTPException) -> Response:
    """An error of the protocol, in the one shape."""
    return problems.of_http(error)


@pages.errorhandler(Exception)
def unforeseen(error: Exception) -> Response:
    """A fault of the house, in the one shape."""
    return problems.unforeseen(error)

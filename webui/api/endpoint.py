"""The table of what the interface answers: each question with the shapes of what is asked and of what is answered.

A shape is a :class:`msgspec.Struct`. What comes in is read against it, what goes out is made of it, and the
contract (:mod:`webui.api.contract`) is written from it: so none of the three can differ from the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request

from kb.errors import WrongCall

Method = Literal["GET", "POST"]
Shape = TypeVar("Shape", bound=msgspec.Struct)
View = TypeVar("View", bound=Callable[..., msgspec.Struct])

LARGEST_BODY: Final = 2_000_000
"""Bytes of a body that are read; a larger one is refused (413)."""

LONGEST_QUESTION: Final = 1000
"""Characters of a question in an address."""

LONGEST_PROBLEM: Final = 200
"""Characters of what a reader of JSON says; it may repeat the names that it was given."""

Question = Annotated[str, msgspec.Meta(max_length=LONGEST_QUESTION)]


Leads = Mapping[str, Mapping[str, str]]
"""By the name of another question and of a step of its path, where the answer has what to fill in (a JSON pointer)."""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


@dataclass(frozen=True, slots=True, eq=False)
class Endpoint:
    """One question: its method and path (``{name}`` stands for a step, ``{name:path}`` for several), what may be
    asked, and the view that answers; ``answer`` is the type of a full answer, ``body`` that of what is sent;
    ``leads`` says which questions its answer gives the steps for."""

    method: Method
    path: str
    name: str
    summary: str
    view: Callable[..., msgspec.Struct]
    answer: Any
    asks: type[msgspec.Struct] = Nothing
    body: Any = None
    errors: tuple[int, ...] = ()
    leads: Leads = field(default_factory=dict)


ENDPOINTS: Final[list[Endpoint]] = []
"""Every question, in the order in which the contract lists them."""


def endpoint(  # noqa: PLR0913 - a row of a table, written out
    method: Method,
    path: str,
    summary: str,
    answer: Any,
    *,
    asks: type[msgspec.Struct] = Nothing,
    body: Any = None,
    errors: tuple[int, ...] = (),
    leads: Leads | None = None,
) -> Callable[[View], View]:
    """Put a view into the table. It is given the steps of its path by name, then ``asked`` (where it asks for
    parameters) and ``body`` (where it takes one)."""

    def listed(view: View) -> View:
        name = view.__name__.replace("_", "-")
        ENDPOINTS.append(Endpoint(method, path, name, summary, view, answer, asks, body, errors, leads or {}))
        return view

    return listed


def read_parameters(given: MultiDict[str, str], shape: type[Shape]) -> Shape:
    """The parameters of an address.

    Raises :class:`WrongCall` for one that is not known (``api-parameter-unknown``) and for one that is given twice,
    missing, or of another kind (``api-parameter``).
    """
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(shape)}
    for name in given:
        if name not in fields:
            raise WrongCall("api-parameter-unknown", name=name[:80], known=", ".join(fields) or "–")
    values: dict[str, object] = {}
    for name, kind in fields.items():
        said = given.getlist(name)
        if _is_list(kind):
            values[name] = said
        elif len(said) > 1:
            raise WrongCall("api-parameter", problem=f"`{name}` is given {len(said)} times")
        elif said:
            values[name] = said[0]
    try:
        return msgspec.convert(values, shape, strict=False)
    except msgspec.ValidationError as problem:
        raise WrongCall("api-parameter", problem=str(problem)[:LONGEST_PROBLEM]) from problem


def read_body(request: Request, shape: Any) -> Any:
    """The JSON of a body. Raises :class:`WrongCall` and its children: 415 where it is said to be something else than
    JSON, 413 where it is larger than :data:`LARGEST_BODY`, 400 where it is no JSON, 422 where it has another shape."""
    if not request.is_json:
        raise WrongMedia("api-body-media")
    request.max_content_length = LARGEST_BODY + 1  # of a body that does not say its length, no more than this is read
    try:
        data = request.get_data()
    except RequestEntityTooLarge:
        raise TooLarge("api-body-large", limit=LARGEST_BODY) from None
    if len(data) > LARGEST_BODY:
        raise TooLarge("api-body-large", limit=LARGEST_BODY)
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as problem:
        raise WrongShape("api-body-shape", problem=str(problem)[:LONGEST_PROBLEM]) from problem
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise WrongCall("api-body-unreadable") from problem


class TooLarge(WrongCall):
    """More than is read at once."""

    status = 413


class WrongMedia(WrongCall):
    """The body is said to be something else than JSON."""

    status = 415


class WrongShape(WrongCall):
    """The body is JSON, of another shape than is asked for."""

    status = 422


def steps_of(path: str) -> Mapping[str, bool]:
    """The names of the steps that a path leaves open, and whether each may be several steps.

    >>> steps_of("provisions/{book}/{address:path}")
    {'book': False, 'address': True}
    """
    open_ = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    return {name.removesuffix(":path"): name.endswith(":path") for name in open_}


def _is_list(kind: object) -> bool:
    plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    return get_origin(plain) is tuple

"""The contract of the interface, OpenAPI 3.1, written from the table and the shapes that the views work with.

``python -m webui.api FILE`` writes it to a file, and refuses to where the contract changed
and :data:`VERSION` did not: a change that adds raises its second number, any other the first (and the address).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from webui.api.endpoint import ENDPOINTS, Endpoint, steps_of
from webui.api.problems import MEDIA_TYPE, Problem
from webui.api.shapes import PlaceInBook

Json = dict[str, Any]

VERSION: Final = "1.1.0"
"""The version of the contract."""

EXAMPLES: Final[Mapping[str, str | int]] = {
    "book": "da-1997",
    "number": 70,
    "address": "70/B",
    "left": "da-1997",
    "right": "nl-2017",
    "id": "revoke",
    "slug": "revoke-established",
    "q": "64a2",
}
"""What may be asked for, by the name of the parameter."""

_NAME: Final = "^[a-z0-9-]{1,80}$"
_REF: Final = "#/components/schemas/{name}"


def written() -> bytes:
    """The contract as JSON."""
    return json.dumps(document(), ensure_ascii=False).encode()


def document() -> Json:
    """The contract as objects that JSON knows."""
    shapes = [shape for each in ENDPOINTS for shape in (*_answers(each), each.asks, each.body) if shape is not None]
    schemas, components = msgspec.json.schema_components([*shapes, Problem], ref_template=_REF)
    found = iter(schemas)
    paths: Json = {}
    for each in ENDPOINTS:
        answers = [next(found) for _ in _answers(each)]
        asks = next(found)
        body = next(found) if each.body is not None else None
        path = f"/api/v1/{each.path.replace(':path', '')}"
        asked = components.pop(asks["$ref"].rpartition("/")[2], None) or _again(each)
        paths.setdefault(path, {})[each.method.lower()] = _operation(each, answers, asked, body)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bridge laws",
            "version": VERSION,
            "description": "The Laws of Duplicate Bridge: books, provisions, references, search, and the citations in"
            " texts of others.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": {name: components[name] for name in sorted(components)}},
    }


def _answers(each: Endpoint) -> tuple[Any, ...]:
    """The shapes of which an answer has one."""
    return get_args(each.answer) or (each.answer,)


def _again(each: Endpoint) -> Json:
    """The schema of parameters that several questions share."""
    (schema,), components = msgspec.json.schema_components([each.asks], ref_template=_REF)
    fields: Json = components[schema["$ref"].rpartition("/")[2]]
    return fields


def _operation(each: Endpoint, answers: list[Json], asked: Json, body: Json | None) -> Json:
    answer = answers[0] if len(answers) == 1 else {"anyOf": answers}
    content: Json = {"application/json": {"schema": answer}}
    responses: Json = {"200": {"description": "The answer.", "content": content}}
    if each.leads:
        responses["200"]["links"] = {
            name: {"operationId": name, "parameters": {step: f"$response.body#{at}" for step, at in steps.items()}}
            for name, steps in each.leads.items()
        }
    for status in sorted({400, *each.errors}):
        content = {MEDIA_TYPE: {"schema": {"$ref": _REF.format(name="Problem")}}}
        responses[str(status)] = {"description": HTTPStatus(status).phrase, "content": content}
    operation: Json = {
        "operationId": each.name,
        "summary": each.summary,
        "parameters": [*_steps(each), *_parameters(asked)],
        "responses": responses,
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _steps(each: Endpoint) -> Iterator[Json]:
    kinds: Json = {
        "number": {"type": "integer", "minimum": 1, "maximum": 93},
        "address": msgspec.json.schema(PlaceInBook),
        **{name: {"type": "string", "pattern": _NAME} for name in ("book", "left", "right", "id", "slug")},
    }
    for name in steps_of(each.path):
        yield {"name": name, "in": "path", "required": True, "schema": kinds[name], "example": EXAMPLES[name]}


def _parameters(asked: Json) -> Iterator[Json]:
    required = asked.get("required", ())
    for name, schema in asked.get("properties", {}).items():
        kinds = [kind for kind in schema.get("anyOf", ()) if kind.get("type") != "null"]
        flat = {key: value for key, value in schema.items() if key not in {"anyOf", "default", "description"}}
        one = {**flat, **(kinds[0] if kinds else {})}
        if schema.get("default") is not None:
            one["default"] = schema["default"]
        said = schema.get("description") or one.pop("description", None)
        parameter = {"name": name, "in": "query", "required": name in required, "schema": one}
        if name in required:
            parameter["example"] = EXAMPLES[name]
        yield {**parameter, "description": said} if said else parameter


def write(path: Path) -> int:
    """Write the contract to a file; 1 where it differs from the one there under the same version."""
    new = json.loads(written())
    if path.is_file():
        old = json.loads(path.read_text(encoding="utf-8"))
        if old != new and old["info"]["version"] == VERSION:
            print(f"The contract differs from version {VERSION} in {path}: raise VERSION.", file=sys.stderr)
            return 1
    path.write_text(json.dumps(new, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0

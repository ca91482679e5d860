"""The API's document (OpenAPI 3.1), made from the routes; `schema/openapi.json` is a copy."""

from __future__ import annotations

import functools
import json
import sys
from typing import Any

import msgspec

from vault.service import answers
from vault.service.problem_json import MEDIA_TYPE
from vault.service.reading import DEADLINE_HEADER, DEFAULT_DEADLINE, LONGEST_DEADLINE
from vault.service.routes import ROUTES, Route

API_VERSION = "1"
MOST_CHALLENGE = 200
_REFERENCE = "#/components/schemas/{name}"
_ABOUT = (
    "The local service of memvault (`memvault serve`). It listens on the loopback address only. A client "
    "finds it by the file `service/<id of the vault>-<12 hex of sha256 of its real path>/endpoint.json` in "
    "the state folder of memvault, and shows the token of `service/token` beside it. Every error is an RFC "
    "9457 problem with a `code`."
)

_PROBLEMS = {
    "400": "Not JSON, or a header is wrong.",
    "401": "The token is missing or wrong.",
    "403": "The request was made by a page in a browser.",
    "404": "There is no such memory, user or vault.",
    "409": "It is not clear for whom, or in which vault; or the memory cannot be treated so.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "421": "The Host header is not that of the service.",
    "422": "The request is not as described here.",
    "500": "A fault in memvault itself.",
    "503": "Something is not in order, e.g. the vault's folder is gone; or too many requests wait.",
    "504": "There was no answer within the deadline.",
}
_ALWAYS = ("401", "403", "421", "500", "503")


@functools.cache
def document() -> dict[str, Any]:
    """The whole document, as JSON values."""
    kinds: list[type] = [answers.Health, answers.ProblemDetails]
    kinds += [kind for each in ROUTES for kind in (each.request, each.answer)]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    paths: dict[str, Any] = {
        "/health": {"get": _health()},
        "/openapi.json": {"get": _plain("openapi", "This document.", "application/json")},
        "/v1/events": {
            "get": _plain(
                "events",
                "Server-sent events: `index` (files were taken into an index), `memories` (they changed), "
                "`settings` (of `vault.yaml`: taken over, to count after a restart, or unreadable), "
                "`missed` (the listener was too slow). Places and ids, never texts.",
                "text/event-stream",
            )
        },
    }
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "memvault",
            "version": API_VERSION,
            "description": _ABOUT,
            "license": {"name": "MIT"},
        },
        "servers": [
            {
                "url": "http://127.0.0.1:{port}",
                "variables": {"port": {"default": "0", "description": "See `url`."}},
            }
        ],
        "security": [{"token": []}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {name: schemas[name] for name in sorted(schemas)},
            "responses": _refusals(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "parameters": [_deadline()],
        "responses": {
            "200": _answer("Done.", "application/json", _reference(route.answer)),
            **_problems(*_PROBLEMS),
        },
    }
    if route.method == "GET":
        operation["parameters"] = [*_parameters(route), _deadline()]
    else:
        schema = _reference(route.request)
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    (_,), schemas = msgspec.json.schema_components([route.request], ref_template=_REFERENCE)
    schema = schemas[route.request.__name__]
    required = schema.get("required", ())
    return [
        {
            "name": name,
            "in": "path" if f"{{{name}}}" in route.path else "query",
            "required": name in required,
            "schema": described,
        }
        for name, described in schema["properties"].items()
    ]


def _deadline() -> dict[str, Any]:
    longest = int(1000 * LONGEST_DEADLINE)
    return {
        "name": DEADLINE_HEADER,
        "in": "header",
        "required": False,
        "description": f"Milliseconds in which an answer is of use; at most {longest} count.",
        "schema": {
            "type": "integer",
            "minimum": 1,
            "maximum": longest,
            "default": int(1000 * DEFAULT_DEADLINE),
        },
    }


def _health() -> dict[str, Any]:
    return {
        "operationId": "health",
        "summary": "Whether the service is there; needs no token. `ready`: the model is loaded.",
        "security": [],
        "parameters": [
            {
                "name": "challenge",
                "in": "query",
                "required": False,
                "description": "Answered by `proof`, its HMAC-SHA256 under the token, in hex.",
                "schema": {"type": "string", "maxLength": MOST_CHALLENGE},
            }
        ],
        "responses": {
            "200": _answer("It is.", "application/json", _reference(answers.Health)),
            **_problems("403", "421", "422"),
        },
    }


def _plain(name: str, summary: str, media_type: str) -> dict[str, Any]:
    schema = {"type": "object"} if media_type == "application/json" else {"type": "string"}
    return {
        "operationId": name,
        "summary": summary,
        "responses": {"200": _answer("Here it is.", media_type, schema), **_problems(*_ALWAYS)},
    }


def _answer(description: str, media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": schema}}}


def _problems(*statuses: str) -> dict[str, Any]:
    return {status: {"$ref": f"#/components/responses/{status}"} for status in statuses}


def _refusals() -> dict[str, Any]:
    schema = _reference(answers.ProblemDetails)
    return {status: _answer(text, MEDIA_TYPE, schema) for status, text in _PROBLEMS.items()}


def _reference(kind: type) -> dict[str, Any]:
    return {"$ref": _REFERENCE.format(name=kind.__name__)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(document(), indent=2, ensure_ascii=False) + "\n")

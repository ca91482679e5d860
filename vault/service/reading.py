"""From the bytes of a request to a checked value."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, NoReturn

import msgspec

from vault.service.problem_json import Refusal

if TYPE_CHECKING:
    from starlette.requests import Request

    from vault.service.requests import Addressed
    from vault.service.routes import Route

DEADLINE_HEADER = "x-memvault-deadline-ms"
DEFAULT_DEADLINE, LONGEST_DEADLINE = 10.0, 30.0
"""Seconds."""
_HALF_PAIR = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_EXACT = 2**53
_LISTS = frozenset(("types", "tags", "namespaces", "statuses"))


def deadline_of(request: Request) -> float:
    """Seconds in which the client wants its answer.

    Raises:
        Refusal: it is no number of milliseconds.
    """
    given = request.headers.get(DEADLINE_HEADER)
    if given is None:
        return DEFAULT_DEADLINE
    if not re.fullmatch(r"[0-9]{1,9}", given) or int(given) == 0:
        raise Refusal(HTTPStatus.BAD_REQUEST, "bad-request", f"{DEADLINE_HEADER} is a number of milliseconds")
    return min(int(given) / 1000, LONGEST_DEADLINE)


async def read_request(request: Request, route: Route) -> Addressed:
    """What is asked, checked.

    Raises:
        Refusal: it is too large, no JSON, or not what the route takes.
    """
    if route.method == "GET":
        given = {**_from_query(request), **request.path_params}
        return _checked(given, route.request, strict=False)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Refusal(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "not-json",
            "the body must be JSON",
            "Content-Type: application/json",
        )
    return _checked(_parsed(await _body(request, route.most_bytes)), route.request, strict=True)


async def _body(request: Request, most: int) -> bytes:
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > most:
        _too_large(most)
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            _too_large(most)
        parts.append(part)
    return b"".join(parts)


def _too_large(most: int) -> NoReturn:
    raise Refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "too-large",
        f"the body may have {most} bytes",
        "send less at a time",
    )


def _parsed(data: bytes) -> object:
    try:
        value: object = json.loads(data.decode("utf-8"), parse_float=_number, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refusal(HTTPStatus.BAD_REQUEST, "not-json", "the body is not JSON in UTF-8") from error
    return _whole(value) if _ESCAPED_HALF.search(data) else value


def _number(text: str) -> float:
    """A number with a point or an exponent; 5.0 is a whole number, as JSON Schema has it."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < _EXACT else number


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are no JSON


def _whole(value: object) -> object:
    """Without halves of surrogate pairs: a message that was cut within an emoji is a message."""
    if isinstance(value, str):
        return _HALF_PAIR.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {str(_whole(name)): _whole(each) for name, each in value.items()}
    return value


def _from_query(request: Request) -> dict[str, object]:
    given: dict[str, object] = {}
    for name in request.query_params:
        values = request.query_params.getlist(name)
        if name in _LISTS:
            given[name] = values
        elif len(values) == 1:
            given[name] = values[0]
        else:
            raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-request", "a parameter is there twice")
    return given


def _checked(given: object, kind: type[Addressed], *, strict: bool) -> Addressed:
    try:
        return msgspec.convert(given, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise Refusal(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "bad-request",
            _without_values(str(error)),
            "GET /openapi.json describes every field",
        ) from error


def _without_values(message: str) -> str:
    """What msgspec says names fields; a value it may quote is left out."""
    return re.sub(r"Invalid enum value .*?(?= - at |$)", "Invalid value", message)

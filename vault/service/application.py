"""The service as an ASGI application: guard, routes, deadlines, and how faults are told."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as StarletteRoute

from vault.errors import MemvaultError
from vault.service.events import EventHub
from vault.service.guard import Guard
from vault.service.openapi import MOST_CHALLENGE, document
from vault.service.problem_json import MEDIA_TYPE, Refusal, refusal_of
from vault.service.reading import deadline_of, read_request
from vault.service.routes import ROUTES, Route
from vault.service.served_vaults import ServedVaults
from vault.service.workers import Workers

HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_CHALLENGE = "challenge"

_log = logging.getLogger(__name__)

Answer = Callable[[Request], Awaitable[Response]]


def application(
    vaults: ServedVaults, events: EventHub, guard: Guard, workers: Workers, version: str
) -> Starlette:
    """The service.

    Args:
        vaults: it answers for.
        events: that `/v1/events` passes on.
        guard: says who may speak to it.
        workers: do the work; they are stopped with the application.
        version: of memvault.
    """
    answering = _Answering(vaults, events, guard, workers, version)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        yield
        events.close()
        await asyncio.get_running_loop().run_in_executor(None, workers.close)

    def guarded(path: str, method: str, answer: Answer) -> StarletteRoute:
        return StarletteRoute(path, _told(guard, answer), methods=[method])

    return Starlette(
        routes=[
            guarded("/health", "GET", answering.health),
            guarded("/openapi.json", "GET", answering.openapi),
            guarded("/v1/events", "GET", answering.listen),
            *(guarded(each.path, each.method, functools.partial(answering.route, each)) for each in ROUTES),
        ],
        exception_handlers={HTTPException: functools.partial(_not_routed, guard)},
        lifespan=lifespan,
    )


@dataclass(frozen=True, slots=True)
class _Answering:
    """What is answered to requests that the guard let pass."""

    vaults: ServedVaults
    events: EventHub
    guard: Guard
    workers: Workers
    version: str

    async def health(self, request: Request) -> Response:
        shape = {
            "ok": True,
            "version": self.version,
            "ready": self.vaults.ready,
            "model": self.vaults.model_state,
        }
        challenge = request.query_params.get(_CHALLENGE, "")
        if len(challenge) > MOST_CHALLENGE:
            raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-request", "the challenge is too long")
        if challenge:
            shape["proof"] = self.guard.proof(challenge)
        return json_response(shape)

    async def openapi(self, request: Request) -> Response:
        del request
        return json_response(document())

    async def listen(self, request: Request) -> Response:
        del request
        if self.events.is_full:
            raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "busy", "too many programs listen already")
        return StreamingResponse(self.events.listen(), media_type="text/event-stream", headers=HEADERS)

    async def route(self, route: Route, request: Request) -> Response:
        seconds = deadline_of(request)
        try:
            return await asyncio.wait_for(self._answer(route, request), seconds)
        except (asyncio.TimeoutError, TimeoutError) as error:
            late = f"there was no answer within {seconds:g} s"
            more = "" if route.pool == "asking" else "; it may still be done"
            raise Refusal(HTTPStatus.GATEWAY_TIMEOUT, "deadline", late + more) from error

    async def _answer(self, route: Route, request: Request) -> Response:
        asked = await read_request(request, route)
        served = self.vaults.find(asked.vault or None)
        work = functools.partial(route.act, served, asked)
        return json_response(await self.workers.run(route.pool, work))


def json_response(shape: object, status: int = 200) -> Response:
    """A JSON document."""
    return Response(msgspec.json.encode(shape), status, HEADERS, "application/json")


def refused(refusal: Refusal) -> Response:
    """A request that is not answered."""
    headers = dict(HEADERS)
    if refusal.retry_after is not None:
        headers["Retry-After"] = str(refusal.retry_after)
    if refusal.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(msgspec.json.encode(refusal.shape), refusal.status, headers, MEDIA_TYPE)


def _told(guard: Guard, answer: Answer) -> Answer:
    """What `answer` gives, or why it gives nothing."""

    async def told(request: Request) -> Response:
        try:
            guard.check(request)
            return await answer(request)
        except Refusal as refusal:
            return refused(refusal)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        except MemvaultError as error:
            return refused(refusal_of(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets an answer
            place = _place(error)
            _log.error("%s in %s", type(error).__name__, place)
            return refused(
                Refusal(
                    HTTPStatus.INTERNAL_SERVER_ERROR,
                    "internal",
                    f"a fault in memvault itself: {type(error).__name__} in {place}",
                    "please report it with the output of `memvault doctor`",
                )
            )

    return told


def _not_routed(guard: Guard, request: Request, error: Exception) -> Response:
    """Of an unknown path or a wrong method nobody learns who may not speak to the service."""
    status = getattr(error, "status_code", HTTPStatus.NOT_FOUND)
    try:
        guard.check(request)
    except Refusal as refusal:
        return refused(refusal)
    code = "wrong-method" if status == HTTPStatus.METHOD_NOT_ALLOWED else "no-such-route"
    response = refused(Refusal(status, code, HTTPStatus(status).phrase, "GET /openapi.json lists the routes"))
    allowed: Any = getattr(error, "headers", None) or {}
    response.headers.update(allowed)
    return response


def _place(error: Exception) -> str:
    """Where it happened, without any content: `recall/search.py:41`."""
    inside = f"{os.sep}vault{os.sep}"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if inside in frame.filename]
    return f"{ours[-1].filename.rpartition(inside)[2]}:{ours[-1].lineno}" if ours else "memvault"

"""HTTP as uvicorn speaks it, but with patience that ends, and faults told as everywhere else."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from vault.service.problem_json import MEDIA_TYPE, Refusal

REQUEST_SECONDS = 10.0
"""How long a connection may take to say what it wants. Any page in a browser can open some and be silent."""


class PatientProtocol(H11Protocol):
    """One connection. It is closed when no request, or only the beginning of one, comes in time."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a request whose beginning came."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody to wait for."""
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say that what came is no HTTP; it is not repeated."""
        del msg
        refusal = Refusal(HTTPStatus.BAD_REQUEST, "not-http", "this is not a request as HTTP/1.1 has it")
        headers = [("content-type", MEDIA_TYPE), ("cache-control", "no-store"), ("connection", "close")]
        answer = (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msgspec.json.encode(refusal.shape)),
            h11.EndOfMessage(),
        )
        for part in answer:
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def _wait(self) -> None:
        if not self.transport.is_closing():
            self._waiting = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()

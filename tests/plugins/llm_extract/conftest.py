"""A chat endpoint on this machine that does what a test's script says, one entry a call."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


class MockEndpoint:
    """What was asked, and what is answered.

    Attributes:
        script: one entry a call, the last for all others: a status, a text of the model, a whole document, bytes
            of a body, or `hang`, `drip`, `endless`, `cut`, `redirect`, `headers`.
        asked: documents of the calls so far.
        headers: of the calls so far.
    """

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/v1"
        self.script: list[Any] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.over = threading.Event()

    def says(self, *entries: Any) -> None:
        self.script = list(entries)

    def next(self) -> Any:
        return self.script[min(len(self.asked) - 1, len(self.script) - 1)]


def reply(text: str, **usage: Any) -> dict[str, Any]:
    return {
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": usage,
    }


def facts(*entries: dict[str, Any]) -> str:
    return json.dumps({"facts": list(entries)}, ensure_ascii=False)


class _Handler(BaseHTTPRequestHandler):
    endpoint: MockEndpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.endpoint.asked.append(json.loads(body))
        self.endpoint.headers.append(dict(self.headers))
        self.endpoint.paths.append(self.path)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._answer(self.endpoint.next())

    def do_GET(self) -> None:
        self.endpoint.paths.append(f"GET {self.path}")
        self._send(200, json.dumps(reply(facts())).encode())

    def _answer(self, entry: Any) -> None:
        if isinstance(entry, int):
            self._send(
                entry, json.dumps({"error": {"message": f"no {entry}"}}).encode(), {"Retry-After": "7"}
            )
        elif isinstance(entry, tuple):
            self._send(entry[0], entry[1].encode())
        elif isinstance(entry, bytes):
            self._send(200, entry)
        elif isinstance(entry, dict):
            self._send(200, json.dumps(entry, ensure_ascii=False).encode())
        elif entry == "redirect":
            self._send(302, b"", {"Location": f"{self.endpoint.url}/elsewhere"})
        elif entry in {"hang", "drip", "endless", "cut", "headers"}:
            getattr(self, f"_{entry}")()
        else:
            self._send(200, json.dumps(reply(entry, total_tokens=50)).encode())

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _hang(self) -> None:
        self.endpoint.over.wait(30)

    def _drip(self) -> None:
        """A byte now and then: no single wait is long, all of them are."""
        self.send_response(200)
        self.end_headers()
        while not self.endpoint.over.wait(0.02):
            self.wfile.write(b" ")

    def _headers(self) -> None:
        """Header lines without an end, slowly."""
        self.wfile.write(b"HTTP/1.0 200 OK\r\n")
        while not self.endpoint.over.wait(0.02):
            self.wfile.write(b"X-More: y")

    def _endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.endpoint.over.is_set():
            self.wfile.write(b"x" * 65536)

    def _cut(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"choices": [')
        self.close_connection = True

    def log_message(self, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def endpoint() -> Iterator[MockEndpoint]:
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    mock = MockEndpoint(server.server_port)
    handler.endpoint = mock  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield mock
    mock.over.set()
    server.shutdown()
    server.server_close()

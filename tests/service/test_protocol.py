"""Whoever says nothing, half of something, or no HTTP at all keeps nobody waiting."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.service.running_service import Running
from vault.service import protocol

HEAD = "POST /v1/recall HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.5)


@contextmanager
def connected(service: Running, said: str | bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as connection:
        text = said if isinstance(said, bytes) else said.format(port=service.port).encode()
        connection.sendall(text)
        yield connection


def _all(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(65_536):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("said", ["", "P", "POST /v1/recall HTTP/1.1\r\n", HEAD, HEAD + "X: y"])
def test_a_connection_that_asks_nothing_is_closed(impatient: None, running: Running, said: str) -> None:
    with connected(running, said) as connection:
        assert running.get("/health").status == 200
        assert _all(connection) == b""


def test_half_a_second_request_is_not_waited_for_either(impatient: None, running: Running) -> None:
    whole = "GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    with connected(running, whole) as connection:
        assert b"200 OK" in connection.recv(65_536)
        connection.sendall(b"GET /health HTT")
        assert b"HTTP/1.1" not in _all(connection)  # and that it comes to an end


def test_a_whole_request_is_answered_however_long_that_takes(impatient: None, running: Running) -> None:
    events = f"GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nAuthorization: Bearer "
    with connected(running, f"{events}{running.token}\r\n\r\n") as connection:
        assert b"200 OK" in connection.recv(65_536)
        connection.settimeout(1.5)
        with pytest.raises(TimeoutError):
            _all(connection)


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: a\r\nX: " + b"secret" * 40_000 + b"\r\n\r\n",
        b"POST /v1/recall HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET /健康 HTTP/1.1\r\nHost: a\r\n\r\n".encode(),
    ],
)
def test_what_is_no_http_is_refused_and_logged_nowhere(
    running: Running, said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=20) as connection:
        connection.sendall(said)
        head, _, body = connection.recv(65_536).partition(b"\r\n\r\n")
        body = body or connection.recv(65_536)
    assert b"400 Bad Request" in head
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == "not-http"
    assert caplog.text == ""

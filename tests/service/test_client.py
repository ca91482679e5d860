from __future__ import annotations

import http.server
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api.conftest import Place
from tests.service.running_service import Running
from vault.config import locations
from vault.index.location import index_folder
from vault.service.access_token import keep_token, token_path
from vault.service.client import ServiceFailed, find
from vault.service.endpoint import Endpoint, find_endpoint, write_endpoint


def announce(place: Place, port: int, pid: int = 0) -> Path:
    name = index_folder(locations.cache_dir(), "vault_small", place.root).name
    url = f"http://127.0.0.1:{port}"
    return write_endpoint(name, Endpoint(url, pid or os.getpid(), str(place.root), "v", "1", "", "zh", "UTC"))


def test_it_finds_and_asks(running: Running, place: Place) -> None:
    client = find(place.root)
    assert client is not None
    with client:
        answer = client.post("/v1/recall", {"query": "龙井", "limit": None})
        assert [hit["id"] for hit in answer["hits"]] == ["mem_tea"]
        assert client.get("/v1/memories", {"types": ["event"]})["memories"][0]["id"] == "mem_trip"
        with pytest.raises(ServiceFailed) as caught:
            client.post("/v1/recall", {"query": "龙井", "user": "nobody"})
        assert (caught.value.status, caught.value.code) == (404, "unknown-user")
        assert client.post("/v1/recall", {"query": "龙井"})["hits"]  # the connection goes on


def test_where_there_is_none(place: Place) -> None:
    assert find(place.root) is None


def test_looking_costs_next_to_nothing_to_load() -> None:
    program = "import sys, vault.service.client; print([n for n in ('starlette', 'msgspec', 'yaml', 'numpy', 'asyncio') if n in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_nobody_listens_there_any_more(place: Place) -> None:
    keep_token()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    path = announce(place, port)
    assert find(place.root) is None
    assert not path.exists()


@pytest.fixture
def stranger() -> Iterator[Callable[[bytes], tuple[int, list[str]]]]:
    """A program of somebody else on a port that a service of ours once had."""
    servers = []

    def begin(body: bytes) -> tuple[int, list[str]]:
        seen: list[str] = []

        class Answering(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                seen.append(str(self.headers))
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server.server_address[1], seen

    yield begin
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    "body", [b"hello", b"{}", b"[]", json.dumps({"ok": True, "proof": "0" * 64}).encode()]
)
def test_a_stranger_never_sees_the_token(place: Place, stranger, body: bytes) -> None:
    token = keep_token()
    port, seen = stranger(body)
    announce(place, port)
    assert find(place.root) is None
    assert seen
    assert not any(token in headers for headers in seen)


def test_a_busy_service_is_left_alone(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_token()
    monkeypatch.setattr("vault.service.client.GREETING_SECONDS", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        path = announce(place, silent.getsockname()[1])
        assert find(place.root) is None
        assert path.exists()


def test_without_a_token_nobody_is_asked(running: Running, place: Place) -> None:
    token_path().unlink()
    assert find(place.root) is None
    assert find_endpoint(place.root) is not None


def test_a_service_that_ends_between_two_questions(running: Running, place: Place) -> None:
    client = find(place.root)
    assert client is not None
    running.stop()
    with client, pytest.raises(ServiceFailed) as caught:
        client.post("/v1/recall", {"query": "龙井"})
    assert caught.value.status == 0

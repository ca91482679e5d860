"""A real service on a port of its own, in a thread of the test, words only; and a small client for it."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vault.service.access_token import keep_token
from vault.service.server import Listening, serve


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Running:
    """A service, and requests to it."""

    url: str
    token: str
    stop: Callable[[], None]
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            usual = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
            connection.request(method, path, body, {**usual, **(headers or {})})
            answer = connection.getresponse()
            return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: object) -> Reply:
        return self.send("POST", path, json.dumps(fields).encode(), headers)

    def get(self, path: str, headers: dict[str, str] | None = None) -> Reply:
        return self.send("GET", path, None, headers)


Start = Callable[..., Running]


@contextmanager
def services() -> Iterator[Start]:
    """Starts services; they are stopped at the end."""
    with ExitStack() as stack:

        def begin(*roots: Path, port: int = 0) -> Running:
            ready = threading.Event()
            found: list[Listening] = []
            faults: list[BaseException] = []

            def tell(listening: Listening) -> None:
                found.append(listening)
                ready.set()

            def work() -> None:
                try:
                    serve(roots, port=port, use_model=False, on_ready=tell)
                except BaseException as fault:  # noqa: BLE001 - raised in the test
                    faults.append(fault)
                    ready.set()

            thread = threading.Thread(target=work)
            thread.start()
            assert ready.wait(30)
            if faults:
                thread.join()
                raise faults[0]

            def stop() -> None:
                found[0].stop()
                thread.join(30)
                assert not thread.is_alive()

            stack.callback(stop)
            return Running(found[0].url, keep_token(), stop)

        yield begin

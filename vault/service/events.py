"""Events for those who listen: what changed in an index or in memories. Places and ids, never texts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec

MOST_LISTENERS = 32
MOST_WAITING = 1_000
"""Events that a listener may be behind; one that is slower is told that it missed some."""
KEEP_ALIVE_SECONDS = 15.0

_END = b""
_MISSED = b'event: missed\ndata: {"hint": "look again at everything"}\n\n'


class EventHub:
    """Passes events on to all listeners. Listeners live in the event loop; `publish` is for any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: set[asyncio.Queue[bytes]] = set()
        self._closed = False

    @property
    def is_full(self) -> bool:
        """Whether nobody else can listen."""
        return self._closed or len(self._listeners) >= MOST_LISTENERS

    def publish(self, kind: str, data: dict[str, object]) -> None:
        """Tell all listeners. Never blocks, never fails."""
        loop = self._loop
        if loop is None:  # nobody has ever listened
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._pass_on, message(kind, data))

    def close(self) -> None:
        """Let all listeners come to their end; call it in the loop."""
        self._closed = True
        for queue in self._listeners:
            _put(queue, _END)

    async def listen(self) -> AsyncIterator[bytes]:
        """Server-sent events, until the service stops or the listener goes away."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._listeners.add(queue)
        try:
            yield message("hello", {})
            while not self._closed:
                try:
                    told = await asyncio.wait_for(queue.get(), KEEP_ALIVE_SECONDS)
                except asyncio.TimeoutError:
                    told = b": still here\n\n"
                if told == _END:
                    return
                yield told
        finally:
            self._listeners.discard(queue)

    def _pass_on(self, told: bytes) -> None:
        for queue in self._listeners:
            _put(queue, told)


def message(kind: str, data: dict[str, object]) -> bytes:
    """One event as it is sent."""
    return b"event: " + kind.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"


def _put(queue: asyncio.Queue[bytes], told: bytes) -> None:
    if queue.full():
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(_MISSED)
    queue.put_nowait(told)

"""Threads that do what requests ask for, in four groups, so that one kind of work never starves another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TypeVar

from vault.service.problem_json import Refusal
from vault.service.routes import Pool

T = TypeVar("T")

THREADS: Mapping[Pool, int] = {"asking": 3, "capturing": 2, "writing": 16, "long": 2}
MOST_WAITING = 256
"""Requests of one group that are worked on or wait; more are refused at once."""


class Workers:
    """The threads. Used in the event loop only."""

    def __init__(self) -> None:
        self._pools = {
            pool: ThreadPoolExecutor(count, thread_name_prefix=f"memvault-{pool}")
            for pool, count in THREADS.items()
        }
        self._waiting = dict.fromkeys(THREADS, 0)

    async def run(self, pool: Pool, work: Callable[[], T]) -> T:
        """What `work` gives. Cancelled before it has begun, it is never done.

        Raises:
            Refusal: too many wait already.
        """
        if self._waiting[pool] >= MOST_WAITING:
            raise Refusal(
                HTTPStatus.SERVICE_UNAVAILABLE, "busy", "too many requests are waiting", retry_after=1
            )
        self._waiting[pool] += 1
        loop = asyncio.get_running_loop()
        future = self._pools[pool].submit(work)
        future.add_done_callback(lambda _: _tell(loop, self._done, pool))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Let what is being done come to its end; what has not begun is not done."""
        for pool in self._pools.values():
            pool.shutdown(wait=True, cancel_futures=True)

    def _done(self, pool: Pool) -> None:
        self._waiting[pool] -= 1


def _tell(loop: asyncio.AbstractEventLoop, done: Callable[[Pool], None], pool: Pool) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(done, pool)

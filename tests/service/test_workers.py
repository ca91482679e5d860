from __future__ import annotations

import asyncio
import threading

import pytest

from vault.service import workers as module
from vault.service.problem_json import Refusal
from vault.service.workers import THREADS, Workers


def test_writers_and_askers_do_not_wait_for_each_other() -> None:
    async def scene() -> str:
        workers, go = Workers(), threading.Event()
        blocked = [
            asyncio.ensure_future(workers.run("writing", go.wait)) for _ in range(THREADS["writing"] + 1)
        ]
        answer = await workers.run("asking", lambda: "at once")
        go.set()
        await asyncio.gather(*blocked)
        workers.close()
        return answer

    assert asyncio.run(scene()) == "at once"


def test_what_was_cancelled_before_it_began_is_never_done() -> None:
    async def scene() -> list[str]:
        workers, go, done = Workers(), threading.Event(), list[str]()
        busy = [asyncio.ensure_future(workers.run("long", go.wait)) for _ in range(THREADS["long"])]
        await asyncio.sleep(0)
        late = asyncio.ensure_future(workers.run("long", lambda: done.append("late")))
        await asyncio.sleep(0)
        late.cancel()
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*busy)
        workers.close()
        return done

    assert asyncio.run(scene()) == []


def test_too_many_are_refused_until_some_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)

    async def scene() -> None:
        workers, go = Workers(), threading.Event()
        waiting = [asyncio.ensure_future(workers.run("asking", go.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as caught:
            await workers.run("asking", bool)
        assert (caught.value.status, caught.value.retry_after) == (503, 1)
        go.set()
        await asyncio.gather(*waiting)
        await asyncio.sleep(0.01)
        assert await workers.run("asking", lambda: 1) == 1
        workers.close()

    asyncio.run(scene())


def test_a_fault_reaches_who_asked() -> None:
    async def scene() -> None:
        workers = Workers()

        def fail() -> None:
            raise KeyError("x")

        with pytest.raises(KeyError):
            await workers.run("asking", fail)
        workers.close()

    asyncio.run(scene())

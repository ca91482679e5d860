from __future__ import annotations

import threading

import pytest

from tests.watch.conftest import until
from vault.watch.loop import Loop


class Steps:
    """Counts its calls; asks for the next one a long time later."""

    def __init__(self, wait: float = 600.0) -> None:
        self.calls = 0
        self.wait = wait
        self.fails: BaseException | None = None
        self.errors: list[Exception] = []

    def step(self) -> float:
        self.calls += 1
        fails, self.fails = self.fails, None
        if fails:
            raise fails
        return self.wait

    def loop(self, **options: float) -> Loop:
        return Loop("memvault-test", self.step, self.errors.append, **options)


def finish(loop: Loop) -> None:
    loop.end()
    assert loop.join(10)


def test_steps_at_once_and_when_woken() -> None:
    steps = Steps()
    loop = steps.loop()
    assert loop.ensure_running() is False
    until(lambda: steps.calls == 1, "the first step")
    loop.wake()
    until(lambda: steps.calls == 2, "the second step")
    finish(loop)


def test_steps_when_asked_for() -> None:
    steps = Steps(wait=0.0)
    loop = steps.loop()
    loop.ensure_running()
    until(lambda: steps.calls > 5, "many steps")
    finish(loop)


def test_outlives_an_exception() -> None:
    steps = Steps(wait=0.0)
    steps.fails = ValueError("x")
    loop = steps.loop(after_error=0.0)
    loop.ensure_running()
    until(lambda: steps.calls > 1, "the step after the failed one")
    assert [type(error) for error in steps.errors] == [ValueError]
    finish(loop)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_is_revived() -> None:
    steps = Steps()
    steps.fails = SystemExit()
    loop = steps.loop()
    loop.ensure_running()
    until(lambda: not named("memvault-test"), "the thread ended")
    assert loop.ensure_running() is True
    until(lambda: steps.calls == 2, "the step of the new thread")
    assert loop.ensure_running() is False
    finish(loop)


def test_ends_and_stays_ended() -> None:
    steps = Steps()
    loop = steps.loop()
    finish(loop)
    assert loop.ensure_running() is False
    assert steps.calls == 0


def test_a_step_under_way_is_waited_for_only_so_long() -> None:
    go_on = threading.Event()
    loop = Loop("memvault-test", lambda: float(go_on.wait(30)), lambda error: None)
    loop.ensure_running()
    loop.end()
    assert loop.join(0.01) is False
    go_on.set()
    assert loop.join(10) is True


def test_joining_from_inside_does_not_wait_for_itself() -> None:
    joined = []
    loop: Loop

    def step() -> float:
        loop.end()
        joined.append(loop.join(30))
        return 0.0

    loop = Loop("memvault-test", step, pytest.fail)
    loop.ensure_running()
    until(lambda: joined == [True], "the step could join")
    assert loop.join(10)


def named(name: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == name]

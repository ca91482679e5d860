from __future__ import annotations

import threading
import time

import pytest

from vault.embedding.calls import Calls, ProcessEnds


def test_the_end_waits_for_calls_under_way_and_lets_none_in() -> None:
    calls, begun, ended = Calls(), threading.Event(), []

    def work() -> None:
        with calls.one():
            begun.set()
            time.sleep(0.05)
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    calls.end()
    assert ended == [True]
    with pytest.raises(ProcessEnds), calls.one():
        pass
    thread.join()


def test_a_call_that_fails_is_over_as_well() -> None:
    calls = Calls()
    with pytest.raises(ZeroDivisionError), calls.one():
        raise ZeroDivisionError
    calls.end()

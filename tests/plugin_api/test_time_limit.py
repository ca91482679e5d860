from __future__ import annotations

import threading

import pytest

from vault.plugin_api import time_limit
from vault.plugin_api.time_limit import TimeLimit, TooSlow


def test_results_and_faults_come_through() -> None:
    limit = TimeLimit("test")
    assert limit.call(lambda: 3, 10) == 3
    with pytest.raises(ZeroDivisionError):
        limit.call(lambda: 1 // 0, 10)
    with pytest.raises(TimeoutError):
        limit.call(lambda: (_ for _ in ()).throw(TimeoutError), 10)
    assert limit.call(threading.current_thread, 10).daemon


def test_what_is_slow_is_left_behind_and_not_joined_by_another() -> None:
    """The second call does not even begin while the first still runs."""
    limit, go_on, begun = TimeLimit("test"), threading.Event(), []
    with pytest.raises(TooSlow):
        limit.call(lambda: go_on.wait(30), 0.02)
    with pytest.raises(TooSlow):
        limit.call(lambda: begun.append(1), 0.02)
    assert begun == []
    go_on.set()
    assert limit.call(lambda: "again", 10) == "again"


def test_the_thread_ends_when_there_is_nothing_to_do_and_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time_limit, "IDLE_SECONDS", 0.01)
    limit = TimeLimit("test")
    threads = [limit.call(threading.current_thread, 10) for _ in range(3)]
    threads[-1].join(10)
    assert not threads[-1].is_alive()
    assert limit.call(threading.current_thread, 10) is not threads[-1]

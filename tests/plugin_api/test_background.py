from __future__ import annotations

import threading

from vault.plugin_api.background import MOST_WAITING, Background


def test_calls_are_made_in_order_and_faults_are_told() -> None:
    faults: list[BaseException] = []
    done: list[int] = []
    background = Background("test", faults.append)
    for number in range(100):
        assert background.put(lambda number=number: done.append(number))
    background.put(lambda: 1 // 0)
    background.put(lambda: done.append(100))
    assert background.wait(10)
    assert done == list(range(101))
    assert [type(each) for each in faults] == [ZeroDivisionError]


def test_what_hangs_is_not_waited_for_and_fills_no_memory() -> None:
    background, go_on = Background("test", lambda _: None), threading.Event()
    background.put(lambda: go_on.wait(30))
    put = [background.put(lambda: None) for _ in range(MOST_WAITING + 2)]
    assert not all(put)
    assert sum(put) <= MOST_WAITING + 1
    assert not background.wait(0.02)
    go_on.set()
    assert background.wait(10)


def test_nothing_to_wait_for() -> None:
    assert Background("test", lambda _: None).wait(0)

from __future__ import annotations

import threading

import pytest

from vault.api import courtesy
from vault.api.courtesy import Courtesy


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)


def _stepping_aside(one: Courtesy) -> tuple[threading.Thread, threading.Event]:
    gone_on = threading.Event()
    thread = threading.Thread(target=lambda: (one.give_way(), gone_on.set()))
    thread.start()
    return thread, gone_on


def test_work_goes_on_when_nobody_waits() -> None:
    one = Courtesy()
    one.give_way()
    with one.answering():
        pass
    one.give_way()


def test_work_goes_on_after_the_last_answer() -> None:
    one = Courtesy()
    with one.answering():
        with one.answering():
            thread, gone_on = _stepping_aside(one)
        assert not gone_on.wait(0.1)
    assert gone_on.wait(10)
    thread.join()


def test_an_answer_that_fails_is_over_too() -> None:
    one = Courtesy()
    with pytest.raises(ValueError, match="no"), one.answering():
        raise ValueError("no")
    one.give_way()


def test_work_is_not_kept_waiting_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "LONGEST", 0.01)
    one = Courtesy()
    with one.answering():
        one.give_way()

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from vault.plugin_api.contained import PluginEnded, contained

ENDS = [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), BaseException("odd")]


def press_ctrl_c() -> None:
    """What a terminal does; the handler runs before the next few instructions are over."""
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        time.sleep(0.001)


@pytest.fixture(autouse=True)
def _handler_stays() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("raised", ENDS, ids=lambda each: type(each).__name__)
def test_what_a_plugin_raises_to_end_something_is_an_ordinary_fault(raised: BaseException) -> None:
    with pytest.raises(PluginEnded) as ended, contained():
        raise raised
    assert ended.value.raised is raised


def test_ordinary_exceptions_come_through_as_they_are() -> None:
    fault = ValueError("x")
    with pytest.raises(ValueError, match="x") as found, contained():
        raise fault
    assert found.value is fault


def test_ctrl_c_is_the_persons() -> None:
    with pytest.raises(KeyboardInterrupt), contained():
        press_ctrl_c()


@pytest.mark.parametrize("makes", [None, SystemExit(0), ValueError("x"), GeneratorExit()], ids=str)
def test_a_plugin_cannot_make_something_else_of_it(makes: BaseException | None) -> None:
    def plugin() -> None:
        try:
            press_ctrl_c()
        except KeyboardInterrupt:
            if makes is not None:
                raise makes from None

    with pytest.raises(KeyboardInterrupt), contained():
        plugin()


def test_another_handler_that_goes_on_is_asked_and_interrupts_nothing() -> None:
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        with contained():
            press_ctrl_c()
        assert pressed == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_another_thread_no_signal_comes() -> None:
    found: list[BaseException] = []

    def work() -> None:
        try:
            with contained():
                raise KeyboardInterrupt
        except PluginEnded as error:
            found.append(error.raised)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert isinstance(found[0], KeyboardInterrupt)

"""Telling a plugin that ends itself from a person who ends the program.

`SystemExit`, `KeyboardInterrupt` and `GeneratorExit` out of a plugin are faults of it, like any other
exception. A real Ctrl-C comes as a signal, and only the main thread gets it. So the rule is: an interruption
is the person's if the signal came meanwhile, and nothing swallows it then; all else that is raised is the
plugin's own.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class PluginEnded(Exception):
    """A plugin raised what is meant to end a program, a thread or a generator.

    Attributes:
        raised: what it was.
    """

    def __init__(self, raised: BaseException) -> None:
        self.raised = raised
        super().__init__(type(raised).__name__)


@contextmanager
def contained() -> Iterator[None]:
    """Around the code of a plugin: nothing but ordinary exceptions comes out of it.

    Raises:
        PluginEnded: it raised another one.
        KeyboardInterrupt: the person pressed Ctrl-C meanwhile, whatever the plugin made of that.
    """
    with _watched_interrupts() as interrupted:
        try:
            yield
        except Exception as error:
            if interrupted():
                raise KeyboardInterrupt from error
            raise
        except BaseException as error:
            if interrupted():
                raise KeyboardInterrupt from error
            raise PluginEnded(error) from error
        if interrupted():
            raise KeyboardInterrupt


@contextmanager
def _watched_interrupts() -> Iterator[Callable[[], bool]]:
    """Gives a function that says whether the signal has interrupted this thread meanwhile."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return
    came = False

    def noted(number: int, frame: FrameType | None) -> object:
        nonlocal came
        try:
            return before(number, frame)
        except KeyboardInterrupt:
            came = True
            raise

    signal.signal(signal.SIGINT, noted)
    try:
        yield lambda: came
    finally:
        if signal.getsignal(signal.SIGINT) is noted:  # else the plugin has set one of its own
            signal.signal(signal.SIGINT, before)

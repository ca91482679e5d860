"""Memories that several clients write at once go through the gate together: one lock, one index run.

Whoever finds nobody at work writes for all who wait, and then hands the work on. No thread of its own.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault.model.memory import Memory, SourceKind

if TYPE_CHECKING:
    from vault.api.remembered import Remembered

MOST = 32
"""Memories of one run: those who wait for the next one are not kept waiting for long."""

Write = Callable[[Sequence[Memory], SourceKind], "Sequence[Remembered]"]


@dataclass(slots=True, eq=False)
class _Waiting:
    memory: Memory
    arrived: SourceKind
    awake: threading.Event = field(default_factory=threading.Event)
    result: Remembered | None = None
    fault: Exception | None = None

    @property
    def is_done(self) -> bool:
        return self.result is not None or self.fault is not None


class WriteQueue:
    """The queue of one vault.

    Args:
        write: puts memories that arrived by one way through the gate, all or none.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._guard = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._at_work = False

    def put(self, memory: Memory, arrived: SourceKind) -> Remembered:
        """Write one memory; returns when it is written.

        Raises:
            MemvaultError: see `vault.api.remember.remember`; what others write is not touched by it.
        """
        mine = _Waiting(memory, arrived)
        with self._guard:
            self._waiting.append(mine)
            leads, self._at_work = not self._at_work, True
        if not leads:
            mine.awake.wait()
        if not mine.is_done:
            self._work_until(mine)
        if mine.fault is not None:
            raise mine.fault
        assert mine.result is not None  # noqa: S101 - for the type checker
        return mine.result

    def _work_until(self, mine: _Waiting) -> None:
        try:
            while not mine.is_done:
                self._carry_out(self._next())
        finally:
            with self._guard:
                if self._waiting:
                    self._waiting[0].awake.set()  # it goes on
                else:
                    self._at_work = False

    def _next(self) -> list[_Waiting]:
        """Those in front who arrived by the same way."""
        with self._guard:
            taken = [self._waiting.popleft()]
            while self._waiting and len(taken) < MOST and self._waiting[0].arrived == taken[0].arrived:
                taken.append(self._waiting.popleft())
            return taken

    def _carry_out(self, run: Sequence[_Waiting]) -> None:
        try:
            results = self._write([each.memory for each in run], run[0].arrived)
        except Exception as fault:  # noqa: BLE001 - it is raised where it belongs
            if len(run) == 1:
                run[0].fault = fault
                run[0].awake.set()
                return
            for each in run:  # nothing was written: find out whose fault it is
                self._carry_out([each])
            return
        for each, result in zip(run, results, strict=True):
            each.result = result
            each.awake.set()

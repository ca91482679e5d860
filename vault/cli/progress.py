"""A progress bar on stderr: only on a terminal, and only for what takes long enough to be seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from vault.cli.words import stage_name

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from vault.api.results import InstallStep
    from vault.cli.output import Output

PATIENCE = 0.3
"""Seconds of work before a bar appears."""


class Bar:
    """Shows how far a run is. Use it in `with`, and hand `step` to whoever does the work.

    Args:
        output: of the command; nothing is shown where stderr is no terminal.
        clock: seconds, monotonic.
    """

    def __init__(self, output: Output, clock: Callable[[], float] = time.monotonic) -> None:
        self._output = output
        self._clock = clock
        self._started = clock()
        self._progress: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def step(self, stage: str, done: int, total: int) -> None:
        """`done` of `total` units of `stage` are done; a `total` of 0 is not known."""
        if not self._output.beside.is_terminal or self._clock() - self._started < PATIENCE:
            return
        progress = self._shown()
        label = stage_name(self._output.language, stage)
        if label not in self._tasks:
            self._tasks[label] = progress.add_task(label, total=None)
        progress.update(self._tasks[label], completed=done, total=total or None)

    def install_step(self, step: InstallStep) -> None:
        """The same for the installation of a model; bytes are told in megabytes."""
        unit = 1_000_000 if step.stage == "fetching" else 1
        self.step(step.stage, step.done // unit, step.total // unit)

    def __enter__(self) -> Bar:  # noqa: PYI034 - `Self` came with Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _shown(self) -> Progress:
        if self._progress is None:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=self._output.beside,
                transient=True,
                redirect_stdout=False,  # results must not end up on stderr
                redirect_stderr=False,
            )
            self._progress.start()
        return self._progress

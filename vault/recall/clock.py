"""How long the parts of an answer took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Clock:
    """Measures parts of the work.

    Attributes:
        milliseconds: by name of the part; a part that occurs again adds up.
    """

    milliseconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        """Measure what is done inside."""
        started = time.perf_counter()
        try:
            yield
        finally:
            took = 1000 * (time.perf_counter() - started)
            self.milliseconds[part] = self.milliseconds.get(part, 0.0) + took

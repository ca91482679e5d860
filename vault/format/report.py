"""Gathering the problems of one file while it is read."""

from __future__ import annotations

from collections import Counter

from vault.problem import Problem, Severity

_SHOWN_PER_CODE = 100
_QUOTED_CHARACTERS = 40


def quoted(value: object) -> str:
    """A value for a message: in backquotes, on one line, not too long."""
    text = " ".join(str(value).split())
    return f"`{text[:_QUOTED_CHARACTERS]}…`" if len(text) > _QUOTED_CHARACTERS else f"`{text}`"


class Report:
    """The problems of one file. Of each code the first hundred are kept; the rest is counted."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._found: list[Problem] = []
        self._counts: Counter[tuple[str, Severity]] = Counter()

    def error(self, code: str, line: int, column: int, message: str, hint: str = "") -> None:
        """Something is not used because of it."""
        self._add(Problem(self.path, line, column, code, message, hint, "error"))

    def warning(self, code: str, line: int, column: int, message: str, hint: str = "") -> None:
        """Everything is used, though perhaps not as it was meant."""
        self._add(Problem(self.path, line, column, code, message, hint, "warning"))

    def is_counting(self, code: str) -> bool:
        """Whether further warnings of a code are only counted, so that their place need not be found."""
        return self._counts[code, "warning"] >= _SHOWN_PER_CODE

    def _add(self, problem: Problem) -> None:
        kind = (problem.code, problem.severity)
        self._counts[kind] += 1
        if self._counts[kind] <= _SHOWN_PER_CODE:
            self._found.append(problem)

    def problems(self) -> tuple[Problem, ...]:
        """In line order; behind them one for each code of which not all are shown."""
        rest = [
            Problem(
                self.path, 0, 0, code, f"{count - _SHOWN_PER_CODE} more lines have this problem", "", severity
            )
            for (code, severity), count in self._counts.items()
            if count > _SHOWN_PER_CODE
        ]
        return (*sorted(self._found, key=lambda found: (found.line, found.column)), *rest)

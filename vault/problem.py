"""Faults in the user's text, as values: where, what, and what to do.

Reading a vault never fails as a whole; it gathers problems beside the good records. Faults of an
operation are exceptions: see `vault.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]

PROBLEM_CODES: dict[str, str] = {}
"""Every code that can be reported and what it means, in one line. `schema/FORMAT.md` lists them all
(a test compares)."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in one file.

    Attributes:
        path: relative to the vault, with `/`, as it is called on disk.
        line: 1-based; 0 when the whole file is meant.
        column: 1-based, in characters; 0 when the whole line is meant.
        code: stable, a key of `PROBLEM_CODES`.
        message: what is wrong, naming the fact.
        hint: what to do about it.
        severity: `error` when something is not used because of it, else `warning`.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.code} {self.message}"

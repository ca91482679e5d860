"""Faults in the user's text, as values: where, what, and what to do.

Reading a vault never fails as a whole; it gathers problems beside the good records. Faults of an
operation are exceptions: see `vault.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]

PROBLEM_CODES: dict[str, str] = {
    "case-twin": "two files whose names differ only in upper and lower case",
    "conflict-copy": "a copy that a sync tool left beside the file it could not merge",
    "file-too-large": "a file larger than the program reads",
    "folder-like-file": "a folder whose name ends like a file of the vault",
    "not-a-file": "a named pipe, socket or device where a file is expected",
    "not-downloaded": "a placeholder of a cloud drive whose file is not on this machine",
    "symlink-broken": "a symbolic link to something that does not exist",
    "symlink-loop": "a symbolic link that leads back to itself or to a folder above it",
    "symlink-outside": "a symbolic link that leads out of the vault",
    "undecodable-name": "a file name that is not valid text",
    "unicode-twin": "two files whose names look the same and differ only in their Unicode form",
    "unreadable-file": "a file the operating system refuses to read",
    "unreadable-folder": "a folder the operating system refuses to list",
}
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

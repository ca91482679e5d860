"""Faults in the user's text, as values: where, what, and what to do.

Reading a vault never fails as a whole; it gathers problems beside the good records. Faults of an
operation are exceptions: see `vault.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]

PROBLEM_CODES: dict[str, str] = {
    "bad-date": "a time that is not written in an accepted way; the field is ignored",
    "bad-setting": "a setting in vault.yaml with a wrong value; its default is used",
    "broken-front-matter": "front matter that is not YAML; the lines that can be read are used",
    "broken-json": "a line that is not JSON",
    "broken-marker": "a marker of a machine section that does not fit the others; it is not refreshed",
    "broken-settings": "a vault.yaml that cannot be read; the vault cannot be opened until it is corrected",
    "case-twin": "two files whose names differ only in upper and lower case",
    "conflict-copy": "a copy that a sync tool left beside the file it could not merge",
    "conflict-marker": "a conflict that git left in the file; both sides are read, nothing is written",
    "control-character": "a control character inside a text; NUL is read as U+FFFD",
    "duplicate-id": "two records with one id; one of them is used",
    "duplicate-key": "a key that stands twice in one object; the last one counts",
    "duplicate-line": "a memory that stands twice; it is used once",
    "erased-memory": "a memory that was erased, in a copy that has come back; it is not used",
    "file-too-large": "a file larger than the program reads",
    "folder-like-file": "a folder whose name ends like a file of the vault",
    "half-archived": "a memory that is replaced or in the archive, and still stands in facts; it is history",
    "half-written-line": "a broken last line without a line end, perhaps still being written",
    "hard-link-twin": "a second name of a file that is read under another name",
    "line-too-long": "a line longer than a record may be",
    "lone-surrogate": "half of a surrogate pair in a text; it is read as U+FFFD",
    "missing-content": "a record without content, or with nothing but blanks",
    "missing-setting": "a setting that every vault has and this vault.yaml lacks",
    "near-miss-key": "an unknown key that is spelled almost like a known one; it is ignored",
    "nested-too-deep": "arrays or objects that are nested too deeply",
    "not-a-file": "a named pipe, socket or device where a file is expected",
    "not-an-object": "a line that is JSON, but not an object",
    "not-downloaded": "a placeholder of a cloud drive whose file is not on this machine",
    "not-embedded": "a text that the embedding model could not read; it is found by its words only",
    "not-text": "a file that is not text",
    "not-utf8": "bytes that are not UTF-8 (in a note they are read as U+FFFD)",
    "note-too-long": "a note longer than a note may be",
    "nul-byte": "NUL bytes, as crashes leave them (in a note they are read as U+FFFD)",
    "out-of-range": "a number outside its range; the field is ignored",
    "plugin-failed": "a plugin that cannot be loaded, or a hook of it that failed; it is passed over",
    "secret": "a key, a token or a password that a writer would have masked",
    "setting-not-allowed": "a setting in vault.yaml that names a path, address, command or model",
    "side-by-side": "two versions of a part of a note, one below the other; both are read",
    "symlink-broken": "a symbolic link to something that does not exist",
    "symlink-loop": "a symbolic link that leads back to itself or to a folder above it",
    "symlink-outside": "a symbolic link that leads out of the vault",
    "unclosed-front-matter": "front matter without a closing --- line",
    "undecodable-name": "a file name that is not valid text",
    "unicode-twin": "two files whose names look the same and differ only in their Unicode form",
    "unknown-role": "a turn that is neither from the user nor from the assistant",
    "unknown-setting": "a setting in vault.yaml that nobody reads; it is ignored",
    "unknown-status": "a status that is not a known one; the memory is kept, but not recalled",
    "unknown-type": "a type that is not a known one; the memory is read as a fact",
    "unreadable-file": "a file the operating system refuses to read",
    "unreadable-folder": "a folder the operating system refuses to list",
    "unsupported-format": "a vault.yaml of a newer format, or with an unknown extension",
    "utf16": "a file in UTF-16 or UTF-32",
    "wrong-type": "a field with another kind of value than it should have",
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

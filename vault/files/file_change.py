"""A planned change of one file, as a value that can be shown before it is made."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from vault.files.fingerprint import Fingerprint
from vault.files.layout import printable

_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class FileChange:
    """What is to become of a file.

    Attributes:
        path: relative to the vault.
        before: its bytes when the change was planned; none when it does not exist yet.
        after: its bytes when the change is made.
        expected: fingerprint of `before`; None when it must not exist yet.
        reasons: what is done and why, one short text each.
        relies_on: files that must have these fingerprints when the change is made, by path: what is taken
            out here stands there.
    """

    path: str
    before: bytes
    after: bytes
    expected: Fingerprint | None
    reasons: tuple[str, ...] = ()
    relies_on: Mapping[str, Fingerprint] = field(default_factory=dict)

    @property
    def diff(self) -> str:
        """As unified diff, ready for a terminal."""
        return unified_diff(self.path, self.before, self.after)


def unified_diff(path: str, before: bytes, after: bytes) -> str:
    r"""The difference of two files as text: three lines of context, ends with a newline unless empty.

    Bytes that are not UTF-8 and control characters (a terminal would obey them) are shown escaped, a CR
    before the newline too.
    """
    old, new = _lines(before), _lines(after)
    name = printable(path)
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="\n")
    )


def _lines(data: bytes) -> list[str]:
    text = data.decode("utf-8", "backslashreplace")
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return [_UNSAFE.sub(_escaped, line) for line in lines if line]


def _escaped(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape").decode("ascii")

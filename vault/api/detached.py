"""Extraction by a process of its own, which outlives the one that captured: for commands and hooks."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from vault.api.extraction import extraction_lock
from vault.errors import LockTimeout
from vault.files.lock import write_lock

if TYPE_CHECKING:
    from vault.api.resources import Resources

_PROGRAM = "import sys; sys.path[:] = filter(None, sys.path); from vault.cli.main import main; main()"
"""The command, whatever the working folder: with `-m` Python would look for modules there first, and that may
be a vault, from which nothing is ever loaded."""

_started: list[subprocess.Popen[bytes]] = []
"""Those that may still run; asked now and then, so that none is left behind as a zombie."""


def extract_detached(resources: Resources) -> bool:
    """Have what is in the journal extracted by another process; returns at once.

    Returns:
        Whether one was started. Not when one is at it already: that one looks again before it ends.
    """
    _started[:] = [each for each in _started if each.poll() is None]
    try:
        with write_lock(extraction_lock(resources), 0):
            pass
    except LockTimeout:
        return False
    _started.append(
        subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-c", _PROGRAM, "--vault", str(resources.folder.root), "capture", "--pending"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    )
    return True

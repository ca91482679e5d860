"""What Linux tells about this process's inotify watches, and what it says when it has no more.

watchdog leaves folders unwatched without a word when the limit is reached; so they are counted.
"""

from __future__ import annotations

import errno
import sys
from contextlib import suppress
from pathlib import Path

OPEN_FILES = Path("/proc/self/fdinfo")

_REASONS = {
    errno.ENOSPC: "fs.inotify.max_user_watches is used up",
    errno.EMFILE: "fs.inotify.max_user_instances (or the limit of open files) is used up",
    errno.ENFILE: "the system's limit of open files is reached",
}


def limit_reached(error: OSError) -> str | None:
    """Which limit made watching fail, in words; None: another fault."""
    return _REASONS.get(error.errno or 0)


def count_watches() -> int | None:
    """How many folders this process watches; None where the system does not say."""
    if not sys.platform.startswith("linux") or not OPEN_FILES.is_dir():
        return None
    count = 0
    for opened in OPEN_FILES.iterdir():
        with suppress(OSError):
            count += opened.read_bytes().count(b"inotify wd:")
    return count

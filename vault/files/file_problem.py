"""What can be wrong with a file or folder before its text is looked at, as `Problem` values.

One function for each code. Faults inside the text are reported by `vault.format`.
"""

from __future__ import annotations

from vault.files.layout import printable
from vault.problem import Problem, Severity


def _problem(path: str, code: str, message: str, hint: str, severity: Severity = "error") -> Problem:
    return Problem(printable(path), 0, 0, code, message, hint, severity)


def conflict_copy(path: str, original: str) -> Problem:
    """`original` is the name of the file beside it."""
    return _problem(
        path,
        "conflict-copy",
        f"looks like a sync tool's conflict copy of `{printable(original)}` and is not read",
        f"compare it with `{printable(original)}`, take over what is missing there, then delete the copy; "
        "rename it if it is a file of its own",
    )


def symlink_outside(path: str) -> Problem:
    """The link's target is not told: it may be private to this machine."""
    return _problem(
        path,
        "symlink-outside",
        "is a symbolic link out of the vault and is not followed",
        "put the file itself into the vault",
    )


def symlink_loop(path: str) -> Problem:
    """A link to itself, to a link that comes back, or to a folder it lies in."""
    return _problem(
        path, "symlink-loop", "is a symbolic link that leads back to itself", "remove the link", "warning"
    )


def symlink_broken(path: str) -> Problem:
    """A link without a target."""
    return _problem(
        path,
        "symlink-broken",
        "is a symbolic link to something that does not exist",
        "restore its target or remove the link",
    )


def not_a_file(path: str) -> Problem:
    """A FIFO, socket or device: opening one could block for ever."""
    return _problem(
        path,
        "not-a-file",
        "is a named pipe, socket or device, not a file, and is never opened",
        "remove it or move it out of the vault",
    )


def folder_like_file(path: str) -> Problem:
    """Files inside are read as in any folder."""
    return _problem(
        path,
        "folder-like-file",
        "is a folder although its name ends like a file",
        "rename the folder; files in it are read all the same",
        "warning",
    )


def unreadable_file(path: str, reason: str) -> Problem:
    """`reason` is the operating system's."""
    return _problem(path, "unreadable-file", f"cannot be read: {reason}", "check its permissions")


def unreadable_folder(path: str, reason: str) -> Problem:
    """`reason` is the operating system's."""
    return _problem(
        path or ".",
        "unreadable-folder",
        f"cannot be listed: {reason}; what was known of the files in it is kept",
        "check its permissions",
    )


def undecodable_name(path: str) -> Problem:
    r"""The path is reported with `\xff` for each byte that is no text."""
    return _problem(
        path, "undecodable-name", "has a name that is not valid text; it is not read", "rename it"
    )


def unicode_twin(path: str, twin: str) -> Problem:
    """Both files are read."""
    return _problem(
        path,
        "unicode-twin",
        f"has the same name as `{twin}`, written with other Unicode characters",
        "keep one of the two; a Mac made one of them, or a sync tool",
        "warning",
    )


def case_twin(path: str, twin: str) -> Problem:
    """Both files are read."""
    return _problem(
        path,
        "case-twin",
        f"differs from `{twin}` only in upper and lower case",
        "rename or merge one of the two: a Mac or Windows machine can hold only one",
        "warning",
    )


def file_too_large(path: str, size: int, limit: int) -> Problem:
    """`size` and `limit` in bytes."""
    return _problem(
        path,
        "file-too-large",
        f"has {size / 2**20:.0f} MiB, more than the {limit / 2**20:.0f} MiB that are read",
        "split the file",
    )


def not_downloaded(path: str) -> Problem:
    """`path` is that of the file itself, not of its placeholder."""
    return _problem(
        path,
        "not-downloaded",
        "is in iCloud Drive but not on this machine",
        "choose Download Now (or Keep Downloaded for the folder) in Finder",
    )

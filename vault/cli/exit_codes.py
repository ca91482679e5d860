"""Exit codes of `memvault`, all of them. They are part of the command line's contract."""

from __future__ import annotations

from enum import IntEnum

from vault.errors import (
    CannotUndo,
    ConfigError,
    FolderNotEmpty,
    MemoryErased,
    MemvaultError,
    NoConflict,
    NotAMemory,
    NothingToResolve,
    NotUnderGit,
    OpenClawMissing,
    UnknownCommit,
    UnknownImporter,
    UnknownMemory,
    UnknownModel,
    UnknownUser,
    UnsupportedFormat,
    UserRequired,
    VaultExists,
    VaultNotFound,
    VaultSettingsBroken,
)


class ExitCode(IntEnum):
    """What the shell sees.

    Attributes:
        OK: done as asked; also a recall that rightly returned nothing.
        PROBLEMS: the command ran and found faults in what it looked at: `check` found problems,
            `eval --cases` a case that fails, `doctor` or `plugins` something that does not work, `conflicts`
            a contradiction, `forget --erase` something left, `remember`, `import` or `capture` something to
            refuse.
        USAGE: it could not begin as asked: a wrong option or value, no vault there, or one where a new
            one was to be made, a vault of another format, no or an unknown user, an id or model that does
            not exist, a wrong setting.
        DEGRADED: it was done only in part, or not at all, because something outside the command line is
            not in order: recall by words only because the model is missing, a status that is not clean,
            a vault that vanished, a lock, disk or network that failed.
        INTERNAL: a fault in memvault itself (`EX_SOFTWARE` of sysexits.h).
        INTERRUPTED: stopped by Ctrl-C, as shells report it.
        PIPE_CLOSED: the reader of the output went away (`| head`), as shells report it.
    """

    OK = 0
    PROBLEMS = 1
    USAGE = 2
    DEGRADED = 3
    INTERNAL = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141


_USAGE_FAULTS = (
    CannotUndo,
    ConfigError,
    FolderNotEmpty,
    MemoryErased,
    NoConflict,
    NothingToResolve,
    NotAMemory,
    OpenClawMissing,
    NotUnderGit,
    UnknownCommit,
    UnknownImporter,
    UnknownMemory,
    UnknownModel,
    UnknownUser,
    UnsupportedFormat,
    UserRequired,
    VaultExists,
    VaultNotFound,
    VaultSettingsBroken,
)


def exit_code_of(error: MemvaultError) -> ExitCode:
    """The code with which a command that raised `error` ends."""
    return ExitCode.USAGE if isinstance(error, _USAGE_FAULTS) else ExitCode.DEGRADED

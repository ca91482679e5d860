"""Faults of an operation: one exception tree, one class per fault.

Each class builds its own message, keeps the facts as attributes, and carries `hint`, the next step
for the person. Faults in the user's *text* are values, not exceptions: see `vault.problem`.
Exit codes and HTTP statuses are decided at the edges (`vault.cli`, `vault.service`), not here.
"""

from __future__ import annotations

from pathlib import Path


class MemvaultError(Exception):
    """Base of every fault memvault reports on purpose.

    Attributes:
        hint: what the person can do next; may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class VaultNotFound(MemvaultError):
    """No vault at the given place, or none was given and none was found above the working folder."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        where = f"no vault at {path}" if path else "no vault here or in any folder above"
        super().__init__(where, "pass --vault DIR, set MEMVAULT_DIR, or run `memvault init DIR`")


class VaultVanished(MemvaultError):
    """A vault that held memories is suddenly empty or gone; nothing was removed from the index."""

    def __init__(self, path: Path, indexed_files: int) -> None:
        self.path = path
        self.indexed_files = indexed_files
        lost = f"but {indexed_files} files are indexed; the index was left alone"
        super().__init__(
            f"{path} is empty or gone, {lost}" if indexed_files else f"{path} is gone or is not a folder",
            "check that the drive is mounted and the sync tool has finished; "
            "if the files were removed on purpose, run `memvault index --rebuild`",
        )


class VaultExists(MemvaultError):
    """A new vault was asked for where there is one already."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} is a vault already; nothing was changed", "")


class FolderNotEmpty(MemvaultError):
    """A new vault was asked for in a folder that holds other files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(
            f"{path} is not empty; nothing was changed",
            "pass --adopt to make a vault of an existing folder of notes; its files stay as they are",
        )


class UnsupportedFormat(MemvaultError):
    """The vault declares a format version or an extension that this program does not know."""

    def __init__(self, path: str, what: str) -> None:
        self.path = path
        self.what = what
        super().__init__(f"{path}: {what}", "upgrade memvault to open this vault")


class VaultSettingsBroken(MemvaultError):
    """`vault.yaml` cannot be read as settings, so it is not known whose vault this is."""

    def __init__(self, location: str, what: str) -> None:
        self.location = location
        self.what = what
        super().__init__(f"{location}: {what}", "correct vault.yaml by hand, then try again")


class OutsideVault(MemvaultError):
    """A path leads out of the vault, by itself or through a symbolic link; it was not followed."""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path} leads out of the vault", "only files inside the vault are read or written")


class ReadFailed(MemvaultError):
    """The operating system refused to read a file or folder, or it is not a regular file."""

    def __init__(self, path: Path | str, reason: str, hint: str = "check its permissions") -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"cannot read {path}: {reason}", hint)


class ChangedOnDisk(MemvaultError):
    """A file changed between reading and writing, again after a retry; nothing was written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} was changed by another program; nothing was written", "try again")


class LockTimeout(MemvaultError):
    """Another process held the vault's write lock for too long."""

    def __init__(self, path: Path, seconds: float) -> None:
        self.path = path
        self.seconds = seconds
        super().__init__(
            f"another memvault process has been writing to {path} for {seconds:.0f} s",
            "wait for it to finish, or stop it",
        )


class AlreadyWatched(MemvaultError):
    """Another watcher keeps this vault's index in step; one is enough."""

    def __init__(self, pid: int | None, role: str) -> None:
        self.pid = pid
        self.role = role
        whom = f"process {pid}" + (f" ({role})" if role else "") if pid else "another process"
        super().__init__(f"this vault is being watched already, by {whom}", "stop that one first")


class AlreadyServed(MemvaultError):
    """Another service answers for this vault; one is enough."""

    def __init__(self, path: Path, url: str, pid: int | None) -> None:
        self.path = path
        self.url = url
        self.pid = pid
        whom = f"process {pid} at {url}" if pid else "another process"
        super().__init__(f"{path} is being served already, by {whom}", "clients find it by themselves")


class CannotListen(MemvaultError):
    """The system gives the service no port to listen on."""

    def __init__(self, port: int, reason: str) -> None:
        self.port = port
        self.reason = reason
        super().__init__(
            f"cannot listen on port {port} of 127.0.0.1: {reason}",
            "choose another port, or leave --port out for a free one",
        )


class WriteFailed(MemvaultError):
    """The operating system refused a write (read-only, disk full, no permission); the old bytes stand."""

    def __init__(self, path: Path, reason: str, hint: str = "") -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"cannot write {path}: {reason}; the file is as it was", hint)


class UnparsedFile(MemvaultError):
    """A file that could not be understood is never rewritten."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(
            f"{path} is left as it is: {reason}", "run `memvault check`, correct it by hand, try again"
        )


class EditRefused(MemvaultError):
    """An edit would have changed more than the one record or section it is about; nothing was written."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} is left as it is: {reason}", "")


class BrokenMarkers(MemvaultError):
    """The markers of a note's machine section do not fit one another; the note was left alone.

    Attributes:
        fault: a `vault.format.machine_section.MarkerFault`.
        lines: on which markers stand.
    """

    def __init__(self, path: str, lines: tuple[int, ...], fault: str, what: str, hint: str) -> None:
        self.path = path
        self.lines = lines
        self.fault = fault
        super().__init__(f"{path}:{lines[-1]} {what}; the note is left as it is", hint)


class ProfileOfAnother(MemvaultError):
    """The note in which a person's profile would be kept belongs to somebody else; it was left alone."""

    def __init__(self, path: str, user: str, owner: str) -> None:
        self.path = path
        self.user = user
        self.owner = owner
        super().__init__(
            f"{path} belongs to {owner or 'nobody'}, not to {user or 'nobody'}; it is left as it is",
            "correct `user_id` in its front matter, or `users` in vault.yaml",
        )


class UnknownSection(MemvaultError):
    """The note has no section under this heading, or more than one."""

    def __init__(self, path: str, headings: tuple[str, ...], lines: tuple[int, ...] = ()) -> None:
        self.path = path
        self.headings = headings
        self.lines = lines
        name = " > ".join(headings) or "the text before the first heading"
        if lines:
            places = ", ".join(str(line) for line in lines)
            super().__init__(f"{path} has the section {name} at lines {places}", "say which line")
        else:
            super().__init__(f"{path} has no section {name}", "")


class UnknownMemory(MemvaultError):
    """No memory with this id (or more than one id starts like this)."""

    def __init__(self, memory_id: str, candidates: tuple[str, ...] = ()) -> None:
        self.memory_id = memory_id
        self.candidates = candidates
        if candidates:
            super().__init__(
                f"{memory_id} names {len(candidates)} memories: {', '.join(candidates[:5])}",
                "give more of the id",
            )
        else:
            super().__init__(f"no memory {memory_id}", "`memvault list` shows the ids")


class UnknownImporter(MemvaultError):
    """Nothing reads such files."""

    def __init__(self, name: str, importers: tuple[str, ...]) -> None:
        self.name = name
        self.importers = importers
        super().__init__(
            f"there is no importer {name}" if name else "a file without an ending names no importer",
            f"pass --with NAME; importers: {', '.join(importers)}",
        )


class ImportFailed(MemvaultError):
    """An importer could make no sense of a file; nothing was written."""

    def __init__(self, path: Path, importer: str, reason: str) -> None:
        self.path = path
        self.importer = importer
        self.reason = reason
        super().__init__(f"{importer} cannot read {path}: {reason}; nothing was written", "")


class OpenClawMissing(MemvaultError):
    """There is no OpenClaw on this machine, or it is somewhere else."""

    def __init__(self, program: str) -> None:
        self.program = program
        super().__init__(
            f"the command {program} was not found",
            "install it (`npm install -g openclaw`), or pass --openclaw PATH",
        )


class OpenClawFailed(MemvaultError):
    """A command of OpenClaw's own did not succeed."""

    def __init__(self, command: str, reason: str) -> None:
        self.command = command
        self.reason = reason
        super().__init__(f"`openclaw {command}` failed: {reason}", "its configuration is as it was before")


class NotAMemory(MemvaultError):
    """A note or a piece of a conversation was to be changed as if it were a memory."""

    def __init__(self, record_id: str, path: str) -> None:
        self.record_id = record_id
        self.path = path
        super().__init__(f"{record_id} is not a memory but a part of {path}", "edit that file instead")


class MemoryErased(MemvaultError):
    """A memory whose text was erased was to be restored."""

    def __init__(self, memory_id: str) -> None:
        self.memory_id = memory_id
        super().__init__(f"{memory_id} was erased; there is nothing left of it to restore", "")


class NoConflict(MemvaultError):
    """A contradiction was to be decided that there is not, or for both sides of it."""

    def __init__(self, memory_id: str) -> None:
        self.memory_id = memory_id
        super().__init__(
            f"there is no contradiction to decide for {memory_id}", "`memvault conflicts` lists what there is"
        )


class GitMissing(MemvaultError):
    """There is no git program on this machine."""

    def __init__(self) -> None:
        super().__init__("there is no git on this machine", "install git, then try again")


class NotUnderGit(MemvaultError):
    """The vault is in no git repository."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(
            f"{path} is not in a git repository", "run `git init` there, then `memvault git install`"
        )


class GitFailed(MemvaultError):
    """git did not do what it was asked to."""

    def __init__(self, command: str, reason: str) -> None:
        self.command = command
        self.reason = reason
        super().__init__(f"git {command}: {reason}", "")


class RepositoryBusy(MemvaultError):
    """The person is in the middle of a merge, a rebase or the like; no commit was made."""

    def __init__(self, operation: str) -> None:
        self.operation = operation
        super().__init__(
            f"a {operation} of git is not finished; nothing was done", "finish or abort it first"
        )


class UnknownCommit(MemvaultError):
    """A commit, a date or a memory was named that the history does not know."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the history knows no {name}", "`memvault git log` shows commits and ids")


class CannotUndo(MemvaultError):
    """What a commit changed cannot be taken back; nothing was done."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason
        super().__init__(f"{name} cannot be taken back: {reason}", "")


class BackupFailed(MemvaultError):
    """A backup cannot be made, read or restored."""

    def __init__(self, path: Path, reason: str, hint: str = "") -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}", hint)


class NothingToResolve(MemvaultError):
    """A conflict copy, a memory that stands twice or a kept version was named that there is not."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"{name} is no conflict that can be resolved", "`memvault conflicts` lists what there is"
        )


class NotMerged(MemvaultError):
    """Two versions of a file cannot be merged, or a merge cannot be taken back; nothing was changed."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(
            f"{path}: {reason}; nothing was changed",
            "compare the two by hand, or pass --resolve ours or theirs",
        )


class UserRequired(MemvaultError):
    """The vault holds memories of several users and nobody said for whom to answer."""

    def __init__(self, users: tuple[str, ...]) -> None:
        self.users = users
        super().__init__(
            f"this vault belongs to {len(users)} users and none was named",
            f"pass --user ID before the command; users: {', '.join(users)}",
        )


class UnknownUser(MemvaultError):
    """The vault holds no memories of the user who was named."""

    def __init__(self, user: str, users: tuple[str, ...]) -> None:
        self.user = user
        self.users = users
        known = f"users: {', '.join(users)}" if users else "it holds no memories yet"
        known += "; somebody new is added to `users` in vault.yaml"
        super().__init__(f"this vault knows no user {user}", known)


class ConfigError(MemvaultError):
    """The user's own configuration, an environment variable or a flag has a wrong value."""

    def __init__(self, where: str, what: str, hint: str = "") -> None:
        self.where = where
        self.what = what
        super().__init__(f"{where}: {what}", hint)


class MaskFailed(MemvaultError):
    """A mask of a plugin failed: nothing is written that it should have seen."""

    def __init__(self, plugin: str, reason: str) -> None:
        self.plugin = plugin
        self.reason = reason
        super().__init__(
            f"a mask of the plugin {plugin} failed, and nothing is written unmasked: {reason}",
            f"`memvault plugins` shows it; mend it, or switch it off in your config.yaml with "
            f"`plugins: {{{plugin}: off}}`",
        )


class ModelNotInstalled(MemvaultError):
    """The embedding model is not on this machine; recall by words still works."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"embedding model {name} is not installed", f"run `memvault model install {name}`")


class UnknownModel(MemvaultError):
    """No such model in the registry and no such folder."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"no embedding model called {name}", "`memvault model list` shows the names")


class ModelBroken(MemvaultError):
    """The files of an installed model do not fit together or fail to load."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason
        super().__init__(
            f"embedding model {name} cannot be loaded: {reason}",
            f"run `memvault model install {name} --force`",
        )


class DownloadFailed(MemvaultError):
    """A download ended early or was refused; what has arrived is kept and resumed next time."""

    def __init__(self, source: str, reason: str) -> None:
        self.source = source
        self.reason = reason
        super().__init__(f"cannot download {source}: {reason}", "check the network and try again")


class ChecksumMismatch(MemvaultError):
    """Downloaded bytes are not the published ones; they were removed."""

    def __init__(self, source: str, expected: str, actual: str) -> None:
        self.source = source
        self.expected = expected
        self.actual = actual
        super().__init__(
            f"{source} has sha256 {actual}, expected {expected}; it was removed",
            "try again; if it stays so, the source is not to be trusted",
        )


class IndexBroken(MemvaultError):
    """The derived database cannot be opened even after rebuilding."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(
            f"the index at {path} cannot be used: {reason}",
            "it holds nothing of yours: delete that folder and run `memvault index`",
        )

"""Runs the git program in a vault's repository: never through a shell, apart from what surrounds us.

Which commits to make is `vault.history.commit`, what commits tell is `vault.history.audit_log`.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from vault.errors import GitFailed, GitMissing, NotUnderGit

_SECONDS = 120
_SETTINGS = (
    "core.quotePath=false",
    "color.ui=false",
    "log.showSignature=false",
    "log.showRoot=true",
    "diff.renames=false",
    "gc.auto=0",
    "core.safecrlf=false",
)
_KEPT = (
    "GIT_CEILING_DIRECTORIES",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_EXEC_PATH",
    "GIT_TEMPLATE_DIR",
)
"""Of the variables with which git is told things, those that say how it is installed and not what to work on:
within a hook, the others name another index, another repository, or the person as the author."""
_UNFINISHED = (
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("sequencer", "cherry-pick"),
    ("BISECT_LOG", "bisect"),
)


@dataclass(frozen=True, slots=True)
class Git:
    """git, run in one folder.

    Attributes:
        folder: where it runs; paths are relative to it.
        within_hook: heed which index git has named to its hook: it is being committed.
        variables: added to the environment.
        seconds: after which a command is given up.
    """

    folder: Path
    within_hook: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)
    seconds: float = _SECONDS

    def run(self, *arguments: str, data: bytes = b"") -> bytes:
        """What git prints.

        Args:
            arguments: command and options.
            data: on its stdin.

        Raises:
            GitMissing: there is no git.
            GitFailed: it did not do it.
        """
        done = self.attempt(*arguments, data=data)
        if done.returncode != 0:
            raise GitFailed(arguments[0], _last_line(done.stderr))
        return done.stdout

    def text(self, *arguments: str) -> str:
        """What git prints, without blanks around. Errors as in `run`."""
        return self.run(*arguments).decode("utf-8", "replace").strip()

    def attempt(self, *arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """A command that may fail.

        Raises:
            GitMissing: there is no git.
            GitFailed: it did not come to an end.
        """
        try:
            return subprocess.run(  # noqa: S603 - a fixed program with a list of arguments
                self._command(arguments),
                input=data,
                capture_output=True,
                timeout=self.seconds,
                env=self._environment(),
                check=False,
            )
        except FileNotFoundError as error:
            raise GitMissing from error
        except (OSError, subprocess.SubprocessError) as error:
            raise GitFailed(arguments[0], str(error)) from error

    @contextmanager
    def started(self, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        """A command whose output is read while it runs; killed when it is left before its end.

        Raises:
            GitMissing: there is no git.
            GitFailed: it cannot be run.
        """
        try:
            process = subprocess.Popen(  # noqa: S603 - a fixed program with a list of arguments
                self._command(arguments),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                stdin=subprocess.DEVNULL,
                env=self._environment(),
            )
        except FileNotFoundError as error:
            raise GitMissing from error
        except OSError as error:
            raise GitFailed(arguments[0], str(error)) from error
        with process:
            try:
                yield process
            except BaseException:
                process.kill()
                raise

    def with_variables(self, **variables: str) -> Git:
        """The same with more in its environment."""
        return replace(self, variables={**self.variables, **variables})

    def _command(self, arguments: Iterable[str]) -> list[str]:
        settings = (part for each in _SETTINGS for part in ("-c", each))
        return ["git", "--no-pager", "-C", str(self.folder), *settings, *arguments]

    def _environment(self) -> dict[str, str]:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT
        }
        index = os.environ.get("GIT_INDEX_FILE")
        if self.within_hook and index:
            environment["GIT_INDEX_FILE"] = str(Path(index).absolute())
        fixed = {
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_LITERAL_PATHSPECS": "1",
            "LC_ALL": "C.UTF-8",
        }
        return {**environment, **fixed, **self.variables}


@dataclass(frozen=True, slots=True)
class Entry:
    """A file as a tree or an index names it: mode (`100644`) and id of its blob."""

    mode: str
    blob: str


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository that a vault is in, seen from the vault: all paths are relative to the vault.

    Attributes:
        git: run in the vault's folder.
        prefix: of the vault in the work tree: empty, or ends with `/`.
        git_folder: of this work tree; a linked one has its own.
    """

    git: Git
    prefix: str
    git_folder: Path

    @property
    def root(self) -> Path:
        """The vault."""
        return self.git.folder

    def head(self) -> str:
        """The id of the commit that is checked out; empty when there is none yet."""
        return self.git.attempt("rev-parse", "--verify", "--quiet", "HEAD^{commit}").stdout.decode().strip()

    def commit_id(self, name: str) -> str:
        """The commit that a name, a beginning of an id, `HEAD~2` … means; empty when none."""
        if not name or name.startswith("-"):
            return ""
        done = self.git.attempt("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        return done.stdout.decode().strip() if done.returncode == 0 else ""

    def unfinished(self) -> str:
        """What the person is in the middle of (`rebase`, `merge`, …); empty: nothing."""
        return next((what for name, what in _UNFINISHED if (self.git_folder / name).exists()), "")

    def files(self, commit: str) -> dict[str, Entry]:
        """The files of the vault in a commit; none where that is empty."""
        if not commit:
            return {}
        listed = self.git.run("ls-tree", "-r", "-z", commit)
        return _entries(listed)

    def index(self) -> dict[str, Entry]:
        """The files of the vault that are staged, conflicts left out."""
        found: dict[str, Entry] = {}
        for line in _fields(self.git.run("ls-files", "--stage", "-z")):
            facts, _, path = line.partition("\t")
            mode, blob, stage = facts.split()
            if stage == "0":
                found[path] = Entry(mode, blob)
        return found

    def unmerged(self) -> dict[str, dict[str, Entry]]:
        """The files that git could not merge: their versions by stage (`1` base, `2` ours, `3` theirs)."""
        found: dict[str, dict[str, Entry]] = {}
        for line in _fields(self.git.run("ls-files", "--unmerged", "-z")):
            facts, _, path = line.partition("\t")
            mode, blob, stage = facts.split()
            found.setdefault(path, {})[stage] = Entry(mode, blob)
        return found

    def blobs(self, ids: Iterable[str]) -> dict[str, bytes]:
        """The contents of blobs, by id; those that are missing are left out (a partial clone)."""
        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return {}
        answer = self.git.run("cat-file", "--batch", data="".join(f"{each}\n" for each in wanted).encode())
        return dict(_objects(answer))

    def contents(self, entries: Mapping[str, Entry]) -> dict[str, bytes]:
        """Files with their bytes, by path; symbolic links and submodules are left out."""
        regular = {path: each.blob for path, each in entries.items() if each.mode.startswith("100")}
        blobs = self.blobs(regular.values())
        return {path: blobs[blob] for path, blob in regular.items() if blob in blobs}


def open_repository(root: Path, *, within_hook: bool = False) -> Repository:
    """The repository that the vault at `root` is in.

    Args:
        root: of the vault.
        within_hook: called by a hook of git.

    Raises:
        GitMissing: there is no git on this machine.
        NotUnderGit: it is in none.
        GitFailed: git does not trust it, or it is broken.
    """
    git = Git(root, within_hook)
    done = git.attempt("rev-parse", "--is-inside-work-tree", "--absolute-git-dir")
    lines = done.stdout.decode("utf-8", "surrogateescape").splitlines()
    if done.returncode != 0:
        reason = _last_line(done.stderr)
        if "not a git repository" in reason and not (root / ".git").exists():
            raise NotUnderGit(root)
        raise GitFailed("rev-parse", reason)
    if lines[0] != "true":
        raise NotUnderGit(root)
    prefix = git.run("rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").rstrip("\n")
    return Repository(git, prefix, Path(lines[1]))


def _entries(listed: bytes) -> dict[str, Entry]:
    found = {}
    for line in _fields(listed):
        facts, _, path = line.partition("\t")
        mode, _, blob = facts.split()
        found[path] = Entry(mode, blob)
    return found


def _fields(data: bytes) -> list[str]:
    """Parts that end with NUL; bytes that are no text become what the file system calls them."""
    return data.decode("utf-8", "surrogateescape").split("\0")[:-1]


def _objects(answer: bytes) -> Iterator[tuple[str, bytes]]:
    start = 0
    while start < len(answer):
        end = answer.index(b"\n", start)
        facts = answer[start:end].split()
        start = end + 1
        if len(facts) == 3:
            size = int(facts[2])
            yield facts[0].decode(), answer[start : start + size]
            start += size + 1


def _last_line(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    telling = [line for line in lines if line.startswith(("fatal:", "error:"))]
    line = (telling or lines or ["no reason given"])[-1]
    return line.removeprefix("fatal: ").removeprefix("error: ")

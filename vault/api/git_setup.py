"""`git install`: teach a repository to merge memories by id and to check what is committed.

Written are git's settings of this repository, a hook, and missing lines of `.gitattributes` and `.gitignore`.
Nothing that a person has set there is changed.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vault.errors import GitFailed
from vault.files.atomic_write import TEMPORARY_PATTERN, replace_file
from vault.files.fingerprint import locate, read_file
from vault.files.lock import WriteLock
from vault.files.system_calls import write_failures
from vault.history.git import Repository, open_repository

Hook = Literal["installed", "unchanged", "theirs", "elsewhere", "off"]

DRIVER = "memvault"
_NAME = "memvault: memories by id, notes by section"
_MARK = "# Written by memvault: what is committed is checked."
_GIT_ITSELF = '{ ! grep -qs "^<<<<<<<" %A && git merge-file -q %A %O %B; }'
"""What git's shell runs where this program is gone or broken: git would take our side alone for the merge."""
_ATTRIBUTES = (
    ("facts/a.jsonl", "*.jsonl -text merge=memvault"),
    ("notes/a.md", "*.md -text merge=memvault"),
    ("vault.yaml", "vault.yaml -text"),
)
_IGNORED = (("usage/a.jsonl", "/usage/"), (TEMPORARY_PATTERN.replace("*", "a"), TEMPORARY_PATTERN))


@dataclass(frozen=True, slots=True)
class GitInstalled:
    """What was set up.

    Attributes:
        driver: the command with which git merges.
        written: files of the vault that got lines; they are to be committed.
        hook: `installed`; `unchanged`: it was there; `theirs`: there is another one, which is left alone;
            `elsewhere`: hooks are shared with other repositories, so that none is put there.
        hook_path: where it is, or would be.
        hook_line: what to put into a hook of one's own.
        auto_commit: whether what the program writes is committed by itself.
    """

    driver: str
    written: tuple[str, ...]
    hook: Hook
    hook_path: Path
    hook_line: str
    auto_commit: bool = False


def install(root: Path, lock: WriteLock, *, hook: bool = True, auto_commit: bool = False) -> GitInstalled:
    """Set a vault's repository up; doing it again changes nothing.

    Args:
        root: of the vault.
        lock: held.
        hook: whether what is committed is checked.
        auto_commit: whether what the program writes is committed; only handed on.

    Raises:
        NotUnderGit, GitMissing, GitFailed: nothing was done.
        WriteFailed, ChangedOnDisk: a file cannot be written.
    """
    repository = open_repository(root)
    command = program()
    driver = f"{command} merge-file %O %A %B %P || {_GIT_ITSELF}"
    git = repository.git
    git.run("config", "--local", f"merge.{DRIVER}.name", _NAME)
    git.run("config", "--local", f"merge.{DRIVER}.driver", driver)
    attributes = [line for path, line in _ATTRIBUTES if not _has_attributes(repository, path, line)]
    ignored = [line for path, line in _IGNORED if not _is_ignored(repository, path)]
    written = [
        name
        for name, lines in ((".gitattributes", attributes), (".gitignore", ignored))
        if _add_lines(root, name, lines, lock)
    ]
    line = hook_line(repository, command)
    state, path = _install_hook(repository, line) if hook else ("off", Path())
    return GitInstalled(driver, tuple(written), state, path, line, auto_commit)


def program() -> str:
    """How git's shell starts this program, whatever the PATH of whoever commits."""
    beside = Path(sys.executable).parent / "memvault"
    found = str(beside) if beside.is_file() else shutil.which("memvault")
    # -I: a folder `vault` where git is called is not this program.
    return shlex.quote(found) if found else f"{shlex.quote(sys.executable)} -I -m vault"


def hook_line(repository: Repository, command: str) -> str:
    """What a hook runs. Hooks start at the top of the work tree, which another one may share."""
    place = shlex.quote(f"./{repository.prefix}".rstrip("/") or ".")
    return f"{command} --vault {place} git check"


def _install_hook(repository: Repository, line: str) -> tuple[Hook, Path]:
    folder = Path(repository.git.text("rev-parse", "--git-path", "hooks"))
    path = (repository.root / folder).resolve() / "pre-commit"
    known = path.read_bytes() if path.exists() else b""
    if known and _MARK.encode() not in known:
        return "theirs", path
    common = Path(repository.git.text("rev-parse", "--git-common-dir"))
    if not path.is_relative_to((repository.root / common).resolve()):
        return "elsewhere", path
    text = _hook_text([*_other_lines(known.decode("utf-8", "replace"), line), line]).encode()
    if text == known:
        return "unchanged", path
    with write_failures(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        path.chmod(0o755)
    return "installed", path


def _other_lines(known: str, line: str) -> list[str]:
    """What the hook does for other vaults in the repository."""
    ours = line.partition(" --vault ")[2]
    lines = [each for each in known.splitlines() if each.endswith(" git check") and " --vault " in each]
    return [each for each in lines if each.partition(" --vault ")[2] != ours]


def _hook_text(lines: Sequence[str]) -> str:
    """Only problems that were found stop a commit, not a program that is gone or cannot run."""
    return "".join(
        [f"#!/bin/sh\n{_MARK}\n", *(f"{each}\n[ $? -ne 1 ] || exit 1\n" for each in lines), "exit 0\n"]
    )


def _has_attributes(repository: Repository, path: str, line: str) -> bool:
    """Whether the line would change nothing, or a person has decided otherwise."""
    wanted = ["text", *(["merge"] if "merge=" in line else [])]
    told = repository.git.run("check-attr", "-z", *wanted, "--", path).decode("utf-8", "replace")
    values = dict(zip(told.split("\0")[1::3], told.split("\0")[2::3], strict=False))
    return all(values.get(name) not in ("unspecified", "auto") for name in wanted)


def _is_ignored(repository: Repository, path: str) -> bool:
    git = repository.git.with_variables(GIT_LITERAL_PATHSPECS="0")
    done = git.attempt("check-ignore", "--quiet", "--no-index", path)
    if done.returncode > 1:
        raise GitFailed("check-ignore", done.stderr.decode("utf-8", "replace").strip())
    return done.returncode == 0


def _add_lines(root: Path, name: str, lines: Sequence[str], lock: WriteLock) -> bool:
    if not lines:
        return False
    try:
        known = read_file(root, name)
    except FileNotFoundError:
        data, expected = b"", None
    else:
        data, expected = known.data, known.fingerprint
    end = b"\r\n" if b"\r\n" in data else b"\n"
    begin = data if not data or data.endswith(b"\n") else data + end
    added = b"".join(each.encode() + end for each in ("# Written by memvault.", *lines))
    replace_file(locate(root, name), begin + added, expected=expected, lock=lock)
    return True

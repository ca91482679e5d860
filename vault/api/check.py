"""`check`: everything that is wrong in the text of a vault, read afresh; and the repairs that are safe.

Neither the index nor the model is needed, so it works on a vault in which everything is broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vault.errors import OutsideVault, ReadFailed, UnsupportedFormat, VaultSettingsBroken
from vault.files.file_problem import unreadable_file
from vault.files.fingerprint import read_file
from vault.files.lock import write_lock
from vault.files.repair import Applied, Repairs, apply_repairs, plan_repairs
from vault.files.scan import FileSeen
from vault.files.vault_folder import VaultFolder, open_folder
from vault.format.defaults import Defaults
from vault.format.duplicate_ids import Place, find_duplicates
from vault.format.vault_yaml import VaultYaml
from vault.index.compare import INDEXED_KINDS
from vault.index.contents import FoundRecord, read_contents
from vault.index.progress import Step
from vault.problem import Problem

WRITE_SECONDS = 10.0
"""How long to wait for another writer."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What is wrong.

    Attributes:
        problems: sorted by path and line.
        files: how many were read.
        records: how many were found in them.
    """

    problems: tuple[Problem, ...]
    files: int
    records: int

    @property
    def errors(self) -> int:
        """How many problems keep something from being used."""
        return sum(problem.severity == "error" for problem in self.problems)


def check(root: Path, progress: Step | None = None) -> CheckReport:
    """Read every file of the vault at `root` and gather what is wrong.

    Args:
        root: of the vault.
        progress: told how far it is.

    Raises:
        VaultNotFound: no such folder, or no `vault.yaml` in it.
        VaultVanished: the folder went away meanwhile.
    """
    folder, problems = _opened(root)
    found = folder.scan()
    problems += [*folder.problems, *found.problems]
    places: list[Place] = []
    files = [seen for seen in found.files.values() if seen.kind in INDEXED_KINDS]
    for done, seen in enumerate(files):
        contents, faults = _read(folder, seen)
        problems += faults
        places += contents
        if progress is not None:
            progress("read", done + 1, len(files))
    problems += find_duplicates(places).problems
    return CheckReport(tuple(sorted(set(problems))), len(files), len(places))


def repairs(root: Path, now: datetime) -> Repairs:
    """What `check --fix` would change, as differences to look at; nothing is written.

    Raises:
        VaultSettingsBroken: `vault.yaml` must be corrected by hand first.
    """
    folder = open_folder(root)
    return plan_repairs(folder.root, folder.scan().files.values(), defaults=folder.defaults, now=now)


def apply(root: Path, planned: Repairs, lock: Path) -> Applied:
    """Make the planned changes; files that changed meanwhile are left alone and named.

    Args:
        root: of the vault.
        planned: by `repairs`.
        lock: the file that only one writer holds.

    Raises:
        LockTimeout: another process is writing.
    """
    with write_lock(lock, WRITE_SECONDS) as held:
        return apply_repairs(root, planned, lock=held)


def _opened(root: Path) -> tuple[VaultFolder, list[Problem]]:
    """The folder, with default settings and a problem where its own cannot be used."""
    try:
        return open_folder(root), []
    except VaultSettingsBroken as error:
        path, line, column = _place(error.location)
        broken = Problem(path, line, column, "broken-settings", error.what, error.hint)
    except UnsupportedFormat as error:
        broken = Problem("vault.yaml", 0, 0, "unsupported-format", error.what, error.hint)
    return VaultFolder(root, VaultYaml(), Defaults()), [broken]


def _place(location: str) -> tuple[str, int, int]:
    """`vault.yaml:3:7` -> its parts; numbers that are not there are 0."""
    path, line, column = re.fullmatch(r"(.*?)(?::(\d+))?(?::(\d+))?", location, re.DOTALL).groups()  # type: ignore[union-attr]
    return str(path), int(line or 0), int(column or 0)


def _read(folder: VaultFolder, seen: FileSeen) -> tuple[list[Place], list[Problem]]:
    try:
        data = read_file(folder.root, seen.path).data
    except FileNotFoundError:
        return [], []
    except (ReadFailed, OutsideVault) as error:
        return [], [unreadable_file(seen.path, getattr(error, "reason", str(error)))]
    contents = read_contents(
        seen.kind, data, path=seen.path, defaults=folder.defaults, language=folder.settings.language
    )
    return list(_places(contents.records)), list(contents.problems)


def _places(found: Iterable[FoundRecord]) -> Iterable[Place]:
    for each in found:
        record = each.record
        yield Place(
            record.id,
            record.path,
            record.line,
            record.updated_at or record.created_at,
            ended=record.archived or record.status in ("superseded", "forgotten"),
        )

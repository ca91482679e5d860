"""`check`: everything that is wrong in the text of a vault, read afresh; and the repairs that are safe.

Neither the index nor the model is needed, so it works on a vault in which everything is broken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vault.config.device import device_id
from vault.errors import OutsideVault, ReadFailed, UnsupportedFormat, VaultSettingsBroken
from vault.files.file_problem import unreadable_file
from vault.files.fingerprint import read_file
from vault.files.lock import write_lock
from vault.files.repair import Applied, Repairs, apply_repairs, plan_repairs
from vault.files.scan import FileSeen
from vault.files.vault_folder import VaultFolder, open_folder
from vault.format.defaults import Defaults
from vault.format.duplicate_ids import Place, find_duplicates
from vault.format.half_archived import Standing, find_half_archived, half_archived_problem
from vault.format.memory_line import parse_memories
from vault.format.vault_yaml import VaultYaml
from vault.index.compare import compare
from vault.index.contents import read_contents
from vault.index.file_changes import twin_problem
from vault.index.progress import Step
from vault.model.tombstone import is_tombstone
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


@dataclass(frozen=True, slots=True)
class _Found:
    """What one file says."""

    problems: tuple[Problem, ...] = ()
    places: tuple[Place, ...] = ()
    standings: tuple[Standing, ...] = ()


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
    standings: list[Standing] = []
    plan = compare(found.files, {})
    problems += [twin_problem(path, original) for path, original in plan.twins]
    files = [found.files[path] for path in plan.new]
    for done, seen in enumerate(files):
        contents = _read(folder, seen)
        problems += contents.problems
        places += contents.places
        standings += contents.standings
        if progress is not None:
            progress("read", done + 1, len(files))
    problems += _between_records(places, standings)
    return CheckReport(tuple(sorted(set(problems))), len(files), len(places))


def repairs(root: Path, now: datetime) -> Repairs:
    """What `check --fix` would change, as differences to look at; nothing is written.

    Raises:
        VaultSettingsBroken: `vault.yaml` must be corrected by hand first.
    """
    folder = open_folder(root)
    found = folder.scan().files
    files = _with_one_name(found)
    return plan_repairs(folder.root, files, defaults=folder.defaults, now=now, device=device_id())


def _with_one_name(found: Mapping[str, FileSeen]) -> list[FileSeen]:
    """Files that nothing else is linked to: writing one anew would part it from its other name."""
    plan = compare(found, {})
    linked = {path for pair in plan.twins for path in pair}
    return [found[path] for path in plan.new if path not in linked]


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


def _read(folder: VaultFolder, seen: FileSeen) -> _Found:
    try:
        data = read_file(folder.root, seen.path).data
    except FileNotFoundError:
        return _Found()
    except (ReadFailed, OutsideVault) as error:
        return _Found((unreadable_file(seen.path, getattr(error, "reason", str(error))),))
    if seen.kind in {"memories", "archive"}:
        return _memories(data, seen, folder.defaults)
    contents = read_contents(
        seen.kind, data, path=seen.path, defaults=folder.defaults, language=folder.settings.language
    )
    records = [each.record for each in contents.records]
    places = [Place(each.id, each.path, each.line, each.updated_at or each.created_at) for each in records]
    return _Found(contents.problems, tuple(places))


def _memories(data: bytes, seen: FileSeen, defaults: Defaults) -> _Found:
    parsed = parse_memories(data, path=seen.path, defaults=defaults)
    archived = seen.kind == "archive"
    standings = [Standing(each.memory, seen.path, each.line, archived) for each in parsed.memories]
    places = [
        Place(
            each.memory.id,
            each.path,
            each.line,
            each.memory.updated_at or each.memory.created_at,
            ended=archived or each.memory.status in ("superseded", "forgotten"),
            erased=is_tombstone(each.memory),
        )
        for each in standings
    ]
    return _Found(parsed.problems, tuple(places), tuple(standings))


def _between_records(places: list[Place], standings: list[Standing]) -> list[Problem]:
    """Ids that stand twice, and memories on their way into `archive/`: of these it is known which counts."""
    half = [half_archived_problem(each) for each in find_half_archived(standings)]
    known = {(each.path, each.line) for each in half}
    twice = find_duplicates(places).problems
    return [*half, *(each for each in twice if (each.path, each.line) not in known)]

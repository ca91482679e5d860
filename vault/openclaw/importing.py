"""Takes what OpenClaw remembered into the vault: every line through the one gate for writing.

A dry run does the same in a copy of the vault that is thrown away: what it tells is what would happen.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from vault.api.open import open_vault
from vault.errors import ReadFailed
from vault.openclaw.transcript import read_transcript, transcript_files
from vault.openclaw.workspace import LeftOut, Statement, read_workspace

if TYPE_CHECKING:
    from vault.api.extraction import Extracted
    from vault.api.remembered import Remembered
    from vault.api.vault import Vault

_IGNORED = shutil.ignore_patterns(".git", ".stversions", "*.lock")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one statement.

    Attributes:
        statement: as it was read.
        result: what the gate made of it.
    """

    statement: Statement
    result: Remembered


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Every line that was read is in exactly one of the three numbers.

    Attributes:
        workspace: what was read.
        dry_run: nothing was written.
        outcomes: of the statements of the memory files.
        left_out: lines that are no statements.
        turns: messages of old sessions that were journalled.
        known_turns: those that the journal had already, and those without words.
        extracted: what they gave, or None without sessions.
    """

    workspace: Path
    dry_run: bool
    outcomes: tuple[Outcome, ...]
    left_out: tuple[LeftOut, ...]
    turns: int = 0
    known_turns: int = 0
    extracted: Extracted | None = None

    def _count(self, *actions: str) -> int:
        return sum(each.result.action in actions for each in self.outcomes)

    @property
    def read(self) -> int:
        """Lines of memory files that hold anything."""
        return len(self.outcomes) + len(self.left_out)

    @property
    def kept(self) -> int:
        """New memories."""
        return self._count("added", "superseded")

    @property
    def merged(self) -> int:
        """Statements that the vault knew, or that made a memory fuller."""
        return self._count("merged", "unchanged")

    @property
    def skipped(self) -> int:
        """Refused by the gate, or no statement."""
        return self._count("refused") + len(self.left_out)


def import_workspace(
    vault: Vault,
    workspace: Path,
    *,
    sessions: Path | None = None,
    user: str | None = None,
    dry_run: bool = False,
    now: datetime | None = None,
    progress: Callable[..., None] | None = None,
) -> ImportReport:
    """Read a workspace, and old session logs, into a vault.

    Args:
        vault: open.
        workspace: the agent's folder.
        sessions: a folder with session logs, e.g. OpenClaw's state folder; None: none.
        user: whose memories they become.
        dry_run: only tell.
        now: aware; None: the clock.
        progress: a `vault.index.progress.Step`.

    Raises:
        ReadFailed: there is no such folder.
        MemvaultError: as `Vault.remember_all` and `Vault.capture` raise.
    """
    for folder in (workspace, sessions):
        if folder is not None and not folder.is_dir():
            raise ReadFailed(folder, "there is no such folder")
    if not dry_run:
        return _import(vault, workspace, sessions, user=user, now=now, progress=progress)
    with tempfile.TemporaryDirectory(prefix="memvault-import-") as place:
        copy = Path(place) / "vault"
        shutil.copytree(vault.root, copy, symlinks=True, ignore=_IGNORED)
        chosen = user or vault.settings.user or None
        with open_vault(copy, user=chosen, index_folder=Path(place) / "index") as trial:
            tried = _import(trial, workspace, sessions, user=user, now=now, progress=progress)
    return replace(tried, dry_run=True)


def _import(
    vault: Vault,
    workspace: Path,
    sessions: Path | None,
    *,
    user: str | None,
    now: datetime | None,
    progress: Callable[..., None] | None,
) -> ImportReport:
    statements, left_out = read_workspace(workspace, ZoneInfo(vault.settings.timezone))
    results = vault.remember_all(
        [each.memory for each in statements], user=user, arrived="import", now=now, progress=progress
    )
    outcomes = tuple(Outcome(*pair) for pair in zip(statements, results, strict=True))
    report = ImportReport(workspace, dry_run=False, outcomes=outcomes, left_out=left_out)
    turns = (
        [turn for path in transcript_files(sessions) for turn in read_transcript(path)] if sessions else []
    )
    if not turns:
        return report
    captured = vault.capture(turns, user=user, extract="now", now=now)
    return replace(
        report,
        turns=captured.journalled,
        known_turns=captured.known + captured.skipped,
        extracted=captured.extracted,
    )

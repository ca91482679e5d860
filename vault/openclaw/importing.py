"""Takes what OpenClaw remembered into the vault: every line through the one gate for writing.

A dry run does the same in a copy of the vault that is thrown away: what it tells is what would happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from vault.api.turn_input import read_turns
from vault.errors import ReadFailed
from vault.model.turn import Turn
from vault.openclaw.said import Unsaid
from vault.openclaw.session_store import read_store, session_stores
from vault.openclaw.transcript import read_transcript, transcript_files
from vault.openclaw.trial import trial_of
from vault.openclaw.workspace import LeftOut, Statement, read_workspace

if TYPE_CHECKING:
    from vault.api.extraction import Extracted
    from vault.api.remembered import Remembered
    from vault.api.vault import Vault


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
class Conversations:
    """What became of the messages of old sessions; each is in exactly one of the numbers.

    Attributes:
        kept: journalled.
        known: the journal had them: they were captured, or imported before.
        skipped: how many for each reason; see `vault.openclaw.said.Reason`. `not-kept`: nothing but recalled
            memories, or said off the record.
        senders: ids of people whose messages were skipped since they are somebody else's.
        extracted: what the kept ones gave.
    """

    kept: int
    known: int
    skipped: Mapping[str, int]
    senders: tuple[str, ...]
    extracted: Extracted | None

    @property
    def read(self) -> int:
        """All of them."""
        return self.kept + self.known + sum(self.skipped.values())


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Every line that was read is in exactly one of the three numbers.

    Attributes:
        workspace: what was read.
        dry_run: nothing was written.
        outcomes: of the statements of the memory files.
        left_out: lines that are no statements.
        conversations: of old sessions, or None when none were asked for.
    """

    workspace: Path
    dry_run: bool
    outcomes: tuple[Outcome, ...]
    left_out: tuple[LeftOut, ...]
    conversations: Conversations | None = None

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
    senders: Collection[str] = (),
    user: str | None = None,
    dry_run: bool = False,
    now: datetime | None = None,
    progress: Callable[..., None] | None = None,
) -> ImportReport:
    """Read a workspace, and old session logs, into a vault.

    Args:
        vault: open.
        workspace: the agent's folder.
        sessions: OpenClaw's state folder, or one with session logs; None: none.
        senders: ids of the people whose messages in them are meant; empty: only the owner's.
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
            raise ReadFailed(folder, "there is no such folder", "check how it is written")
    if not dry_run:
        return _import(vault, workspace, sessions, senders, user=user, now=now, progress=progress)
    with trial_of(vault, user) as trial:
        tried = _import(trial, workspace, sessions, senders, user=user, now=now, progress=progress)
    return replace(tried, dry_run=True)


def _import(
    vault: Vault,
    workspace: Path,
    sessions: Path | None,
    senders: Collection[str],
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
    told = _conversations(vault, sessions, senders, user=user, now=now) if sessions else None
    return ImportReport(workspace, dry_run=False, outcomes=outcomes, left_out=left_out, conversations=told)


def _conversations(
    vault: Vault, sessions: Path, senders: Collection[str], *, user: str | None, now: datetime | None
) -> Conversations:
    found = [
        *(each for path in session_stores(sessions) for each in read_store(path, senders)),
        *(each for path in transcript_files(sessions) for each in read_transcript(path, senders)),
    ]
    unsaid = [each for each in found if isinstance(each, Unsaid)]
    turns = [each for each in found if isinstance(each, Turn)]
    known = _captured(vault)
    fresh = [each for each in turns if _told(each) not in known]
    done = vault.capture(fresh, user=user, extract="now", now=now) if fresh else None
    skipped = Counter(str(each.reason) for each in unsaid)
    if done is not None and done.skipped:
        skipped["not-kept"] = done.skipped
    return Conversations(
        kept=done.journalled if done else 0,
        known=len(turns) - len(fresh) + (done.known if done else 0),
        skipped=skipped,
        senders=tuple(sorted({each.sender for each in unsaid if each.sender})),
        extracted=done.extracted if done else None,
    )


def _captured(vault: Vault) -> frozenset[tuple[str, str, str]]:
    """What the journal has: the plugin numbers turns in its own way."""
    zone = ZoneInfo(vault.settings.timezone)
    files = sorted((vault.root / "journal").rglob("*.jsonl"))
    return frozenset(_told(turn) for path in files for turn in read_turns(path.read_bytes(), zone=zone).turns)


def _told(turn: Turn) -> tuple[str, str, str]:
    return turn.session_id, turn.role, turn.content

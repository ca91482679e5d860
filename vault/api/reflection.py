"""What a reflection did, or would do. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from vault.api.remembered import Remembered
from vault.errors import MemvaultError
from vault.files.file_change import FileChange
from vault.model.memory import Memory

Part = tuple[str, MemvaultError]


@dataclass(frozen=True, slots=True)
class Reflection:
    """What became of one person's days.

    Attributes:
        user: whose they are.
        days: that were looked at and on which something was said.
        proposed: facts of those days that were not known yet, in the order said.
        remembered: what the write gate made of them; empty when nothing was to be written.
        profile: how the profile changes; None when it does not.
        summaries: of old days, likewise.
        summarised: what the gate made of those.
    """

    user: str
    days: tuple[date, ...] = ()
    proposed: tuple[Memory, ...] = ()
    remembered: tuple[Remembered, ...] = ()
    profile: FileChange | None = None
    summaries: tuple[Memory, ...] = ()
    summarised: tuple[Remembered, ...] = ()

    @property
    def changes_something(self) -> bool:
        """Whether anything in the vault is, or would be, another thing than before."""
        if self.profile is not None:
            return True
        done = (*self.remembered, *self.summarised)
        if not done:
            return bool(self.proposed or self.summaries)
        return any(each.action not in ("unchanged", "refused") for each in done)


@dataclass(frozen=True, slots=True)
class ReflectReport:
    """What a run of `reflect` did.

    Attributes:
        reflections: one a person.
        removed: files of the journal whose time is over; paths relative to the vault.
        failed: what was left alone and why: paths of profiles and of journal files.
        dry_run: nothing was written; the rest says what would be.
    """

    reflections: tuple[Reflection, ...]
    removed: tuple[str, ...] = ()
    failed: tuple[Part, ...] = ()
    dry_run: bool = False

    @property
    def changes_something(self) -> bool:
        """Whether anything in the vault is, or would be, another thing than before."""
        return bool(self.removed) or any(each.changes_something for each in self.reflections)

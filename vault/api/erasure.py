"""What an erasure is going to do, and what it has come to. Pure values."""

from __future__ import annotations

from dataclasses import dataclass

from vault.api.git_search import HistorySearch
from vault.errors import MemvaultError
from vault.files.erasing import Cut
from vault.files.leftovers import Leftover
from vault.index.record import StoredRecord


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """What is going to be erased.

    Attributes:
        records: the memories that were asked for.
        ids: of these, and of others that say the same.
        cuts: every place from which something is going to be taken.
        related: memories and notes that may tell of the same in other words; they stay.
    """

    records: tuple[StoredRecord, ...]
    ids: tuple[str, ...]
    cuts: tuple[Cut, ...]
    related: tuple[StoredRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Erasure:
    """What was erased, and what is left of it.

    Attributes:
        ids: of the memories; nothing but these is left of them in the vault.
        cuts: every place from which something was taken, by its line before that.
        drafts: files that killed processes had left, deleted.
        failed: files that stayed as they were, and why.
        faults: parts of the derived data that could not be cleaned, in words.
        known: whether it was still known what to look for; False when it had been erased before.
        left: where it was found afterwards: in the vault, in copies of it, and in this program's folders.
        unread: files and folders that could not be looked into.
        history: what git still holds.
        shared: the vault is of several people; of what is left, only the part of the one who asked is told.
    """

    ids: tuple[str, ...]
    cuts: tuple[Cut, ...]
    drafts: tuple[str, ...]
    failed: tuple[tuple[str, MemvaultError], ...]
    faults: tuple[str, ...]
    known: bool
    left: tuple[Leftover, ...]
    unread: tuple[str, ...]
    history: HistorySearch
    shared: bool = False

    @property
    def done(self) -> bool:
        """Whether everything was written that was to be written."""
        return not (self.failed or self.faults)

    @property
    def gone(self) -> bool:
        """Whether all was done, and nothing was found afterwards, in the history of git neither."""
        nothing_held = not (self.history.commits or self.history.loose) and self.history.complete
        return self.done and not (self.left or self.unread) and nothing_held

"""How one vault is watched for as long as it stays where it is: told by the system, or by looking."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vault.errors import VaultVanished
from vault.files.layout import SETTINGS_FILE
from vault.watch.network_drive import silent_drive
from vault.watch.observing import CannotObserve, Observing, Told
from vault.watch.polling import Polling

PollingChoice = Literal["auto", "always", "never"]
"""`always` look; `auto`: on network drives and when a limit is reached; `never`: only when one is."""
Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A vault that is being watched.

    Attributes:
        root: of the vault.
        identity: device and inode of the root: another one means that the vault was replaced or remounted.
        polling: finds changes by looking, in either mode.
        observing: told by the system; None when it does not tell.
        reason: why it does not, in words.
        limited: the reason is a limit, which may be lifted.
    """

    root: Path
    identity: Identity
    polling: Polling
    observing: Observing | None
    reason: str = ""
    limited: bool = False

    @property
    def mode(self) -> str:
        """`inotify`, `events` or `polling`."""
        return self.observing.mode if self.observing else "polling"

    def is_current(self) -> bool:
        """Whether the same vault is still at its place."""
        return identify(self.root) == self.identity

    def is_alive(self) -> bool:
        """Whether the system still tells, if it did."""
        return self.observing is None or self.observing.is_alive()

    def stop(self) -> None:
        """End what tells."""
        if self.observing is not None:
            self.observing.stop()


def identify(root: Path) -> Identity | None:
    """Device and inode of a vault; None when there is none.

    An empty folder where a drive used to be mounted is no vault: it has no `vault.yaml`.
    """
    try:
        found = root.stat()
        (root / SETTINGS_FILE).stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISDIR(found.st_mode) else None


def attach(root: Path, told: Told, *, choice: PollingChoice, note_folders: Sequence[str]) -> Attachment:
    """Begin to watch a vault in the best way that works.

    Raises:
        VaultVanished: there is none.
        ReadFailed: it cannot be listed.
    """
    identity = identify(root)
    if identity is None:
        raise VaultVanished(root, 0)
    polling = Polling(root, note_folders)
    reason = _why_not_observe(root, choice)
    if reason:
        return Attachment(root, identity, polling, None, reason)
    try:
        return Attachment(root, identity, polling, Observing(root, told, note_folders))
    except CannotObserve as error:
        return Attachment(root, identity, polling, None, str(error), limited=True)


def _why_not_observe(root: Path, choice: PollingChoice) -> str:
    if choice == "always":
        return "as configured"
    drive = silent_drive(root) if choice == "auto" else None
    return f"it lies on a drive of type {drive}, which does not tell of changes" if drive else ""

"""An open vault takes up what `vault.yaml` says by now, or says why it does not. Answers go on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault.api.locate import settings_for
from vault.config.load import differing, taken_from_vault
from vault.errors import MemvaultError
from vault.files.vault_folder import open_folder

if TYPE_CHECKING:
    from vault.api.resources import Resources

OWN_ID = "id"
"""Index and queue of this machine are kept under it."""


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """How the settings of an open vault stand since they were read last.

    Attributes:
        changed: dotted names of those that were taken over just now.
        restart: of those that say something else by now, and count from the next start on.
        fault: why nothing could be taken over; the old ones go on counting.
    """

    changed: tuple[str, ...] = ()
    restart: tuple[str, ...] = ()
    fault: MemvaultError | None = None

    @property
    def shape(self) -> dict[str, object]:
        """For JSON: what stays to be known after `changed` was told."""
        return {"restart": list(self.restart), "fault": "" if self.fault is None else str(self.fault)}


def read_settings_again(resources: Resources) -> SettingsRead:
    """Take over what may change while a vault is open. Never raises; `resources.settings_read` keeps it."""
    try:
        folder = open_folder(resources.folder.root)
        loaded = settings_for(folder.settings)
    except MemvaultError as fault:
        resources.settings_read = SettingsRead((), resources.settings_read.restart, fault)
        return resources.settings_read
    old = resources.loaded
    taken = taken_from_vault(old, loaded)
    restart = differing(taken, loaded)
    if folder.settings.id != resources.folder.settings.id:
        restart = (OWN_ID, *restart)
        folder = replace(folder, settings=replace(folder.settings, id=resources.folder.settings.id))
    resources.take_settings(folder, taken)
    resources.settings_read = SettingsRead(differing(old, taken), restart)
    return resources.settings_read

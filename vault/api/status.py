"""`status`: how the index, the watcher and the model stand against the disk, looked at now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.backup_schedule import BackupStatus, backup_status
from vault.api.copies import other_copies
from vault.api.in_step import TALK
from vault.api.own_writes import foreign_writes
from vault.config import locations
from vault.config.device import device_id
from vault.errors import MemvaultError
from vault.files.layout import classify
from vault.watch.heartbeat import WatcherStatus, heartbeat_path, read_heartbeat

if TYPE_CHECKING:
    from vault.api.resources import Resources

_UNSETTLED = ("conflict-copy", "conflict-marker", "side-by-side")


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """The embedding model.

    Attributes:
        name: wanted; empty for words only.
        installed: whether it can be loaded.
        dimension: of its vectors; 0 when it is not installed.
        fits_index: whether the stored vectors are this model's, all of them.
        fault: why it cannot be used, or empty.
    """

    name: str
    installed: bool
    dimension: int
    fits_index: bool
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """How things stand.

    Attributes:
        on_disk: files that hold memories, notes or turns.
        indexed: of these, how many are in the index as they are on disk.
        quarantined: of these, how many could not be understood; their last good version is served.
        behind: what the next `index` has to do: files to read or to drop, passages to embed.
        clean: proven by this look: nothing behind, nothing quarantined, no dead watcher, vectors of the
            wanted model.
        root: of the vault.
        records: in the index.
        passages: in the index.
        problems: known in the vault's text.
        conflicts: of these, what several devices changed and nobody has settled: conflict copies, files in
            which git left a conflict, notes in which two versions stand.
        copies: other folders on this machine with the same vault id.
        device: under which name this one writes.
        device_shared: another machine writes under it, too.
        backup: how the backups stand.
    """

    on_disk: int
    indexed: int
    quarantined: int
    behind: int
    watcher: WatcherStatus
    model: ModelStatus
    clean: bool
    root: Path
    id: str
    users: tuple[str, ...]
    records: int
    passages: int
    problems: int
    conflicts: int
    generation: int
    copies: tuple[Path, ...]
    device: str
    device_shared: bool
    backup: BackupStatus


def watcher_died(watcher: WatcherStatus) -> bool:
    """Whether a watcher was started and has neither been stopped nor shows a sign of life."""
    beat = watcher.heartbeat
    return not watcher.alive and beat is not None and beat.state != "stopped"


def status(resources: Resources, now: datetime) -> Status:
    """Compare the disk with the index, and see who keeps it in step; changes nothing.

    Raises:
        IndexBroken: there is no index to compare with.
        VaultVanished: the vault's folder is gone.
    """
    found = resources.index.status(resources.folder, now - TALK)
    model = _model(resources, found.without_vector)
    # A watcher shows that it lives by the machine's clock, whatever time is asked about.
    watcher = read_heartbeat(heartbeat_path(resources.index_folder), datetime.now(timezone.utc))
    copies = other_copies(locations.indexes_dir(), resources.folder.settings.id, resources.folder.root)
    device = device_id()
    return Status(
        on_disk=found.on_disk,
        indexed=found.indexed,
        quarantined=found.quarantined,
        behind=found.behind,
        watcher=watcher,
        model=model,
        clean=found.clean and not found.quarantined and model.fits_index and not watcher_died(watcher),
        root=resources.folder.root,
        id=resources.folder.settings.id,
        users=resources.index.users(),
        records=found.records,
        passages=found.passages,
        problems=found.problems,
        conflicts=sum(
            each.code in _UNSETTLED and classify(each.path) != "settings"
            for each in resources.index.problems()
        ),
        generation=resources.index.generation,
        copies=copies,
        device=device,
        device_shared=bool(foreign_writes(resources, device, now)),
        backup=backup_status(resources, now),
    )


def _model(resources: Resources, without_vector: int) -> ModelStatus:
    wanted = resources.models.name
    try:
        model = resources.model
    except MemvaultError as error:  # e.g. a name that nobody knows
        return ModelStatus(wanted, installed=False, dimension=0, fits_index=False, fault=str(error))
    if model is None:
        fault = " ".join(resources.model_notices)
        return ModelStatus(wanted, installed=False, dimension=0, fits_index=not wanted, fault=fault)
    stored = resources.index.model_fingerprint
    fits = not without_vector and stored in ("", model.facts.fingerprint)
    return ModelStatus(model.facts.name, installed=True, dimension=model.facts.dimension, fits_index=fits)

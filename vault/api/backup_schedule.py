"""Backups that nobody has to think of: a running service makes one a day, where the person wants that.

Where to is in the person's own settings (`backup.folder`): a vault, which is shared, cannot name a path.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.backup import BackedUp, back_up, backups_in, keys_of, made_at
from vault.config.locations import state_dir
from vault.config.whole_file import put_whole
from vault.errors import BackupFailed, ConfigError
from vault.format.instant import format_instant

if TYPE_CHECKING:
    from vault.api.resources import Resources

NIGHT = time(3, 30)
"""In the vault's time zone: from then on the day has its backup."""
OVERDUE = timedelta(days=2)
_SETTING = "backup.folder"


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """How the backups of a vault stand.

    Attributes:
        last: when the last one that this device knows of was made; None: never.
        path: of that one.
        scheduled: whether a service is to make them.
        overdue: it is, and the last one is too old.
    """

    last: datetime | None
    path: Path | None
    scheduled: bool
    overdue: bool


def backup_status(resources: Resources, now: datetime) -> BackupStatus:
    """How the backups stand; a folder that cannot be read at the moment is no fault."""
    known: list[tuple[datetime, Path]] = []
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads(_record(resources).read_text(encoding="utf-8"))
        known.append((datetime.fromisoformat(str(kept["at"]).replace("Z", "+00:00")), Path(kept["path"])))
    with contextlib.suppress(OSError, ConfigError):
        known += _in_folder(resources)
    last, path = max(known, default=(None, None))
    scheduled = bool(resources.settings.backup.folder)
    return BackupStatus(last, path, scheduled, scheduled and (last is None or now - last > OVERDUE))


def is_due(resources: Resources, now: datetime) -> bool:
    """Whether a backup is wanted, and today has none yet.

    One from a day that is still to come was made by a wrong clock, and does not count.
    """
    if not resources.settings.backup.folder:
        return False
    try:
        made = [at for at, _ in _in_folder(resources)]
    except OSError:
        return True
    local = now.astimezone(resources.zone)
    days = {at.astimezone(resources.zone).date() for at in made}
    return local.date() not in days and (local.time() >= NIGHT or not made)


def back_up_as_set(resources: Resources, now: datetime) -> BackedUp:
    """Make the backup that the settings describe.

    Raises:
        ConfigError: there is no such setting, or it is no folder by its full path.
        BackupFailed: the folder is not there: a drive that is not mounted gets no files. See `back_up`, too.
    """
    wanted = resources.settings.backup
    folder = _folder(resources)
    if not folder.is_dir():
        raise BackupFailed(folder, "there is no such folder", "make it, or mount the drive that it is on")
    keys = keys_of([wanted.recipient] if wanted.recipient else [])
    return back_up(resources, folder, keys=keys, keep=wanted.keep, now=now)


def keep_in_mind(resources: Resources, made: BackedUp, now: datetime) -> None:
    """Note when and where a backup was made; it is made whether that can be noted or not."""
    text = json.dumps({"at": format_instant(now), "path": str(made.path)}, ensure_ascii=False)
    with contextlib.suppress(OSError, UnicodeEncodeError):
        put_whole(_record(resources), text)


def _in_folder(resources: Resources) -> list[tuple[datetime, Path]]:
    found = backups_in(_folder(resources), resources.folder.settings.id)
    return [(at, path) for path in found if (at := made_at(path)) is not None]


def _folder(resources: Resources) -> Path:
    wanted = resources.settings.backup.folder
    folder = Path(wanted).expanduser()
    if not wanted or not folder.is_absolute():
        what = f"{wanted!r} is no full path" if wanted else "is not set"
        raise ConfigError(_SETTING, what, "name a folder by its full path, or one that begins with ~/")
    return folder


def _record(resources: Resources) -> Path:
    return state_dir() / "backups" / f"{resources.index_folder.name}.json"

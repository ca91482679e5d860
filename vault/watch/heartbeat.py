"""The file, outside the vault, in which a watcher shows that it lives, and what a reader makes of it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Literal

SILENCE = timedelta(seconds=8)
"""A watcher that has not shown itself for so long is dead, or hangs."""
_AHEAD = timedelta(seconds=60)
FILE_NAME = "watcher.json"

State = Literal["starting", "watching", "vault missing", "stopped"]


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What a watcher says of itself. Times are aware.

    Attributes:
        pid: of its process.
        started: when it began.
        beat: when it wrote this.
        state: what it does. While the vault is missing it waits for it to come back.
        mode: `inotify` or `events` when the system tells of changes, `polling` when it looks itself.
        mode_reason: why it is `polling`; empty when it is not.
        behind: changes are noticed but not yet in the index.
        last_event: when a change was last noticed.
        last_reconcile: when changes were last acted on without a fault.
        busy_since: since when changes are being acted on.
        error: why that failed the last time, or why the vault cannot be watched.
        restarts: how often a thread had died or events had been lost.
        restart_reason: of the last time.
    """

    pid: int
    started: datetime
    beat: datetime
    state: State = "starting"
    mode: str = ""
    mode_reason: str = ""
    behind: bool = False
    last_event: datetime | None = None
    last_reconcile: datetime | None = None
    busy_since: datetime | None = None
    error: str = ""
    restarts: int = 0
    restart_reason: str = ""

    def as_dict(self) -> dict[str, object]:
        """For JSON; times as ISO 8601 in UTC."""
        return {
            name: value.astimezone(timezone.utc).isoformat() if isinstance(value, datetime) else value
            for name, value in asdict(self).items()
        }


@dataclass(frozen=True, slots=True)
class WatcherStatus:
    """Whether a watcher lives.

    Attributes:
        alive: it has shown itself within the last seconds and its process exists.
        reason: why it is not, for a person; empty when it is.
        heartbeat: what it said last; None when there is nothing readable.
    """

    alive: bool
    reason: str
    heartbeat: Heartbeat | None = None

    @property
    def keeps_in_step(self) -> bool:
        """Whether everything that changed until the last beat is in the index."""
        beat = self.heartbeat
        return (
            self.alive and beat is not None and beat.state == "watching" and not (beat.behind or beat.error)
        )


def heartbeat_path(index_folder: Path) -> Path:
    """Where the watcher of a vault shows itself, beside the vault's index."""
    return index_folder / FILE_NAME


def write_heartbeat(path: Path, heartbeat: Heartbeat) -> None:
    """Replace the file in one step, so that no reader sees half of it.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(heartbeat.as_dict(), file, ensure_ascii=False)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def read_heartbeat(path: Path, now: datetime) -> WatcherStatus:
    """Whether the watcher that writes `path` lives.

    Args:
        path: see `heartbeat_path`.
        now: aware.
    """
    try:
        heartbeat = _parse(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return WatcherStatus(alive=False, reason="no watcher has run")
    except (OSError, ValueError, TypeError, KeyError) as error:
        return WatcherStatus(alive=False, reason=f"{path} cannot be read: {type(error).__name__}")
    return WatcherStatus(not (reason := _why_dead(heartbeat, now)), reason, heartbeat)


def is_fresh(index_folder: Path, now: datetime | None = None) -> bool:
    """Whether a live watcher keeps the index in this folder in step, so that nobody else has to look."""
    return read_heartbeat(heartbeat_path(index_folder), now or datetime.now(timezone.utc)).keeps_in_step


def _why_dead(heartbeat: Heartbeat, now: datetime) -> str:
    if heartbeat.state == "stopped":
        return "it was stopped"
    if not _exists(heartbeat.pid):
        return f"its process {heartbeat.pid} has ended"
    silent = now - heartbeat.beat
    if silent > SILENCE:
        return f"no sign of life for {silent.total_seconds():.0f} s (process {heartbeat.pid})"
    if -silent > _AHEAD:
        return "its last sign of life lies in the future: the clock was put back"
    return ""


def _exists(pid: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _parse(data: Mapping[str, object]) -> Heartbeat:
    values: dict[str, object] = {}
    for field in fields(Heartbeat):
        value = data[field.name]
        if "datetime" in str(field.type) and value is not None:
            value = datetime.fromisoformat(str(value))
        values[field.name] = value
    heartbeat = Heartbeat(**values)  # type: ignore[arg-type]
    if not isinstance(heartbeat.pid, int) or heartbeat.pid <= 0 or heartbeat.beat.tzinfo is None:
        raise ValueError("not a heartbeat")
    return heartbeat

"""Since when recalls of a vault are counted on this device. Before that, nobody knows what was of use.

Kept in the state folder: a vault that is brought along from elsewhere brings no such date.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path

from vault.config.locations import state_dir
from vault.config.whole_file import put_whole
from vault.format.instant import format_instant


def counting_file(vault_id: str) -> Path:
    """Where the date is kept."""
    return state_dir() / "vaults" / vault_id / "counted-since"


def counted_since(vault_id: str) -> datetime | None:
    """Since when recalls are counted here; None: nothing was counted yet, or it is not known."""
    try:
        found = datetime.fromisoformat(
            counting_file(vault_id).read_text(encoding="ascii").strip().replace("Z", "+00:00")
        )
    except (OSError, ValueError):
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=timezone.utc)


def begin_counting(vault_id: str, now: datetime) -> None:
    """Note that recalls are counted from now on, unless they are already.

    Where it cannot be noted, nothing comes to rest for want of use; that is no fault worth stopping for.
    """
    if counted_since(vault_id) is not None:
        return
    with suppress(OSError):
        put_whole(counting_file(vault_id), format_instant(now) + "\n")

"""Where the program itself puts memories: one file a device a month, so that no two devices share one."""

from __future__ import annotations

from datetime import datetime, timezone

from vault.files.layout import folder_name

CONFLICTS = "archive/conflicts"
"""Where versions of memories are kept that lost in a merge, one file each, and resolved conflict copies."""
KEPT_SUFFIXES = (".merged", ".undo")
"""Of a resolved conflict copy, byte for byte, and of what takes its resolution back. Nobody reads them."""


def facts_path(device: str, at: datetime) -> str:
    """`facts/auto/<device>/2026-11.jsonl`, relative to the vault, for what is added at an instant (UTC)."""
    return f"facts/auto/{_of_month(device, at)}"


def archive_path(device: str, at: datetime) -> str:
    """`archive/<device>/2026-11.jsonl`, relative to the vault, for what is archived at an instant (UTC)."""
    return f"archive/{_of_month(device, at)}"


def _of_month(device: str, at: datetime) -> str:
    return f"{folder_name(device)}/{at.astimezone(timezone.utc):%Y-%m}.jsonl"


def lost_path(memory_id: str) -> str:
    """Where a version that lost is kept: the same file on every device, with nothing else in it."""
    return f"{CONFLICTS}/{folder_name(memory_id)}.jsonl"


def kept_path(copy: str, digest: str, suffix: str) -> str:
    """Where a resolved conflict copy is kept.

    Args:
        copy: its path.
        digest: of its path and bytes: two copies may be called alike; shortened to the first 8 characters of
            each part.
        suffix: one of `KEPT_SUFFIXES`.
    """
    short = ".".join(part[:8] for part in digest.split("."))
    return f"{CONFLICTS}/{copy.rpartition('/')[2]}.{short}{suffix}"


def is_lost_version(path: str) -> bool:
    """Whether a file of the archive holds a version that lost in a merge."""
    return path.startswith(f"{CONFLICTS}/")

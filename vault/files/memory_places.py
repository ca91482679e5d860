"""Where the program itself puts memories: one file a device a month, so that no two devices share one."""

from __future__ import annotations

from datetime import datetime, timezone

from vault.files.layout import folder_name


def facts_path(device: str, at: datetime) -> str:
    """`facts/auto/<device>/2026-11.jsonl`, relative to the vault, for what is added at an instant (UTC)."""
    return f"facts/auto/{_of_month(device, at)}"


def archive_path(device: str, at: datetime) -> str:
    """`archive/<device>/2026-11.jsonl`, relative to the vault, for what is archived at an instant (UTC)."""
    return f"archive/{_of_month(device, at)}"


def _of_month(device: str, at: datetime) -> str:
    return f"{folder_name(device)}/{at.astimezone(timezone.utc):%Y-%m}.jsonl"

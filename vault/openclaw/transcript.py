"""Conversations that OpenClaw kept as files: one JSON line an entry, `{"type": "message", "message": {…}}`.

Newer versions keep them in a database, which is left alone; export those with `openclaw sessions`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from vault.model.turn import Role, Turn

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant"}
_SILENT = ("NO_REPLY", "HEARTBEAT_OK")
_MACHINE = ("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "System: ", "[cron:", "Read HEARTBEAT.md")


def transcript_files(folder: Path) -> tuple[Path, ...]:
    """Session logs below a folder: of a state folder (`agents/<id>/sessions/*.jsonl`) or of a workspace."""
    patterns = ("agents/*/sessions/*.jsonl", "sessions/*.jsonl", "*.jsonl")
    found = {path.resolve(): path for pattern in patterns for path in sorted(folder.glob(pattern))}
    return tuple(path for path in found.values() if path.is_file())


def read_transcript(path: Path) -> Iterator[Turn]:
    """What people and the assistant said; no tool results, thoughts or system lines. Bad lines go by.

    Raises:
        OSError: it cannot be read.
    """
    session = path.stem
    number = 0
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if not isinstance(entry, dict):
                continue
            if entry.get("type") == "session" and isinstance(entry.get("id"), str):
                session = entry["id"]
            message = entry.get("message") if entry.get("type") == "message" else None
            role = _ROLES.get(str(message.get("role"))) if isinstance(message, dict) else None
            content = _text(message.get("content")) if isinstance(message, dict) and role else ""
            if role is None or not content or content in _SILENT or content.startswith(_MACHINE):
                continue
            number += 1
            yield Turn(
                session_id=f"openclaw-{session}"[:200],
                turn=number,
                role=role,
                content=content,
                at=_instant(message.get("timestamp") if isinstance(message, dict) else None)
                or _instant(entry.get("timestamp")),
                agent_id=_agent(path),
            )


def _text(content: object) -> str:
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    parts = (part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text")
    return "\n".join(part for part in parts if isinstance(part, str)).strip()


def _instant(value: object) -> datetime | None:
    try:
        if isinstance(value, (int, float)):
            return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, timezone.utc)
        parsed = datetime.fromisoformat(str(value).replace("Z", "+00:00"))
    except (ValueError, OverflowError, OSError):
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=timezone.utc)


def _agent(path: Path) -> str:
    parts = path.parts
    return parts[-3] if len(parts) > 3 and parts[-2] == "sessions" else ""

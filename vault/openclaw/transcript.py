"""Conversations that OpenClaw before 2026.9 kept as files: one JSON line an entry."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path

from vault.model.turn import Turn
from vault.openclaw.said import Unsaid, turns_of


def transcript_files(folder: Path) -> tuple[Path, ...]:
    """Session logs below a folder: of a state folder (`agents/<id>/sessions/*.jsonl`) or of a workspace."""
    patterns = ("agents/*/sessions/*.jsonl", "sessions/*.jsonl", "*.jsonl")
    found = {path.resolve(): path for pattern in patterns for path in sorted(folder.glob(pattern))}
    return tuple(path for path in found.values() if path.is_file())


def read_transcript(path: Path, senders: Collection[str] = ()) -> Iterator[Turn | Unsaid]:
    """What was said, and what is no turn; see `vault.openclaw.said`.

    Raises:
        OSError: it cannot be read.
    """
    with path.open(encoding="utf-8", errors="replace") as file:
        yield from turns_of(map(_entry, filter(str.strip, file)), path.stem, _agent(path), senders)


def _entry(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return Unsaid("unreadable")


def _agent(path: Path) -> str:
    parts = path.parts
    return parts[-3] if len(parts) > 3 and parts[-2] == "sessions" else ""

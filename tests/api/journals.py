"""Journals as capture would have written them, and what reflection makes of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

from tests.api.conftest import Place
from vault.api.reflection import Reflection, ReflectReport

TODAY, YESTERDAY = date(2026, 11, 30), date(2026, 11, 29)
OLD = date(2026, 10, 1)


def journal(
    place: Place, day: date, *said: str | Mapping[str, Any], device: str = "mac", session: str = "s1"
) -> Path:
    """Writes what was said on a day, from nine in the morning on (Shanghai), a minute apart."""
    lines = []
    for number, each in enumerate(said, 1):
        at = datetime(day.year, day.month, day.day, 1, number, tzinfo=timezone.utc)
        turn = {"session_id": session, "turn": number, "role": "user", "at": at.isoformat()}
        lines.append(json.dumps({**turn, **({"content": each} if isinstance(each, str) else each)}))
    name = f"journal/{device}/{day.year}/{day.isoformat()}.jsonl"
    return place.write(name, "".join(f"{line}\n" for line in lines))


def added_facts(place: Place) -> list[str]:
    """What the program has added to the facts."""
    lines = [
        json.loads(line)
        for path in sorted((place.root / "facts/auto").rglob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    return [line["content"] for line in lines]


def only_one(report: ReflectReport) -> Reflection:
    (reflection,) = report.reflections
    return reflection


def profile_of(place: Place, name: str = "notes/profile.md") -> str:
    return (place.root / name).read_text("utf-8")


def noon(day: date) -> datetime:
    """Noon in Shanghai."""
    return datetime(day.year, day.month, day.day, 4, tzinfo=timezone.utc)

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path

from vault.openclaw.transcript import read_transcript, transcript_files


def write(path: Path, *entries: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in entries]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def message(role: str, content: object, **more: object) -> dict[str, object]:
    return {"type": "message", "message": {"role": role, "content": content}, **more}


def test_what_people_and_the_assistant_said(tmp_path: Path) -> None:
    path = write(
        tmp_path / "agents" / "main" / "sessions" / "a.jsonl",
        {"type": "session", "id": "s1"},
        message("user", [{"type": "text", "text": "我养了一只猫"}], timestamp="2026-01-08T11:20:00Z"),
        message("assistant", [{"type": "toolCall", "name": "x"}, {"type": "text", "text": "好的"}]),
        message("toolResult", "SECRET"),
    )
    turns = list(read_transcript(path))
    assert [(turn.role, turn.content, turn.turn) for turn in turns] == [
        ("user", "我养了一只猫", 1),
        ("assistant", "好的", 2),
    ]
    assert turns[0].session_id == "openclaw-s1"
    assert turns[0].agent_id == "main"
    assert turns[0].at == datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc)


def test_system_lines_silence_and_broken_lines_go_by(tmp_path: Path) -> None:
    path = write(
        tmp_path / "b.jsonl",
        "{broken",
        "[]",
        {"type": "message", "message": None},
        message("user", "System: heartbeat"),
        message("assistant", "NO_REPLY"),
        message("user", "在吗", timestamp=1_767_871_200_000),
        message("user", 7),
    )
    [turn] = read_transcript(path)
    assert (turn.content, turn.session_id) == ("在吗", "openclaw-b")
    assert turn.at == datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc)


def test_where_session_logs_are(tmp_path: Path) -> None:
    for name in ("agents/main/sessions/a.jsonl", "agents/bob/sessions/b.jsonl", "agents/main/other/c.jsonl"):
        write(tmp_path / name)
    assert [path.name for path in transcript_files(tmp_path)] == ["b.jsonl", "a.jsonl"]
    assert [path.name for path in transcript_files(tmp_path / "agents" / "main" / "sessions")] == ["a.jsonl"]

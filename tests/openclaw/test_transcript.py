from __future__ import annotations

import json
from pathlib import Path

from vault.model.turn import Turn
from vault.openclaw.said import Unsaid
from vault.openclaw.transcript import read_transcript, transcript_files


def write(path: Path, *entries: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in entries]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_log_names_its_session_and_agent(tmp_path: Path) -> None:
    said = {"type": "message", "message": {"role": "user", "content": "我养了一只猫"}}
    named = write(
        tmp_path / "agents" / "main" / "sessions" / "a.jsonl", {"type": "session", "id": "s1"}, said
    )
    [turn] = read_transcript(named)
    assert isinstance(turn, Turn)
    assert (turn.session_id, turn.agent_id, turn.content) == ("s1", "main", "我养了一只猫")
    [turn] = read_transcript(write(tmp_path / "b.jsonl", said))
    assert isinstance(turn, Turn)
    assert (turn.session_id, turn.agent_id) == ("b", "")


def test_broken_lines_are_told(tmp_path: Path) -> None:
    path = write(tmp_path / "b.jsonl", "{broken", "", "[]")
    assert list(read_transcript(path)) == [Unsaid("unreadable")]


def test_where_session_logs_are(tmp_path: Path) -> None:
    for name in ("agents/main/sessions/a.jsonl", "agents/bob/sessions/b.jsonl", "agents/main/other/c.jsonl"):
        write(tmp_path / name)
    assert [path.name for path in transcript_files(tmp_path)] == ["b.jsonl", "a.jsonl"]
    assert [path.name for path in transcript_files(tmp_path / "agents" / "main" / "sessions")] == ["a.jsonl"]

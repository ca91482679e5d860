"""A database as OpenClaw writes it, made by hand; with one of its own: `test_real_sessions.py`."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from vault.errors import ReadFailed
from vault.model.turn import Turn
from vault.openclaw.said import Unsaid
from vault.openclaw.session_store import NAME, read_store, session_stores

SCHEMA = """
CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, event_zstd BLOB,
  PRIMARY KEY (session_id, seq));
"""


def said(identifier: str, content: str, role: str = "user") -> str:
    entry = {"type": "message", "id": identifier, "message": {"role": role, "content": content}}
    return json.dumps(entry, ensure_ascii=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "agents" / "main" / "agent" / NAME
    path.parent.mkdir(parents=True)
    return path


@pytest.fixture
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """Open and with a write-ahead log, as a running gateway has it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(SCHEMA)
        sessions = [
            ("s1", "agent:main:main", 1),
            ("s2", "agent:main:fork", 2),
            ("s3", "agent:main:cron:x", 3),
        ]
        connection.executemany("INSERT INTO session_windows VALUES (?, ?, ?)", sessions)
        connection.executemany(
            "INSERT INTO transcript_events VALUES (?, ?, ?, NULL)",
            [
                ("s1", 0, json.dumps({"type": "session", "id": "s1"})),
                ("s1", 1, said("m1", "我养了一只猫")),
                ("s1", 2, said("m2", "好的", "assistant")),
                ("s2", 1, said("m1", "我养了一只猫")),
                ("s2", 2, said("m3", "猫叫年糕")),
                ("s3", 1, said("m4", "每天早上的新闻")),
                ("s3", 2, "{broken"),
            ],
        )
        connection.commit()
        yield connection


def test_conversations_a_fork_tells_nothing_twice_and_clocks_are_no_people(
    database: sqlite3.Connection, path: Path
) -> None:
    found = list(read_store(path))
    turns = [each for each in found if isinstance(each, Turn)]
    assert [(each.session_id, each.content) for each in turns] == [
        ("s1", "我养了一只猫"), ("s1", "好的"), ("s2", "猫叫年糕"),
    ]  # fmt: skip
    assert {each.agent_id for each in turns} == {"main"}
    assert [each.reason for each in found if isinstance(each, Unsaid)] == ["machine", "unreadable"]


def test_nothing_in_its_folder_is_touched(database: sqlite3.Connection, path: Path) -> None:
    def seen() -> dict[str, tuple[int, str]]:
        files = sorted(path.parent.iterdir())
        return {
            each.name: (each.stat().st_mtime_ns, hashlib.sha256(each.read_bytes()).hexdigest())
            for each in files
        }

    before = seen()
    assert f"{NAME}-wal" in before
    assert list(read_store(path))
    assert seen() == before


def test_what_is_packed_and_cannot_be_unpacked_is_told(
    database: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    database.execute("INSERT INTO transcript_events VALUES ('s1', 9, NULL, ?)", (b"\x28\xb5\x2f\xfd",))
    database.commit()
    assert Unsaid("compressed") in list(read_store(path))


def test_another_database_is_refused(path: Path) -> None:
    path.write_bytes(b"no database")
    with pytest.raises(ReadFailed):
        list(read_store(path))
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE sessions (id TEXT)")
    with pytest.raises(ReadFailed):
        list(read_store(path))


def test_where_databases_are(path: Path, tmp_path: Path) -> None:
    assert session_stores(tmp_path) == ()
    path.touch()
    assert session_stores(tmp_path) == (path,)
    assert session_stores(path.parent.parent) == (path,)

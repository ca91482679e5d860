"""Records survive the database; digests change with everything but the place."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.conftest import Workbench
from vault.index.record import StoredRecord
from vault.index.record_rows import COLUMNS, fold_tag, record_digest, record_values
from vault.model.memory import Relation

WHEN = datetime(2026, 3, 4, 5, 6, 7, 891011, tzinfo=timezone(timedelta(hours=8)))
FULL = {
    "id": "mem_1", "user_id": "u", "type": "preference", "content": "不吃香菜", "namespace": "家", "status": "inactive",
    "tags": ["饮食", "家"], "key": "忌口", "scene": "晚饭", "value": "香菜", "importance": 0.9, "confidence": 0.4,
    "pinned": True, "sensitive": True, "supersedes": ["mem_0"], "superseded_by": ["mem_2", "mem_3"], "hit_count": 3,
    "relations": [{"type": "conflicts_with", "target": "mem_4"}],
    "source": {"kind": "agent", "session_id": "s1", "message_ids": ["1", "2"], "agent_id": "a", "device": "d", "channel": "c"},
    **{name: WHEN.isoformat() for name in (
        "created_at", "updated_at", "occurred_at", "valid_from", "valid_until", "expires_at", "last_hit_at"
    )},
}  # fmt: skip


def digest(record: StoredRecord) -> bytes:
    return record_digest(record.user_id, record_values(record))


def test_every_field_comes_back(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", FULL)
    bench.reconcile()
    record = bench.index.record("mem_1")
    assert record == StoredRecord(
        id="mem_1", user_id="u", type="preference", text="不吃香菜", path="facts/a.jsonl", line=1, namespace="家",
        status="inactive", archived=False, title="", tags=("饮食", "家"), key="忌口", scene="晚饭", value="香菜",
        importance=0.9, confidence=0.4, pinned=True, sensitive=True, profile=False, created_at=WHEN, updated_at=WHEN,
        occurred_at=WHEN, valid_from=WHEN, valid_until=WHEN, expires_at=WHEN, supersedes=("mem_0",),
        superseded_by=("mem_2", "mem_3"), relations=(Relation("conflicts_with", "mem_4"),), source_kind="agent",
        session_id="s1", message_ids=("1", "2"), agent_id="a", device="d", channel="c", last_hit_at=WHEN, hit_count=3,
    )  # fmt: skip
    assert record.time == WHEN


def test_what_is_missing_stays_missing(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {"id": "mem_1", "content": "不吃香菜"})
    bench.reconcile()
    assert bench.index.record("mem_1") == StoredRecord("mem_1", "u", "fact", "不吃香菜", "facts/a.jsonl", 1)


def test_memories_of_a_session_are_those_that_are_wanted(bench: Workbench) -> None:
    def said(name: str, day: int, *messages: str, **fields: object) -> dict[str, object]:
        source = {"kind": "agent", "session_id": "s", "message_ids": messages}
        return {"id": name, "content": name, "created_at": f"2026-03-0{day}", "source": source, **fields}

    bench.memories(
        "facts/a.jsonl",
        said("a", 1, "1", "2"),
        said("b", 2, "2"),
        said("c", 3),
        said("d", 3, "12", user_id="v"),
        {"id": "e", "content": "e", "created_at": "2026-03-03"},
    )
    bench.write(
        "journal/d/2026/2026-03-01.jsonl", '{"session_id":"s","turn":2,"role":"user","content":"早"}\n'
    )
    bench.reconcile()

    def found(**wanted: Any) -> list[str]:
        return sorted(each.id for each in bench.index.of_session("u", "s", **wanted))

    assert found() == ["a", "b", "c"]
    assert found(since=datetime(2026, 3, 1, 16, tzinfo=timezone.utc)) == ["b", "c"]
    assert found(messages=["2", "12"]) == ["a", "b"]
    assert found(messages=[]) == []
    assert bench.index.of_session("u", "") == []


CHANGES: dict[str, object] = {
    "id": "other", "user_id": "v", "type": "event", "text": "别的", "namespace": "x", "status": "forgotten",
    "archived": True, "title": "题", "tags": ("t",), "key": "k", "scene": "s", "value": "v", "importance": 0.1,
    "confidence": 0.1, "pinned": True, "sensitive": True, "profile": True, "supersedes": ("m",),
    "superseded_by": ("m",), "relations": (Relation("part_of", "m"),), "source_kind": "tool", "session_id": "s",
    "message_ids": ("1",), "agent_id": "a", "device": "d", "channel": "c", "hit_count": 9,
}  # fmt: skip


COUNTED = {"useful", "useless", "wrong", "outdated"}
"""By usage files alone."""


@pytest.mark.parametrize("name", sorted({each.name for each in fields(StoredRecord)} - COUNTED))
def test_the_digest_follows_every_field_but_the_place(name: str) -> None:
    record = StoredRecord("mem_1", "u", "fact", "不吃香菜", "facts/a.jsonl", 1)
    changed = replace(record, **{name: CHANGES.get(name, "facts/b.jsonl" if name == "path" else WHEN)})
    if name == "line":
        changed = replace(record, line=2)
    assert (digest(record) == digest(changed)) is (name in {"path", "line"})


def test_every_field_of_a_line_but_user_and_path_is_a_column() -> None:
    assert set(COLUMNS) == {each.name for each in fields(StoredRecord)} - {"user_id", "path"} - COUNTED


@pytest.mark.parametrize(
    ("tag", "folded"), [("#家", "家"), ("Ｗｏｒｋ", "work"), (" Work ", "work"), ("##x", "x")]
)
def test_tags_are_compared_folded(tag: str, folded: str) -> None:
    assert fold_tag(tag) == folded


@given(st.text(max_size=30))
def test_any_text_has_a_digest(text: str) -> None:
    assert len(digest(StoredRecord("m", "u", "fact", text, "p", 1))) == 16

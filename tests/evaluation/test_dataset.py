"""Reading labelled sets: whole, or a fault that names file and line."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest

from vault.errors import ConfigError
from vault.evaluation.dataset import load_dataset

MEMORY = '{"user_id": "u", "id": "m1", "type": "fact", "content": "养了一只猫", "created_at": null}\n'
QUERY = (
    '{"user_id": "u", "qid": "q1", "query": "宠物", "relevant": ["m1"], "asked_at": "2026-01-01T00:00:00Z"}\n'
)


def write(folder: Path, memories: str = MEMORY, queries: str = QUERY) -> Path:
    (folder / "memories.jsonl").write_text(memories, encoding="utf-8")
    (folder / "queries.jsonl").write_text(queries, encoding="utf-8")
    return folder


def test_a_set(tmp_path: Path) -> None:
    (tmp_path / "unanswerable.jsonl").write_text('{"user_id": "u", "query": "天气"}\n', encoding="utf-8")
    dataset = load_dataset(write(tmp_path))
    assert dataset.name == tmp_path.name
    assert [memory.content for memory in dataset.memories] == ["养了一只猫"]
    assert dataset.queries[0].relevant == ("m1",)
    assert dataset.queries[0].asked_at == datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert [query.query for query in dataset.unanswerable] == ["天气"]


def test_blank_lines_and_a_line_separator_inside_a_text_are_no_fault(tmp_path: Path) -> None:
    dataset = load_dataset(write(tmp_path, "\n" + MEMORY.replace("一只", "一\u2028只") + "\n"))
    assert dataset.memories[0].content == "养了一\u2028只猫"


@pytest.mark.parametrize(
    ("memories", "queries", "fault"),
    [
        (MEMORY + "{broken\n", QUERY, "memories.jsonl:2"),
        (MEMORY.replace('"养了一只猫"', "7"), QUERY, "memories.jsonl:1"),
        (MEMORY + MEMORY, QUERY, "two memories with one id"),
        (MEMORY, QUERY.replace('["m1"]', "[]"), "names no relevant memory"),
        (MEMORY, QUERY.replace('["m1"]', '["m2"]'), "m2 is not a memory of u"),
        (MEMORY, QUERY.replace('"user_id": "u"', '"user_id": "v"'), "m1 is not a memory of v"),
    ],
)
def test_faults_name_the_place(tmp_path: Path, memories: str, queries: str, fault: str) -> None:
    with pytest.raises(ConfigError, match=fault):
        load_dataset(write(tmp_path, memories, queries))


@pytest.mark.parametrize("written", ["2026-01-01T00:00:00", "2026-01-01"])
def test_a_time_without_an_offset_is_a_fault(tmp_path: Path, written: str) -> None:
    with pytest.raises(ConfigError, match=r"queries\.jsonl:1"):
        load_dataset(write(tmp_path, queries=QUERY.replace("2026-01-01T00:00:00Z", written)))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"memories\.jsonl"):
        load_dataset(tmp_path)

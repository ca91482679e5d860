"""Files become records with passages."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from vault.format.defaults import Defaults
from vault.format.memory_line import parse_memories
from vault.index.contents import Contents, memory_of, memory_record, read_contents
from vault.model.memory import Memory, Relation, Source

DEFAULTS = Defaults(user_id="u")


def contents(kind: str, data: str | bytes, path: str = "facts/a.jsonl") -> Contents:
    raw = data.encode() if isinstance(data, str) else data
    return read_contents(kind, raw, path=path, defaults=DEFAULTS, language="zh")  # type: ignore[arg-type]


def test_a_line_is_a_record() -> None:
    line = '{"id":"mem_1","content":"养了一只猫","type":"preference","tags":["猫"],"key":"宠物","status":"inactive"}\n'
    (found,) = contents("memories", line).records
    assert (found.record.id, found.record.user_id, found.record.type) == ("mem_1", "u", "preference")
    assert (found.record.tags, found.record.key, found.record.status) == (("猫",), "宠物", "inactive")
    assert not found.record.archived
    assert [passage.text for passage in found.passages] == ["养了一只猫"]


def test_what_lies_in_the_archive_is_archived() -> None:
    (found,) = contents("archive", '{"id":"mem_1","content":"旧住址"}\n', "archive/a.jsonl").records
    assert found.record.archived


def test_one_bad_line_hides_no_other() -> None:
    found = contents("memories", '{"id":"a","content":"一"}\n{oops\n{"id":"b","content":"二"}\n')
    assert [each.record.id for each in found.records] == ["a", "b"]
    assert found.understood
    assert list(found.broken_lines) == [2]
    assert found.broken_lines[2] == b"{oops\n"
    assert found.partial_line == 0


def test_a_half_written_last_line_is_told_apart() -> None:
    found = contents("memories", '{"id":"a","content":"一"}\n{"id":"b","cont')
    assert [each.record.id for each in found.records] == ["a"]
    assert found.partial_line == 2


def test_a_file_of_which_nothing_can_be_read_is_not_understood() -> None:
    assert not contents("memories", '{"id":"a"}\n'.encode("utf-16")).understood
    assert not contents("memories", "{oops\n").understood
    assert not contents("turns", "{oops\n").understood
    assert not contents("note", "# 题".encode("utf-16"), "notes/a.md").understood


def test_an_empty_file_is_understood() -> None:
    for kind in ("memories", "archive", "turns", "note"):
        assert contents(kind, b"").understood


def test_a_note_is_one_record_with_the_text_of_its_sections() -> None:
    (found,) = contents("note", "# 猫\n\n喂食。\n\n## 猫砂\n\n每天。\n", "notes/猫.md").records
    assert (found.record.type, found.record.title, found.record.line) == ("note", "猫", 1)
    assert found.record.text == "猫\n喂食。\n猫砂\n每天。"
    assert not found.record.profile


def test_the_profile_is_marked() -> None:
    (found,) = contents("note", "# 档案\n\n三十四岁。\n", "notes/profile.md").records
    assert found.record.profile


def test_turns_become_slices() -> None:
    line = '{"session_id":"s","turn":1,"role":"user","content":"你好","at":"2026-11-01T08:00:00Z"}\n'
    (found,) = contents("turns", line, "journal/d/2026/2026-11-01.jsonl").records
    assert found.record.type == "message"
    assert found.passages[0].text == "用户：你好"
    assert found.passages[0].line == 1


WHEN = datetime(2026, 3, 4, tzinfo=timezone.utc)
MEMORY = Memory(
    "mem_1", "不吃香菜", "u", False, "家", "preference", "忌口", "晚饭", "香菜", ("饮食",), 0.9, 0.4, True, True,
    *(WHEN + timedelta(days=count) for count in range(6)), "inactive", ("mem_0",), ("mem_2",),
    (Relation("conflicts_with", "mem_4"),), Source("agent", "s", ("1", "2"), "a", "d", "c"), WHEN, 3,
)  # fmt: skip


@pytest.mark.parametrize("memory", [MEMORY, replace(MEMORY, source=None), Memory("m", "不吃香菜", "u")])
def test_a_record_gives_its_memory_back(memory: Memory) -> None:
    assert memory_of(memory_record(memory, path="facts/a.jsonl", line=1, archived=False)) == memory


def test_a_memory_without_an_id_is_known_as_such() -> None:
    (located,) = parse_memories('{"content":"不吃香菜"}'.encode(), path="f", defaults=DEFAULTS).memories
    record = memory_record(located.memory, path="f", line=1, archived=False)
    assert memory_of(record) == located.memory
    assert memory_of(record).provisional


def test_a_note_or_a_slice_is_no_memory() -> None:
    (note,) = contents("note", "# 猫\n\n喂食。\n", "notes/猫.md").records
    with pytest.raises(ValueError, match="not a memory"):
        memory_of(note.record)


def test_the_machine_section_of_a_note_is_not_read_a_second_time() -> None:
    note = "# 林舟\n\n话不多。\n\n<!-- memvault:begin -->\n## 记忆摘要\n- 养了一只猫\n<!-- memvault:end -->\n早睡。\n"
    (found,) = contents("note", note, "notes/profile.md").records
    assert "养了一只猫" not in found.record.text
    (passage,) = found.passages
    assert "养了一只猫" not in passage.text
    assert "话不多。" in passage.text
    assert "早睡。" in passage.text


def test_a_note_whose_markers_are_at_fault_is_read_as_a_whole() -> None:
    found = contents("note", "话不多。\n<!-- memvault:begin -->\n养了一只猫\n")
    assert "养了一只猫" in found.records[0].record.text
    assert [problem.code for problem in found.problems] == ["broken-marker"]

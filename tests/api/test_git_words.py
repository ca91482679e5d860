from __future__ import annotations

from dataclasses import replace

import pytest

from vault.api.git_words import note_lines, summary, tale_line, tales_of, told_text
from vault.history.record_changes import Changes, FileTold, RecordChange, Standing
from vault.model.memory import Memory

HOME = Memory("mem_a", "住在阳光小区", key="住址", scene="", value="阳光小区")
NEW = Memory("mem_b", "住在西湖区", key="住址", value="西湖区", supersedes=("mem_a",))
CAT = Memory("mem_c", "养了一只猫")


def learned(memory: Memory) -> RecordChange:
    return RecordChange("learned", memory.id, None, Standing(memory, "facts/a.jsonl"))


def ended(memory: Memory, what: str = "superseded") -> RecordChange:
    after = Standing(replace(memory, status="superseded"), "archive/a.jsonl", archived=True)
    before = Standing(memory, "facts/a.jsonl") if what == "superseded" else None
    return RecordChange(what, memory.id, before, after, ("status",))  # type: ignore[arg-type]


def test_a_sentence_in_both_languages() -> None:
    changes = Changes((learned(CAT), learned(NEW), ended(HOME)))
    assert summary(changes, "en") == "1 learned, 1 changed: 住址 阳光小区 → 西湖区"
    assert summary(changes, "zh") == "记住 1 条，改动 1 条：住址 阳光小区 → 西湖区"


def test_one_thing_is_told_whole() -> None:
    assert summary(Changes((learned(CAT),)), "en") == "1 learned: 养了一只猫"
    assert summary(Changes(), "en") == ""


def test_what_came_and_went_in_between_is_not_told() -> None:
    later = replace(NEW, id="mem_d", content="住在梧桐路", value="梧桐路", supersedes=("mem_b",))
    changes = Changes((learned(later), ended(NEW, "filed"), ended(HOME)))
    (tale,) = tales_of(changes)
    assert (tale.deed, tale.text, tale.replaced) == ("replaced", "住址 阳光小区 → 梧桐路", ("mem_a",))


def test_two_that_supersede_each_other_come_to_an_end() -> None:
    one = replace(HOME, supersedes=("mem_b",))
    assert {
        each.id
        for each in tales_of(Changes((learned(replace(CAT, supersedes=("mem_a",))), ended(one), ended(NEW))))
    }


@pytest.mark.parametrize("value", ["niangao-2612", ""])
def test_what_is_sensitive_is_covered(value: str) -> None:
    memory = Memory("mem_x", "密码是 niangao-2612", value=value, sensitive=True)
    changed = replace(memory, content="密码是 doubao-3141", value=value and "doubao-3141")
    change = RecordChange(
        "changed", "mem_x", Standing(memory, "f"), Standing(changed, "f"), ("content", "value")
    )
    text = summary(Changes((change,)), "zh")
    assert "niangao" not in text
    assert "doubao" not in text


def test_a_long_text_is_shortened_and_stays_on_one_line() -> None:
    assert told_text(Memory("m", "一\n二" * 100)) == ("一 二" * 100)[:79] + "…"


def test_lines_of_a_commit() -> None:
    change = RecordChange(
        "changed", "mem_c", Standing(CAT, "f"), Standing(replace(CAT, tags=("猫",)), "f"), ("tags",)
    )
    (tale,) = tales_of(Changes((change,)))
    assert tale_line(tale, "en") == "changed: 养了一只猫 (tags)  [mem_c]"
    told = Changes(notes=(FileTold("notes/a.md", "added"), FileTold("notes/b.md", "removed")), settings=True)
    assert list(note_lines(told, "en")) == [
        "new note: notes/a.md",
        "note removed: notes/b.md",
        "settings: vault.yaml",
    ]
    assert summary(replace(told, turns=3), "en") == "2 notes, +3 turns, settings"

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings

from tests.files.conftest import DEFAULTS
from tests.files.generated import Line, joined, memory_lines
from vault.files.erasing import Erased, erased, readable
from vault.files.layout import Kind
from vault.format.machine_section import BEGIN, END
from vault.format.memory_line import parse_memories
from vault.model.memory import Memory
from vault.model.turn import Turn

CAT = '{"id": "mem_cat",  "x": 1, "content": "养了一只猫"}'
TEA = '{"id":"mem_tea","content":"爱喝茶"}'
FACTS = "facts/a.jsonl"


@dataclass(frozen=True)
class Plain:
    """Erases what has a word in it."""

    word: str = "猫"
    user_id: str = "lin"
    mark: str = "[erased]"
    ids: frozenset[str] = field(default=frozenset({"mem_cat"}))

    def takes_memory(self, memory: Memory) -> bool:
        return memory.id in self.ids

    def changes_of(self, memory: Memory) -> Mapping[str, object]:
        return (
            {"content": memory.content.replace(self.word, self.mark)} if self.word in memory.content else {}
        )

    def takes_turn(self, turn: Turn) -> bool:
        return self.word in turn.content

    def mentioned_in(self, text: str) -> bool:
        return self.word in text


def erase(text: str | bytes, kind: Kind = "memories") -> Erased:
    data = text.encode() if isinstance(text, str) else text
    return erased(kind, data, path=FACTS, defaults=DEFAULTS, eraser=Plain())


def cuts(found: Erased) -> list[tuple[int, str]]:
    return [(cut.line, cut.kind) for cut in found.cuts]


def test_the_line_goes_and_every_other_byte_stays() -> None:
    found = erase(f"\ufeff{TEA}\r\n\r\n{CAT}\r\n{TEA}")
    assert found.data == f"\ufeff{TEA}\r\n\r\n{TEA}".encode()
    assert cuts(found) == [(3, "memory")]


def test_in_the_line_of_another_memory_only_the_words_change() -> None:
    found = erase('{"mine":  [1], "content":"喂猫的事","id":"n"}\n')
    assert found.data == '{"mine":  [1], "content":"喂[erased]的事","id":"n"}\n'.encode()
    assert cuts(found) == [(1, "mention")]


def test_words_in_a_key_that_stands_twice_do_not_stay() -> None:
    found = erase('{"content": "旧的猫", "id": "n", "content": "喂猫的事", "mine": 1}\n')
    assert "猫" not in readable(found.data)
    assert json.loads(found.data) == {
        "id": "n",
        "type": "fact",
        "content": "喂[erased]的事",
        "mine": 1,
    }


@pytest.mark.parametrize(
    "half", ['{"id": "mem_cat", "con', '{"id": "mem_x", "content": "两只猫', '{"a": "\\u732b']
)
def test_lines_that_cannot_be_read_are_judged_by_their_text(half: str) -> None:
    found = erase(f"{TEA}\n{half}")
    assert (found.data, cuts(found)) == (f"{TEA}\n".encode(), [(2, "broken")])
    other = f'{TEA}\n{{"id": "mem_cats", "con'
    assert erase(other).data == other.encode()


def test_a_tombstone_stays() -> None:
    stone = '{"id": "mem_cat", "content": "[erased]", "status": "forgotten"}\n'
    assert erase(stone, "archive").cuts == ()


def test_turns_keep_their_line_and_nothing_else() -> None:
    said = (
        '{"session_id":"s","turn":4,"role":"user","content":"我的猫","raw":"猫","at":"2026-11-01T00:00:00Z"}'
    )
    other = '{"role": "user", "content": "你好"}'
    found = erase(f"{other}\n{said}\r\n{{half 猫\n{other}", "turns")
    first, second, third, last = found.data.decode().split("\n")
    assert (first, third, last) == (other, "", other)
    assert second.endswith("\r")
    assert json.loads(second) == {
        "session_id": "s", "turn": 4, "role": "user", "content": "[erased]",
        "at": "2026-11-01T00:00:00Z", "user_id": "lin",
    }  # fmt: skip
    assert cuts(found) == [(2, "turn"), (3, "broken")]
    assert erase(found.data, "turns").cuts == ()


def test_only_the_machine_section_of_a_note_is_touched() -> None:
    note = f"# 猫\n\n{BEGIN}\n- 养了一只猫\n- 爱喝茶\n- <!-- mem_cat --> 它\n{END}\n\n我的猫\n"
    found = erase(note, "note")
    assert found.data.decode() == f"# 猫\n\n{BEGIN}\n- 爱喝茶\n{END}\n\n我的猫\n"
    assert cuts(found) == [(4, "section"), (6, "section")]
    broken = note.replace(END, "")
    assert erase(broken, "note").data.decode() == broken


def test_counters_of_it_go() -> None:
    usage = (
        '{"id": "mem_tea", "hits": 1}\n{"hits": 2, "id": "mem_cat"}\nbroken\n{"id": "mem_cat", "useful": 1}'
    )
    found = erase(usage, "usage")
    assert found.data.decode() == '{"id": "mem_tea", "hits": 1}\nbroken\n'
    assert cuts(found) == [(2, "usage"), (4, "usage")]


@pytest.mark.parametrize("kind", ["memories", "archive", "turns"])
def test_a_file_that_is_not_understood_stays(kind: Kind) -> None:
    conflict = f"<<<<<<< a\n{CAT}\n=======\n{TEA}\n>>>>>>> b\n".encode()
    for data in (conflict, CAT.encode("utf-16")):
        assert erase(data, kind).data == data
    assert erase("format: 1\n", "settings").cuts == ()


def test_what_is_readable_in_bytes() -> None:
    assert readable(b'"\\u732b\\n\\ud83d\\ude00"') == '"猫\n😀"'
    assert readable(b"\xff\\ud83d") == "\ufffd\ufffd"


@settings(max_examples=100)
@given(memory_lines())
def test_no_other_record_is_lost(lines: list[Line]) -> None:
    before = joined(lines)
    after = erase(before).data
    kept = [each.raw.raw for each in parse_memories(before, path=FACTS, defaults=DEFAULTS).memories]
    spared = [raw for raw in kept if b"mem_cat" not in raw and "猫" not in readable(raw)]
    assert all(raw in after for raw in spared)

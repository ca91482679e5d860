"""Memories and notes become passages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.defaults import Defaults
from vault.format.note_markdown import parse_note
from vault.index.passages import LEAST, MOST, Passage, memory_passages, note_passages
from vault.index.record import StoredRecord


def memory(text: str, **fields: object) -> StoredRecord:
    return StoredRecord("mem_1", "u", "fact", text, "facts/a.jsonl", 7, **fields)  # type: ignore[arg-type]


def passages(markdown: str, path: str = "notes/笔记.md") -> tuple[Passage, ...]:
    note = parse_note(markdown.encode(), path=path, defaults=Defaults()).note
    assert note is not None
    return note_passages(note, markdown.split("\n"))


def test_a_memory_is_one_passage() -> None:
    assert memory_passages(memory("养了一只猫")) == (Passage("养了一只猫", 7),)


def test_key_scene_and_tags_are_searched_but_not_embedded() -> None:
    (one,) = memory_passages(memory("密码是 1234", key="接入密码", scene="客厅", tags=("家", "网络")))
    assert one.embedded == "密码是 1234"
    assert one.searched == "密码是 1234\n接入密码 客厅 家 网络"


def test_a_value_is_not_searched_unless_it_stands_in_the_content() -> None:
    (one,) = memory_passages(memory("密码问我", key="密码", value="1234", sensitive=True))
    assert "1234" not in one.searched


def test_a_long_memory_is_cut_and_keeps_its_line() -> None:
    found = memory_passages(memory("今天在家整理了书架。" * 100))
    assert len(found) > 1
    assert {one.line for one in found} == {7}
    assert all(len(one.text) <= MOST for one in found)


def test_a_note_without_headings() -> None:
    assert passages("光猫在玄关。\n") == (Passage("光猫在玄关。", 1, "笔记"),)


def test_title_and_headings_are_the_context() -> None:
    long = "早晚各四十克鸭肉粮。" * 25
    note = f"---\ntitle: 照顾说明\ntags: [猫]\n---\n\n# 年糕\n\n## 喂食\n\n{long}\n"
    (one,) = passages(note)
    assert one == Passage(long, 10, "照顾说明 › 年糕 › 喂食", "猫")
    assert one.embedded == f"照顾说明 › 年糕 › 喂食\n{long}"


def test_a_title_that_is_the_first_heading_is_said_once() -> None:
    (one,) = passages("# 家里的网络\n\n光猫在玄关弱电箱。\n")
    assert one.context == "家里的网络"


def test_small_sections_are_joined_with_their_neighbours() -> None:
    (one,) = passages("# 照顾\n\n出门前看。\n\n## 喂食\n\n早晚各一次。\n\n## 猫砂\n\n每天铲。\n")
    assert one.text == "出门前看。\n喂食\n早晚各一次。\n猫砂\n每天铲。"
    assert one.context == "照顾"
    assert one.line == 3


def test_small_sections_of_different_parents_are_not_joined() -> None:
    found = passages("## 甲\n\n### 一\n\n短。\n\n## 乙\n\n### 二\n\n也短。\n")
    assert [(one.text, one.context) for one in found] == [
        ("短。", "笔记 › 甲 › 一"),
        ("也短。", "笔记 › 乙 › 二"),
    ]


def test_joined_sections_keep_the_headings_they_share_as_context() -> None:
    (one,) = passages("## 家\n\n### 门\n\n朝南。\n\n### 窗\n\n朝北。\n")
    assert one.context == "笔记 › 家"
    assert one.text == "门\n朝南。\n窗\n朝北。"
    assert one.line == 3


def test_a_large_section_stands_alone() -> None:
    long = "内容。" * 100
    found = passages(f"## 甲\n\n{long}\n\n## 乙\n\n短。\n")
    assert [one.context for one in found] == ["笔记 › 甲", "笔记 › 乙"]
    assert [one.line for one in found] == [3, 7]


def test_headings_without_text_are_found_too() -> None:
    (one,) = passages("# 待办\n\n## 交水费\n\n## 换灯泡\n")
    assert one.text == "交水费\n换灯泡"
    assert one.context == "待办"


def test_lines_are_those_of_the_file() -> None:
    body = "\n".join(f"第{number}行写的是这一行的内容，不长也不短。" for number in range(60))
    note = f"---\ntitle: 长\n---\n\n标题\n====\n\n\n{body}\n"
    found = passages(note)
    lines = note.split("\n")
    assert len(found) > 2
    assert found[0].line == 9
    for one in found:
        assert lines[one.line - 1].endswith(one.text.split("\n")[0])


def test_an_empty_note_has_no_passages() -> None:
    assert passages("") == ()
    assert passages("---\ntitle: x\n---\n") == ()


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3), st.text(st.sampled_from("我们去吃饭。，a b\n"), max_size=80), st.integers(1, 9)
        ),
        max_size=12,
    )
)
def test_nothing_is_lost_and_order_is_kept(sections: list[tuple[int, str, int]]) -> None:
    note = ""
    for number, (level, text, times) in enumerate(sections):
        note += f"\n{'#' * level} 标题{number}\n\n" if level else "\n"
        note += text * times + "\n"
    found = passages(note)
    whole = "\n".join(f"{one.context}\n{one.text}" for one in found)
    for word in note.replace("#", " ").split():
        assert word in whole or len(word) > MOST
    assert all(len(one.text) <= MOST for one in found)
    assert [one.line for one in found] == sorted(one.line for one in found)


@pytest.mark.parametrize("size", [LEAST - 1, LEAST, MOST, MOST + 1, 3 * MOST])
def test_passages_are_of_the_promised_size(size: int) -> None:
    text = ("一二三四五六七八九。" * (size // 10 + 1))[:size]
    found = passages(f"# 题\n\n{text}\n")
    assert all(len(one.text) <= MOST for one in found)
    assert all(len(one.text) >= LEAST for one in found) or size < LEAST

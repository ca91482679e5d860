from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.files.generated import note_bytes
from vault.errors import EditRefused, UnknownSection, UnparsedFile
from vault.files.section_edit import (
    find_section,
    tree_stop,
    usable_note,
    with_new_section,
    with_text,
    with_tree,
    without_tree,
)
from vault.model.note import Note

NOTE = """---
title:   年糕
x-mood: [ sunny,lazy ]
---
开头的话。

# 猫

年糕两岁。

## 吃的

罐头


## 玩的
毛线球
# 家

阳光小区
"""


def note(text: str | bytes = NOTE) -> tuple[bytes, Note]:
    data = text.encode() if isinstance(text, str) else text
    return data, usable_note(data, "notes/a.md")


def shown(data: bytes) -> list[tuple[tuple[str, ...], str]]:
    return [(section.headings, section.text) for section in usable_note(data, "notes/a.md").sections]


def pieces(data: bytes, parsed: Note) -> list[bytes]:
    return [data[section.start : section.end] for section in parsed.sections]


@st.composite
def notes_with_a_choice(draw: st.DrawFn) -> tuple[bytes, Note, int]:
    """A note, what it holds, and the index of a section."""
    data = draw(note_bytes())
    parsed = usable_note(data, "notes/a.md")
    assume(parsed.sections)
    return data, parsed, draw(st.integers(0, len(parsed.sections) - 1))


GENERATED = settings(max_examples=80)
NEW_TEXT = st.lists(st.text("年糕。ab é🐱", max_size=12).map(str.strip), max_size=4).map("\n".join)


@GENERATED
@given(notes_with_a_choice(), NEW_TEXT)
def test_changing_a_section_touches_its_text_and_no_other_byte(
    choice: tuple[bytes, Note, int], text: str
) -> None:
    data, before, index = choice
    edited = with_text(data, before, index, text)
    section = before.sections[index]
    assert edited.startswith(data[: section.start])
    assert edited.endswith(data[section.end :])
    raw = data[section.start : section.end]
    new = edited[section.start : len(edited) - (len(data) - section.end)]
    heading = raw.splitlines(keepends=True)[0] if raw.lstrip(b" ").startswith(b"#") else b""
    assert new.startswith(heading.rstrip(b"\r\n"))
    if text.strip():
        assert new.endswith(b"\n") == raw.endswith(b"\n")
        after = usable_note(edited, "notes/a.md")
        assert after.sections[index].text.split("\n") == text.strip("\n").split("\n")
        assert after.sections[index].headings == section.headings
        assert after.title == before.title
        assert after.extra == before.extra
    if b"\r\n" in data:
        assert new.count(b"\n") == new.count(b"\r\n")


@GENERATED
@given(notes_with_a_choice())
def test_a_text_put_back_gives_the_old_bytes(choice: tuple[bytes, Note, int]) -> None:
    data, before, index = choice
    old = before.sections[index].text
    assume(old)
    changed = with_text(data, before, index, "别的话")
    assume(b"\r\n" not in data or b"\n" in changed)  # else nothing is left that shows the line end
    assert with_text(changed, usable_note(changed, "notes/a.md"), index, old) == data


@GENERATED
@given(notes_with_a_choice())
def test_removing_takes_out_a_tree_and_no_other_byte(choice: tuple[bytes, Note, int]) -> None:
    data, before, index = choice
    stop = tree_stop(before, index)
    edited = without_tree(data, before, index)
    assert edited == data[: before.sections[index].start] + data[before.sections[stop - 1].end :]
    after = usable_note(edited, "notes/a.md")
    kept = before.sections[:index] + before.sections[stop:]
    assert [(s.headings, s.text) for s in after.sections] == [(s.headings, s.text) for s in kept]


@GENERATED
@given(note_bytes(), NEW_TEXT)
def test_a_new_section_leaves_every_byte_in_front_of_it(data: bytes, text: str) -> None:
    before = usable_note(data, "notes/a.md")
    edited = with_new_section(data, before, "新的一节", text)
    assert edited.startswith(data)
    assert edited.endswith(b"\n")
    after = usable_note(edited, "notes/a.md")
    assert len(after.sections) == len(before.sections) + 1
    assert after.sections[-1].headings[-1] == "新的一节"
    assert after.sections[-1].text.split("\n") == text.strip("\n").split("\n")


@GENERATED
@given(notes_with_a_choice(), note_bytes())
def test_a_moved_tree_keeps_its_bytes(choice: tuple[bytes, Note, int], target: bytes) -> None:
    data, source, index = choice
    assume(source.sections[index].headings)
    tree = data[source.sections[index].start : source.sections[tree_stop(source, index) - 1].end]
    edited = with_tree(target, usable_note(target, "notes/b.md"), tree, None)
    assert edited.startswith(target)
    assert edited.endswith(tree)
    joint = edited[len(target) : len(edited) - len(tree)]
    assert joint.strip(b"\r\n") == b""


def test_only_the_text_of_the_section_changes() -> None:
    data, parsed = note()
    index = find_section(parsed, ["猫", "吃的"])
    assert with_text(data, parsed, index, "鱼\n和虾").decode() == NOTE.replace("罐头", "鱼\n和虾")


def test_the_text_before_the_first_heading_is_a_section() -> None:
    data, parsed = note()
    assert with_text(data, parsed, find_section(parsed, []), "新的开头").decode() == NOTE.replace(
        "开头的话。", "新的开头"
    )


def test_a_text_can_be_emptied_and_filled_again() -> None:
    data, parsed = note()
    index = find_section(parsed, ["猫", "玩的"])
    emptied = with_text(data, parsed, index, "")
    assert emptied.decode() == NOTE.replace("## 玩的\n毛线球\n", "## 玩的\n")
    filled = with_text(emptied, usable_note(emptied, "notes/a.md"), index, "纸箱")
    assert filled.decode() == NOTE.replace("## 玩的\n毛线球\n", "## 玩的\n\n纸箱\n")


def test_a_heading_at_the_very_end_gets_a_text() -> None:
    data, parsed = note("# a\n## b")
    assert with_text(data, parsed, 1, "text") == b"# a\n## b\n\ntext"


def test_an_underlined_heading_stays() -> None:
    data, parsed = note("年糕\n====\n旧\n\n家\n----\n在这里\n")
    assert with_text(data, parsed, 0, "新").decode() == "年糕\n====\n新\n\n家\n----\n在这里\n"


def test_windows_line_ends_are_kept_and_used() -> None:
    data, parsed = note(NOTE.replace("\n", "\r\n"))
    edited = with_text(data, parsed, find_section(parsed, ["家"]), "海棠湾\n三单元")
    assert edited.decode() == NOTE.replace("阳光小区", "海棠湾\n三单元").replace("\n", "\r\n")


def test_deeper_headings_in_the_new_text_are_welcome() -> None:
    data, parsed = note()
    edited = with_text(data, parsed, find_section(parsed, ["家"]), "阳光小区\n\n## 门牌\n\n三单元")
    assert shown(edited)[-2:] == [(("家",), "阳光小区"), (("家", "门牌"), "三单元")]


@pytest.mark.parametrize(
    "text",
    ["# 另一章", "## 同级", "```\nunclosed code", "<!-- unclosed", "text\n===", "\ud83d", "a\x00b"],
)
def test_a_text_that_would_be_something_else_is_refused(text: str) -> None:
    data, parsed = note()
    with pytest.raises(EditRefused):
        with_text(data, parsed, find_section(parsed, ["猫", "吃的"]), text)


def test_a_text_that_would_become_front_matter_is_refused() -> None:
    data, parsed = note("开头\n\n# a\n\nb\n")
    with pytest.raises(EditRefused):
        with_text(data, parsed, 0, "---\ntitle: 假的\n---\n内容")


def test_a_new_section_goes_to_the_end_behind_a_blank_line() -> None:
    data, parsed = note()
    assert (
        with_new_section(data, parsed, " 健康 ", "\n体检\n\n", level=1).decode()
        == NOTE + "\n# 健康\n\n体检\n"
    )
    assert with_new_section(data, parsed, "空的", "").decode() == NOTE + "\n## 空的\n"
    assert with_new_section(b"", usable_note(b"", "a.md"), "第一", "节") == "## 第一\n\n节\n".encode()


@pytest.mark.parametrize(("heading", "level"), [("", 2), ("a\nb", 2), ("a", 0), ("a", 7), ("a #", 2)])
def test_what_is_no_heading_is_refused(heading: str, level: int) -> None:
    data, parsed = note()
    with pytest.raises(EditRefused):
        with_new_section(data, parsed, heading, "x", level=level)


def test_a_new_section_behind_an_open_code_block_is_refused() -> None:
    data, parsed = note("# a\n\n```\ncode without end\n")
    with pytest.raises(EditRefused):
        with_new_section(data, parsed, "b", "x")


def test_removing_takes_the_deeper_sections_along() -> None:
    data, parsed = note()
    edited = without_tree(data, parsed, find_section(parsed, ["猫"]))
    assert edited.decode() == NOTE[: NOTE.index("# 猫")] + NOTE[NOTE.index("# 家") :]


def test_removing_what_holds_two_headings_apart_is_refused() -> None:
    data, parsed = note("text\n### b\nx\n\n家\n---\n\ny\n")
    with pytest.raises(EditRefused):
        without_tree(data, parsed, find_section(parsed, ["b"]))


def test_a_tree_is_put_in_front_of_a_section() -> None:
    data, parsed = note()
    edited = with_tree(data, parsed, "## 睡的\n\n窗台".encode(), find_section(parsed, ["猫", "玩的"]))
    assert edited.decode() == NOTE.replace("## 玩的", "## 睡的\n\n窗台\n## 玩的")
    with pytest.raises(EditRefused):
        with_tree(data, parsed, "# 睡的\n\n窗台\n".encode(), find_section(parsed, ["猫", "玩的"]))


def test_sections_with_one_heading_are_told_apart_by_line() -> None:
    _, parsed = note("# a\n\n1\n\n# a\n\n2\n")
    with pytest.raises(UnknownSection) as caught:
        find_section(parsed, ["a"])
    assert caught.value.lines == (1, 5)
    assert find_section(parsed, ["a"], 5) == 1
    with pytest.raises(UnknownSection, match="no section b > c"):
        find_section(parsed, ["b", "c"])


@pytest.mark.parametrize(
    "data",
    [
        NOTE.encode("utf-16"),
        b"# a\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> other\n",
        "年糕是一只猫".encode("gbk"),
    ],
    ids=["utf-16", "conflict-markers", "gbk"],
)
def test_a_note_that_is_not_understood_is_not_edited(data: bytes) -> None:
    with pytest.raises(UnparsedFile):
        usable_note(data, "notes/a.md")

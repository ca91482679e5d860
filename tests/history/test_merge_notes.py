"""Merging two versions of a note, section by section."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.side_by_side import BEGIN, END, OR
from vault.history.merge_notes import merge_notes
from vault.history.merged import CannotMerge
from vault.history.note_parts import FRONT, cut_note

NOTE = "---\ntitle: 杭州\n---\n# 杭州\n\n三天。\n\n## 第一天\n\n西湖\n\n## 第二天\n\n灵隐寺\n"


def merge(ours: str, theirs: str, base: str | None = None) -> str:
    old = base.encode() if base is not None else None
    there, back = (
        merge_notes(one.encode(), other.encode(), old).data.decode()
        for one, other in ((ours, theirs), (theirs, ours))
    )
    assert there == back
    return there


NESTED = ("# 一", "## 二", "## 三")
FLAT = ("# 一", "# 二", "# 三")


@st.composite
def notes(draw: st.DrawFn, headings: tuple[str, ...] = NESTED) -> str:
    front = draw(st.sampled_from(("", "---\ntitle: A\n---\n", "---\ntitle: B\ntags: [x]\n---\n")))
    names = draw(st.lists(st.sampled_from(headings), unique=True, max_size=3))
    texts = st.sampled_from(("", "甲\n", "乙\n\n丙\n"))
    return front + draw(texts) + "".join(f"{name}\n\n{draw(texts)}" for name in names)


def said(note: str) -> dict[object, object]:
    parts = cut_note(note.encode())
    front = parts.pop(FRONT, {})
    lines = {line for text in front for line in text.split(b"\n")}
    return {**{key: frozenset(each) for key, each in parts.items()}, FRONT: frozenset(lines)}


def sections(note: str) -> set[bytes]:
    return {text for key, each in cut_note(note.encode()).items() if key != FRONT for text in each}


@given(notes(), notes(), notes())
def test_without_an_ancestor_nothing_is_lost(a: str, b: str, c: str) -> None:
    for one, two, three in permutations((a, b, c)):
        merged = merge(merge(one, two), three)
        assert sections(merged) - {b""} == (sections(a) | sections(b) | sections(c)) - {b""}


@given(notes(FLAT), notes(FLAT))
def test_merging_again_changes_nothing(a: str, b: str) -> None:
    once = merge(a, b)
    assert merge(a, a) == a
    assert said(merge(once, a)) == said(once) == said(merge(once, b))


@given(notes(), notes(), notes())
def test_with_an_ancestor_both_directions_give_the_same(a: str, b: str, base: str) -> None:
    merge(a, b, base)
    assert merge(a, base, base) == a == merge(base, a, base)


def test_each_side_changes_another_section() -> None:
    ours, theirs = (
        NOTE.replace("西湖", "西湖和断桥"),
        NOTE.replace("灵隐寺", "龙井村") + "\n## 第三天\n\n回家\n",
    )
    assert merge(ours, theirs, NOTE) == theirs.replace("西湖", "西湖和断桥")


def test_changes_of_one_section_that_do_not_touch_are_joined() -> None:
    base = "# a\n\n1\n\n2\n\n3\n"
    assert merge("# a\n\none\n\n2\n\n3\n", "# a\n\n1\n\n2\n\nthree\n", base) == "# a\n\none\n\n2\n\nthree\n"


@pytest.mark.parametrize("base", [NOTE, None])
def test_both_versions_stand_marked_where_both_changed_the_same_lines(base: str | None) -> None:
    ours, theirs = NOTE.replace("西湖", "西溪"), NOTE.replace("西湖", "湘湖")
    merged = merge_notes(ours.encode(), theirs.encode(), base.encode() if base else None)
    text = merged.data.decode()
    assert merged.side_by_side == 1
    assert f"{BEGIN}\n## 第一天\n\n湘湖\n{OR}\n## 第一天\n\n西溪\n{END}\n\n## 第二天" in text
    third = NOTE.replace("西湖", "钱塘江")
    assert merge(text, third).count(OR) == 2
    assert merge(text, ours) == text


def test_who_settles_it_by_hand_has_it_settled() -> None:
    marked = merge(NOTE.replace("西湖", "西溪"), NOTE.replace("西湖", "湘湖"), NOTE)
    settled = NOTE.replace("西湖", "湘湖和西溪")
    assert merge(settled, marked, marked) == settled
    assert merge(settled, marked.replace("灵隐寺", "龙井"), marked) == settled.replace("灵隐寺", "龙井")


def test_a_section_deleted_here_and_changed_there_stays() -> None:
    ours = NOTE.partition("## 第二天")[0].replace("三天", "一天")
    assert "龙井村" in merge(ours, NOTE.replace("灵隐寺", "龙井村"), NOTE)
    assert "灵隐寺" not in merge(ours, NOTE.replace("西湖", "西溪"), NOTE)


def test_front_matter_is_merged_by_key() -> None:
    base = "---\ntitle: 杭州\ntags: [travel]\n---\ntext\n"
    ours = base.replace("杭州", "杭州三日")
    theirs = base.replace("[travel]", "[travel, 春天]").replace("---\ntext", "pinned: true\n---\ntext")
    assert merge(ours, theirs, base) == theirs.replace("杭州", "杭州三日")


def test_a_key_that_both_changed_keeps_the_other_value_as_a_comment() -> None:
    base = "---\ntitle: A\naliases:\n- x\n---\n"
    ours = base.replace("- x", "- y\n- z")
    theirs = base.replace("- x", "- w")
    merged = merge(ours, theirs, base)
    assert merged == (
        "---\ntitle: A\naliases:\n- y\n- z\n# memvault:version aliases:\n# memvault:version - w\n---\n"
    )
    assert merge(merged, ours) == merge(merged, theirs) == merged


def test_the_machine_section_is_never_doubled() -> None:
    note = "# 林舟\n\n<!-- memvault:begin -->\n- {}\n<!-- memvault:end -->\n\n## 自己写的\n\n{}\n"
    ours, theirs = note.format("住在西湖区", "喜欢茶"), note.format("住在滨江", "喜欢茶和咖啡")
    merged = merge(ours, theirs)
    assert merged.count("memvault:begin") == 1
    assert OR in merged


def test_headings_in_code_are_none() -> None:
    note = "# a\n\n```\n# not\n```\n\n# b\n\nx\n"
    assert len(cut_note(note.encode())) == 2


def test_headings_that_stand_twice_are_told_apart() -> None:
    base = "# d\n\n## todo\n\na\n\n# e\n\n## todo\n\nb\n\n## todo\n\nc\n"
    assert merge(base.replace("a", "A"), base.replace("c", "C"), base) == base.replace("a", "A").replace(
        "c", "C"
    )


def test_line_ends_alone_are_no_difference() -> None:
    assert OR not in merge(NOTE.replace("\n", "\r\n"), NOTE)
    assert merge(NOTE.replace("\n", "\r\n"), NOTE.replace("西湖", "西溪"), NOTE).count("西溪") == 1


@pytest.mark.parametrize("data", [b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "文".encode("utf-16")])
def test_what_is_not_understood_is_not_merged(data: bytes) -> None:
    with pytest.raises(CannotMerge):
        merge_notes(data, NOTE.encode())

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.machine_section import (
    BEGIN,
    END,
    find_markers,
    with_machine_text,
    with_new_section,
    without_machine_text,
)

NOTE = f"# 林舟\n\n话不多。\n\n{BEGIN}\n旧的一行\n{END}\n\n## 作息\n\n早睡。".encode()


def test_a_section_is_found() -> None:
    found = find_markers(NOTE)
    assert found.fault is None
    assert found.lines == (5, 7)
    assert found.section is not None
    assert NOTE[found.section.start : found.section.end] == "旧的一行\n".encode()


@pytest.mark.parametrize(
    "text", ["", "# 只有正文\n", f"行内提到 `{BEGIN}` 不算\n", f"说一下 {BEGIN} 和 {END}\n"]
)
def test_a_note_without_markers(text: str) -> None:
    found = find_markers(text.encode())
    assert (found.section, found.fault) == (None, None)


@pytest.mark.parametrize(
    ("text", "fault", "lines"),
    [
        (f"甲\n{BEGIN}\n乙\n", "unclosed", (2,)),
        (f"甲\n{END}\n乙\n", "unopened", (2,)),
        (f"{END}\n甲\n{BEGIN}\n", "unopened", (1, 3)),
        (f"{BEGIN}\n{BEGIN}\n{END}\n", "doubled", (1, 2, 3)),
        (f"{BEGIN}\n{END}\n甲\n{BEGIN}\n{END}\n", "doubled", (1, 2, 4, 5)),
        (f"{BEGIN}\n甲\n{END}\n{END}\n", "doubled", (1, 3, 4)),
        (f"```\n{BEGIN}\n甲\n{END}\n```\n", "not-seen", (2, 4)),
        (f"    {BEGIN}\n    {END}\n", "not-seen", (1, 2)),
        (f"~~~\n没有关上的代码\n{BEGIN}\n甲\n{END}\n", "not-seen", (3, 5)),
        (f"- 一项\n\n  {BEGIN}\n\n{END}\n", "not-seen", (3, 5)),
    ],
)
def test_markers_that_nothing_is_written_between(text: str, fault: str, lines: tuple[int, ...]) -> None:
    found = find_markers(text.encode())
    assert found.section is None
    assert found.fault == fault
    assert found.lines == lines
    assert without_machine_text(text.encode()) == text.encode()


def test_what_is_between_the_markers_does_not_decide_what_they_are() -> None:
    data = f"{BEGIN}\n```\n没有关上\n{END}\n正文\n".encode()
    assert find_markers(data).fault is None
    assert without_machine_text(data) == "\n\n\n\n正文\n".encode()


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n尾声"])
def test_only_the_bytes_between_change(newline: str, mark: bytes, end: str) -> None:
    before, behind = f"# 档案\n\n{BEGIN}  \n", f" {END}{end}"
    data = mark + f"{before}旧\n\n{behind}".replace("\n", newline).encode()
    section = find_markers(data).section
    assert section is not None
    after = with_machine_text(data, section, ["新的", "", "两行"])
    assert after == mark + f"{before}新的\n\n两行\n{behind}".replace("\n", newline).encode()
    again = find_markers(after).section
    assert again is not None
    assert with_machine_text(after, again, ["新的", "", "两行"]) == after


@pytest.mark.parametrize(
    ("text", "gap"),
    [("", ""), ("正文", "\n\n"), ("正文\n", "\n"), ("正文\n\n", ""), ("正文\r\n", "\r\n")],
)
def test_a_new_section_stands_at_the_end(text: str, gap: str) -> None:
    newline = "\r\n" if "\r\n" in text else "\n"
    after = with_new_section(text.encode(), ["一行"])
    assert after == f"{text}{gap}{BEGIN}{newline}一行{newline}{END}{newline}".encode()
    assert find_markers(after).section is not None


def test_without_the_section_lines_stay_where_they_were() -> None:
    assert without_machine_text(NOTE).decode().split("\n") == [
        "# 林舟", "", "话不多。", "", "", "", "", "", "## 作息", "", "早睡。",
    ]  # fmt: skip


@given(st.binary(max_size=200), st.binary(max_size=200), st.binary(max_size=80))
def test_bytes_outside_survive_whatever_they_are(before: bytes, behind: bytes, between: bytes) -> None:
    data = before + b"\n\n" + BEGIN.encode() + b"\n" + between + b"\n" + END.encode() + b"\n" + behind
    section = find_markers(data).section
    if section is not None:
        after = with_machine_text(data, section, ["甲"])
        assert after.startswith(data[: section.start])
        assert after.endswith(data[section.end :])
        between_now = after[section.start : len(after) - (len(data) - section.end)]
        assert between_now.decode().rstrip("\r\n") == "甲"

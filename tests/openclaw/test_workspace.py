from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from vault.openclaw.workspace import LeftOut, Statement, memory_files, read_workspace, statements_of

ZONE = ZoneInfo("Asia/Shanghai")


def contents(text: str, name: str = "MEMORY.md") -> list[str]:
    return [each.memory.content for each in statements_of(text, name, ZONE) if isinstance(each, Statement)]


def reasons(text: str) -> list[tuple[int, str]]:
    return [
        (each.line, each.reason)
        for each in statements_of(text, "MEMORY.md", ZONE)
        if isinstance(each, LeftOut)
    ]


def test_items_and_lines_become_statements_without_their_marks() -> None:
    text = """# 记忆

## 偏好
- 用户喜欢**普洱茶**
* [x] 已续签护照
1. 常去 [老地方](https://example.com/x)

周五有例会。
"""
    assert contents(text) == ["用户喜欢普洱茶", "已续签护照", "常去 老地方", "周五有例会。"]


def test_headings_become_tags() -> None:
    [statement] = list(statements_of("## 工作\n- 每周五交周报\n", "MEMORY.md", ZONE))
    assert isinstance(statement, Statement)
    assert statement.memory.tags == ("openclaw", "工作")
    assert statement.line == 2


def test_fields_of_a_form_keep_their_name() -> None:
    text = "- **Name:** 小明\n- **What to call them**: 明哥\n- **Timezone:**\n- **Pronouns:** _(optional)_\n"
    assert contents(text, "USER.md") == ["Name：小明", "What to call them：明哥"]
    assert reasons(text) == [(3, "empty-field"), (4, "empty-field")]


def test_code_tables_comments_and_front_matter_are_no_statements() -> None:
    text = "---\ntitle: x\n---\n```\npassword=1\n```\n| a | b |\n<!-- note\nhidden -->\n---\n- 留下的\n"
    assert contents(text) == ["留下的"]
    assert reasons(text) == [(5, "code"), (7, "table")]


def test_prose_that_is_too_long_is_left_out_and_said() -> None:
    assert reasons("长" * 700) == [(1, "too-long")]


def test_the_day_of_a_daily_file_is_when_it_was() -> None:
    [statement] = list(statements_of("订了票。", "memory/2026-01-08-trip.md", ZONE))
    assert isinstance(statement, Statement)
    assert statement.memory.created_at == datetime(2026, 1, 8, 12, tzinfo=ZONE)
    [other] = list(statements_of("订了票。", "memory/2026-13-08.md", ZONE))
    assert isinstance(other, Statement)
    assert other.memory.created_at is None


def test_which_files_are_read(tmp_path: Path) -> None:
    for name in (
        "MEMORY.md",
        "USER.md",
        "SOUL.md",
        "DREAMS.md",
        "memory/2026-01-08.md",
        "memory/.dreams/x.md",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("- 一条\n", encoding="utf-8")
    names = [path.relative_to(tmp_path).as_posix() for path in memory_files(tmp_path)]
    assert names == ["MEMORY.md", "USER.md", "memory/2026-01-08.md"]


def test_a_file_that_is_no_text_is_left_out_and_said(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "USER.md").write_text("- 好的\n", encoding="utf-8")
    statements, left_out = read_workspace(tmp_path, ZONE)
    assert [each.memory.content for each in statements] == ["好的"]
    assert left_out == (LeftOut("MEMORY.md", 0, "unreadable"),)


def test_an_empty_workspace_is_nothing(tmp_path: Path) -> None:
    assert read_workspace(tmp_path, ZONE) == ((), ())

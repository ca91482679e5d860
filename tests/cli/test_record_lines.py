from __future__ import annotations

from datetime import datetime, timezone
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from rich.cells import cell_len

from vault.cli.record_lines import day, hit_lines, list_line, record_lines, short_text
from vault.index.record import StoredRecord

SHANGHAI = ZoneInfo("Asia/Shanghai")
LATE = datetime(2026, 11, 29, 20, tzinfo=timezone.utc)
RECORD = StoredRecord(
    id="mem_1",
    user_id="lin",
    type="fact",
    text="家住\n梧桐路 12 号",
    path="facts/家.jsonl",
    line=3,
    created_at=LATE,
)


def hit(**changes: Any) -> Any:
    fields: dict[str, Any] = {
        "id": "mem_1",
        "type": "preference",
        "content": "爱喝龙井\n下午才喝",
        "relevance": 0.931,
        "created_at": LATE,
        "occurred_at": None,
        "path": "facts/a.jsonl",
        "line": 7,
        "why": "words 0.4, vectors 0.8",
    }
    return SimpleNamespace(**{**fields, **changes})


def test_days_are_told_where_the_vault_is() -> None:
    assert day(LATE, SHANGHAI) == "2026-11-30"
    assert day(None, SHANGHAI) == " " * 10


def test_a_hit() -> None:
    lines = [line.plain for line in hit_lines([hit()], "zh", SHANGHAI, explain=False)]
    assert lines == ["1. 2026-11-30 · 偏好 · 0.93", "   爱喝龙井", "   下午才喝", "   facts/a.jsonl:7"]


def test_a_hit_explained_in_english_and_without_a_date() -> None:
    lines = [line.plain for line in hit_lines([hit(created_at=None)], "en", SHANGHAI, explain=True)]
    assert lines[0] == "1. preference · 0.93"
    assert lines[-1] == "   why: words 0.4, vectors 0.8"


def test_a_list_line_is_one_line() -> None:
    assert list_line(RECORD, "zh", SHANGHAI, None).plain == (
        "2026-11-30  事实  mem_1  家住 梧桐路 12 号  facts/家.jsonl:3"
    )


def test_a_list_line_is_cut_by_cells_not_characters() -> None:
    for width in range(20, 60):
        line = list_line(RECORD, "zh", SHANGHAI, width)
        assert cell_len(line.plain) <= width


def test_what_is_not_current_is_marked() -> None:
    import dataclasses

    superseded = dataclasses.replace(RECORD, status="superseded")
    archived = dataclasses.replace(RECORD, archived=True)
    replaced = dataclasses.replace(RECORD, superseded_by=("mem_2",))
    assert "[superseded]" in list_line(replaced, "zh", SHANGHAI, None).plain
    assert "[superseded]" in list_line(superseded, "zh", SHANGHAI, None).plain
    assert "[archived]" in list_line(archived, "zh", SHANGHAI, None).plain


def test_one_in_full_leaves_empty_fields_out() -> None:
    fields = {"id": "mem_1", "key": "", "tags": ["a", "b"], "pinned": False, "content": "一\n二"}
    lines = [line.plain for line in record_lines(fields)]
    assert lines == ["id    mem_1", "tags  a, b", "   一", "   二"]


def test_relations_are_told_by_type_and_target() -> None:
    fields = {"id": "mem_1", "relations": [{"type": "conflicts_with", "target": "mem_2"}], "content": "一"}
    lines = [line.plain for line in record_lines(fields)]
    assert lines[1] == "relations  conflicts_with mem_2"


def test_a_text_on_one_line_is_cut_where_it_is_long() -> None:
    assert short_text({"content": "家住\n梧桐路 12 号"}) == "家住 梧桐路 12 号"
    assert short_text({"content": "一二三四五"}, 4) == "一二三…"

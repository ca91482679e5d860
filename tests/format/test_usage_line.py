from __future__ import annotations

from datetime import datetime, timezone

from vault.format.usage_line import format_usage, parse_usage
from vault.model.usage import Usage

EARLY = datetime(2026, 1, 8, tzinfo=timezone.utc)
LATE = datetime(2026, 1, 9, tzinfo=timezone.utc)


def test_lines_of_one_memory_add_up() -> None:
    lines = [
        format_usage(Usage("mem_1", hits=2, last_hit_at=LATE, useful=1)),
        format_usage(Usage("mem_2", hits=1)),
        format_usage(Usage("mem_1", hits=3, last_hit_at=EARLY, wrong=1)),
    ]
    parsed = parse_usage("\n".join(lines).encode(), path="usage/mac.jsonl")
    assert not parsed.problems
    assert parsed.usage == {
        "mem_1": Usage("mem_1", hits=5, last_hit_at=LATE, useful=1, wrong=1),
        "mem_2": Usage("mem_2", hits=1),
    }


def test_zeros_are_not_written() -> None:
    assert format_usage(Usage("mem_1", hits=2, last_hit_at=EARLY)) == (
        '{"id": "mem_1", "hits": 2, "last_hit_at": "2026-01-08T00:00:00Z"}'
    )


def test_bad_lines_cost_only_themselves() -> None:
    parsed = parse_usage(
        b'{"hits": 2}\n{"id": "mem_1", "hits": -2}\nx\n{"id": "mem_1", "hits": 1}\n', path="u"
    )
    assert parsed.usage == {"mem_1": Usage("mem_1", hits=1)}
    assert [(each.line, each.code) for each in parsed.problems] == [
        (1, "missing-content"),
        (2, "out-of-range"),
        (3, "broken-json"),
    ]

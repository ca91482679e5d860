from __future__ import annotations

from datetime import datetime, timedelta, timezone

from vault.files.layout import classify
from vault.files.memory_places import archive_path, facts_path

SHANGHAI = timezone(timedelta(hours=8))


def test_one_file_a_device_a_month() -> None:
    at = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
    assert facts_path("laptop-1", at) == "facts/auto/laptop-1/2026-11.jsonl"
    assert archive_path("laptop-1", at) == "archive/laptop-1/2026-11.jsonl"
    assert (classify(facts_path("笔记本", at)), classify(archive_path("笔记本", at))) == (
        "memories",
        "archive",
    )


def test_months_are_those_of_utc_so_that_no_zone_splits_them() -> None:
    assert facts_path("a", datetime(2026, 12, 1, 7, tzinfo=SHANGHAI)) == "facts/auto/a/2026-11.jsonl"

from __future__ import annotations

import json
from datetime import datetime, timezone

import pytest

from tests.api.conftest import Place
from vault.api.counting import begin_counting


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "true")
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T12:00:00+08:00")


def test_a_dry_run_shows_what_would_be_done(cli, place: Place) -> None:
    before = (place.root / "facts/all.jsonl").read_bytes()
    ran = cli("tidy", "--dry-run", "--all-days")
    assert ran.code == 0
    assert "已过期，移入归档：1 条" in ran.out
    assert "休眠：3 条" in ran.out
    assert "养了一只叫年糕的猫" in ran.out
    assert "什么都没有写入" in ran.err
    assert (place.root / "facts/all.jsonl").read_bytes() == before


def test_it_is_done_once(cli, place: Place) -> None:
    document = cli("tidy", "--all-days", "--json").document
    assert [each["id"] for each in document["expired"]] == ["mem_gone"]
    assert sorted(each["id"] for each in document["resting"]) == ["mem_cat", "mem_home", "mem_tea"]
    assert (document["waking"], document["failed"], document["dry_run"]) == ([], [], False)
    again = cli("tidy", "--all-days")
    assert again.out == ""
    assert "没有需要整理的" in again.err


def test_it_says_since_when_uses_are_counted(cli, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = cli("tidy")
    assert "2026-11-30" in ran.err
    assert "休眠：" not in ran.out
    assert cli("tidy", "--json").document["counted_since"] == "2026-11-30T04:00:00Z"
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "false")
    assert "lifecycle.record_usage" in cli("tidy").err


def test_all_users(cli, place: Place) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_small\nlanguage: zh\n")
    assert cli("tidy").code == 2
    ran = cli("tidy", "--all-users", "--all-days", "--json")
    assert "mem_piano" in {each["id"] for each in ran.document["resting"]}


def test_a_file_that_could_not_be_written(cli, place: Place) -> None:
    line = json.dumps(
        {"id": "mem_x", "content": "在等一封信", "expires_at": "2024-05-01"}, ensure_ascii=False
    )
    place.write("facts/conflict.jsonl", f"<<<<<<< ours\n{line}\n=======\n>>>>>>> theirs\n")
    ran = cli("tidy", "--json")
    assert ran.code == 3
    assert [each["path"] for each in ran.document["failed"]] == ["facts/conflict.jsonl"]
    assert [each["id"] for each in ran.document["expired"]] == ["mem_gone"]


def test_what_rests_is_listed_only_with_all(cli, place: Place) -> None:
    begin_counting("vault_small", datetime(2024, 1, 1, tzinfo=timezone.utc))
    cli("tidy")
    assert "mem_cat" not in cli("list").out
    assert "[inactive]" in next(line for line in cli("list", "--all").out.splitlines() if "mem_cat" in line)

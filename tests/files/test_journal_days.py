from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.files.conftest import put
from vault.files.journal_days import JournalDays, named_day
from vault.files.vault_folder import open_folder

SHANGHAI = ZoneInfo("Asia/Shanghai")
SUNDAY, MONDAY = date(2026, 11, 29), date(2026, 11, 30)


@pytest.fixture
def vault(root: Path) -> Path:
    put(root, "vault.yaml", b"format: 1\nid: v\ndefault_user: lin\ntimezone: Asia/Shanghai\n")
    return root


def journal(root: Path, name: str, *turns: Mapping[str, object]) -> None:
    lines = (
        json.dumps({"session_id": "s1", "turn": number, "role": "user", **turn}, ensure_ascii=False)
        for number, turn in enumerate(turns, 1)
    )
    put(root, f"journal/{name}", "".join(f"{line}\n" for line in lines).encode())


def days(root: Path) -> JournalDays:
    return JournalDays(open_folder(root), SHANGHAI)


def said(root: Path, day: date, user: str = "lin") -> list[str]:
    return [turn.content for turn in days(root).turns(day, user)]


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("journal/mac/2026/2026-11-29.jsonl", SUNDAY),
        ("journal/2026-11-29 旧.jsonl", SUNDAY),
        ("journal/mac/2026/2026-13-29.jsonl", None),
        ("journal/2026-11-29/all.jsonl", None),
        ("journal/all.jsonl", None),
    ],
)
def test_the_day_in_a_name(path: str, day: date | None) -> None:
    assert named_day(path) == day


def test_the_turns_of_all_devices_in_order_each_once(vault: Path) -> None:
    later = {"content": "乙", "at": "2026-11-29T10:00:00+08:00"}
    journal(vault, "mac/2026/2026-11-29.jsonl", {"content": "甲", "at": "2026-11-29T09:00:00+08:00"}, later)
    journal(vault, "phone/2026/2026-11-29.jsonl", {"content": "丙", "at": "2026-11-29T09:30:00+08:00"})
    journal(vault, "old/2026/2026-11-29.jsonl", {**later, "turn": 2})
    assert said(vault, SUNDAY) == ["甲", "丙", "乙"]


def test_a_day_ends_at_midnight_of_the_vault(vault: Path) -> None:
    journal(
        vault,
        "mac/2026/2026-11-29.jsonl",
        {"content": "前", "at": "2026-11-29T15:59:59Z"},
        {"content": "后", "at": "2026-11-29T16:00:00Z"},
        {"content": "无"},
    )
    assert said(vault, SUNDAY) == ["无", "前"]
    assert said(vault, MONDAY) == ["后"]


def test_users_are_kept_apart(vault: Path) -> None:
    journal(vault, "mac/2026/2026-11-29.jsonl", {"content": "甲"}, {"content": "乙", "user_id": "mei"})
    assert days(vault).users(SUNDAY) == ("lin", "mei")
    assert said(vault, SUNDAY, "mei") == ["乙"]


def test_days_of_files_with_and_without_a_day_in_their_name(vault: Path) -> None:
    journal(vault, "mac/2026/2026-11-29.jsonl", {"content": "甲"})
    journal(vault, "import.jsonl", {"content": "乙", "at": "2026-01-02T03:00:00Z"}, {"content": "不知何时"})
    assert days(vault).days() == (date(2026, 1, 2), SUNDAY)
    assert said(vault, date(2026, 1, 2)) == ["乙"]


def test_a_vault_without_a_journal(vault: Path) -> None:
    assert days(vault).days() == ()
    assert said(vault, SUNDAY) == []
    assert list(days(vault).files(MONDAY)) == []


def test_files_from_before_a_day(vault: Path) -> None:
    journal(vault, "mac/2026/2026-11-28.jsonl", {"content": "甲", "at": "2026-11-28T20:00:00Z"})
    journal(vault, "mac/2026/2026-11-29.jsonl", {"content": "乙"})
    journal(vault, "import.jsonl", {"content": "丙", "at": "2026-01-02T03:00:00Z"})
    found = {file.path: file for file in days(vault).files(SUNDAY)}
    assert list(found) == ["journal/import.jsonl", "journal/mac/2026/2026-11-28.jsonl"]
    assert found["journal/mac/2026/2026-11-28.jsonl"].days == {SUNDAY}


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ('{"role": "user", "content": "甲"}\n', True),
        ('{"role": "tool", "content": "甲"}\n', True),
        ('{"role": "user", "content": ""}\n', True),
        ("{broken\n", False),
        ('{"role": "user", "content": "半', False),
    ],
)
def test_a_file_of_which_something_was_not_understood_is_not_whole(
    vault: Path, line: str, whole: bool
) -> None:
    put(vault, "journal/mac/2026-11-29.jsonl", line.encode())
    put(vault, "journal/undated.jsonl", b'{"role": "user", "content": "a"}\n')
    found = days(vault)
    assert found.file("journal/mac/2026-11-29.jsonl").whole is whole
    assert not found.file("journal/undated.jsonl").whole


def test_a_file_that_is_gone_by_now_is_empty(vault: Path) -> None:
    journal(vault, "mac/2026-11-29.jsonl", {"content": "甲"})
    found = days(vault)
    (vault / "journal/mac/2026-11-29.jsonl").unlink()
    file = found.file("journal/mac/2026-11-29.jsonl")
    assert (file.turns, file.fingerprint, file.whole) == ((), "", False)

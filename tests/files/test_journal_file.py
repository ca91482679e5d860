from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.files.conftest import DEFAULTS, NOW, put, snapshot
from vault.errors import ChangedOnDisk, OutsideVault, UnparsedFile
from vault.files.fingerprint import read_file
from vault.files.journal_file import append_turns, journal_path, take_texts_out
from vault.files.lock import WriteLock
from vault.files.removal import remove_file
from vault.format.turn_line import parse_turns
from vault.model.turn import Turn, turn_digest

SHANGHAI = ZoneInfo("Asia/Shanghai")


def turn(number: int, at: datetime | None, content: str = "我养了一只猫") -> Turn:
    return Turn(session_id="s1", turn=number, role="user", content=content, at=at, user_id="lin")


def read(root: Path, path: str) -> list[Turn]:
    parsed = parse_turns((root / path).read_bytes(), path=path, defaults=DEFAULTS)
    assert parsed.problems == ()
    return [located.turn for located in parsed.turns]


def test_a_day_of_a_device_is_a_file() -> None:
    assert journal_path("laptop", date(2026, 11, 29)) == "journal/laptop/2026/2026-11-29.jsonl"
    assert journal_path("林的 Mac/../x", date(2026, 1, 2)) == "journal/林的-Mac-x/2026/2026-01-02.jsonl"


def test_turns_are_appended_in_order(root: Path, lock: WriteLock) -> None:
    path = "journal/laptop/2026/2026-11-29.jsonl"
    first, second, third = (turn(n, NOW + timedelta(minutes=n), f"第 {n} 句\n换行") for n in range(3))
    (written,) = append_turns(root, [first], device="laptop", zone=SHANGHAI, now=NOW, lock=lock)
    assert (written.path, written.first_line, written.count) == (path, 1, 1)
    (written,) = append_turns(root, [second, third], device="laptop", zone=SHANGHAI, now=NOW, lock=lock)
    assert (written.path, written.first_line, written.count) == (path, 2, 2)
    assert read(root, path) == [first, second, third]


def test_a_day_begins_in_the_vaults_timezone(root: Path, lock: WriteLock) -> None:
    before = datetime(2026, 11, 29, 15, 59, tzinfo=timezone.utc)
    turns = [turn(1, before), turn(2, before + timedelta(minutes=1)), turn(3, None)]
    written = append_turns(
        root, turns, device="pi", zone=SHANGHAI, now=before + timedelta(hours=1), lock=lock
    )
    assert [(entry.path[-16:], entry.count) for entry in written] == [
        ("2026-11-29.jsonl", 1),
        ("2026-11-30.jsonl", 2),
    ]
    assert read(root, "journal/pi/2026/2026-11-30.jsonl") == turns[1:]


def test_no_turns_write_nothing(root: Path, lock: WriteLock) -> None:
    assert append_turns(root, [], device="pi", zone=SHANGHAI, now=NOW, lock=lock) == ()
    assert snapshot(root) == {}


def test_a_turn_cut_short_by_a_crash_does_not_swallow_the_next(root: Path, lock: WriteLock) -> None:
    path = "journal/pi/2026/2026-11-29.jsonl"
    put(root, path, '{"session_id": "s1", "turn": 1, "role": "us')
    (written,) = append_turns(root, [turn(2, NOW)], device="pi", zone=SHANGHAI, now=NOW, lock=lock)
    assert written.first_line == 2
    parsed = parse_turns((root / path).read_bytes(), path=path, defaults=DEFAULTS)
    assert [located.turn for located in parsed.turns] == [turn(2, NOW)]
    assert [problem.line for problem in parsed.problems] == [1]


def test_a_journal_in_another_encoding_is_not_spoiled(root: Path, lock: WriteLock) -> None:
    path = "journal/pi/2026/2026-11-29.jsonl"
    data = "{}\n".encode("utf-16")
    put(root, path, data)
    with pytest.raises(UnparsedFile):
        append_turns(root, [turn(1, NOW)], device="pi", zone=SHANGHAI, now=NOW, lock=lock)
    assert snapshot(root) == {path: data}


def test_a_day_goes_with_its_file(root: Path, lock: WriteLock) -> None:
    (written,) = append_turns(root, [turn(1, NOW)], device="laptop", zone=SHANGHAI, now=NOW, lock=lock)
    fingerprint = read_file(root, written.path).fingerprint
    remove_file(root, written.path, expected=fingerprint, lock=lock, missing_ok=False)
    assert not (root / written.path).exists()
    with pytest.raises(ChangedOnDisk):
        remove_file(root, written.path, expected=fingerprint, lock=lock, missing_ok=False)


def test_texts_go_and_turns_stay_known(root: Path, lock: WriteLock) -> None:
    said = [turn(1, NOW, "我养了一只猫"), turn(2, NOW, "[erased]"), turn(3, None, "叫年糕")]
    (written,) = append_turns(root, said, device="laptop", zone=SHANGHAI, now=NOW, lock=lock)
    path = root / written.path
    path.write_bytes(path.read_bytes() + '{"role": "tool", "content": "猫粮 30 元"}\n'.encode())
    for _ in range(2):
        expected = read_file(root, written.path).fingerprint
        take_texts_out(root, written.path, expected=expected, mark="[erased]", defaults=DEFAULTS, lock=lock)
        left = read(root, written.path)
        assert {each.content for each in left} == {"[erased]"}
        assert list(map(turn_digest, left)) == list(map(turn_digest, said))
        assert "猫" not in path.read_text("utf-8")


def test_texts_that_changed_meanwhile_stay(root: Path, lock: WriteLock) -> None:
    (written,) = append_turns(root, [turn(1, NOW)], device="laptop", zone=SHANGHAI, now=NOW, lock=lock)
    before = snapshot(root)
    for path in (written.path, "journal/laptop/2026/gone.jsonl"):
        with pytest.raises(ChangedOnDisk):
            take_texts_out(root, path, expected="x", mark="[erased]", defaults=DEFAULTS, lock=lock)
    assert snapshot(root) == before


def test_a_day_that_grew_meanwhile_stays(root: Path, lock: WriteLock) -> None:
    (written,) = append_turns(root, [turn(1, NOW)], device="laptop", zone=SHANGHAI, now=NOW, lock=lock)
    fingerprint = read_file(root, written.path).fingerprint
    append_turns(root, [turn(2, NOW)], device="laptop", zone=SHANGHAI, now=NOW, lock=lock)
    before = snapshot(root)
    with pytest.raises(ChangedOnDisk):
        remove_file(root, written.path, expected=fingerprint, lock=lock, missing_ok=False)
    assert snapshot(root) == before


def test_nothing_is_taken_away_outside_of_the_vault(root: Path, lock: WriteLock) -> None:
    outside = put(root.parent / "elsewhere", "a.jsonl", b"{}\n")
    with pytest.raises(OutsideVault):
        remove_file(root, "../elsewhere/a.jsonl", expected="", lock=lock, missing_ok=False)
    assert outside.exists()

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.api.conftest import Place
from tests.conftest import Isolated
from vault.api.vault import Vault
from vault.errors import LockTimeout
from vault.service.events import EventHub
from vault.service.periodic import Done, Periodic, read_done, state_path, write_done
from vault.service.served_vault import ServedVault

EVENING = datetime(2026, 11, 30, 14, tzinfo=timezone.utc)  # 22:00 in Shanghai
AFTER_MIDNIGHT = EVENING + timedelta(hours=3)  # 01:00
MORNING = EVENING + timedelta(hours=6)  # 04:00


@pytest.fixture
def served(place: Place) -> Iterator[ServedVault]:
    vault = ServedVault(place.root, EventHub(), use_model=False)
    yield vault
    vault.close()


class Clock:
    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def said(place: Place, day: str, text: str) -> None:
    turn = {"session_id": day, "turn": 1, "role": "user", "content": text, "at": f"{day}T12:00:00+08:00"}
    place.write(f"journal/x/2026/{day}.jsonl", json.dumps(turn, ensure_ascii=False) + "\n")


def test_what_has_run_out_is_archived_once_a_day(served: ServedVault, place: Place) -> None:
    clock = Clock(EVENING)
    periodic = Periodic([served], clock)
    periodic.look()
    assert read_done(served).tidied == date(2026, 11, 30)
    assert [each.id for each in served.vault.list(user="lin", everything=True) if each.archived] == [
        "mem_gone"
    ]


def test_reflection_waits_for_the_night_in_the_zone_of_the_vault(served: ServedVault, place: Place) -> None:
    said(place, "2026-11-30", "我对花生过敏，完全不能吃香菜")
    clock = Clock(EVENING)
    periodic = Periodic([served], clock)
    periodic.look()
    clock.now = AFTER_MIDNIGHT
    periodic.look()
    assert not list(place.root.glob("notes/**/profile.md"))
    assert read_done(served).reflected == date(2026, 11, 30)
    clock.now = MORNING
    periodic.look()
    assert read_done(served).reflected == date(2026, 12, 1)
    assert any("花生" in each.text for each in served.vault.list(user="lin"))
    assert list(place.root.glob("notes/**/profile.md"))


def test_conflict_copies_are_settled_where_that_is_wanted_and_loses_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch, isolated: Isolated
) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")
    original = (place.root / "facts/all.jsonl").read_text("utf-8")
    safe = place.write(
        "facts/all 2.jsonl", original + '{"id": "mem_new", "content": "对花生过敏", "user_id": "lin"}\n'
    )
    asks = place.write("facts/all 3.jsonl", original.replace("龙井", "普洱"))
    for wanted in (False, True):
        if wanted:
            isolated.config.mkdir(parents=True, exist_ok=True)
            (isolated.config / "config.yaml").write_text("history: {auto_resolve: true}\n", "utf-8")
        vault = ServedVault(place.root, EventHub(), use_model=False)
        try:
            Periodic([vault], Clock(EVENING)).look()
        finally:
            vault.close()
        assert safe.exists() is not wanted
        assert asks.exists()
    assert "mem_new" in (place.root / "facts/all.jsonl").read_text("utf-8")


def test_a_machine_that_slept_catches_up(served: ServedVault, place: Place) -> None:
    said(place, "2026-11-27", "我对花生过敏")
    write_done(served, Done(date(2026, 11, 26), date(2026, 11, 26)))
    Periodic([served], Clock(EVENING)).look()
    assert any("花生" in each.text for each in served.vault.list(user="lin"))
    assert served.vault.reflect_due(EVENING) == ()


def test_one_duty_that_fails_keeps_no_other_from_being_done(
    served: ServedVault, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def locked(*_: object, **__: object) -> None:
        raise LockTimeout(served.root, 1)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the secret")

    monkeypatch.setattr(Vault, "tidy", locked)
    Periodic([served], Clock(EVENING)).look()
    assert read_done(served) == Done(None, date(2026, 11, 30))
    monkeypatch.setattr(Vault, "tidy", broken)
    Periodic([served], Clock(EVENING)).look()
    assert "ZeroDivisionError" in caplog.text
    assert "the secret" not in caplog.text
    monkeypatch.undo()
    Periodic([served], Clock(EVENING)).look()
    assert read_done(served).tidied == date(2026, 11, 30)


def test_what_waited_while_no_service_ran_is_extracted(served: ServedVault, place: Place) -> None:
    from vault.model.turn import Turn

    turn = Turn("s", 1, "user", "我对花生过敏", EVENING, user_id="lin")
    served.vault.capture([turn], extract="off", now=EVENING)
    periodic = Periodic([served], Clock(EVENING))
    periodic.start()
    for _ in range(200):
        if any("花生" in each.text for each in served.vault.list(user="lin", types=["fact"])):
            break
        periodic._stopped.wait(0.05)
    else:
        pytest.fail("nothing was extracted")
    periodic.stop()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"tidied": "someday"}', '{"tidied": 3}'])
def test_a_state_that_cannot_be_read_is_none(served: ServedVault, text: str) -> None:
    write_done(served, Done(date(2026, 1, 1)))
    assert read_done(served).tidied == date(2026, 1, 1)
    state_path(served).write_text(text)
    assert read_done(served) == Done()


def test_stopping_before_it_began(served: ServedVault) -> None:
    periodic = Periodic([served])
    periodic.stop()
    periodic.look()
    assert read_done(served) == Done()


def test_a_backup_a_day_where_that_is_wanted(place: Place, isolated: Isolated, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    isolated.config.mkdir(parents=True, exist_ok=True)
    (isolated.config / "config.yaml").write_text(f"backup: {{folder: {folder}}}\n", "utf-8")
    vault = ServedVault(place.root, EventHub(), use_model=False)
    clock = Clock(EVENING)
    periodic = Periodic([vault], clock)
    try:
        periodic.look()  # the drive is not there yet
        assert not folder.exists()
        folder.mkdir()
        for _ in range(60):
            clock.now += timedelta(hours=1)
            periodic.look()
        names = sorted(each.name.split("small-")[1] for each in folder.iterdir())
        assert [name[:13] for name in names] == ["2026-11-30T20", "2026-12-01T20", "2026-12-02T20"]
    finally:
        vault.close()

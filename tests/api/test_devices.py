"""Which devices write into a vault."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from tests.api.conftest import NOW, Place
from vault.api.vault import Vault


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "laptop-a1b2")


def write(place: Place, device: str, at: datetime, memory: str, **more: object) -> None:
    record = {"id": memory, "content": memory, "created_at": at.isoformat(), **more}
    place.remember(f"facts/auto/{device}/2026-11.jsonl", record)


def test_a_vault_nobody_has_written_into_has_this_device(opened: Vault) -> None:
    (device,) = opened.devices(now=NOW)
    assert (device.id, device.name, device.here, device.last_write) == ("laptop-a1b2", "laptop", True, None)


def test_devices_with_what_they_wrote_last(opened: Vault, place: Place) -> None:
    opened.remember("对花生过敏", now=NOW)
    day = datetime(2026, 11, 20, tzinfo=timezone.utc)
    write(place, "phone-x1y2", day, "m1")
    turn = '{"session_id":"s","turn":1,"role":"user","content":"好","at":"2026-11-21T00:00:00Z"}\n'
    place.write("journal/phone-x1y2/2026/2026-11-21.jsonl", turn)
    place.write("usage/phone-x1y2.jsonl", '{"id":"m1","hits":1,"last_hit_at":"2026-11-22T00:00:00Z"}\n')
    place.remember("archive/conflicts/mem_1.jsonl", {"id": "mem_1", "content": "x", "status": "superseded"})
    laptop, phone = opened.devices(now=NOW)
    assert (laptop.id, laptop.memories, laptop.last_write) == ("laptop-a1b2", 1, NOW)
    assert (phone.id, phone.memories, phone.turns) == ("phone-x1y2", 1, 1)
    assert phone.last_write == day + timedelta(days=1)
    assert phone.last_seen == day + timedelta(days=2)
    assert laptop.clock is phone.clock is None


def test_a_clock_that_is_days_wrong(opened: Vault, place: Place) -> None:
    write(place, "phone-x1y2", NOW + timedelta(days=3), "m1")
    write(place, "tablet-c3d4", NOW - timedelta(days=2), "m2", supersedes=["m3"])
    write(place, "laptop-a1b2", NOW - timedelta(days=1), "m3")
    clocks = {each.id: each.clock for each in opened.devices(now=NOW)}
    assert clocks["laptop-a1b2"] is None
    assert clocks["phone-x1y2"] is not None
    assert clocks["phone-x1y2"].off == timedelta(days=3)
    assert clocks["tablet-c3d4"] is not None
    assert clocks["tablet-c3d4"].off == -timedelta(days=1)


def test_a_hit_before_the_memory_was_there(opened: Vault, place: Place) -> None:
    write(place, "laptop-a1b2", NOW - timedelta(days=1), "m1")
    place.write("usage/phone-x1y2.jsonl", '{"id":"m1","hits":1,"last_hit_at":"2026-11-01T00:00:00Z"}\n')
    clocks = {each.id: each.clock for each in opened.devices(now=NOW)}
    assert clocks["phone-x1y2"] is not None
    assert clocks["phone-x1y2"].reason == "order"


def test_imported_memories_are_no_witnesses(opened: Vault, place: Place) -> None:
    write(place, "phone-x1y2", NOW - timedelta(days=900), "m1", supersedes=["m2"], source={"kind": "import"})
    write(place, "laptop-a1b2", NOW, "m2")
    assert [each.clock for each in opened.devices(now=NOW)] == [None, None]


def test_an_archiving_before_what_it_archives(opened: Vault, place: Place) -> None:
    known = {"id": "m1", "content": "m1", "created_at": NOW.isoformat(), "status": "forgotten"}
    late = NOW - timedelta(hours=8)
    source = {"kind": "owner", "device": "laptop-a1b2"}
    place.remember(
        "archive/phone-x1y2/2026-11.jsonl", {**known, "updated_at": late.isoformat(), "source": source}
    )
    clocks = {each.id: each.clock for each in opened.devices(now=NOW)}
    assert clocks["laptop-a1b2"] is None
    assert clocks["phone-x1y2"] is not None
    assert clocks["phone-x1y2"].off == -timedelta(hours=8)


def test_what_is_imported_tells_of_no_clock(opened: Vault, place: Place) -> None:
    known = {"id": "m1", "content": "m1", "created_at": NOW.isoformat(), "status": "forgotten"}
    late = NOW - timedelta(hours=8)
    source = {"kind": "import", "device": "laptop-a1b2"}
    place.remember(
        "archive/phone-x1y2/2026-11.jsonl", {**known, "updated_at": late.isoformat(), "source": source}
    )
    assert not [each for each in opened.devices(now=NOW) if each.clock]

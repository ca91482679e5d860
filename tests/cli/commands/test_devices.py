"""`memvault devices`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

VAULT = "format: 1\nid: v\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\ndevices: {phone-x1y2: {name: 手机}}\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMVAULT_DEVICE", "laptop-a1b2")
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T04:00:00Z")
    monkeypatch.setenv("MEMVAULT_MODEL", "none")
    files = {
        "vault.yaml": VAULT,
        "facts/auto/laptop-a1b2/2026-11.jsonl": '{"id":"m1","content":"a","created_at":"2026-11-29T00:00:00Z"}\n',
        "facts/auto/phone-x1y2/2026-11.jsonl": '{"id":"m2","content":"b","created_at":"2026-11-28T00:00:00Z"}\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_devices_are_listed_with_their_names(cli: Callable[..., Ran], root: Path) -> None:
    ran = cli("--vault", str(root), "devices")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "laptop-a1b2  laptop  (本机)"
    assert lines[2] == "phone-x1y2  手机"
    assert "2026-11-28 08:00" in lines[3]


def test_a_wrong_clock_is_said(cli: Callable[..., Ran], root: Path) -> None:
    file = root / "facts/auto/phone-x1y2/2026-11.jsonl"
    file.write_text(file.read_text("utf-8").replace("2026-11-28", "2026-12-02"), "utf-8")
    ran = cli("--vault", str(root), "devices")
    assert ran.code == 1
    assert "phone-x1y2 的时钟至少快 1 day, 20:00" in ran.out
    found = cli("--vault", str(root), "--json", "devices").document["devices"]
    clock = {each["id"]: each["clock"] for each in found}
    assert clock["laptop-a1b2"] is None
    assert clock["phone-x1y2"]["off_seconds"] == 44 * 3600
    assert clock["phone-x1y2"]["path"] == "facts/auto/phone-x1y2/2026-11.jsonl"


def test_a_new_id(cli: Callable[..., Ran], root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("--vault", str(root), "devices", "--new-id").code != 0  # MEMVAULT_DEVICE says which
    monkeypatch.delenv("MEMVAULT_DEVICE")
    here = next(
        each["id"]
        for each in cli("--vault", str(root), "devices", "--json").document["devices"]
        if each["here"]
    )
    (root / "facts/auto" / here).mkdir()
    (root / "facts/auto" / here / "2026-11.jsonl").write_text('{"id":"m9","content":"c"}\n', "utf-8")
    renamed = cli("--vault", str(root), "devices", "--new-id", "--json").document
    assert renamed["former"] == here != renamed["id"]
    found = {each["id"]: each for each in cli("--vault", str(root), "devices", "--json").document["devices"]}
    assert (found[here]["former"], found[here]["here"]) == ("asked", False)
    assert found[renamed["id"]]["here"]
    assert "本机以前的 id" in cli("--vault", str(root), "devices").out


def test_a_copy_of_what_only_this_device_writes_is_told_of(cli: Callable[..., Ran], root: Path) -> None:
    folder = root / "journal/laptop-a1b2/2026"
    folder.mkdir(parents=True)
    turn = '{"session_id":"s","turn":1,"role":"user","content":"a","at":"2026-11-29T00:00:00Z"}\n'
    for name in ("2026-11-29.jsonl", "2026-11-29.sync-conflict-20261129-101112-ABCDEFG.jsonl"):
        (folder / name).write_text(turn, "utf-8")
    ran = cli("--vault", str(root), "devices")
    assert ran.code == 1
    assert "laptop-a1b2" in ran.out
    assert "--new-id" in ran.err
    found = cli("--vault", str(root), "devices", "--json").document["devices"]
    assert {each["id"]: each["shared"] for each in found} == {"laptop-a1b2": True, "phone-x1y2": False}

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

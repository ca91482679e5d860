from __future__ import annotations

import re
from pathlib import Path

import pytest

from vault.config import machine_id as module
from vault.config.machine_id import machine_id


@pytest.fixture(autouse=True)
def _afresh() -> None:
    machine_id.cache_clear()


def test_a_machine_is_told_by_its_file_and_the_file_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.sys, "platform", "linux")
    place = tmp_path / "machine-id"
    monkeypatch.setattr(module, "_PLACES", (tmp_path / "none", place))
    found = set()
    for text in ("0123456789abcdef0123456789abcdef\n", "f" * 32):
        place.write_text(text)
        machine_id.cache_clear()
        found.add(machine_id())
        assert machine_id() == machine_id()
        assert machine_id() not in text
    assert len(found) == 2
    assert all(re.fullmatch(r"[0-9a-f]{12}", each) for each in found)


@pytest.mark.parametrize("text", [None, "", "\n", "uninitialized\n"])
def test_a_machine_without_an_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setattr(module, "_PLACES", (tmp_path / "machine-id",))
    if text is not None:
        (tmp_path / "machine-id").write_text(text)
    assert machine_id() == ""

from __future__ import annotations

import stat
from pathlib import Path

from vault.openclaw.undo_record import UndoRecord, drop_record, read_record, record_path, write_record


def test_it_is_kept_for_its_owner_and_dropped(tmp_path: Path) -> None:
    config = tmp_path / "openclaw.json"
    record = UndoRecord(str(config), "", "/plugin", {"slot": None, "allow": ["a"]})
    assert read_record(config) is None
    write_record(record)
    assert read_record(config) == record
    assert stat.S_IMODE(record_path(config).stat().st_mode) == 0o600
    assert read_record(tmp_path / "other.json") is None
    drop_record(config)
    assert read_record(config) is None


def test_a_damaged_one_is_none(tmp_path: Path) -> None:
    config = tmp_path / "openclaw.json"
    write_record(UndoRecord(str(config), "", "", {}))
    record_path(config).write_text("{", encoding="utf-8")
    assert read_record(config) is None

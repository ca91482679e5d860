"""A laptop that was off for a year comes back with what was forgotten, erased and replaced meanwhile."""

from __future__ import annotations

import json
import shutil
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.stand_in_model import StandInModel
from vault.api.open import open_vault

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)
HOME = "facts/home.jsonl"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / "facts").mkdir(parents=True)
    (folder / "vault.yaml").write_text("format: 1\nid: v\ndefault_user: lin\n", "utf-8")
    facts = [
        {
            "id": "mem_home",
            "content": "家住阳光小区",
            "key": "住址",
            "value": "阳光小区",
            "created_at": "2025-01-05",
        },
        {"id": "mem_old_job", "content": "在一家银行上班", "created_at": "2025-01-06"},
        {"id": "mem_secret", "content": "和小雨吵了一架", "created_at": "2025-01-07"},
        {"id": "mem_cat", "content": "养了一只叫年糕的猫", "created_at": "2025-01-08"},
    ]
    (folder / HOME).write_text(
        "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in facts), "utf-8"
    )
    return folder


@pytest.mark.parametrize("copied", ["original", "copy"])
def test_what_was_forgotten_stays_forgotten(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copied: str
) -> None:
    """The sync tool makes the old file a conflict copy, or, should its clock be fast, the file itself."""
    monkeypatch.setenv("MEMVAULT_DEVICE", "phone")
    old = tmp_path / "old.jsonl"
    shutil.copy(root / HOME, old)
    with open_vault(root, model=StandInModel()) as vault:
        assert vault.remember("家住西湖区", key="住址", value="西湖区", now=NOW).action == "superseded"
        vault.forget("mem_old_job", now=NOW)
        vault.erase("mem_secret", now=NOW)
        vault.remember("对花生过敏", now=NOW)
    text = old.read_text("utf-8") + '{"id": "mem_trip", "content": "去过泉州", "created_at": "2025-06-01"}\n'
    conflict = root / "facts/home.sync-conflict-20261130-040000-ABCDEFG.jsonl"
    if copied == "copy":
        conflict.write_text(text, "utf-8")
    else:
        (root / HOME).rename(conflict)
        (root / HOME).write_text(text, "utf-8")
    later = NOW + timedelta(minutes=1)
    expected = {"家住西湖区", "对花生过敏", "养了一只叫年糕的猫", "去过泉州"}
    with open_vault(root, model=StandInModel()) as vault:
        seen = {each.text for each in vault.list(now=later)}
        assert expected - {"去过泉州"} <= seen <= expected
        assert [each.obstacle for each in vault.resolve(now=later) if each.obstacle] == []
        assert {each.text for each in vault.list(now=later)} == expected
        conflicts = vault.sync_conflicts(now=later)
        assert not conflicts.copies
        assert not conflicts.twins
        assert not [each for each in vault.check().problems if each.severity == "error"]
    left = [path for path in root.rglob("*") if path.is_file() and "吵了一架" in path.read_text("utf-8")]
    assert left == []

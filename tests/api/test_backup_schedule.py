"""Backups that a running service makes by itself; the clock is the test's."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.conftest import Isolated
from tests.stand_in_model import StandInModel
from vault.api.backup import backups_in
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import BackupFailed, ConfigError

HOUR = timedelta(hours=1)  # NOW is 12:00 in Shanghai


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "drive" / "backups"


@pytest.fixture
def scheduled(place: Place, isolated: Isolated, model: StandInModel, folder: Path) -> Vault:
    isolated.config.mkdir(parents=True, exist_ok=True)
    (isolated.config / "config.yaml").write_text(f"backup: {{folder: {folder}, keep: 3}}\n", "utf-8")
    return open_vault(place.root, model=model)


def days(vault: Vault, folder: Path) -> list[str]:
    return [each.name.split("-2026-")[1][:5] for each in backups_in(folder, vault.id)]


def test_one_a_day_and_the_last_ones_are_kept(scheduled: Vault, folder: Path) -> None:
    folder.mkdir(parents=True)
    made = [at for hour in range(24 * 6) if scheduled.back_up_if_due(now=(at := NOW + hour * HOUR))]
    assert made[0] == NOW
    # 12:00, then the first full hour after 3:30 of each day
    assert [(each + 8 * HOUR).strftime("%d %H") for each in made[1:]] == [
        "01 04", "02 04", "03 04", "04 04", "05 04", "06 04",
    ]  # fmt: skip
    assert len(days(scheduled, folder)) == 3
    assert not scheduled.backup_status(now=NOW + timedelta(days=6)).overdue


def test_a_machine_that_slept_catches_up_once(scheduled: Vault, folder: Path) -> None:
    folder.mkdir(parents=True)
    assert scheduled.back_up_if_due(now=NOW)
    later = NOW + timedelta(days=20)
    assert scheduled.backup_status(now=later).overdue
    assert scheduled.back_up_if_due(now=later)
    assert scheduled.back_up_if_due(now=later + HOUR) is None
    assert not scheduled.backup_status(now=later).overdue


def test_a_backup_from_a_day_to_come_does_not_stop_todays(scheduled: Vault, folder: Path) -> None:
    folder.mkdir(parents=True)
    scheduled.back_up(folder, now=NOW + timedelta(days=300))
    assert scheduled.back_up_if_due(now=NOW)


def test_a_drive_that_is_not_there_gets_no_files(scheduled: Vault, folder: Path) -> None:
    with pytest.raises(BackupFailed, match="no such folder"):
        scheduled.back_up_if_due(now=NOW)
    assert not folder.parent.exists()
    status = scheduled.backup_status(now=NOW)
    assert (status.last, status.scheduled, status.overdue) == (None, True, True)


def test_the_last_one_is_known_while_its_drive_is_away(scheduled: Vault, folder: Path) -> None:
    folder.mkdir(parents=True)
    made = scheduled.back_up_as_set(now=NOW)
    folder.rename(folder.with_name("away"))
    status = scheduled.backup_status(now=NOW + HOUR)
    assert (status.last, status.path, status.overdue) == (NOW, made.path, False)


def test_one_by_hand_is_known_without_a_setting(opened: Vault, tmp_path: Path) -> None:
    status = opened.backup_status(now=NOW)
    assert (status.last, status.scheduled, status.overdue) == (None, False, False)
    assert opened.back_up_if_due(now=NOW) is None
    with pytest.raises(ConfigError, match=r"backup\.folder"):
        opened.back_up_as_set(now=NOW)
    made = opened.back_up(tmp_path / "mine.tar.gz", now=NOW)
    assert opened.backup_status(now=NOW).path == made.path
    assert opened.status(now=NOW).backup.last == NOW


@pytest.mark.parametrize("wrong", ["relative/folder", ".", "backups"])
def test_a_folder_by_half_a_path_is_refused(
    place: Place, isolated: Isolated, model: StandInModel, wrong: str
) -> None:
    isolated.config.mkdir(parents=True, exist_ok=True)
    (isolated.config / "config.yaml").write_text(f"backup: {{folder: {wrong}}}\n", "utf-8")
    with open_vault(place.root, model=model) as vault, pytest.raises(ConfigError, match="full path"):
        vault.back_up_as_set(now=NOW)


def test_a_vault_cannot_name_the_folder(place: Place, model: StandInModel, tmp_path: Path) -> None:
    settings = place.root / "vault.yaml"
    settings.write_text(settings.read_text("utf-8") + f"backup: {{folder: {tmp_path}}}\n", "utf-8")
    with open_vault(place.root, model=model) as vault:
        assert vault.settings.backup.folder == ""


def test_they_are_encrypted_if_that_is_set(
    place: Place, isolated: Isolated, model: StandInModel, tmp_path: Path
) -> None:
    pyrage = pytest.importorskip("pyrage")
    key = pyrage.x25519.Identity.generate()
    isolated.config.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"backup": {"folder": str(tmp_path), "recipient": str(key.to_public())}})
    (isolated.config / "config.yaml").write_text(text, "utf-8")
    with open_vault(place.root, model=model) as vault:
        made = vault.back_up_if_due(now=NOW)
        assert made is not None
        assert made.path.name.endswith(".tar.gz.age")
        assert vault.back_up_if_due(now=NOW + HOUR) is None


def test_the_time_is_that_of_the_vaults_zone(scheduled: Vault, folder: Path) -> None:
    folder.mkdir(parents=True)
    late = datetime.fromisoformat("2026-11-30T23:30:00+08:00")
    assert scheduled.back_up_if_due(now=late)
    assert scheduled.back_up_if_due(now=late + 2 * HOUR) is None  # the next day, but still night
    assert scheduled.back_up_if_due(now=late + 5 * HOUR)

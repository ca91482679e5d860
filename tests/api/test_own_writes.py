"""Two machines under one name: noticed, and parted."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.conftest import Isolated
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.own_writes import foreign_writes
from vault.api.vault import Vault
from vault.config.device import FormerName, device_id, former_names
from vault.files.memory_places import facts_path
from vault.model.identifier import new_id

MONTH = "facts/auto/{}/2026-11.jsonl"


@pytest.fixture
def machines(place: Place, isolated: Isolated, model: StandInModel, monkeypatch: pytest.MonkeyPatch,
             tmp_path: Path) -> Callable[..., str]:  # fmt: skip
    """Remembers on one of several machines, each with its vault and state; returns the device's name."""

    def remember(name: str, text: str, minute: int = 0) -> str:
        for variable, folder in (("MEMVAULT_STATE_DIR", "state"), ("MEMVAULT_CACHE", "cache")):
            monkeypatch.setenv(variable, str(tmp_path / name / folder))
        with open_vault(tmp_path / name / "vault", model=model) as vault:
            assert vault.remember(text, now=NOW + timedelta(minutes=minute)).action == "added"
            return device_id()

    shutil.copytree(place.root, tmp_path / "one" / "vault")
    return remember


def clone(tmp_path: Path) -> None:
    """A virtual machine that is copied with everything on it; its machine id too."""
    shutil.copytree(tmp_path / "one", tmp_path / "two")


def sync(tmp_path: Path, device: str) -> None:
    """What the other one has added comes here, as a sync tool or git would bring it."""
    paths = [tmp_path / name / "vault" / MONTH.format(device) for name in ("one", "two")]
    lines = dict.fromkeys(line for path in paths for line in path.read_bytes().splitlines(keepends=True))
    for path in paths:
        path.write_bytes(b"".join(lines))


def test_a_cloned_machine_is_noticed_and_gets_another_name(
    machines: Callable[..., str], tmp_path: Path
) -> None:
    name = machines("one", "会弹吉他")
    clone(tmp_path)
    assert machines("one", "会游泳", 1) == machines("two", "会做红烧肉", 2) == name
    sync(tmp_path, name)
    there = machines("two", "在学日语", 3)
    assert there != name
    assert former_names() == (FormerName(name, "shared"),)
    assert "在学日语" in (tmp_path / "two/vault" / MONTH.format(there)).read_text("utf-8")
    assert machines("two", "周末爬山", 4) == there
    # The original sees lines that are not its own, too.
    here = machines("one", "每天跑步", 5)
    assert len({here, there, name}) == 3
    text = (tmp_path / "one/vault" / MONTH.format(name)).read_text("utf-8")
    assert [text.count(each) for each in ("会弹吉他", "会游泳", "会做红烧肉", "每天跑步")] == [1, 1, 1, 0]


def test_one_device_alone_keeps_its_name(
    opened: Vault, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = device_id()
    guitar = opened.remember("会弹吉他", now=NOW).id
    opened.pin(guitar, now=NOW)
    opened.forget(guitar, now=NOW)
    opened.restore(guitar, now=NOW)
    own = place.root / MONTH.format(name)
    # The person adds a line by hand, copies one, takes one out; another device edits one.
    text = own.read_text("utf-8")
    own.write_text(
        text.replace("会弹", "会弹电") + '{"content": "手写的一行"}\n{"id": "mem_mine", "content": "x"}\n',
        "utf-8",
    )
    opened.remember("会游泳", now=NOW + timedelta(minutes=1))
    assert device_id() == name
    assert former_names() == ()


def test_a_memory_of_another_device_that_is_restored_here_is_none(
    opened: Vault, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.remember("会弹吉他", now=NOW)
    monkeypatch.setenv("MEMVAULT_DEVICE", "phone")
    swim = opened.remember("会游泳", now=NOW + timedelta(minutes=1)).id
    opened.forget(swim, now=NOW + timedelta(minutes=2))
    monkeypatch.delenv("MEMVAULT_DEVICE")
    name = device_id()
    opened.restore(swim, now=NOW + timedelta(minutes=3))
    assert swim in (place.root / MONTH.format(name)).read_text("utf-8")
    opened.remember("会做红烧肉", now=NOW + timedelta(minutes=4))
    assert device_id() == name


def test_two_working_copies_on_one_machine_are_one_device(
    machines: Callable[..., str], tmp_path: Path
) -> None:
    name = machines("one", "会弹吉他")
    shutil.copytree(tmp_path / "one" / "vault", tmp_path / "two" / "vault")
    (tmp_path / "two" / "state").symlink_to(tmp_path / "one" / "state")
    machines("one", "会游泳", 1)
    machines("two", "会做红烧肉", 2)
    sync(tmp_path, name)
    assert machines("one", "在学日语", 3) == machines("two", "周末爬山", 4) == name


def test_a_name_that_is_set_stays_and_is_told_of(
    machines: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: StandInModel
) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "nas")
    machines("one", "会弹吉他")
    clone(tmp_path)
    machines("two", "会做红烧肉", 2)
    machines("one", "会游泳", 3)
    sync(tmp_path, "nas")
    assert machines("one", "在学日语", 4) == "nas"
    with open_vault(tmp_path / "one/vault", model=model) as vault:
        assert len(foreign_writes(vault._resources, "nas", NOW)) == 1
        assert vault.status(now=NOW).device_shared
        assert [each.id for each in vault.devices(now=NOW) if each.shared] == ["nas"]
        assert any(
            "--new-id" in each.hint for each in vault.doctor(now=NOW).findings if each.topic == "device"
        )


def test_without_notes_nothing_is_foreign(opened: Vault, place: Place) -> None:
    long_ago = new_id("mem", NOW - timedelta(days=1))
    place.remember(facts_path(device_id(), NOW), {"id": long_ago, "content": "会弹吉他"})
    assert foreign_writes(opened._resources, device_id(), NOW) == ()
    opened.remember("会游泳", now=NOW)
    assert foreign_writes(opened._resources, device_id(), NOW) == ()

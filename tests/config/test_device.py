from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from vault.config import device as module
from vault.config.device import FormerName, device_file, device_id, former_names, rename_device
from vault.errors import ConfigError


def test_a_device_keeps_its_name() -> None:
    name = device_id({}, host="Lins-MacBook.local")
    assert re.fullmatch(r"lins-macbook-[0-9a-z]{4}", name)
    assert device_id({}, host="renamed") == name == device_file().read_text().strip()


def test_two_devices_with_one_host_name_differ(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    names = set()
    for place in ("one", "two", "three"):
        monkeypatch.setenv("MEMVAULT_STATE_DIR", str(tmp_path / place))
        names.add(device_id({}, host="laptop"))
    assert len(names) == 3


@pytest.mark.parametrize("host", ["", "林舟的电脑", "---", "x" * 200])
def test_any_host_name_gives_the_name_of_a_folder(host: str) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", device_id({}, host=host))


def test_whoever_asks_first_at_once_gets_the_same() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: device_id({}), range(8)))) == 1
    assert list(device_file().parent.iterdir()) == [device_file()]


def test_the_variable_wins_and_is_checked() -> None:
    assert device_id({"MEMVAULT_DEVICE": "nas"}) == "nas"
    with pytest.raises(ConfigError, match="MEMVAULT_DEVICE"):
        device_id({"MEMVAULT_DEVICE": "../up"})


def test_a_damaged_file_is_named() -> None:
    device_file().parent.mkdir(parents=True)
    device_file().write_text("")
    with pytest.raises(ConfigError, match="device"):
        device_id({})


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Says on which machine this is."""
    return lambda name: monkeypatch.setattr(module, "machine_id", lambda: name)


def test_a_copied_state_folder_gets_a_name_of_its_own(machine: Callable[[str], None]) -> None:
    machine("aaa")
    first = device_id({}, host="laptop")
    assert former_names() == ()
    machine("bbb")
    second = device_id({}, host="laptop")
    assert second != first
    assert former_names() == (FormerName(first, "copied"),)
    assert device_id({}) == second
    machine("aaa")  # a folder that several machines share: each keeps its name
    assert device_id({}) == first
    assert former_names() == ()


def test_machines_without_an_identity_share_what_their_folder_says(machine: Callable[[str], None]) -> None:
    machine("")
    assert device_id({}, host="box") == device_id({}, host="other")
    assert device_file().name == "device"


def test_a_device_can_get_a_new_name(machine: Callable[[str], None]) -> None:
    machine("aaa")
    names = [device_id({}, host="laptop")]
    names += [rename_device("shared", {}, host="laptop"), rename_device("asked", {}, host="laptop")]
    assert len(set(names)) == 3
    assert device_id({}) == names[2]
    assert former_names() == (FormerName(names[1], "asked"), FormerName(names[0], "shared"))


def test_a_name_that_the_person_has_set_is_theirs_to_change() -> None:
    with pytest.raises(ConfigError, match="MEMVAULT_DEVICE"):
        rename_device("asked", {"MEMVAULT_DEVICE": "nas"})
    assert not device_file().exists()


def test_a_name_from_before_machines_were_told_apart_is_taken_over(machine: Callable[[str], None]) -> None:
    machine("")
    name = device_id({}, host="laptop")
    machine("aaa")
    assert device_id({}) == name
    assert former_names() == ()
    assert [each.name for each in device_file().parent.iterdir()] == ["device-aaa"]
    machine("bbb")
    assert device_id({}, host="laptop") != name

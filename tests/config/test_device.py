from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from vault.config.device import device_file, device_id
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
    assert [path.name for path in device_file().parent.iterdir()] == ["device"]


def test_the_variable_wins_and_is_checked() -> None:
    assert device_id({"MEMVAULT_DEVICE": "nas"}) == "nas"
    with pytest.raises(ConfigError, match="MEMVAULT_DEVICE"):
        device_id({"MEMVAULT_DEVICE": "../up"})


def test_a_damaged_file_is_named() -> None:
    device_file().parent.mkdir(parents=True)
    device_file().write_text("")
    with pytest.raises(ConfigError, match="device"):
        device_id({})

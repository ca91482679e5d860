from __future__ import annotations

import pytest

from tests.api.conftest import Place


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")


def test_in_and_out(cli, place: Place) -> None:
    ran = cli("pin", "mem_cat", "mem_tea")
    assert ran.code == 0
    assert [line.partition("：")[0] for line in ran.out.splitlines()] == ["已固定", "已固定"]
    assert cli("show", "mem_cat", "--json").document["memories"][0]["pinned"] is True
    assert "本来就固定着" in cli("pin", "mem_cat").out
    assert "已取消固定" in cli("unpin", "mem_cat").out
    assert "pinned" not in cli("show", "mem_cat", "--json").document["memories"][0]


def test_as_json(cli, place: Place) -> None:
    assert cli("pin", "mem_cat", "--json").document == {
        "memories": [{"id": "mem_cat", "pinned": True, "changed": True, "content": "养了一只叫年糕的猫"}]
    }
    assert cli("unpin", "mem_tea", "--json").document["memories"][0]["changed"] is False


def test_an_unknown_id(cli, place: Place) -> None:
    assert cli("pin", "mem_nobody").code == 2

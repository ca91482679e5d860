from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.api.conftest import Place


@pytest.fixture(autouse=True)
def no_model_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about files; the model is looked at in one of them."""
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")


def test_never_indexed_is_not_clean(cli, place: Place) -> None:
    ran = cli("status", "--json")
    assert ran.code == 3
    document = ran.document
    assert (document["on_disk"], document["indexed"], document["behind"]) == (1, 0, 1)
    assert document["clean"] is False
    assert document["watcher"]["alive"] is False


def test_the_shape_of_the_contract(cli, place: Place) -> None:
    document = cli("status", "--json").document
    assert {"on_disk", "indexed", "quarantined", "behind", "watcher", "model", "clean"} <= set(document)
    assert document["model"]["installed"] is False
    assert document["model"]["name"] == "bge-small-zh-v1.5"


def test_it_looks_at_the_disk_each_time_and_changes_nothing(cli, place: Place) -> None:
    cli("index")
    assert cli("status", "--json").document["behind"] == 0
    place.write("notes/新.md", "# 新\n\n内容\n")
    for _ in range(2):
        document = cli("status", "--json").document
        assert (document["behind"], document["clean"]) == (1, False)
    (place.root / "notes" / "新.md").unlink()
    assert cli("status", "--json").document["behind"] == 0


def test_a_file_that_cannot_be_understood_is_not_clean(cli, place: Place) -> None:
    place.write("facts/bad.jsonl", "{broken\n")
    cli("index")
    ran = cli("status", "--json")
    assert ran.document["quarantined"] == 1
    assert ran.document["clean"] is False
    assert ran.code == 3
    assert "有文件读不懂" in cli("status").out


def test_a_line_that_cannot_be_read_is_told_of(cli, place: Place) -> None:
    place.write("facts/good.jsonl", '{"content": "喜欢喝茶"}\n{broken\n')
    cli("index")
    ran = cli("status")
    assert "隔离 0" in ran.out
    assert "见 `memvault check`；读不懂的行，上次读懂的内容仍在使用" in ran.out


def test_for_people(cli, place: Place) -> None:
    ran = cli("status")
    assert "磁盘上 1，已入索引 0，隔离 0，待处理 1" in ran.out
    assert "索引与文件不一致" in ran.out


def test_in_step_with_the_real_model(cli, place: Place, with_model, monkeypatch) -> None:
    monkeypatch.delenv("MEMVAULT_MODEL")
    assert cli("index").code == 0
    ran = cli("status", "--json")
    assert ran.code == 0
    assert ran.document["clean"] is True
    assert ran.document["model"]["fits_index"] is True
    assert "索引与文件一致" in cli("status").out


def test_a_second_copy_is_named(cli, place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(place.root, copy)
    cli("index")
    cli("--vault", str(copy), "index")
    assert cli("status", "--json").document["copies"] == [str(copy)]
    assert str(copy) in cli("status").err


def test_a_watcher_that_died_is_not_clean(cli, place: Place, isolated) -> None:
    from datetime import datetime, timezone

    from vault.watch.heartbeat import Heartbeat, heartbeat_path, write_heartbeat

    cli("index")
    (folder,) = isolated.cache.glob("index/*")
    then = datetime(2026, 11, 30, 3, tzinfo=timezone.utc)
    write_heartbeat(
        heartbeat_path(folder), Heartbeat(pid=2**22 + 1, started=then, beat=then, state="watching")
    )
    document = cli("status", "--json").document
    assert document["watcher"]["alive"] is False
    assert document["watcher"]["reason"]
    assert document["clean"] is False


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "facts/tea.jsonl",
            '<<<<<<< HEAD\n{"content": "爱喝茶"}\n=======\n{"content": "爱喝咖啡"}\n>>>>>>> b\n',
        ),
        ("notes/trip 2.md", "# 旅行\n"),
        (
            "notes/a.md",
            "<!-- memvault:versions -->\n一\n<!-- memvault:or -->\n二\n<!-- memvault:versions end -->\n",
        ),
    ],
)
def test_what_devices_left_unsettled_is_told_of(cli, place: Place, path: str, text: str) -> None:
    place.write("notes/trip.md", "# 旅行\n")
    cli("index")
    assert cli("status", "--json").document["conflicts"] == 0
    place.write(path, text)
    cli("index")
    assert cli("status", "--json").document["conflicts"] == 1
    assert "还没处理的有 1 处，见 `memvault conflicts`" in cli("status").out


def test_recall_goes_on_with_a_conflict_in_the_settings(cli, place: Place) -> None:
    place.write("facts/tea.jsonl", '{"content": "爱喝龙井茶"}\n')
    place.write(
        "vault.yaml",
        (place.root / "vault.yaml").read_text("utf-8")
        + ("<<<<<<< HEAD\nrecall: {limit: 3}\n=======\nrecall: {limit: 4}\n>>>>>>> phone\n"),
    )
    assert "爱喝龙井茶" in cli("recall", "爱喝什么茶", "--no-model").out
    assert "vault.yaml:" in cli("check").out
    assert cli("status", "--json").document["conflicts"] == 0
    assert cli("status", "--json").document["problems"] == 1

"""Two devices with real Syncthing between them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.journeys.syncthing import Pair, Peer, find_syncthing, pair, tree, until
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault

pytestmark = [
    pytest.mark.timeout(400),
    pytest.mark.skipif(
        find_syncthing() is None and os.environ.get("MEMVAULT_REQUIRE_SYNCTHING") != "1",
        reason="syncthing is not installed (Debian: apt-get install syncthing)",
    ),
]

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)
HOME = "facts/home.jsonl"
NOTE = "notes/旅行.md"
FACTS = (
    {
        "id": "mem_home",
        "content": "家住阳光小区",
        "key": "住址",
        "value": "阳光小区",
        "created_at": "2026-01-05",
    },
    {"id": "mem_cat", "content": "养了一只叫年糕的猫", "created_at": "2026-02-01"},
)


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Pair]:
    """Two devices that hold the same vault."""
    with pair(tmp_path) as found:
        write_vault(found.one.root)
        found.meet()
        yield found


def write_vault(root: Path) -> None:
    files = {
        "vault.yaml": "format: 1\nid: vault_sync\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\n",
        ".stignore": ".git\n.memvault-*.tmp\n",
        HOME: "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in FACTS),
        NOTE: "# 旅行\n\n## 第一天\n\n西湖\n\n## 第二天\n\n灵隐寺\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


@pytest.fixture
def using(monkeypatch: pytest.MonkeyPatch) -> Callable[[Peer], object]:
    """Open the vault of a device as that device."""

    @contextmanager
    def opened(peer: Peer) -> Iterator[Vault]:
        monkeypatch.setenv("MEMVAULT_DEVICE", peer.name)
        with open_vault(peer.root, model=StandInModel()) as vault:
            yield vault

    return opened


def homes(vault: Vault) -> list[str]:
    return [each.text for each in vault.list(now=NOW) if "家住" in each.text]


def replace(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text("utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new), "utf-8")


def append(root: Path, name: str, text: str) -> None:
    with (root / name).open("a", encoding="utf-8") as file:
        file.write(text)


def supersede_home(vault: Vault, now: datetime) -> None:
    done = vault.remember("家住西湖区", key="住址", value="西湖区", now=now)
    assert done.action == "superseded"


def test_the_home_is_changed_on_both_devices_while_they_are_apart(both: Pair, using) -> None:
    both.part()
    replace(
        both.one.root,
        HOME,
        '"家住阳光小区", "key": "住址", "value": "阳光小区"',
        '"家住滨江", "key": "住址", "value": "滨江"',
    )
    with using(both.one) as laptop:
        assert homes(laptop) == ["家住滨江"]
    with using(both.other) as phone:
        phone.remember("周五交房租", type="task", now=NOW)
        supersede_home(phone, NOW + timedelta(minutes=1))
        assert homes(phone) == ["家住西湖区"]
    both.join()
    for peer in (both.one, both.other):
        with using(peer) as vault:
            assert homes(vault) == ["家住西湖区"]
            (found,) = vault.sync_conflicts(now=NOW).copies
            assert found.copy.of == HOME
    with using(both.one) as laptop:
        (resolved,) = [each for each in laptop.resolve(now=NOW) if each.name == found.copy.path]
        assert not resolved.obstacle
    both.meet()
    for peer in (both.one, both.other):
        with using(peer) as vault:
            conflicts = vault.sync_conflicts(now=NOW)
            assert conflicts.copies == conflicts.twins == ()
            (loser,) = conflicts.losers
            assert loser.difference.text == "家住阳光小区"
            assert {each.theirs for each in loser.difference.fields} == {"家住滨江", "滨江"}
            assert homes(vault) == ["家住西湖区"]
            texts = {each.text for each in vault.list(now=NOW)}
            assert {"周五交房租", "养了一只叫年糕的猫"} <= texts
            former = {each.text for each in vault.list(statuses=("superseded",), now=NOW)}
            assert {"家住阳光小区", "家住滨江"} <= former
            assert not vault.check().problems


def test_both_devices_resolve_the_same_copy_at_the_same_time(both: Pair, using) -> None:
    both.part()
    replace(both.one.root, HOME, "年糕的猫", "年糕的英短")
    replace(both.other.root, HOME, "年糕的猫", "年糕的猫，两岁")
    append(both.other.root, HOME, '{"id": "mem_new", "content": "对花生过敏"}\n')
    both.join()
    both.part()
    for peer in (both.one, both.other):
        with using(peer) as vault:
            assert [each.obstacle for each in vault.resolve(now=NOW)] == [""]
    both.join()
    with using(both.one) as vault:
        conflicts = vault.sync_conflicts(now=NOW)
        assert conflicts.copies == conflicts.twins == ()
        assert len(conflicts.losers) == 1
        texts = {each.text for each in vault.list(now=NOW)}
        kept = {each.text for each in vault.list(statuses=("superseded",), now=NOW)}
    assert "对花生过敏" in texts
    assert {"养了一只叫年糕的英短", "养了一只叫年糕的猫，两岁"} <= texts | kept


def test_renamed_here_and_edited_there_deleted_here_and_added_to_there(both: Pair, using) -> None:
    both.part()
    (both.one.root / NOTE).rename(both.one.root / "notes/杭州.md")
    (both.one.root / HOME).unlink()
    replace(both.other.root, NOTE, "灵隐寺", "龙井村")
    append(both.other.root, HOME, '{"id": "mem_new", "content": "对花生过敏"}\n')
    both.join()
    assert "龙井村" in (both.one.root / NOTE).read_text("utf-8")
    assert "灵隐寺" in (both.one.root / "notes/杭州.md").read_text("utf-8")
    with using(both.one) as vault:
        assert {"家住阳光小区", "对花生过敏"} <= {each.text for each in vault.list(now=NOW)}
        assert not vault.sync_conflicts(now=NOW).copies


def test_a_note_edited_on_both_devices_stands_side_by_side_until_a_person_decides(both: Pair, using) -> None:
    both.part()
    replace(both.one.root, NOTE, "西湖", "西溪湿地")
    replace(both.other.root, NOTE, "西湖", "钱塘江")
    both.join()
    with using(both.other) as vault:
        (resolved,) = vault.resolve(now=NOW)
        assert resolved.side_by_side == 1
    both.meet()
    text = (both.one.root / NOTE).read_text("utf-8")
    assert "西溪湿地" in text
    assert "钱塘江" in text
    with using(both.one) as vault:
        vault.undo_resolution(resolved.name, now=NOW)
    both.meet()
    assert (both.other.root / resolved.name).exists()


def test_writing_goes_on_while_files_are_carried(both: Pair, using) -> None:
    for peer in (both.one, both.other):
        with using(peer) as vault:
            for number in range(15):
                vault.remember(f"{peer.name} 的第 {number} 件事：编号 {number * 7919}", now=NOW)
    both.meet()
    assert tree(both.one.root) == tree(both.other.root)
    with using(both.one) as vault:
        assert not vault.sync_conflicts(now=NOW)
        texts = [each.text for each in vault.list(now=NOW, limit=1000)]
    assert sum("件事" in text for text in texts) == 30
    until("nothing is left half written", lambda: not list(both.other.root.rglob(".memvault-*")))


def test_a_cloned_machine_writes_under_the_same_name_only_until_it_is_noticed(
    both: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything on one machine was copied to the other one, what the program keeps for itself too."""

    def remember(peer: Peer, text: str, minute: int) -> str:
        monkeypatch.setenv("MEMVAULT_STATE_DIR", str(tmp_path / f"state-{peer.name}"))
        with open_vault(peer.root, model=StandInModel()) as vault:
            vault.resolve(now=NOW + timedelta(minutes=minute))
            assert vault.remember(text, now=NOW + timedelta(minutes=minute)).action == "added"
            return next(each.id for each in vault.devices(now=NOW) if each.here)

    name = remember(both.one, "会弹吉他", 0)
    both.meet()
    shutil.copytree(tmp_path / f"state-{both.one.name}", tmp_path / f"state-{both.other.name}")
    both.part()
    assert remember(both.one, "会游泳", 1) == remember(both.other, "会做红烧肉", 2) == name
    both.join()
    first = remember(both.one, "在学日语", 3)
    both.meet()
    second = remember(both.other, "周末爬山", 4)
    both.meet()
    assert len({first, second, name}) >= 2
    assert first != second
    both.part()
    assert remember(both.one, "每天跑步", 5) != remember(both.other, "种了番茄", 6)
    both.join()
    assert not [path for path in tree(both.one.root) if "sync-conflict" in path and "conflicts/" not in path]
    with open_vault(both.one.root, model=StandInModel()) as vault:
        texts = {each.text for each in vault.list(now=NOW + timedelta(hours=1))}
    said = {"会弹吉他", "会游泳", "会做红烧肉", "在学日语", "周末爬山", "每天跑步", "种了番茄"}
    assert said <= texts

"""A backup merged into a vault that has gone on."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import BackupFailed
from vault.format.defaults import Defaults
from vault.format.turn_line import format_turn, parse_turns
from vault.model.turn import without_text

TURN = {"session_id": "s", "turn": 1, "role": "user", "content": "想学陶艺", "at": "2026-11-01T00:00:00Z"}


@pytest.fixture
def backup(place: Place, opened: Vault, tmp_path: Path) -> Path:
    place.write("notes/plan.md", "# 计划\n")
    place.write("notes/gone.md", "# 要删的\n")
    place.write("notes/photo.png", b"\x89PNG")
    place.write("journal/x/2026/2026-11-01.jsonl", json.dumps(TURN) + "\n")
    place.write("usage/laptop.jsonl", '{"id": "mem_cat", "hits": 3}\n')
    return opened.back_up(tmp_path / "vault.tar.gz", now=NOW).path


def test_what_was_lost_comes_back_and_what_is_there_stays(place: Place, opened: Vault, backup: Path) -> None:
    lines = place.root.joinpath("facts/all.jsonl").read_text("utf-8").splitlines(True)
    kept = [each for each in lines if "mem_tea" not in each]
    place.write("facts/all.jsonl", "".join(kept).replace("年糕", "豆包"))
    place.write("notes/plan.md", "# 新计划\n")
    place.write("usage/laptop.jsonl", '{"id": "mem_cat", "hits": 5}\n')
    for name in ("notes/gone.md", "notes/photo.png", "journal/x/2026/2026-11-01.jsonl"):
        (place.root / name).unlink()
    opened.index(now=NOW)
    done = opened.merge_backup(backup, now=NOW)
    assert (done.memories, done.turns, done.failed) == (["mem_tea"], 1, [])
    assert done.files == ["notes/gone.md", "notes/photo.png"]
    assert sorted(done.kept) == ["mem_cat", "notes/plan.md"]
    assert [each.text for each in opened.show("mem_tea", "mem_cat", now=NOW)] == [
        "下午爱喝龙井",
        "养了一只叫豆包的猫",
    ]
    assert (place.root / "notes/plan.md").read_text("utf-8") == "# 新计划\n"
    assert '"hits": 5' in (place.root / "usage/laptop.jsonl").read_text("utf-8")
    again = opened.merge_backup(backup, now=NOW)
    assert (again.memories, again.turns, again.files) == ([], 0, [])


def test_what_was_forgotten_or_erased_does_not_come_back(place: Place, opened: Vault, backup: Path) -> None:
    opened.forget("mem_tea", now=NOW)
    opened.erase("mem_cat", now=NOW)
    done = opened.merge_backup(backup, now=NOW + timedelta(days=1))
    assert done.memories == []
    assert opened.recall("龙井", now=NOW).hits == ()
    assert opened.recall("年糕", now=NOW).hits == ()
    assert "年糕" not in "".join(path.read_text("utf-8") for path in place.root.rglob("*.jsonl"))


def test_of_a_vault_that_was_rolled_back_the_later_versions_come_back(
    place: Place, opened: Vault, tmp_path: Path
) -> None:
    """What the vault has now is older than the backup, but for one memory; and one was forgotten meanwhile."""
    before = {path: path.read_bytes() for path in place.root.rglob("*.jsonl")}
    hour = timedelta(hours=1)
    opened.pin("mem_cat", now=NOW + hour)
    opened.forget("mem_tea", now=NOW + hour)
    text = place.root.joinpath("facts/all.jsonl").read_text("utf-8")
    home = json.loads(next(each for each in text.splitlines() if "mem_home" in each))
    later = {**home, "content": "家住西湖区", "updated_at": "2026-11-30T05:00:00Z"}
    place.write(
        "facts/all.jsonl",
        text.replace(json.dumps(home, ensure_ascii=False), json.dumps(later, ensure_ascii=False)),
    )
    backup = opened.back_up(tmp_path / "later.tar.gz", now=NOW + 2 * hour).path
    for path in place.root.rglob("*.jsonl"):
        path.unlink()
    for path, data in before.items():
        path.write_bytes(data)
    latest = {**home, "content": "家住滨江", "updated_at": "2026-11-30T06:00:00Z"}
    text = place.root.joinpath("facts/all.jsonl").read_text("utf-8")
    place.write(
        "facts/all.jsonl",
        text.replace(json.dumps(home, ensure_ascii=False), json.dumps(latest, ensure_ascii=False)),
    )
    opened.index(now=NOW)
    done = opened.merge_backup(backup, now=NOW + 3 * hour)
    assert (sorted(done.merged), done.kept, done.failed) == (["mem_cat", "mem_tea"], ["mem_home"], [])
    cat, tea, here = opened.show("mem_cat", "mem_tea", "mem_home", now=NOW)
    assert cat.pinned
    assert (tea.archived, tea.status) == (True, "forgotten")
    assert here.text == "家住滨江"
    assert opened.recall("龙井", now=NOW).hits == ()
    again = opened.merge_backup(backup, now=NOW + 4 * hour)
    assert (again.merged, again.memories, again.kept) == ([], [], ["mem_home"])


def test_what_is_forgotten_stays_so_though_the_backup_is_later(
    place: Place, opened: Vault, tmp_path: Path
) -> None:
    text = place.root.joinpath("facts/all.jsonl").read_text("utf-8")
    lines = [json.loads(each) for each in text.splitlines()]
    place.remember("facts/all.jsonl", *({**each, "updated_at": "2026-12-24T00:00:00Z"} for each in lines))
    backup = opened.back_up(tmp_path / "later.tar.gz", now=NOW).path
    place.write("facts/all.jsonl", text)
    opened.index(now=NOW)
    opened.forget("mem_tea", now=NOW)
    done = opened.merge_backup(backup, now=NOW)
    assert "mem_tea" in done.kept
    assert opened.show("mem_tea", now=NOW)[0].status == "forgotten"
    assert opened.recall("龙井", now=NOW).hits == ()


def test_of_two_wordings_the_one_that_loses_is_kept(place: Place, opened: Vault, tmp_path: Path) -> None:
    text = place.root.joinpath("facts/all.jsonl").read_text("utf-8")
    lines = [json.loads(each) for each in text.splitlines()]
    changed = (
        {**each, "content": each["content"] + "！", "updated_at": "2026-11-30T05:00:00Z"} for each in lines
    )
    place.remember("facts/all.jsonl", *changed)
    backup = opened.back_up(tmp_path / "later.tar.gz", now=NOW).path
    place.write("facts/all.jsonl", text)
    opened.index(now=NOW)
    done = opened.merge_backup(backup, now=NOW)
    assert {"mem_home", "mem_cat"} <= {*done.merged}
    kept = {each.difference.fields[0].theirs for each in opened.sync_conflicts(now=NOW).losers}
    assert kept >= {"家住梧桐路 12 号"}


def test_an_erased_turn_does_not_come_back(place: Place, opened: Vault, backup: Path) -> None:
    place.write("journal/x/2026/2026-11-01.jsonl", json.dumps({**TURN, "content": "[已擦除]"}) + "\n")
    assert opened.merge_backup(backup, now=NOW).turns == 0


def test_a_turn_whose_time_was_over_does_not_come_back(place: Place, opened: Vault, backup: Path) -> None:
    line = json.dumps({**TURN, "user_id": "lin"}).encode()
    (located,) = parse_turns(line, path="", defaults=Defaults("lin")).turns
    place.write("journal/x/2026/2026-11-01.jsonl", format_turn(without_text(located.turn, "[已擦除]")) + "\n")
    assert opened.merge_backup(backup, now=NOW).turns == 0


def test_a_memory_that_was_moved_to_another_file_is_known(place: Place, opened: Vault, backup: Path) -> None:
    (place.root / "facts/all.jsonl").rename(place.root / "facts/everything.jsonl")
    opened.index(now=NOW)
    assert opened.merge_backup(backup, now=NOW).memories == []
    assert not (place.root / "facts/all.jsonl").exists()


def test_a_backup_of_another_vault(place: Place, opened: Vault, backup: Path) -> None:
    settings = place.root.joinpath("vault.yaml").read_text("utf-8").replace("vault_small", "vault_other")
    place.write("vault.yaml", settings)
    opened.close()
    with open_vault(place.root, use_model=False) as other, pytest.raises(BackupFailed, match="vault_small"):
        other.merge_backup(backup, now=NOW)


def test_conversations_that_are_too_old_are_not_brought_back(
    place: Place, opened: Vault, backup: Path
) -> None:
    from vault.api.open import open_vault

    (place.root / "journal/x/2026/2026-11-01.jsonl").unlink()
    with (place.root / "vault.yaml").open("a") as file:
        file.write("lifecycle:\n  journal_retention_days: 7\n")
    with open_vault(place.root, use_model=False) as vault:
        assert vault.merge_backup(backup, now=NOW).turns == 0


def test_a_line_that_is_cut_short_is_not_glued_to(place: Place, opened: Vault, backup: Path) -> None:
    place.write("facts/all.jsonl", '{"id": "mem_new", "content": "新的"}')
    opened.index(now=NOW)
    opened.merge_backup(backup, now=NOW)
    lines = place.root.joinpath("facts/all.jsonl").read_text("utf-8").splitlines()
    assert len([json.loads(each) for each in lines]) == 9

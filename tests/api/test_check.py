from __future__ import annotations

import json

import pytest

from tests.api.conftest import MEMORIES, NOW, Place
from vault.api.check import apply, check, repairs
from vault.api.vault import Vault
from vault.errors import LockTimeout, VaultNotFound, VaultSettingsBroken
from vault.files.lock import write_lock


def codes(place: Place) -> list[tuple[str, int, str]]:
    return [(each.path, each.line, each.code) for each in check(place.root).problems]


def test_a_clean_vault(place: Place) -> None:
    report = check(place.root)
    assert report.problems == ()
    assert (report.files, report.records, report.errors) == (1, 8, 0)


def test_each_fault_is_placed_and_the_rest_is_read(place: Place) -> None:
    place.write("facts/bad.jsonl", '{"content": "好的一行"}\n{broken\n')
    place.write("notes/a.md", "---\ntitle: x\nno end\n")
    found = codes(place)
    assert ("facts/bad.jsonl", 2, "broken-json") in found
    assert any(path == "notes/a.md" for path, _, _ in found)
    assert check(place.root).records >= 9


def test_one_id_in_two_files(place: Place) -> None:
    place.remember("facts/twice.jsonl", {"id": "mem_tea", "content": "上午爱喝咖啡"})
    assert [code for _, _, code in codes(place)] == ["duplicate-id"]


@pytest.mark.parametrize(
    ("settings", "code", "line"),
    [("format: 1\nid: [\n", "broken-settings", 3), ("format: 99\n", "unsupported-format", 0)],
)
def test_even_the_settings_may_be_broken(place: Place, settings: str, code: str, line: int) -> None:
    place.write("vault.yaml", settings)
    place.write("facts/bad.jsonl", "{broken\n")
    found = codes(place)
    assert ("facts/bad.jsonl", 1) in {(path, number) for path, number, _ in found}
    (broken,) = (each for each in check(place.root).problems if each.path == "vault.yaml")
    assert broken.code == code
    if line:
        assert broken.line in (line - 1, line)


def test_no_vault(tmp_path) -> None:
    with pytest.raises(VaultNotFound):
        check(tmp_path)


def test_repairs_are_planned_then_made(place: Place, tmp_path) -> None:
    path = place.write("facts/hand.jsonl", '{"content": "没有编号"}\n{"content": "没有换行"}')
    before = path.read_bytes()
    planned = repairs(place.root, NOW)
    assert path.read_bytes() == before
    (change,) = planned.changes
    assert change.path == "facts/hand.jsonl"
    done = apply(place.root, planned, tmp_path / "write.lock")
    assert done.written == ("facts/hand.jsonl",)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["id"].startswith("mem_") for line in lines)
    assert path.read_bytes().endswith(b"\n")
    assert repairs(place.root, NOW).changes == ()


def test_a_file_that_changed_meanwhile_is_left_alone(place: Place, tmp_path) -> None:
    path = place.write("facts/hand.jsonl", '{"content": "没有编号"}\n')
    planned = repairs(place.root, NOW)
    path.write_text('{"content": "刚改过"}\n', encoding="utf-8")
    done = apply(place.root, planned, tmp_path / "write.lock")
    assert done.written == ()
    assert [path for path, _ in done.failed] == ["facts/hand.jsonl"]
    assert path.read_text(encoding="utf-8") == '{"content": "刚改过"}\n'


def test_nothing_is_repaired_without_settings(place: Place) -> None:
    place.write("vault.yaml", "format: [1\n")
    with pytest.raises(VaultSettingsBroken):
        repairs(place.root, NOW)


def test_one_writer_at_a_time(place: Place, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vault.api.check.WRITE_SECONDS", 0.1)
    with write_lock(tmp_path / "write.lock"), pytest.raises(LockTimeout):
        apply(place.root, repairs(place.root, NOW), tmp_path / "write.lock")


def test_a_half_done_supersede_is_one_problem_and_is_repaired(place: Place, opened: Vault) -> None:
    place.remember("facts/new.jsonl", {"id": "mem_new", "content": "家住海棠湾", "supersedes": ["mem_home"]})
    (found,) = opened.check().problems
    assert (found.code, found.path, found.line) == ("half-archived", "facts/all.jsonl", 1)
    before = {record.id for record in opened.list(everything=True, now=NOW)}
    assert opened.apply_repairs(opened.plan_repairs(now=NOW)).failed == ()
    assert opened.check().problems == ()
    assert {record.id for record in opened.list(everything=True, now=NOW)} == before
    assert [record.superseded_by for record in opened.show("mem_home", now=NOW)] == [("mem_new",)]


def test_a_memory_in_facts_and_archive_is_no_riddle(place: Place, opened: Vault) -> None:
    place.remember("archive/a.jsonl", {**MEMORIES[1], "status": "forgotten"})
    assert [found.code for found in opened.check().problems] == ["half-archived"]
    place.remember("archive/a.jsonl", {**MEMORIES[1], "content": "又一只猫", "status": "forgotten"})
    assert [found.code for found in opened.check().problems] == ["duplicate-id"]


def test_a_copy_of_an_erased_memory_is_an_error(place: Place, opened: Vault) -> None:
    place.remember("archive/a.jsonl", {"id": "mem_cat", "content": "[erased]", "status": "forgotten"})
    assert [(found.code, found.severity) for found in opened.check().problems] == [("erased-memory", "error")]

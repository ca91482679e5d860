"""Taking changes back, as new commits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import CannotUndo, RepositoryBusy, UnknownCommit


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    return put_under_git(place, monkeypatch)


@pytest.fixture
def opened(copy: Copy, model: StandInModel) -> Iterator[Vault]:
    with open_vault(copy.root, model=model) as vault:
        yield vault


def lines(copy: Copy) -> dict[str, dict[str, Any]]:
    """What the files say, by id, with the folder it is in."""
    found = {}
    for path in sorted(copy.root.glob("*/**/*.jsonl")):
        folder = path.relative_to(copy.root).parts[0]
        if folder in ("facts", "archive"):
            for each in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
                found[each["id"]] = {**each, "in": folder}
    return found


def head(copy: Copy) -> str:
    return copy.git("rev-parse", "HEAD").strip()


def test_what_was_learned_goes_to_the_archive(copy: Copy, opened: Vault) -> None:
    guitar = opened.remember("会弹吉他", now=NOW).id
    learned = head(copy)
    done = opened.undo(learned, now=NOW)
    assert (done.undone, done.commit, done.left) == (learned, head(copy), ())
    assert done.taken_back == ((guitar, "会弹吉他"),)
    assert (lines(copy)[guitar]["in"], lines(copy)[guitar]["status"]) == ("archive", "forgotten")
    assert opened.recall("会弹吉他", now=NOW).hits == ()
    assert copy.git("log", "-1", "--format=%an %s").startswith(f"memvault undo {learned[:12]}: 忘记 1 条")
    assert copy.git("status", "--porcelain") == ""


@pytest.mark.parametrize("by", ["commit", "new id", "old id"])
def test_a_replacement_is_turned_back_whole(copy: Copy, opened: Vault, by: str) -> None:
    old = opened.remember("住在阳光小区", key="住址", value="阳光小区", now=NOW).id
    new = opened.remember("住在西湖区", key="住址", value="西湖区", now=NOW).id
    opened.undo({"commit": head(copy), "new id": new, "old id": old}[by], now=NOW)
    found = lines(copy)
    assert (found[old]["in"], found[old]["status"]) == ("facts", "active")
    assert "superseded_by" not in found[old]
    assert found[new]["in"] == "archive"
    assert [each.id for each in opened.recall("住址", now=NOW).hits] == [old]


def test_undoing_the_undoing(copy: Copy, opened: Vault) -> None:
    guitar = opened.remember("会弹吉他", now=NOW).id
    opened.undo(guitar, now=NOW)
    opened.undo(guitar, now=NOW)
    assert (lines(copy)[guitar]["in"], lines(copy)[guitar]["status"]) == ("facts", "active")


def test_an_edit_by_hand(copy: Copy, opened: Vault) -> None:
    before = copy.read("facts/all.jsonl")
    copy.write("facts/all.jsonl", before.replace("龙井", "碧螺春").replace("年糕", "豆包"))
    edited = copy.commit("by hand")
    opened.pin("mem_cat", now=NOW)
    opened.undo(edited, now=NOW)
    found = lines(copy)
    assert found["mem_tea"]["content"] == "下午爱喝龙井"
    assert found["mem_cat"]["content"] == "养了一只叫年糕的猫"
    assert found["mem_cat"]["pinned"] is True


def test_what_was_changed_since_stays(copy: Copy, opened: Vault) -> None:
    before = copy.read("facts/all.jsonl")
    copy.write("facts/all.jsonl", before.replace("龙井", "碧螺春").replace("年糕", "豆包"))
    edited = copy.commit("by hand")
    copy.write("facts/all.jsonl", copy.read("facts/all.jsonl").replace("碧螺春", "普洱"))
    copy.commit("again")
    done = opened.undo(edited, now=NOW)
    assert done.left == (("mem_tea", "changed-since"),)
    assert lines(copy)["mem_tea"]["content"] == "下午爱喝普洱"
    assert lines(copy)["mem_cat"]["content"] == "养了一只叫年糕的猫"
    with pytest.raises(CannotUndo, match="changed-since"):
        opened.undo(edited, now=NOW)


def test_a_deleted_line_comes_back(copy: Copy, opened: Vault) -> None:
    kept = [each for each in copy.read("facts/all.jsonl").splitlines(True) if "mem_tea" not in each]
    copy.write("facts/all.jsonl", "".join(kept))
    copy.commit("deleted")
    opened.undo("mem_tea", now=NOW)
    assert lines(copy)["mem_tea"]["content"] == "下午爱喝龙井"
    assert lines(copy)["mem_tea"]["type"] == "preference"


def test_fields_that_were_added_go(copy: Copy, opened: Vault) -> None:
    opened.pin("mem_tea", now=NOW)
    opened.undo("mem_tea", now=NOW)
    assert "pinned" not in lines(copy)["mem_tea"]


def test_what_is_not_committed_yet(copy: Copy, model: StandInModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "false")
    with open_vault(copy.root, model=model) as vault:
        vault.forget("mem_tea", now=NOW)
        done = vault.undo("mem_tea", now=NOW)
        assert done.undone == ""
        assert lines(copy)["mem_tea"]["in"] == "facts"


def test_without_commits_of_the_program_it_is_one_all_the_same(
    copy: Copy, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "false")
    with open_vault(copy.root, model=model) as vault:
        guitar = vault.remember("会弹吉他", now=NOW).id
        learned = copy.commit("evening")
        vault.remember("会游泳", now=NOW)
        done = vault.undo(learned, now=NOW)
    assert done.commit == head(copy)
    assert lines(copy)[guitar]["in"] == "archive"
    assert "游泳" not in copy.git("show", "HEAD")
    assert "游泳" in copy.git("diff")


def test_a_note(copy: Copy, opened: Vault) -> None:
    text = "# 计划\n\n去大理\n" + "".join(f"\n第 {each} 天\n" for each in range(9))
    copy.write("notes/plan.md", text)
    copy.commit("plan")
    copy.write("notes/plan.md", text.replace("大理", "泉州"))
    changed = copy.commit("other plan")
    copy.write("notes/plan.md", text.replace("大理", "泉州") + "\n带伞\n")
    copy.commit("umbrella")
    opened.undo(changed, now=NOW)
    assert copy.read("notes/plan.md") == text + "\n带伞\n"


def test_what_was_erased_does_not_come_back(copy: Copy, opened: Vault) -> None:
    guitar = opened.remember("会弹吉他", now=NOW).id
    opened.pin(guitar, now=NOW)
    pinned = head(copy)
    opened.erase(guitar, now=NOW)
    for name in (guitar, pinned, head(copy)):
        with pytest.raises(CannotUndo, match="erased"):
            opened.undo(name, now=NOW)
    assert lines(copy)[guitar]["content"] == "[已擦除]"


def test_memories_of_somebody_else_are_left_out(copy: Copy, opened: Vault) -> None:
    before = copy.read("facts/all.jsonl")
    copy.write("facts/all.jsonl", before.replace("龙井", "碧螺春").replace("钢琴", "吉他"))
    edited = copy.commit("both")
    opened.undo(edited, user="lin", now=NOW)
    assert lines(copy)["mem_piano"]["content"] == "每周四练吉他"
    assert lines(copy)["mem_tea"]["content"] == "下午爱喝龙井"


def test_nothing_is_done_in_the_middle_of_a_merge(copy: Copy, opened: Vault) -> None:
    guitar = opened.remember("会弹吉他", now=NOW).id
    copy.git("bisect", "start")
    with pytest.raises(RepositoryBusy):
        opened.undo(guitar, now=NOW)
    assert lines(copy)[guitar]["in"] == "facts"


@pytest.mark.parametrize("name", ["mem_nobody", "0000000", "no such thing"])
def test_an_unknown_name(copy: Copy, opened: Vault, name: str) -> None:
    with pytest.raises(UnknownCommit):
        opened.undo(name, now=NOW)


def test_a_commit_in_which_nothing_can_be_taken_back(copy: Copy, opened: Vault) -> None:
    copy.write("README.md", "hello\n")
    with pytest.raises(CannotUndo):
        opened.undo(copy.commit("read me"), now=NOW + timedelta(days=1))


def test_of_a_memory_the_last_change_that_is_in_effect(copy: Copy, opened: Vault) -> None:
    path = "facts/tea.jsonl"
    copy.remember(path, {"id": "mem_oolong", "content": "爱喝乌龙"})
    copy.commit("new")
    copy.git("checkout", "--quiet", "-b", "laptop")
    (copy.root / path).unlink()
    copy.commit("deleted")
    copy.git("checkout", "--quiet", "main")
    copy.remember(path, {"id": "mem_oolong", "content": "爱喝冻顶乌龙"})
    edited = copy.commit("edited")
    copy.git("merge", "--quiet", "laptop", check=False)
    copy.commit("kept")
    done = opened.undo("mem_oolong", now=NOW)
    assert (done.undone, done.left) == (edited, ())
    assert lines(copy)["mem_oolong"]["content"] == "爱喝乌龙"

"""What is written during a rebase or a merge is there afterwards, however that ends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.history.repositories import Copy, line, start, without_settings_of_the_person
from vault.api.open import open_vault

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

OPERATIONS = ("rebase", "merge", "cherry-pick")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """A vault with one memory of this month, committed, and two branches that contradict each other."""
    without_settings_of_the_person(monkeypatch)
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    monkeypatch.setenv("MEMVAULT_DEVICE", "laptop")
    copy = start(tmp_path / "vault")
    copy.write(".gitignore", "/usage/\n")
    copy.write("notes/a.md", "begin\n")
    copy.commit("begin")
    remember(copy, "养了一只叫年糕的猫")
    copy.git("checkout", "--quiet", "-b", "other")
    copy.write("notes/a.md", "other\n")
    copy.commit("other")
    copy.git("checkout", "--quiet", "main")
    copy.write("notes/a.md", "main\n")
    copy.commit("main")
    return copy


def remember(copy: Copy, text: str) -> str:
    with open_vault(copy.root, use_model=False) as vault:
        return vault.remember(text).id


def recalled(copy: Copy, text: str) -> list[str]:
    """What the second look finds: the first one commits what waits."""
    for _ in range(2):
        with open_vault(copy.root, use_model=False) as vault:
            hits = [each.content for each in vault.recall(text).hits]
    return hits


def facts(copy: Copy) -> str:
    (path,) = (copy.root / "facts/auto/laptop").glob("*.jsonl")
    return path.relative_to(copy.root).as_posix()


def dirty(copy: Copy) -> str:
    return copy.git("status", "--porcelain", "--untracked-files=no")


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("end", ["abort", "reset"])
def test_what_was_written_meanwhile_outlives_giving_up(copy: Copy, operation: str, end: str) -> None:
    copy.git(operation, "other", check=False)
    remember(copy, "会弹吉他")
    remember(copy, "在学西班牙语")
    if end == "reset" and operation != "rebase":
        copy.git("reset", "--hard", "--quiet")
        assert "吉他" not in copy.read(facts(copy))
    else:
        copy.git(operation, "--abort")
    assert recalled(copy, "会弹吉他") == ["会弹吉他"]
    assert recalled(copy, "在学西班牙语") == ["在学西班牙语"]
    assert dirty(copy) == ""
    assert copy.git("log", "-2", "--format=%an").split() == ["memvault", "memvault"]
    copy.git("commit", "--quiet", "--all", "--allow-empty", "-m", "by hand")
    assert "吉他" in copy.git("show", f"HEAD:{facts(copy)}")


@pytest.mark.parametrize("way", ["stash", "commit"])
def test_a_rebase_that_goes_on_to_its_end(copy: Copy, way: str) -> None:
    copy.git("rebase", "other", check=False)
    remember(copy, "会弹吉他")
    copy.write("notes/a.md", "both\n")
    copy.git("add", "notes/a.md")
    if way == "stash":
        copy.git("commit", "--quiet", "-m", "main")
        copy.git("stash", "--quiet")
    else:
        copy.git("add", "--all")
    copy.git("rebase", "--continue")
    assert recalled(copy, "会弹吉他") == ["会弹吉他"]
    if way == "stash":
        copy.git("stash", "pop", "--quiet")
    assert copy.read(facts(copy)).count("会弹吉他") == 1
    assert dirty(copy) == ""


def test_the_next_write_comes_beside_what_was_taken(copy: Copy) -> None:
    copy.git("rebase", "other", check=False)
    first = remember(copy, "会弹吉他")
    copy.git("rebase", "--abort")
    remember(copy, "会游泳")
    assert remember(copy, "会弹吉他") == first
    assert copy.read(facts(copy)).count("会弹吉他") == 1
    assert recalled(copy, "会弹吉他") == ["会弹吉他"]
    assert dirty(copy) == ""


def test_an_edit_of_the_person_after_the_abort_is_kept(copy: Copy) -> None:
    copy.git("rebase", "other", check=False)
    remember(copy, "会弹吉他")
    copy.git("rebase", "--abort")
    tea = line({"id": "mem_tea", "content": "爱喝龙井"})
    edited = copy.read(facts(copy)).replace("年糕", "元宵") + tea
    copy.write(facts(copy), edited)
    assert recalled(copy, "会弹吉他") == ["会弹吉他"]
    assert copy.read(facts(copy)).startswith(edited)
    assert "元宵" not in copy.git("show", f"HEAD:{facts(copy)}")


@pytest.mark.parametrize("ending", ["abort", "continue"])
def test_lines_that_the_person_took_out_stay_out(copy: Copy, ending: str) -> None:
    """By hand, after they were given back, or without that git has put anything back."""
    before = copy.read(facts(copy))
    copy.git("rebase", "other", check=False)
    remember(copy, "会弹吉他")
    if ending == "abort":
        copy.git("rebase", "--abort")
        assert recalled(copy, "会弹吉他") == ["会弹吉他"]
    copy.write(facts(copy), before)
    if ending == "continue":
        copy.write("notes/a.md", "both\n")
        copy.git("add", "notes/a.md")
        copy.git("rebase", "--continue")
    remember(copy, "会游泳")
    assert recalled(copy, "会弹吉他") != ["会弹吉他"]
    assert "吉他" not in copy.read(facts(copy))


@pytest.mark.parametrize("when", ["during", "after"])
def test_what_was_erased_meanwhile_stays_away(copy: Copy, when: str) -> None:
    copy.git("rebase", "other", check=False)
    guitar = remember(copy, "会弹吉他")
    if when == "after":
        copy.git("rebase", "--abort")
        recalled(copy, "会弹吉他")
    with open_vault(copy.root, use_model=False) as vault:
        vault.erase(guitar)
    if when == "during":
        copy.git("rebase", "--abort")
    assert "会弹吉他" not in recalled(copy, "会弹吉他")
    assert "吉他" not in copy.read(facts(copy))


def test_what_git_brings_back_of_the_erased_is_not_recalled(copy: Copy) -> None:
    """It was committed long before: git has the text, and puts it back without the tombstones."""
    erased = [remember(copy, "会弹吉他"), remember(copy, "会游泳")]
    with open_vault(copy.root, use_model=False) as vault:
        vault.forget(vault.remember("爱喝龙井").id)
    copy.git("checkout", "--quiet", "-B", "other")
    copy.write("notes/a.md", "other again\n")
    copy.commit("other")
    copy.git("checkout", "--quiet", "main")
    copy.write("notes/a.md", "main again\n")
    copy.commit("main")
    copy.git("rebase", "other", check=False)
    for each in erased:
        with open_vault(copy.root, use_model=False) as vault:
            vault.erase(each)
    copy.git("rebase", "--abort")
    assert recalled(copy, "会弹吉他") == recalled(copy, "会游泳") == []
    told = copy.git("log", "-2", "--format=%B")
    assert told.count("erase: ") == 2
    assert "吉他" not in told


def test_a_memory_that_was_moved_to_the_archive_is_moved_again(copy: Copy) -> None:
    with open_vault(copy.root, use_model=False) as vault:
        (cat,) = [each for each in vault.list(limit=9) if "年糕" in each.text]
    copy.git("rebase", "other", check=False)
    with open_vault(copy.root, use_model=False) as vault:
        vault.forget(cat.id)
    copy.git("rebase", "--abort")
    assert recalled(copy, "养了什么猫") == []
    assert dirty(copy) == ""
    assert "年糕" not in copy.read(facts(copy))

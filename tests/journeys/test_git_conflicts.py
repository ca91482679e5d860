"""The same memories changed on both sides, again and again: git never refuses a merge, and nothing is lost."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.history.repositories import line
from tests.journeys.test_git_devices import HOME, NOW, Device, _nobody, device, hand_edit, origin

__all__ = ["_nobody", "origin"]

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def move(place: Device, home: str, day: int) -> None:
    """The person writes another home over the present one, and commits that."""
    text = place.read("facts/life.jsonl")
    lines = text.splitlines(keepends=True)
    changed = {**HOME, "content": f"住在{home}", "value": home, "updated_at": f"2026-10-{day:02}T00:00:00Z"}
    kept = [line(changed) if '"mem_home"' in each and '"superseded"' not in each else each for each in lines]
    place.write("facts/life.jsonl", "".join(kept))
    place.commit(home)


def everything(place: Device) -> str:
    return "".join(data.decode() for name, data in place.files().items() if name.endswith(".jsonl"))


@pytest.mark.parametrize("first", ["laptop", "phone"])
def test_conflict_after_conflict_in_both_directions(
    origin: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    both = {name: device(origin, name, monkeypatch) for name in ("laptop", "phone")}
    one = both.pop(first)
    (other,) = both.values()
    homes = []
    for day in range(1, 7, 2):
        for place, when in ((one, day), (other, day + 1)):
            homes.append(f"{place.root.name} 的第 {when} 个家")
            move(place, homes[-1], when)
        one.push()
        other.pull()
        other.push()
        one.pull()
        one, other = other, one
        assert one.files() == other.files()
        assert one.git("status", "--porcelain") == ""
    assert one.said()["mem_home"]["value"] == homes[-1]
    lost = [home for home in homes if home not in everything(one)]
    # what a later change of the same device replaced stands in git only, as any edit does
    assert all(home in one.git("log", "-p") for home in lost)
    with one.vault(monkeypatch) as opened:
        losers = opened.sync_conflicts(now=NOW).losers
        assert len(losers) == 3
        assert {each.successor for each in losers} == {"mem_home"}
        assert [hit.content for hit in opened.recall("住址", now=NOW).hits] == [f"住在{homes[-1]}"]
        assert not opened.check().problems


@pytest.mark.parametrize("way", ["merge", "rebase", "cherry-pick", "stash"])
def test_no_way_of_merging_leaves_anything_behind(
    origin: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    move(laptop, "梧桐路", 1)
    laptop.push()
    if way == "stash":
        hand_edit(phone, value="西湖区", content="住在西湖区", updated_at="2026-10-02T00:00:00Z")
        phone.git("stash", "--quiet")
        phone.pull()
        phone.git("stash", "pop", "--quiet")
        phone.commit("popped")
    else:
        move(phone, "西湖区", 2)
        phone.git("fetch", "--quiet")
        if way == "cherry-pick":
            phone.git("cherry-pick", "origin/main")
        else:
            phone.pull("--no-rebase" if way == "merge" else "--rebase")
    assert phone.git("status", "--porcelain") == ""
    assert phone.said()["mem_home"]["value"] == "西湖区"
    assert "梧桐路" in everything(phone)
    # The other one does the same merge by itself, before it hears of this one.
    laptop.git("fetch", "--quiet", str(phone.root), "HEAD")
    laptop.git("merge", "--quiet", "--no-edit", "FETCH_HEAD")
    assert laptop.said() == phone.said()


def test_both_sides_merge_before_they_hear_of_each_other(
    origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Criss-cross: each has the other one's change, then each gets the other one's merge."""
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    for turn in range(2):
        move(laptop, f"梧桐路 {turn} 号", 2 * turn + 1)
        move(phone, f"西湖区 {turn} 号", 2 * turn + 2)
        heads = {each: each.git("rev-parse", "HEAD").strip() for each in (laptop, phone)}
        for here, there in ((laptop, phone), (phone, laptop)):
            here.git("fetch", "--quiet", str(there.root), heads[there])
            here.git("merge", "--quiet", "--no-edit", heads[there])
        for here, there in ((laptop, phone), (phone, laptop)):
            here.git("pull", "--quiet", "--no-edit", "--no-rebase", str(there.root), "main")
    assert laptop.files() == phone.files()
    assert laptop.said()["mem_home"]["value"] == "西湖区 1 号"
    assert all(f"梧桐路 {turn} 号" in everything(phone) for turn in range(2))


def test_in_a_linked_work_tree_and_with_hooks_of_the_person(
    origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    hooks = laptop.root.parent / "hooks"
    hooks.mkdir()
    called = hooks / "called"
    for name in ("pre-commit", "pre-merge-commit", "post-merge"):
        hook = hooks / name
        hook.write_text(f"#!/bin/sh\necho {name} >> {called}\n", encoding="utf-8")
        hook.chmod(0o755)
    move(phone, "西湖区", 2)
    phone.push()
    laptop.git("config", "core.hooksPath", str(hooks))
    laptop.git("worktree", "add", "--quiet", str(laptop.root.parent / "desk"), "-b", "desk")
    desk = Device(laptop.root.parent / "desk")
    move(desk, "梧桐路", 1)
    desk.git("fetch", "--quiet", "origin")
    desk.git("merge", "--quiet", "--no-edit", "origin/main")
    assert desk.said()["mem_home"]["value"] == "西湖区"
    assert "梧桐路" in everything(desk)
    assert desk.git("status", "--porcelain") == ""
    assert called.read_text("utf-8").split() == ["pre-commit", "pre-merge-commit", "post-merge"]


@pytest.mark.parametrize("way", ["ours", "theirs", "both"])
def test_a_decision_on_one_device_holds_on_the_other(
    origin: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    move(laptop, "梧桐路", 1)
    laptop.push()
    move(phone, "西湖区", 2)
    phone.pull()
    phone.push()
    laptop.pull()
    with laptop.vault(monkeypatch) as opened:
        (loser,) = opened.sync_conflicts(now=NOW).losers
        opened.resolve(loser.id, way=way, now=NOW)  # type: ignore[arg-type]
        assert opened.sync_conflicts(now=NOW).losers == ()
    laptop.commit("decided")
    laptop.push()
    phone.pull()
    assert laptop.files() == phone.files()
    said = phone.said()
    homes = {
        each["value"] for each in said.values() if each.get("key") and each.get("status") != "superseded"
    }
    assert homes == {"ours": {"西湖区"}, "theirs": {"梧桐路"}, "both": {"西湖区", "梧桐路"}}[way]
    with phone.vault(monkeypatch) as opened:
        assert opened.sync_conflicts(now=NOW).losers == ()
        assert not [each for each in opened.check().problems if each.severity == "error"]


def test_what_is_erased_is_gone_from_what_lost_as_well(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    move(laptop, "梧桐路", 1)
    laptop.push()
    move(phone, "西湖区", 2)
    phone.pull()
    with phone.vault(monkeypatch) as opened:
        (loser,) = opened.sync_conflicts(now=NOW).losers
        opened.erase("mem_home", loser.id, now=NOW)
    text = "".join(path.read_text("utf-8") for path in phone.root.rglob("*.jsonl"))
    assert "西湖区" not in text
    assert "梧桐路" not in text


def test_the_files_are_plain_to_git(tmp_path: Path) -> None:
    """The premise of all this: git refuses to merge over a file that it does not know, the same one or not."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    run = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com"]

    def git(place: str, *arguments: str, check: bool = True) -> int:
        return subprocess.run(
            [*run, *arguments], cwd=tmp_path / place, check=check, capture_output=True
        ).returncode

    git("a", "init", "--quiet", "--initial-branch=main")
    git("a", "commit", "--quiet", "--allow-empty", "-m", "begin")
    git("b", "clone", "--quiet", "../a", ".")
    for name in ("a", "b"):
        (tmp_path / name / "kept.jsonl").write_text("same\n", encoding="utf-8")
    git("a", "add", "--all")
    git("a", "commit", "--quiet", "-m", "kept")
    assert git("b", "pull", "--quiet", "--no-rebase", check=False) != 0


@pytest.mark.parametrize(
    ("style", "way"), [("merge", "merge"), ("merge", "rebase"), ("diff3", "rebase"), ("zdiff3", "stash")]
)
def test_a_clone_without_the_driver_is_settled_by_hand(
    origin: Path, monkeypatch: pytest.MonkeyPatch, style: str, way: str
) -> None:
    laptop = device(origin, "laptop", monkeypatch)
    phone = device(origin, "phone", monkeypatch, driver=False)
    phone.git("config", "merge.conflictStyle", style)
    move(laptop, "梧桐路", 1)
    laptop.write("notes/plan.md", laptop.read("notes/plan.md").replace("骑车", "骑车三天"))
    laptop.commit("note")
    laptop.push()
    move(phone, "西湖区", 2)
    phone.write("notes/plan.md", phone.read("notes/plan.md").replace("骑车", "骑车两天"))
    if way == "stash":
        phone.git("reset", "--quiet", "--soft", "HEAD~1")
        phone.git("stash", "--quiet")
        phone.pull()
        phone.git("stash", "pop", "--quiet", check=False)
    else:
        phone.commit("note")
        phone.pull("--no-rebase" if way == "merge" else "--rebase", check=False)
    assert "<<<<<<<" in phone.read("facts/life.jsonl")
    with phone.vault(monkeypatch) as opened:
        for _ in range(3):  # a rebase stops at each commit
            found = opened.sync_conflicts(now=NOW).marked
            assert all(each.unmerged and each.differences and not each.obstacle for each in found)
            for done in opened.resolve(now=NOW):
                assert done.unmerged
                assert not done.obstacle
            phone.git("add", "--all")
            if way == "rebase" and (phone.root / ".git/rebase-merge").exists():
                phone.git("rebase", "--continue", check=False)
        assert opened.sync_conflicts(now=NOW).marked == ()
    phone.git("commit", "--quiet", "-m", "merged", check=False)
    assert phone.git("status", "--porcelain") == ""
    said = phone.said()
    assert said["mem_home"]["value"] == "西湖区"
    assert {"mem_home", "mem_cat", "mem_tea"} <= set(said)
    assert "梧桐路" in everything(phone)
    note = phone.read("notes/plan.md")
    assert "骑车三天" in note
    assert "骑车两天" in note
    assert note.count("看海") == 1
    assert "<<<<" not in note


@pytest.mark.parametrize("program", ["/nowhere/memvault", "false", "sh -c 'exit 70'"])
def test_a_driver_that_is_gone_or_broken_leaves_what_git_itself_would(
    origin: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    """Git takes our side alone for the merge of a driver that fails; the other one would be lost with `git add`."""
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    driver = phone.git("config", "merge.memvault.driver").strip()
    command, _, rest = driver.partition(" merge-file %O")
    phone.git("config", "merge.memvault.driver", f"{program} merge-file %O{rest}")
    assert command not in phone.git("config", "merge.memvault.driver")
    move(laptop, "梧桐路", 1)
    laptop.write("notes/plan.md", laptop.read("notes/plan.md") + "\n# 广州\n")
    laptop.commit("note")
    laptop.push()
    move(phone, "西湖区", 2)
    phone.write("notes/plan.md", "# 前言\n\n" + phone.read("notes/plan.md"))
    phone.commit("note")
    phone.pull(check=False)
    assert phone.git("diff", "--name-only", "--diff-filter=U") == "facts/life.jsonl\n"
    text = phone.read("facts/life.jsonl")
    assert "<<<<<<<" in text
    assert "梧桐路" in text
    assert "西湖区" in text
    assert "广州" in phone.read("notes/plan.md")
    with phone.vault(monkeypatch) as opened:
        (done,) = opened.resolve(now=NOW)
        assert done.lost == ("住在梧桐路",)
        gone = any("is gone" in each.message for each in opened.doctor(now=NOW).findings)
        assert gone == program.startswith("/")

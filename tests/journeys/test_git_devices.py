"""One memory in several working copies of real git: merge, rebase, cherry-pick, stash, with the driver and without."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.history.repositories import Copy, line, without_settings_of_the_person
from tests.journeys.in_step import InStep, comparable_records, until
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.files.vault_folder import create_vault
from vault.model.memory import Source

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

NOW = datetime(2026, 11, 1, 8, tzinfo=timezone.utc)
HOME = {
    "id": "mem_home",
    "user_id": "lin",
    "content": "住在阳光小区",
    "key": "住址",
    "value": "阳光小区",
    "created_at": "2026-01-01T00:00:00Z",
    "source": {"kind": "agent"},
}
CAT = {
    "id": "mem_cat",
    "user_id": "lin",
    "content": "养了一只叫年糕的猫",
    "created_at": "2026-01-02T00:00:00Z",
}
TEA = {"id": "mem_tea", "user_id": "lin", "content": "爱喝龙井", "created_at": "2026-01-03T00:00:00Z"}


class Device(Copy):
    """A working copy, and the device that it is on."""

    @contextmanager
    def vault(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vault]:
        with monkeypatch.context() as patched:
            patched.setenv("MEMVAULT_DEVICE", self.root.name)
            with open_vault(self.root, use_model=False) as opened:
                yield opened

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.git("config", "user.name", "Lin")
        self.git("config", "user.email", "lin@example.com")
        with self.vault(monkeypatch) as opened:
            opened.install_git()

    def pull(self, *options: str, check: bool = True) -> str:
        return self.git("pull", "--quiet", "--no-edit", *(options or ("--no-rebase",)), check=check)

    def push(self) -> None:
        self.git("push", "--quiet", "origin", "HEAD")

    def said(self) -> dict[str, dict[str, Any]]:
        """What counts of every memory, by id, and where it is: what stands in the archive, too, is over.

        An edit on one device stays in facts, though another one has archived the memory: it is history there.
        """
        found: dict[str, dict[str, Any]] = {}
        for path in sorted(self.root.rglob("*.jsonl")):  # archive before facts
            name = path.relative_to(self.root).as_posix()
            if name.startswith(("facts/", "archive/")) and not name.startswith("archive/conflicts"):
                for text in path.read_text(encoding="utf-8").splitlines():
                    record = json.loads(text)
                    found.setdefault(record["id"], {**record, "in": name.split("/")[0]})
        return found

    def files(self) -> dict[str, bytes]:
        names = self.git("ls-files", "-z").split("\0")[:-1]
        return {name: (self.root / name).read_bytes() for name in names}


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    without_settings_of_the_person(monkeypatch)


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """A bare repository with a vault of three memories."""
    seed = Copy(tmp_path / "seed")
    create_vault(seed.root, vault_id="vault_git", default_user="lin", language="zh", timezone="Asia/Shanghai")
    seed.git("init", "--quiet", "--initial-branch=main")
    seed.remember("facts/life.jsonl", HOME, CAT, TEA)
    seed.write("notes/plan.md", "# 大理\n\n骑车\n\n# 泉州\n\n看海\n")
    seed.commit("begin", date="2026-02-01T00:00:00Z")
    seed.git("clone", "--quiet", "--bare", ".", str(tmp_path / "origin.git"))
    return tmp_path / "origin.git"


def device(origin: Path, name: str, monkeypatch: pytest.MonkeyPatch, *, driver: bool = True) -> Device:
    root = origin.parent / name
    subprocess.run(["git", "clone", "--quiet", str(origin), str(root)], check=True, capture_output=True)
    made = Device(root)
    if driver:
        made.install(monkeypatch)
    return made


def hand_edit(device: Device, **changes: object) -> None:
    """The person changes where they live, in an editor, and says so in git."""
    text = device.read("facts/life.jsonl")
    device.write("facts/life.jsonl", text.replace(line(HOME), line({**HOME, **changes})))


def test_home_changed_on_two_devices(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Laptop: by hand. Phone, offline: the assistant adds a task and supersedes the same home."""
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    hand_edit(laptop, content="住在梧桐路", value="梧桐路", updated_at="2026-11-01T07:00:00Z")
    laptop.commit("moved")
    laptop.push()
    source = Source(kind="agent", session_id="s-1")
    with phone.vault(monkeypatch) as opened:
        task = opened.remember("周五交报告", type="task", source=source, arrived="agent", now=NOW).id
        done = opened.remember(
            "住在西湖区", key="住址", value="西湖区", source=source, arrived="agent", now=NOW
        )
        assert done.replaced == ("mem_home",)
    phone.commit("evening")
    phone.pull()
    phone.push()
    laptop.pull()
    assert laptop.files() == phone.files()
    said = laptop.said()
    assert {"mem_cat", "mem_tea", "mem_home", task, done.id} == set(said)
    assert (said["mem_home"]["in"], said["mem_home"]["status"]) == ("archive", "superseded")
    for each in (laptop, phone):
        with each.vault(monkeypatch) as opened:
            assert [hit.content for hit in opened.recall("住址", now=NOW).hits] == ["住在西湖区"]
            assert [hit.content for hit in opened.recall("交报告", now=NOW).hits] == ["周五交报告"]
    kept = "".join(path.read_text("utf-8") for path in laptop.root.rglob("*") if path.suffix == ".jsonl")
    assert "梧桐路" in kept  # what the person wrote is history, not lost


@pytest.mark.parametrize("way", ["merge", "rebase", "cherry-pick", "stash"])
def test_both_changed_the_same_file(origin: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    laptop.remember(
        "facts/life.jsonl", HOME, {**CAT, "tags": ["宠物"]}, {"id": "mem_new", "content": "会弹吉他"}
    )
    laptop.write("notes/plan.md", laptop.read("notes/plan.md").replace("骑车", "骑车三天"))
    laptop.commit("laptop")
    laptop.push()
    phone.remember(
        "facts/life.jsonl", HOME, {**CAT, "pinned": True}, TEA, {"id": "mem_swim", "content": "会游泳"}
    )
    phone.write("notes/plan.md", phone.read("notes/plan.md").replace("看海", "看海两天"))
    if way == "stash":
        phone.git("stash", "--quiet")
        phone.pull()
        phone.git("stash", "pop", "--quiet")
    else:
        phone.commit("phone")
        phone.git("fetch", "--quiet")
        if way == "cherry-pick":
            phone.git("cherry-pick", "origin/main")
        else:
            phone.pull("--no-rebase" if way == "merge" else "--rebase")
    said = phone.said()
    assert set(said) == {"mem_home", "mem_cat", "mem_new", "mem_swim"}
    assert (said["mem_cat"]["tags"], said["mem_cat"]["pinned"]) == (["宠物"], True)
    assert phone.read("notes/plan.md") == "# 大理\n\n骑车三天\n\n# 泉州\n\n看海两天\n"
    assert phone.git("ls-files", "--unmerged") == ""


def test_three_copies_merged_in_different_orders(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("laptop", "phone", "ipad")
    devices = [device(origin, name, monkeypatch) for name in names]
    for number, each in enumerate(devices):
        each.remember(
            "facts/life.jsonl",
            {**HOME, "content": f"住在 {number} 号楼", "updated_at": f"2026-10-0{number + 1}T00:00:00Z"},
            {**CAT, "tags": [f"t{number}"]},
            TEA,
            {"id": f"mem_{number}", "content": f"第 {number} 件事"},
        )
        each.commit(each.root.name)
        each.git("push", "--quiet", "origin", f"HEAD:{each.root.name}")
    for number, each in enumerate(devices):
        each.git("fetch", "--quiet")
        for step in (1, 2):
            each.git("merge", "--quiet", "--no-edit", f"origin/{names[(number + step) % 3]}")
    states = [each.files()["facts/life.jsonl"] for each in devices]
    assert states[0] == states[1] == states[2]
    said = devices[0].said()
    assert said["mem_home"]["content"] == "住在 2 号楼"
    assert sorted(said["mem_cat"]["tags"]) == ["t0", "t1", "t2"]
    assert {"mem_0", "mem_1", "mem_2", "mem_tea"} <= set(said)


def test_without_the_driver_both_sides_are_read_until_it_is_there(
    origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop, phone = (device(origin, name, monkeypatch, driver=False) for name in ("laptop", "phone"))
    hand_edit(laptop, content="住在梧桐路", value="梧桐路", updated_at="2026-10-01T00:00:00Z")
    laptop.commit("laptop")
    laptop.push()
    hand_edit(phone, content="住在西湖区", value="西湖区", updated_at="2026-10-02T00:00:00Z")
    phone.commit("phone")
    phone.pull(check=False)
    assert "<<<<<<<" in phone.read("facts/life.jsonl")
    with phone.vault(monkeypatch) as opened:
        hits = [hit.content for hit in opened.recall("住址", now=NOW).hits]
        assert hits == ["住在西湖区"]
        assert [hit.content for hit in opened.recall("年糕", now=NOW).hits] == ["养了一只叫年糕的猫"]
        assert not opened.status(now=NOW).clean or opened.status(now=NOW).problems
        assert "conflict-marker" in {each.code for each in opened.check().problems}
        # It is written elsewhere meanwhile, and not committed with the conflict.
        assert opened.remember("会弹吉他", now=NOW).action == "added"
        opened.install_git()
    done = phone.git("commit", "-am", "as it is", check=False)
    assert "<<<<<<<" not in phone.git("show", "HEAD:facts/life.jsonl"), done
    phone.git("merge", "--abort")
    phone.pull()
    assert phone.said()["mem_home"]["content"] == "住在西湖区"
    assert phone.git("ls-files", "--unmerged") == ""


def test_an_old_laptop_comes_back_after_a_year(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile one memory was forgotten, one erased. The old copy has even edited one of them."""
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    with phone.vault(monkeypatch) as opened:
        opened.forget("mem_cat", now=NOW)
        opened.erase("mem_tea", now=NOW)
    phone.commit("a year")
    phone.push()
    laptop.remember("facts/life.jsonl", HOME, {**CAT, "tags": ["宠物"]}, TEA)
    laptop.commit("long ago")
    laptop.pull()
    with laptop.vault(monkeypatch) as opened:
        for question in ("年糕", "龙井"):
            assert opened.recall(question, now=NOW + timedelta(days=365)).hits == ()
        opened.apply_repairs(opened.plan_repairs(now=NOW))
    laptop.commit("tidied")
    laptop.push()
    phone.pull()
    assert laptop.files() == phone.files()
    assert phone.said()["mem_cat"]["status"] == "forgotten"
    assert phone.said()["mem_tea"]["content"] == "[已擦除]"


def test_commits_of_two_programs_meet(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both commit what they write by themselves; the person only pulls and pushes."""
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    for each in (laptop, phone):
        with each.vault(monkeypatch) as opened:
            opened.remember(f"在 {each.root.name} 上学会了弹吉他", now=NOW)
            opened.pin("mem_cat", now=NOW)
        assert each.git("status", "--porcelain", "--untracked-files=no") == ""
    laptop.push()
    phone.pull("--rebase")
    phone.push()
    laptop.pull("--ff-only")
    assert laptop.files() == phone.files()
    assert len([each for each in laptop.said().values() if "吉他" in each["content"]]) == 2
    authors = laptop.git("log", "--format=%an").split()
    assert set(authors) == {"memvault", "Lin"}


def test_the_hook_stops_a_commit(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop = device(origin, "laptop", monkeypatch)
    head = laptop.git("rev-parse", "HEAD")
    laptop.write("facts/keys.jsonl", line({"content": "令牌 sk-proj-" + "Ab3dEf6hIj9lMn2pQr5t"}))
    laptop.git("add", "--all")
    laptop.git("commit", "-m", "keys", check=False)
    assert laptop.git("rev-parse", "HEAD") == head
    laptop.git("commit", "--no-verify", "-m", "keys")
    laptop.write("facts/fine.jsonl", line({"content": "会弹吉他"}))
    laptop.git("add", "--all")
    laptop.git("commit", "-m", "fine", "--", "facts/fine.jsonl")
    assert laptop.git("log", "-1", "--format=%s") == "fine\n"


def test_a_month_in_git_log_is_readable(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line a fact, at the end of its file; asking leaves nothing; counters are nowhere."""
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "true")
    laptop = device(origin, "laptop", monkeypatch)
    begin = laptop.git("rev-parse", "HEAD").strip()
    hobbies = ("会弹吉他", "会游泳", "会做红烧肉", "在学日语", "周末爬山")
    with laptop.vault(monkeypatch) as opened:
        for number, hobby in enumerate(hobbies):
            day = NOW + timedelta(days=number)
            opened.remember(hobby, now=day)
            for _ in range(3):
                opened.recall(hobby, now=day)
            opened.feedback("mem_cat", verdict="useful", now=day)
    assert laptop.git("status", "--porcelain") == ""
    for commit in laptop.git("rev-list", f"{begin}..HEAD").split():
        diff = laptop.git("show", "--format=", "--unified=0", commit).splitlines()
        added = [each[1:] for each in diff if each.startswith("+") and not each.startswith("+++")]
        removed = [each for each in diff if each.startswith("-") and not each.startswith("---")]
        (fact,) = [json.loads(each) for each in added]
        assert removed == []
        assert fact["content"] in laptop.git("log", "-1", "--format=%B", commit)
    assert "hits" not in laptop.git("log", "-p", f"{begin}..HEAD")
    assert len(laptop.git("rev-list", f"{begin}..HEAD").split()) == len(hobbies)


@pytest.mark.timeout(300)
def test_a_pull_of_two_thousand_files_while_watching(tmp_path: Path) -> None:
    """The index follows; what was there before is not embedded again; and it is known to be behind meanwhile."""
    here = InStep(tmp_path / "here", tmp_path / "state")
    copy = Copy(here.root)

    def write(root: Path, version: str, numbers: range) -> None:
        for number in numbers:
            place = root / "facts" / f"{number % 50:02}" / f"{number}.jsonl"
            place.parent.mkdir(parents=True, exist_ok=True)
            texts = (f"第{number}件事", f"{version}的{number}")
            place.write_text("".join(line({"content": each}) for each in texts), encoding="utf-8")

    copy.git("init", "--quiet", "--initial-branch=main")
    write(here.root, "旧", range(2000))
    copy.commit("old")
    copy.git("clone", "--quiet", ".", str(tmp_path / "there"))
    there = Copy(tmp_path / "there")
    write(there.root, "新", range(2000))
    there.commit("new")
    try:
        with here.watched():
            embedded, sets = here.model.passages_embedded, len(here.sets)
            copy.git("pull", "--quiet", "--no-rebase", str(there.root), "main")
            here.settle(200)
            assert here.model.passages_embedded - embedded == 2000
            assert len(here.sets) > sets
        assert comparable_records(here.index)
        assert {each.text for each in here.index.records()} == {
            *(f"第{number}件事" for number in range(2000)),
            *(f"新的{number}" for number in range(2000)),
        }
    finally:
        here.close()


def test_status_says_how_far_behind_it_is(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop, phone = (device(origin, name, monkeypatch) for name in ("laptop", "phone"))
    with laptop.vault(monkeypatch) as opened:
        opened.index(now=NOW)
        for number in range(7):
            phone.remember(f"facts/{number}.jsonl", {"content": f"第 {number} 件事"})
        phone.commit("seven")
        phone.push()
        laptop.pull()
        assert opened.status(now=NOW).behind == 7
        opened.index(now=NOW)
        until(lambda: opened.status(now=NOW).behind == 0, "in step")


def test_the_command_line_from_beginning_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """init --git, remember, log, diff, undo, backup, restore: as a person types them."""
    root = tmp_path / "vault"
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    monkeypatch.setenv("MEMVAULT_LANGUAGE", "zh")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "vault", "--vault", str(root), *arguments],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    run("init", str(root), "--user", "lin", "--git", "--language", "zh")
    run("remember", "住在阳光小区", "--key", "住址", "--value", "阳光小区")
    run("remember", "住在西湖区", "--key", "住址", "--value", "西湖区")
    memory = json.loads(run("list", "--json"))["memories"][0]["id"]
    assert "改动 1 条：住址 阳光小区 → 西湖区" in run("git", "log", "--limit", "1")
    assert "记住  住在西湖区" in run("git", "log", memory)
    assert "value: 西湖区" in run("git", "blame", memory)
    assert "住址 阳光小区 → 西湖区" in run("diff", "HEAD~1")
    run("backup", str(tmp_path / "backups"), "--keep", "3")
    (backup,) = (tmp_path / "backups").iterdir()
    run("git", "undo", memory)
    assert "住在阳光小区" in run("recall", "住址", "--no-model")
    assert "住在西湖区" in run("git", "log", memory)
    run("backup", "restore", str(backup), str(tmp_path / "again"))
    assert "完好" in run("backup", "verify", str(backup))
    assert "0 条记忆" in run("backup", "restore", str(backup), "--merge")


def test_a_cloned_machine_in_git(origin: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both write into one file under one name, git merges it; from then on each has a name of its own."""
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    laptop, clone = (device(origin, name, monkeypatch) for name in ("laptop", "clone"))

    def remember(place: Device, text: str, minute: int) -> str:
        monkeypatch.setenv("MEMVAULT_STATE_DIR", str(tmp_path / f"state-{place.root.name}"))
        with open_vault(place.root, use_model=False) as opened:
            assert opened.remember(text, now=NOW + timedelta(minutes=minute)).action == "added"
            return next(each.id for each in opened.devices(now=NOW) if each.here)

    name = remember(laptop, "会弹吉他", 0)
    laptop.push()
    clone.pull()
    shutil.copytree(tmp_path / "state-laptop", tmp_path / "state-clone")
    assert remember(laptop, "会游泳", 1) == remember(clone, "会做红烧肉", 2) == name
    laptop.push()
    clone.pull()
    clone.push()
    laptop.pull()
    names = [remember(laptop, "在学日语", 3), remember(clone, "周末爬山", 4)]
    assert len({*names, name}) == 3
    laptop.push()
    clone.pull()
    clone.push()
    laptop.pull()
    assert laptop.files() == clone.files()
    own = laptop.read(f"facts/auto/{name}/2026-11.jsonl")
    assert [own.count(each) for each in ("会弹吉他", "会游泳", "会做红烧肉", "在学日语")] == [1, 1, 1, 0]
    assert remember(laptop, "每天跑步", 5) == names[0]

"""Commits of what the program writes, of whole verbs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.model.memory import Source
from vault.model.turn import Turn


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """The small vault under git, with everything committed, and commits of the program wanted."""
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    return put_under_git(place, monkeypatch, ignored="/usage/\n/journal/\n")


@pytest.fixture
def opened(copy: Copy, model: StandInModel) -> Iterator[Vault]:
    with open_vault(copy.root, model=model) as vault:
        yield vault


def subjects(copy: Copy) -> list[str]:
    """Oldest first, without the first one."""
    return copy.git("log", "--reverse", "--format=%s").splitlines()[1:]


def test_nothing_is_committed_unasked(
    copy: Copy, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMVAULT_AUTO_COMMIT")
    with open_vault(copy.root, model=model) as vault:
        vault.remember("会弹吉他", now=NOW)
    assert subjects(copy) == []


def test_one_commit_a_verb(copy: Copy, opened: Vault) -> None:
    guitar = opened.remember("会弹吉他", now=NOW).id
    opened.remember("住在阳光小区", key="住址", value="阳光小区", now=NOW)
    opened.remember("住在西湖区", key="住址", value="西湖区", now=NOW)
    opened.pin(guitar, now=NOW)
    opened.forget(guitar, now=NOW)
    opened.restore(guitar, now=NOW)
    opened.feedback("mem_cat", verdict="wrong", now=NOW)
    assert subjects(copy) == [
        "remember: 记住 1 条：会弹吉他",
        "remember: 记住 1 条：住在阳光小区",
        "remember: 改动 1 条：住址 阳光小区 → 西湖区",
        "pin: 改动 1 条：会弹吉他",
        "forget: 忘记 1 条：会弹吉他",
        "restore: 恢复 1 条：会弹吉他",
        "feedback wrong: 忘记 1 条：养了一只叫年糕的猫",
    ]
    assert copy.git("status", "--porcelain") == ""


def test_what_has_run_out_is_said_to_have_run_out(copy: Copy, opened: Vault) -> None:
    opened.remember("今天有快递", expires_at=NOW + timedelta(hours=1), now=NOW)
    opened.tidy(now=NOW + timedelta(hours=2))
    message = copy.git("log", "-1", "--format=%B").strip().splitlines()
    assert message[0].startswith("tidy: 忘记")
    (told,) = [each for each in message if each.startswith("忘记：今天有快递")]
    assert told.endswith(" ← 已过期")


def test_the_message_says_why_and_from_which_conversation(copy: Copy, opened: Vault) -> None:
    source = Source(kind="agent", session_id="s-7", agent_id="openclaw", message_ids=("m1",))
    address = {"key": "住址", "source": source, "now": NOW}
    opened.remember("住在阳光小区", value="阳光小区", arrived="agent", **address)
    done = opened.remember("住在西湖区", value="西湖区", arrived="agent", **address)
    message = copy.git("log", "-1", "--format=%B").strip().splitlines()
    assert message[2] == f"改为：住址 阳光小区 → 西湖区  [{done.id}] ← 同一件事有了新的说法"
    assert message[-4:] == [
        "Memvault-Action: remember",
        "Memvault-Session: s-7",
        "Memvault-Agent: openclaw",
        "Memvault-Device: laptop",
    ]
    assert copy.git("log", "-1", "--format=%aI").strip() == "2026-11-30T04:00:00+00:00"


def test_what_is_sensitive_is_not_in_a_message(copy: Copy, opened: Vault) -> None:
    opened.remember("书房的接入密码是 niangao-2612", key="接入密码", scene="书房", value="niangao-2612",
                    sensitive=True, now=NOW)  # fmt: skip
    assert "niangao-2612" not in copy.git("log", "-1", "--format=%B")
    assert "niangao-2612" in copy.git("show", "HEAD")


def test_the_work_of_the_person_stays_theirs(copy: Copy, opened: Vault) -> None:
    copy.write("notes/plan.md", "# 计划\n")
    copy.git("add", "notes/plan.md")
    edited = copy.read("facts/all.jsonl").replace("龙井", "碧螺春")
    copy.write("facts/all.jsonl", edited)
    opened.remember("会弹吉他", now=NOW)
    opened.pin("mem_tea", now=NOW)
    assert copy.git("diff", "--cached", "--name-only").split() == ["notes/plan.md"]
    assert "龙井" in copy.git("show", "HEAD:facts/all.jsonl")
    assert '"pinned": true' in copy.git("show", "HEAD:facts/all.jsonl")
    assert "碧螺春" in copy.read("facts/all.jsonl")


def test_during_a_rebase_commits_wait_and_come_later_each_for_itself(copy: Copy, opened: Vault) -> None:
    copy.git("checkout", "--quiet", "-b", "other")
    copy.write("notes/a.md", "other\n")
    copy.commit("other")
    copy.git("checkout", "--quiet", "main")
    copy.write("notes/a.md", "main\n")
    copy.commit("main")
    copy.git("rebase", "other", check=False)
    head = copy.git("rev-parse", "HEAD")
    opened.remember("会弹吉他", now=NOW)
    opened.remember("会游泳", now=NOW + timedelta(minutes=1))
    assert copy.git("rev-parse", "HEAD") == head
    assert opened._resources.commits.waiting() == 2
    copy.write("notes/a.md", "both\n")
    copy.git("add", "notes/a.md")
    copy.git("rebase", "--continue")
    opened.close()
    assert subjects(copy)[-2:] == ["remember: 记住 1 条：会弹吉他", "remember: 记住 1 条：会游泳"]
    assert copy.git("status", "--porcelain") == ""


def test_what_waits_survives_the_process(copy: Copy, model: StandInModel) -> None:
    copy.git("bisect", "start")
    with open_vault(copy.root, model=model) as vault:
        vault.remember("会弹吉他", now=NOW)
    copy.git("bisect", "reset")
    with open_vault(copy.root, model=model) as vault:
        vault.remember("会游泳", now=NOW)
        assert vault._resources.commits.waiting() == 0
    assert subjects(copy) == ["remember: 记住 1 条：会弹吉他", "remember: 记住 1 条：会游泳"]


def test_what_waits_names_no_text(copy: Copy, opened: Vault, isolated: object) -> None:
    copy.git("bisect", "start")
    opened.remember("会弹吉他", now=NOW)
    (queue,) = Path(isolated.state).glob("history/*.jsonl")  # type: ignore[attr-defined]
    assert "吉他" not in json.dumps(json.loads(queue.read_text()), ensure_ascii=False)


def test_a_conversation_is_one_commit_when_it_is_over(copy: Copy, opened: Vault) -> None:
    begin = NOW - timedelta(minutes=20)
    texts = ("我养了一只叫年糕的猫", "我对花生过敏", "我下周三要去杭州出差")
    for number, text in enumerate(texts):
        at = begin + timedelta(seconds=20 * number)
        turn = Turn(session_id="s-1", turn=number, role="user", content=text, at=at)
        opened.capture([turn], extract="now", now=at)
        assert subjects(copy) == []
    opened.extract_pending(now=NOW)
    (subject,) = subjects(copy)
    assert subject.startswith("capture: 记住 ")
    assert "Memvault-Session: s-1" in copy.git("log", "-1", "--format=%B")
    assert opened._resources.commits.waiting() == 0


def test_erasing_keeps_only_tombstones_that_wait(copy: Copy, opened: Vault) -> None:
    """What waits names the erased text in git: it is not committed later."""
    copy.git("bisect", "start")
    guitar = opened.remember("会弹吉他", now=NOW).id
    opened.erase(guitar, now=NOW)
    assert opened._resources.commits.waiting() == 1
    copy.git("bisect", "reset")
    opened.remember("会游泳", now=NOW)
    assert "吉他" not in copy.git("log", "-p", "--all")


@pytest.mark.parametrize("obstacle", ["no repository", "no git", "read-only"])
def test_without_git_everything_goes_on(
    place: Place, model: StandInModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, obstacle: str
) -> None:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    if obstacle != "no repository":
        Copy(place.root).git("init", "--quiet")
    if obstacle == "no git":
        monkeypatch.setenv("PATH", str(tmp_path))
    if obstacle == "read-only":
        place.write(".git/HEAD", "nonsense\n")
    with open_vault(place.root, model=model) as vault:
        assert vault.remember("会弹吉他", now=NOW).action == "added"
        assert [each.content for each in vault.recall("会弹吉他", now=NOW).hits] == ["会弹吉他"]


def test_a_fault_in_git_is_kept_to_be_told(copy: Copy, opened: Vault) -> None:
    hook = copy.write(".git/hooks/reference-transaction", "#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    assert opened.remember("会弹吉他", now=NOW).action == "added"
    assert opened._resources.commits.fault is not None
    assert opened._resources.commits.waiting() == 1
    hook.unlink()
    opened.remember("会游泳", now=NOW)
    assert len(subjects(copy)) == 2


def test_the_commit_of_an_erasure_does_not_repeat_it(copy: Copy, opened: Vault) -> None:
    guitar = opened.remember("会弹吉他", now=NOW).id
    opened.erase(guitar, now=NOW)
    message = copy.git("log", "-1", "--format=%B")
    assert message.startswith("erase: 擦除 1 条")
    assert "吉他" not in message


def test_what_is_settled_during_a_merge_belongs_to_that_merge(copy: Copy, opened: Vault) -> None:
    """No commit of the program's leads back to the conflict, whatever was tried meanwhile."""
    path = "facts/home.jsonl"
    home = {"id": "mem_new_home", "content": "家在城东", "created_at": "2026-01-01"}
    copy.remember(path, home)
    copy.commit("begin")
    for branch, place, day in (("other", "城西", 1), ("main", "城南", 2)):
        if branch == "other":
            copy.git("checkout", "--quiet", "-b", branch)
        else:
            copy.git("checkout", "--quiet", branch)
        copy.remember(path, {**home, "content": f"家在{place}", "updated_at": f"2026-11-0{day}"})
        copy.commit(branch)
    copy.git("merge", "other", check=False)
    opened.resolve(path, now=NOW)
    opened.undo_resolution(path, now=NOW)
    opened.remember("会弹吉他", now=NOW)
    opened.resolve(path, now=NOW)
    copy.git("add", "--all")
    copy.git("commit", "--quiet", "-m", "merged")
    opened.remember("会游泳", now=NOW)
    assert copy.git("status", "--porcelain") == ""
    assert "<<<<" not in copy.git("log", "-p", "--format=", "--first-parent", "--", "facts")
    assert [each.split(":")[0] for each in subjects(copy)[-2:]][-1] == "remember"


def test_a_commit_that_failed_is_told_of_until_one_succeeds(copy: Copy, opened: Vault) -> None:
    hook = copy.write(".git/hooks/reference-transaction", "#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    opened.remember("会弹吉他", now=NOW)
    told = [each.message for each in opened.doctor(now=NOW).findings if each.topic == "git"]
    assert any("could not be committed" in each for each in told)
    hook.unlink()
    opened.remember("会游泳", now=NOW)
    assert opened._resources.commits.last_fault() == ""

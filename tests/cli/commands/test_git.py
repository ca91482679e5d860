"""`memvault git` and `diff`, as they are printed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.history.repositories import Copy, line, without_settings_of_the_person

SETTINGS = "format: 1\nid: vault_cli\nlanguage: {language}\ntimezone: Asia/Shanghai\ndefault_user: lin\n"
TEA = {"id": "mem_tea", "content": "爱喝龙井", "created_at": "2026-01-01T00:00:00Z"}

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    without_settings_of_the_person(monkeypatch)
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    made = Copy(tmp_path / "vault")
    made.write("vault.yaml", SETTINGS.format(language="en"))
    made.remember("facts/a.jsonl", TEA)
    made.git("init", "--quiet", "--initial-branch=main")
    made.commit("begin", date="2026-11-01T00:00:00Z")
    return made


@pytest.fixture
def run(copy: Copy, cli: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: cli("--vault", str(copy.root), *arguments)


def test_install(run: Callable[..., Any], copy: Copy) -> None:
    done = run("git", "install")
    assert done.code == 0
    assert "merge-file %O %A %B %P" in done.out
    assert ".gitattributes" in done.out
    assert "auto_commit: true" in done.err
    document = run("--json", "git", "install", "--no-hook").document
    assert (document["written"], document["hook"]) == ([], "off")


def test_check(run: Callable[..., Any], copy: Copy) -> None:
    assert run("git", "check").code == 0
    copy.write("facts/b.jsonl", "{broken\n")
    copy.git("add", "--all")
    done = run("git", "check")
    assert (done.code, "facts/b.jsonl:1:" in done.out, "--no-verify" in done.err) == (1, True, True)
    assert run("--json", "git", "check").document["problems"][0]["code"] == "broken-json"


def test_log_blame_and_undo(run: Callable[..., Any], copy: Copy) -> None:
    copy.remember("facts/a.jsonl", {**TEA, "content": "爱喝碧螺春"})
    edited = copy.commit("tea")
    log = run("git", "log")
    assert edited[:12] in log.out
    assert "1 changed: 爱喝龙井 → 爱喝碧螺春" in log.out
    assert "by hand, Lin" in log.out
    assert "2026-11-01 08:00" in log.out
    life = run("git", "log", "mem_tea").out
    assert life.index("learned") < life.index("changed")
    assert f"{edited[:12]}" in run("git", "blame", "mem_tea").out
    document = run("--json", "git", "log", "mem_tea").document
    assert [each["deed"] for each in document["events"]] == ["learned", "changed"]
    assert document["events"][1]["origin"]["commit"] == edited
    done = run("git", "undo", edited[:8])
    assert (done.code, "taken back" in done.out) == (0, True)
    assert "爱喝龙井" in copy.read("facts/a.jsonl")
    again = run("--json", "git", "undo", edited[:8])
    assert again.code == 2
    assert again.document["error"]["code"]


def test_of_a_large_commit_some_is_shown(run: Callable[..., Any], copy: Copy) -> None:
    copy.remember("facts/b.jsonl", *({"id": f"mem_{n:02}", "content": f"第 {n:02} 件事"} for n in range(23)))
    copy.commit("many")
    many = run("git", "log", "--limit", "1").out
    assert "第 19 件事\n   … 3\n" in many
    assert "第 20 件事" not in many
    assert len(run("--json", "git", "log", "--limit", "1").document["commits"][0]["tales"]) == 23


def test_the_log_names_notes(run: Callable[..., Any], copy: Copy) -> None:
    copy.write("notes/旅行.md", "# 旅行\n")
    copy.commit("trip")
    assert "\n   notes/旅行.md\n" in run("git", "log").out
    for number in range(22):
        copy.write(f"notes/{number:02}.md", "# x\n")
    copy.commit("many")
    many = run("git", "log", "--limit", "1").out
    assert "notes/19.md\n   … 2" in many
    assert "notes/20.md" not in many


def test_the_life_names_what_took_the_place(run: Callable[..., Any], copy: Copy) -> None:
    archived = {**TEA, "status": "superseded", "superseded_by": ["mem_new"]}
    copy.remember("facts/a.jsonl", {"id": "mem_new", "content": "爱喝普洱", "supersedes": ["mem_tea"]})
    copy.remember("archive/a.jsonl", archived)
    copy.commit("puer")
    life = run("git", "log", "mem_tea").out
    assert "superseded  爱喝龙井" in life
    assert "replaced by mem_new" in life


def test_what_is_left_is_named(run: Callable[..., Any], copy: Copy) -> None:
    copy.remember("facts/a.jsonl", {**TEA, "content": "爱喝碧螺春"}, {"id": "mem_b", "content": "会游泳"})
    edited = copy.commit("two")
    copy.remember("facts/a.jsonl", {**TEA, "content": "爱喝普洱"}, {"id": "mem_b", "content": "会游泳"})
    copy.commit("three")
    done = run("git", "undo", edited)
    assert done.code == 1
    assert "left as it is: mem_tea (changed since)" in done.out
    assert "mem_b" in done.out


def test_diff(run: Callable[..., Any], copy: Copy) -> None:
    assert "nothing has changed" in run("diff", "HEAD").out
    copy.write("facts/a.jsonl", line({**TEA, "content": "爱喝碧螺春"}) + line({"content": "会游泳"}))
    found = run("diff", "HEAD")
    assert found.out.startswith("1 learned, 1 changed: 爱喝龙井 → 爱喝碧螺春\n")
    assert run("--json", "diff", "HEAD").document["summary"] in found.out
    early = run("diff", "2025-12-01")
    assert "compared by the dates" in early.err
    assert run("diff", "nonsense").code == 2


def test_faults(run: Callable[..., Any], copy: Copy) -> None:
    assert run("git", "log", "mem_nobody").code == 2
    assert run("git", "undo", "mem_nobody").code == 2
    copy.write(".git/MERGE_HEAD", copy.git("rev-parse", "HEAD"))
    assert run("git", "undo", "mem_tea").code == 3
    shutil.rmtree(copy.root / ".git")
    done = run("git", "log")
    assert (done.code, "git init" in done.err) == (2, True)


def test_what_somebody_wrote_cannot_act_on_the_terminal(run: Callable[..., Any], copy: Copy) -> None:
    evil = "\x1b]0;evil\x07\x1b[2J"
    copy.remember("facts/a.jsonl", {**TEA, "content": f"{evil}\n第二行"})
    copy.git("add", "--all")
    copy.git("commit", "--quiet", "-m", f"{evil}subject", "--author", f"{evil} <x@example.com>")
    for arguments in (
        ("git", "log"),
        ("git", "log", "mem_tea"),
        ("git", "blame", "mem_tea"),
        ("diff", "HEAD~1"),
    ):
        assert "\x1b" not in run(*arguments).out


def test_chinese(run: Callable[..., Any], copy: Copy) -> None:
    copy.write("vault.yaml", SETTINGS.format(language="zh"))
    copy.commit("zh")
    assert "设置" in run("git", "log", "--limit", "1").out
    assert "记住  爱喝龙井" in run("git", "log", "mem_tea").out


def test_recall_as_of(run: Callable[..., Any], copy: Copy) -> None:
    copy.remember("facts/a.jsonl", {**TEA, "content": "爱喝碧螺春"})
    copy.commit("tea", date="2026-11-20T00:00:00Z")
    then = run("recall", "爱喝什么", "--as-of", "2026-11-10", "--no-model")
    assert "龙井" in then.out
    assert "as of commit" in then.err
    now = run("--json", "recall", "爱喝什么", "--as-of", "2026-11-21", "--no-model").document
    assert [each["content"] for each in now["hits"]] == ["爱喝碧螺春"]
    assert run("recall", "x", "--as-of", "yesterday-ish", "--no-model").code == 2
    assert json.loads(copy.read("facts/a.jsonl"))["content"] == "爱喝碧螺春"


def test_settings_that_cannot_be_read_keep_a_commit_from_being_made(
    run: Callable[..., Any], copy: Copy
) -> None:
    copy.write("vault.yaml", "format: 1\ntimezone: [\n")
    assert run("git", "check").code == 0
    copy.write("facts/b.jsonl", line({"content": "令牌 ghp_16C7e42F292c6912E7710c838347Ae178B4a"}))
    copy.git("add", "--all")
    codes = {each["code"] for each in run("--json", "git", "check").document["problems"]}
    assert codes == {"broken-settings", "secret"}
    assert run("git", "check").code == 1

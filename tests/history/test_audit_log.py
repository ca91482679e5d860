"""What commits tell, read from real histories."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from tests.history.repositories import Copy, line
from vault.errors import UnknownCommit
from vault.format.defaults import Defaults
from vault.history.audit_log import AuditLog
from vault.history.git import open_repository

HOME = {"id": "mem_home", "content": "住在阳光小区", "updated_at": "2026-01-01T00:00:00Z"}
CAT = {"id": "mem_cat", "content": "养了一只叫年糕的猫"}


@pytest.fixture
def log(copy: Copy) -> AuditLog:
    return AuditLog(open_repository(copy.root), Defaults("lin"))


def told(log: AuditLog, memory_id: str, content: str = "") -> list[tuple[str, str]]:
    return [
        (event.commit.subject if event.commit else "", change.what)
        for event, change in log.life(memory_id, content)
    ]


def test_a_life_across_files(copy: Copy, log: AuditLog) -> None:
    copy.remember("facts/home.jsonl", HOME, CAT)
    copy.commit("begin")
    copy.remember("facts/home.jsonl", CAT)
    copy.remember("facts/life/places.jsonl", HOME)
    copy.commit("move")
    copy.remember("facts/life/places.jsonl", {**HOME, "content": "住在西湖区"})
    copy.commit("edit")
    copy.remember("facts/life/places.jsonl")
    copy.remember("archive/laptop/2026-11.jsonl", {**HOME, "content": "住在西湖区", "status": "superseded"})
    copy.commit("replace")
    copy.remember("archive/laptop/2026-11.jsonl", {**HOME, "content": "住在西湖区", "status": "forgotten"})
    copy.commit("forget")
    copy.remember("archive/laptop/2026-11.jsonl")
    copy.remember("facts/home.jsonl", CAT, {**HOME, "content": "住在西湖区"})
    assert told(log, "mem_home") == [
        ("begin", "learned"),
        ("move", "moved"),
        ("edit", "changed"),
        ("replace", "superseded"),
        ("forget", "changed"),
        ("", "restored"),
    ]
    assert told(log, "mem_cat") == [("begin", "learned")]
    assert told(log, "mem_nobody") == []


def test_a_line_without_an_id_is_followed_by_what_it_said(copy: Copy, log: AuditLog) -> None:
    copy.write("facts/a.jsonl", line({"content": "爱喝 (绿茶) [龙井]"}))
    copy.commit("begin")
    copy.write("facts/a.jsonl", line({"content": "爱喝 (绿茶) [碧螺春]"}))
    copy.commit("edit")
    ((_, first), (_, second)) = log.life(_id(log, "爱喝 (绿茶) [碧螺春]"), "爱喝 (绿茶) [碧螺春]")
    assert (first.what, second.what, second.fields) == ("learned", "changed", ("content",))


def _id(log: AuditLog, content: str) -> str:
    (change,) = [each for each in log.since("").records if each.memory.content == content]
    return change.id


def test_a_merge_tells_only_what_neither_side_said(copy: Copy, log: AuditLog) -> None:
    copy.remember("facts/a.jsonl", HOME)
    copy.commit("begin")
    copy.git("checkout", "--quiet", "-b", "phone")
    copy.remember("facts/b.jsonl", CAT)
    copy.remember("facts/a.jsonl", {**HOME, "content": "住在西湖区"})
    copy.commit("phone")
    copy.git("checkout", "--quiet", "main")
    copy.remember("facts/a.jsonl", {**HOME, "content": "住在梧桐路"})
    copy.commit("laptop")
    copy.git("merge", "phone", check=False)
    copy.remember("facts/a.jsonl", {**HOME, "content": "住在梧桐路 12 号"})
    copy.commit("merge")
    merge = log.commit("HEAD")
    assert len(merge.commit.parents if merge.commit else ()) == 2
    assert [each.id for each in merge.changes.records] == ["mem_home"]
    assert told(log, "mem_cat") == [("phone", "learned")]
    life = told(log, "mem_home")
    assert (life[0], life[-1]) == (("begin", "learned"), ("merge", "changed"))
    assert set(life[1:3]) == {("phone", "changed"), ("laptop", "changed")}


def test_the_latest_commits_that_touched_the_vault(copy: Copy, log: AuditLog) -> None:
    copy.remember("facts/a.jsonl", HOME)
    copy.commit("begin", date="2026-01-01T00:00:00Z")
    copy.write("notes/plan.md", "# Plan\n")
    copy.write("journal/laptop/2026/2026-01-02.jsonl", line({"role": "user", "content": "hi"}))
    copy.commit("note", date="2026-02-01T00:00:00Z")
    latest = list(log.latest(limit=5))
    assert [each.commit.subject for each in latest if each.commit] == ["note", "begin"]
    assert [(each.path, each.what) for each in latest[0].changes.notes] == [("notes/plan.md", "added")]
    assert latest[0].changes.turns == 1
    assert latest[1].changes.settings
    recent = list(log.latest(limit=5, since=datetime(2026, 1, 15, tzinfo=timezone.utc)))
    assert len(recent) == 1


def test_the_state_at_a_time(copy: Copy, log: AuditLog) -> None:
    assert log.at(datetime(2026, 1, 1, tzinfo=timezone.utc)) == ""
    first = copy.commit("one", date="2026-01-01T00:00:00Z")
    second = copy.commit("two", date="2026-02-01T00:00:00Z")
    assert log.at(datetime(2025, 1, 1, tzinfo=timezone.utc)) == ""
    assert log.at(datetime(2026, 1, 15, tzinfo=timezone.utc)) == first
    assert log.at(datetime(2026, 3, 1, tzinfo=timezone.utc)) == second


def test_a_repository_without_commits(copy: Copy, log: AuditLog) -> None:
    copy.remember("facts/a.jsonl", HOME)
    assert list(log.latest(limit=5)) == []
    assert told(log, "mem_home") == [("", "learned")]


def test_an_unknown_commit(copy: Copy, log: AuditLog) -> None:
    copy.commit()
    for name in ("nothing", "--all", "", "deadbeef", "HEAD:vault.yaml"):
        with pytest.raises(UnknownCommit):
            log.commit(name)


def test_what_the_program_says_of_its_commit(copy: Copy, log: AuditLog) -> None:
    copy.remember("facts/a.jsonl", HOME)
    copy.commit("memory: learned 1\n\nwhy\n\nMemvault-Session: s-1\nMemvault-Agent: openclaw")
    commit = log.commit("HEAD").commit
    assert commit is not None
    assert commit.trailers == {"Memvault-Session": "s-1", "Memvault-Agent": "openclaw"}
    assert (commit.author, commit.email) == ("Lin", "lin@example.com")

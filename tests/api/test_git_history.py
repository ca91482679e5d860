"""`git log`, `git blame` and `diff` of a vault of two people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.api.conftest import NOW, Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import NotUnderGit, UnknownCommit, UnknownMemory
from vault.model.memory import Source


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    return put_under_git(place, monkeypatch)


@pytest.fixture
def opened(copy: Copy, model: StandInModel) -> Iterator[Vault]:
    with open_vault(copy.root, model=model) as vault:
        yield vault


def edit(copy: Copy, old: str, new: str, subject: str) -> str:
    copy.write("facts/all.jsonl", copy.read("facts/all.jsonl").replace(old, new))
    return copy.commit(subject)


def move_home(opened: Vault) -> str:
    for number, place in enumerate(("阳光小区", "西湖区")):
        source = Source(kind="agent", session_id=f"s-{number}", agent_id="openclaw")
        later = NOW + timedelta(days=number)
        done = opened.remember(
            f"住在{place}", key="住址", value=place, source=source, arrived="agent", now=later
        )
    return done.id


def test_the_life_of_a_memory_from_the_conversation_to_the_archive(copy: Copy, opened: Vault) -> None:
    new = move_home(opened)
    (old,) = opened.show(new, now=NOW)[0].supersedes
    path = opened.show(new, now=NOW)[0].path
    copy.write(path, copy.read(path).replace("西湖区", "西湖区文三路"))
    copy.commit("by hand")
    opened.index(now=NOW)
    opened.forget(new, now=NOW + timedelta(days=2))
    life = opened.life(new, now=NOW)
    assert [(each.deed, each.origin.by, each.text) for each in life] == [
        ("learned", "program", "住在西湖区"),
        ("changed", "person", "住址 西湖区 → 西湖区文三路"),
        ("forgotten", "program", "住在西湖区文三路"),
    ]
    assert (life[0].origin.session, life[0].origin.agent) == ("s-1", "openclaw")
    assert life[1].origin.author == "Lin"
    assert (life[2].origin.action, life[2].origin.device) == ("forget", "laptop")
    assert life[2].path == "archive/laptop/2026-12.jsonl"
    assert [(each.deed, each.replaced_by) for each in opened.life(old, now=NOW)] == [
        ("learned", ()),
        ("superseded", (new,)),
    ]


def test_the_beginning_of_an_id_will_do(copy: Copy, opened: Vault) -> None:
    assert [each.deed for each in opened.life("mem_pia", user="mei", now=NOW)] == ["learned"]


def test_of_somebody_else_nothing_is_told(copy: Copy, opened: Vault) -> None:
    with pytest.raises(UnknownMemory):
        opened.life("mem_piano", user="lin", now=NOW)
    edit(copy, "每周四练钢琴", "每周五练钢琴", "piano")
    copy.write("notes/mei/diary.md", "# 日记\n")
    copy.commit("diary")
    entries = opened.git_log(user="lin", now=NOW)
    assert [(each.summary, each.tales, each.notes) for each in entries[:2]] == [("", (), ()), ("", (), ())]
    assert opened.difference("HEAD~2", user="lin", now=NOW).summary == ""
    assert "钢琴" in opened.difference("HEAD~2", user="mei", now=NOW).summary


def test_a_memory_whose_line_is_gone_is_still_told_of(copy: Copy, opened: Vault) -> None:
    lines = [each for each in copy.read("facts/all.jsonl").splitlines(True) if "mem_tea" not in each]
    copy.write("facts/all.jsonl", "".join(lines))
    copy.commit("deleted")
    assert [each.deed for each in opened.life("mem_tea", now=NOW)] == ["learned", "removed"]


def test_each_field_has_its_origin(copy: Copy, opened: Vault) -> None:
    edit(copy, "龙井", "碧螺春", "green tea")
    opened.pin("mem_tea", now=NOW)
    found = {each.field: (each.value, each.origin.subject) for each in opened.blame("mem_tea", now=NOW)}
    assert found["content"] == ("下午爱喝碧螺春", "green tea")
    assert found["type"] == ("preference", "begin")
    assert found["pinned"][0] == "true"
    assert found["pinned"][1].startswith("pin: ")


def test_who_merges_or_resolves_is_not_the_writer(copy: Copy, opened: Vault) -> None:
    opened.install_git()
    opened.remember("门牌是 12 号", key="门牌", value="12", now=NOW)
    (known,) = [each for each in opened.list(now=NOW) if each.text == "门牌是 12 号"]
    copy.git("checkout", "--quiet", "-b", "phone")
    opened.index(now=NOW)
    opened.remember("门牌是 40 号", key="门牌", value="40", now=NOW + timedelta(hours=1))
    copy.git("checkout", "--quiet", "main")
    copy.write(known.path, copy.read(known.path).replace("门牌是 12 号", "门牌是 12 号乙"))
    copy.commit("by hand")
    copy.git("merge", "--quiet", "--no-edit", "phone")
    opened.index(now=NOW)
    assert opened.sync_conflicts(now=NOW).twins
    opened.resolve(now=NOW)
    found = {each.field: each.origin for each in opened.blame(known.id, now=NOW)}
    subjects = {name: origin.subject for name, origin in found.items()}
    assert subjects["content"] == subjects["created_at"] == "remember: 记住 1 条：门牌是 12 号"
    assert subjects["status"] == subjects["superseded_by"] == "remember: 改动 1 条：门牌 12 → 40"


def test_what_is_sensitive_is_covered(copy: Copy, opened: Vault) -> None:
    edit(copy, "4471#", "9920#", "new code")
    texts = [
        *(each.value for each in opened.blame("mem_door", now=NOW)),
        *(each.text for each in opened.life("mem_door", now=NOW)),
        opened.difference("HEAD~1", now=NOW).summary,
    ]
    assert not [each for each in texts if "4471" in each or "9920" in each]


def test_the_log_in_words(copy: Copy, opened: Vault) -> None:
    move_home(opened)
    edit(copy, "龙井", "碧螺春", "tea")
    log = opened.git_log(limit=3, now=NOW)
    assert [each.summary for each in log] == [
        "改动 1 条：下午爱喝龙井 → 下午爱喝碧螺春",
        "改动 1 条：住址 阳光小区 → 西湖区",
        "记住 1 条：住在阳光小区",
    ]
    assert [each.origin.by for each in log] == ["person", "program", "program"]
    assert (log[1].origin.session, log[1].origin.agent) == ("s-1", "openclaw")
    assert opened.git_log(since=NOW - timedelta(days=1), now=NOW, limit=1)[0].origin == log[0].origin


def test_a_difference_in_a_sentence(copy: Copy, opened: Vault) -> None:
    move_home(opened)
    opened.remember("会弹吉他", now=NOW)
    opened.remember("会游泳", now=NOW)
    found = opened.difference("HEAD~4", now=NOW)
    assert found.summary == "记住 3 条"
    assert opened.difference("HEAD~3", now=NOW).summary == "记住 2 条，改动 1 条：住址 阳光小区 → 西湖区"
    assert opened.difference("HEAD", now=NOW).tales == ()
    copy.write("notes/plan.md", "# 计划\n")
    assert opened.difference("HEAD", now=NOW).notes == ("notes/plan.md",)


def test_a_difference_in_english(place: Place, monkeypatch: pytest.MonkeyPatch, model: StandInModel) -> None:
    monkeypatch.setenv("MEMVAULT_LANGUAGE", "en")
    copy = put_under_git(place, monkeypatch)
    with open_vault(copy.root, model=model) as vault:
        move_home(vault)
        for text in ("会弹吉他", "会游泳", "会做饭"):
            vault.remember(text, now=NOW)
        copy.commit("all", date="2026-12-02T00:00:00Z")
        vault.remember("住在梧桐路", key="住址", value="梧桐路", now=NOW + timedelta(days=3))
        assert vault.difference("HEAD", now=NOW).summary == "1 changed: 住址 西湖区 → 梧桐路"
        assert vault.difference("HEAD~1", now=NOW).summary.startswith("4 learned")


@pytest.mark.parametrize("point", ["2026-11-20", "2026-11-20T10:00+08:00", "2026/11/20"])
def test_a_difference_since_a_day(copy: Copy, opened: Vault, point: str) -> None:
    move_home(opened)
    found = opened.difference(point, now=NOW)
    assert found.since == copy.git("rev-list", "--max-parents=0", "HEAD").strip()
    assert [each.deed for each in found.tales] == ["learned"]


def test_a_difference_without_git(place: Place, model: StandInModel) -> None:
    with open_vault(place.root, model=model) as vault:
        found = vault.difference("2026-04-20", now=NOW)
        assert found.since == ""
        assert {each.id for each in found.tales if each.deed == "learned"} == {
            "mem_tea",
            "mem_door",
            "mem_gone",
        }
        with pytest.raises(NotUnderGit):
            vault.difference("HEAD", now=NOW)


def test_neither_a_date_nor_a_commit(copy: Copy, opened: Vault) -> None:
    with pytest.raises(UnknownCommit):
        opened.difference("no-such-branch", now=NOW)


def test_a_commit_by_a_person_of_what_the_program_wrote(
    place: Place, monkeypatch: pytest.MonkeyPatch, model: StandInModel
) -> None:
    copy = put_under_git(place, monkeypatch)
    with open_vault(copy.root, model=model) as vault:
        guitar = vault.remember("会弹吉他", now=NOW).id
        copy.write("facts/hand.jsonl", json.dumps({"id": "mem_hand", "content": "会游泳"}) + "\n")
        copy.commit("evening")
        assert vault.life(guitar, now=NOW)[0].origin.by == "program"
        assert vault.life("mem_hand", now=NOW)[0].origin.by == "person"
        assert vault.git_log(limit=1, now=NOW)[0].origin.by == "committed"

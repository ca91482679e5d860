from __future__ import annotations

import json

import pytest

from tests.api.conftest import Place
from tests.api.journals import OLD, YESTERDAY, added_facts, journal, profile_of
from tests.files.conftest import snapshot
from vault.format.machine_section import BEGIN

pytestmark = pytest.mark.usefixtures("with_model")


def test_a_dry_run_shows_facts_the_difference_and_summaries(cli, place: Place) -> None:
    place.write("notes/profile.md", "# 林\n")
    journal(place, YESTERDAY, "我对花生过敏")
    journal(place, OLD, "我在学吉他")
    before = snapshot(place.root)
    ran = cli("reflect", "--dry-run")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert "+ [事实] 用户对花生过敏" in lines
    assert "+++ b/notes/profile.md" in lines
    assert f"+{BEGIN}" in lines
    assert any(line.startswith("+- 用户对花生过敏") for line in lines)
    assert any(line.startswith("+ [摘要] 2026-10-01 的 1 次对话") for line in lines)
    assert "什么都没有写入" in ran.err
    assert snapshot(place.root) == before


def test_it_is_done_once(cli, place: Place) -> None:
    journal(place, YESTERDAY, "我对花生过敏")
    ran = cli("reflect")
    assert ran.code == 0
    assert "用户对花生过敏" in ran.out
    assert "notes/profile.md" in ran.out
    assert added_facts(place) == ["用户对花生过敏"]
    assert "花生" in profile_of(place)
    again = cli("reflect")
    assert again.out == ""
    assert "没有新的内容" in again.err


def test_as_json(cli, place: Place) -> None:
    journal(place, YESTERDAY, "我对花生过敏")
    document = cli("reflect", "--json").document
    assert (document["dry_run"], document["removed"], document["failed"]) == (False, [], [])
    (user,) = document["users"]
    assert (user["user_id"], user["days"]) == ("lin", ["2026-11-29"])
    assert user["proposed"] == [{"type": "fact", "content": "用户对花生过敏"}]
    assert [each["action"] for each in user["remembered"]] == ["added"]
    assert user["profile"]["path"] == "notes/profile.md"
    assert user["profile"]["diff"].startswith("--- a/notes/profile.md")


def test_days_are_named(cli, place: Place) -> None:
    journal(place, YESTERDAY, "我对花生过敏")
    assert cli("reflect", "--day", "2026-11-28", "--json").document["users"][0]["days"] == []
    both = cli("reflect", "--day", "2026-11-29", "--day", "2026-11-30", "--json")
    assert both.document["users"][0]["days"] == ["2026-11-29"]
    assert cli("reflect", "--day", "gestern").code == 2


def test_everybody(cli, place: Place) -> None:
    journal(place, YESTERDAY, {"content": "我对芒果过敏", "user_id": "mei"})
    ran = cli("reflect", "--all-users")
    assert "用户 mei" in ran.out
    assert "芒果" in profile_of(place, "notes/mei/profile.md")
    assert "芒果" not in profile_of(place)


def test_a_profile_that_is_left_alone(cli, place: Place) -> None:
    note = place.write("notes/profile.md", f"甲\n{BEGIN}\n乙\n")
    ran = cli("reflect")
    assert ran.code == 3
    assert "第 2 行" in ran.err
    assert "memvault:end" in ran.err
    assert note.read_text("utf-8") == f"甲\n{BEGIN}\n乙\n"
    assert cli("reflect", "--json").document["failed"][0]["path"] == "notes/profile.md"


def test_a_journal_that_goes_is_named(cli, place: Place) -> None:
    settings = (place.root / "vault.yaml").read_text("utf-8")
    place.write("vault.yaml", f"{settings}lifecycle: {{journal_retention_days: 40}}\n")
    path = journal(place, OLD, "我在学吉他")
    ran = cli("reflect")
    assert "保留期已过，已删去 journal/mac/2026/2026-10-01.jsonl 里的原文" in ran.out
    assert "吉他" not in json.loads(path.read_text("utf-8"))["content"]

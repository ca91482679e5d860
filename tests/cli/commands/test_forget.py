from __future__ import annotations

import json
import subprocess

import pytest

from tests.api.conftest import Place


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")


def test_out_and_back(cli, place: Place) -> None:
    ran = cli("forget", "mem_cat", "mem_te")
    assert ran.code == 0
    assert [line.partition(" ")[0] for line in ran.out.splitlines()] == ["已移入归档", "已移入归档"]
    assert "`memvault restore mem_cat`" in ran.out
    assert [line.split()[2] for line in cli("list", "--forgotten").out.splitlines()] == ["mem_tea", "mem_cat"]
    assert "mem_cat" not in cli("list").out
    assert "本来就在归档里" in cli("forget", "mem_cat").out
    assert cli("restore", "mem_cat").out.startswith("已恢复：养了一只叫年糕的猫")
    assert "本来就在使用中" in cli("restore", "mem_cat").out
    assert "mem_cat" in cli("list").out


def test_as_json(cli, place: Place) -> None:
    assert cli("forget", "mem_cat", "--json").document == {
        "forgotten": [
            {
                "id": "mem_cat",
                "action": "forgotten",
                "content": "养了一只叫年糕的猫",
                "path": "archive/mac/2026-11.jsonl",
                "line": 1,
                "conflicts": [],
                "revived": [],
            }
        ]
    }
    assert cli("restore", "mem_cat", "--json").document["restored"][0]["action"] == "restored"
    assert cli("list", "--superseded", "--json").document["memories"][0]["id"] == "mem_old"


def test_what_restoring_leads_to_is_said(cli, place: Place) -> None:
    place.remember("facts/new.jsonl", {"id": "mem_new", "content": "家住海棠湾"})
    place.remember(
        "archive/a.jsonl",
        {"id": "mem_was", "content": "家住文三路", "status": "superseded", "superseded_by": ["mem_new"]},
    )
    ran = cli("restore", "mem_was", "mem_gone")
    assert ran.code == 0
    assert "mem_new 仍在" in ran.err
    assert "expires_at" in ran.err


def test_unknown_ids_and_other_things(cli, place: Place) -> None:
    place.write("notes/a.md", "---\nid: note_a\n---\n# 猫\n")
    assert cli("forget", "mem_nobody").code == 2
    assert cli("restore", "mem_piano").code == 2
    assert cli("forget", "note_a").code != 0


def test_erasing_needs_a_yes(cli, place: Place) -> None:
    ran = cli("forget", "mem_cat", "--erase")
    assert (ran.code, ran.out) == (2, "")
    assert "--yes" in ran.err
    assert cli("forget", "mem_cat", "--erase", "--json").document["error"]["code"] == "not-confirmed"
    assert "年糕" in (place.root / "facts/all.jsonl").read_text(encoding="utf-8")


def test_erasing_reports_what_was_done(cli, place: Place) -> None:
    ran = cli("forget", "mem_cat", "--erase", "--yes")
    assert ran.code == 0
    first, second, third = ran.out.splitlines()
    assert (first, second) == ("已擦除 1 条记忆：mem_cat", "没有找到任何残留")
    assert "几个人共用" in third
    assert "facts/all.jsonl:2  记忆" in ran.err
    assert "年糕" not in ran.err + ran.out
    assert "[已擦除]" in cli("show", "mem_cat").out
    again = cli("forget", "mem_cat", "--erase", "-y")
    assert again.code == 0
    assert "原文已不可知" in again.out
    assert cli("restore", "mem_cat").code != 0


def test_erasing_reports_what_is_left(cli, place: Place) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false"]
    for step in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run(["git", *identity, *step], cwd=place.root, check=True)
    place.write("notes/a.md", "# 猫\n\n我养了一只叫年糕的猫。\n")
    ran = cli("forget", "mem_cat", "--erase", "--yes", "--json")
    assert ran.code == 1
    document = ran.document
    assert document["left"] == [{"path": "notes/a.md", "line": 3, "form": "text"}]
    (commit,) = document["git"]["commits"]
    assert commit["paths"] == ["facts/all.jsonl"]
    assert (document["gone"], document["known"], document["ids"]) == (False, True, ["mem_cat"])
    assert "年糕" not in json.dumps(document, ensure_ascii=False)


def test_the_report_names_places_and_commits_for_people(cli, place: Place) -> None:
    for step in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *step], cwd=place.root, check=True)
    place.write("notes/a.md", "# 猫\n\n我养了一只，叫年糕的猫。\n")
    ran = cli("forget", "mem_cat", "--erase", "--yes")
    assert ran.code == 1
    assert "仍有残留：notes/a.md:3（空格或标点不同）" in ran.out
    assert "git gc --prune=now" in ran.out
    assert "没有找到任何残留" not in ran.out


def test_a_sensitive_text_is_not_shown(cli, place: Place) -> None:
    ran = cli("forget", "mem_door")
    assert "4471" not in ran.out + ran.err

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place, make_place
from tests.api.journals import OLD, TODAY, journal, noon, only_one
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import UnparsedFile


def test_old_days_are_summed_up_and_stay(place: Place, opened: Vault) -> None:
    path = journal(place, OLD, "我对花生过敏", "A", "我在学吉他")
    before = path.read_bytes()
    (answer,) = only_one(opened.reflect(now=NOW)).summarised
    assert answer.action == "added"
    (summary,) = opened.list(types=["summary"], now=NOW)
    assert summary.text.startswith("2026-10-01 的 1 次对话，3 条消息")
    assert "用户对花生过敏" in summary.text
    assert (summary.source_kind, summary.session_id) == ("summary", "journal/2026-10-01")
    assert summary.occurred_at == noon(OLD) - timedelta(hours=12)
    assert path.read_bytes() == before


def test_a_day_is_summed_up_when_it_is_older_than_thirty_days(place: Place, opened: Vault) -> None:
    journal(place, TODAY - timedelta(days=30), "我在学吉他")
    journal(place, TODAY - timedelta(days=31), "我在学钢琴")
    (summary,) = only_one(opened.reflect(now=NOW)).summaries
    assert "钢琴" in summary.content


def test_more_of_an_old_day_makes_a_new_summary(place: Place, opened: Vault) -> None:
    journal(place, OLD, "我对花生过敏")
    opened.reflect(now=NOW)
    journal(place, OLD, "我不吃香菜", device="phone", session="s2")
    (answer,) = only_one(opened.reflect(now=NOW + timedelta(hours=1))).summarised
    assert answer.action == "added"
    (current,) = opened.list(types=["summary"], now=NOW)
    assert "香菜" in current.text
    every = opened.list(types=["summary"], everything=True, now=NOW)
    (older,) = [each for each in every if each.id != current.id]
    assert (older.archived, older.superseded_by) == (True, (current.id,))
    assert not opened.reflect(now=NOW + timedelta(hours=2)).changes_something


def test_a_summary_that_was_forgotten_stays_so(place: Place, opened: Vault) -> None:
    journal(place, OLD, "我对花生过敏")
    opened.reflect(now=NOW)
    (summary,) = opened.list(types=["summary"], now=NOW)
    opened.forget(summary.id, now=NOW)
    journal(place, OLD, "我不吃香菜", device="phone", session="s2")
    assert only_one(opened.reflect(now=NOW + timedelta(hours=1))).summaries == ()


RETENTION = "default_user: lin\nlifecycle: {journal_retention_days: 40}\n"


@pytest.fixture
def keeping(tmp_path: Path) -> Place:
    """A vault that keeps journals for 40 days."""
    return make_place(tmp_path / "keeping", RETENTION)


@pytest.fixture
def kept(keeping: Place, model: StandInModel) -> Any:
    with open_vault(keeping.root, model=model) as vault:
        yield vault


def test_raw_turns_go_when_their_time_is_over(keeping: Place, kept: Vault) -> None:
    stays = journal(keeping, TODAY - timedelta(days=40), "我不吃香菜")
    goes = journal(keeping, TODAY - timedelta(days=41), "我对花生过敏")
    report = kept.reflect(now=NOW)
    assert report.removed == (goes.relative_to(keeping.root).as_posix(),)
    assert report.failed == ()
    assert not goes.exists()
    assert stays.exists()
    assert len(kept.list(types=["summary"], now=NOW)) == 2
    slices = {each.path for each in kept.list(types=["message"], now=NOW)}
    assert slices == {stays.relative_to(keeping.root).as_posix()}
    assert not kept.reflect(now=NOW).changes_something


def test_nothing_goes_in_a_dry_run(keeping: Place, kept: Vault) -> None:
    kept.reflect(now=NOW)
    goes = journal(keeping, OLD, "我对花生过敏")
    assert kept.reflect(dry_run=True, now=NOW).removed == ()  # it has no summary yet
    kept_for_now = kept.reflect(now=noon(OLD) + timedelta(days=35))
    assert kept_for_now.removed == ()
    assert kept.reflect(dry_run=True, now=NOW).removed == (goes.relative_to(keeping.root).as_posix(),)
    assert goes.exists()


def test_a_file_of_two_people_goes_when_both_are_summed_up(keeping: Place, kept: Vault) -> None:
    goes = journal(keeping, OLD, "我对花生过敏", {"content": "我对芒果过敏", "user_id": "mei"})
    assert kept.reflect(now=NOW).removed == ()
    assert goes.exists()
    assert len(kept.reflect(all_users=True, now=NOW).removed) == 1
    assert not goes.exists()


def test_a_journal_that_cannot_be_read_as_a_whole_stays(keeping: Place, kept: Vault) -> None:
    path = journal(keeping, OLD, "我对花生过敏")
    path.write_bytes(path.read_bytes() + b"{broken\n")
    report = kept.reflect(now=NOW)
    assert report.removed == ()
    ((name, error),) = report.failed
    assert name == path.relative_to(keeping.root).as_posix()
    assert isinstance(error, UnparsedFile)
    assert path.exists()


def test_without_its_summary_on_disk_no_day_goes(keeping: Place, kept: Vault, monkeypatch: Any) -> None:
    path = journal(keeping, OLD, "我对花生过敏")
    monkeypatch.setattr(
        "vault.api.reflect.sum_up", lambda *_, **__: type("N", (), {"summaries": [], "remembered": []})
    )
    assert kept.reflect(now=NOW).removed == ()
    assert path.exists()


def test_a_day_of_small_talk_goes_too(keeping: Place, kept: Vault) -> None:
    path = journal(keeping, OLD, "你好", {"content": "你好！", "role": "assistant"})
    kept.reflect(now=NOW)
    assert not path.exists()
    (summary,) = kept.list(types=["summary"], now=NOW)
    assert summary.text == "2026-10-01 的 1 次对话，2 条消息。"


def test_a_shorter_retention_is_summed_up_in_time(tmp_path: Path, model: StandInModel) -> None:
    place = make_place(tmp_path / "short", "default_user: lin\nlifecycle: {journal_retention_days: 3}\n")
    goes = journal(place, TODAY - timedelta(days=4), "我对花生过敏")
    with open_vault(place.root, model=model) as vault:
        assert len(vault.reflect(now=NOW).removed) == 1
        assert len(vault.list(types=["summary"], now=NOW)) == 1
    assert not goes.exists()


def test_what_is_left_of_turns_that_are_gone_stays(keeping: Place, kept: Vault) -> None:
    goes = journal(keeping, OLD, "我对花生过敏")
    later = journal(keeping, TODAY, "你好", device="import", session="s3")
    turn = json.loads(journal(keeping, OLD, "我在学吉他", device="other", session="s2").read_text("utf-8"))
    (keeping.root / "journal/other/2026/2026-10-01.jsonl").unlink()
    both = later.read_text("utf-8") + json.dumps(turn) + "\n"
    later.unlink()
    keeping.write("journal/import/all.jsonl", both)
    report = kept.reflect(now=NOW)
    assert report.removed == (goes.relative_to(keeping.root).as_posix(),)
    (summary,) = kept.list(types=["summary"], now=NOW)
    assert "花生" in summary.text
    assert "吉他" in summary.text
    assert not kept.reflect(now=NOW + timedelta(hours=1)).changes_something
    journal(keeping, OLD, "我不吃香菜", device="phone", session="s4")
    again = kept.reflect(now=NOW + timedelta(hours=2))
    assert len(again.removed) == 1
    texts = [each.text for each in kept.list(types=["summary"], now=NOW)]
    assert len(texts) == 2
    assert any("花生" in text for text in texts)
    assert any("香菜" in text for text in texts)
    assert not kept.reflect(now=NOW + timedelta(hours=3)).changes_something


def test_a_summary_that_says_the_same_covers_more_turns(place: Place, opened: Vault) -> None:
    path = journal(place, OLD, "我对花生过敏", "今天天气怎么样")
    opened.reflect(now=NOW)
    path.write_text(path.read_text("utf-8").replace("\\u600e\\u4e48\\u6837", "\\u5982\\u4f55"), "utf-8")
    before = [each.text for each in opened.list(types=["summary"], now=NOW)]
    assert opened.reflect(now=NOW + timedelta(hours=1)).reflections[0].summarised[0].action == "unchanged"
    assert [each.text for each in opened.list(types=["summary"], now=NOW)] == before
    assert opened.reflect(now=NOW + timedelta(hours=2)).reflections[0].summaries == ()

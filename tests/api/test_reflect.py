from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from tests.api.conftest import NOW, Place
from tests.api.journals import OLD, TODAY, YESTERDAY, added_facts, journal, noon, only_one, profile_of
from tests.files.conftest import snapshot
from vault.api.vault import Vault
from vault.model.turn import Turn


def test_a_day_becomes_a_few_facts(place: Place, opened: Vault) -> None:
    said = ["你好", "我对花生过敏", "我不吃香菜", "我喜欢喝手冲咖啡", "我每周四练钢琴", "今天天气怎么样"]
    said += ["我叫阿杰", "记住：给妈妈买按摩椅", "我在学吉他"]
    journal(place, YESTERDAY, *said)
    report = opened.reflect(now=NOW)
    reflection = only_one(report)
    assert reflection.user == "lin"
    assert reflection.days == (YESTERDAY,)
    assert len(reflection.proposed) == 5
    assert {each.action for each in reflection.remembered} == {"added"}
    assert {"用户对花生过敏", "用户叫阿杰", "给妈妈买按摩椅"} <= set(added_facts(place))
    assert report.changes_something
    assert report.failed == ()
    assert [hit.content for hit in opened.recall("用户对花生过敏", now=NOW).hits[:1]] == ["用户对花生过敏"]


def test_facts_know_their_conversation(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, {"content": "我对花生过敏", "agent_id": "claw", "channel": "wechat"})
    opened.reflect(now=NOW)
    (record,) = [each for each in opened.list(now=NOW) if "花生" in each.text and each.type != "message"]
    assert (record.session_id, record.message_ids, record.source_kind) == ("s1", ("1",), "agent")
    assert (record.agent_id, record.channel) == ("claw", "wechat")
    assert record.created_at == datetime(2026, 11, 29, 1, 1, tzinfo=timezone.utc)


def test_a_second_run_changes_nothing(place: Place, opened: Vault, isolated: Any) -> None:
    journal(place, YESTERDAY, "我对花生过敏", "我不吃香菜", "我住在杭州")
    journal(place, OLD, "我在学吉他", "装修好累")
    opened.reflect(now=NOW)
    before = snapshot(place.root)
    again = opened.reflect(now=NOW + timedelta(minutes=5))
    assert not again.changes_something
    assert snapshot(place.root) == before
    for state in (isolated.state / "reflect").iterdir():
        state.unlink()
    third = opened.reflect(now=NOW + timedelta(minutes=10))
    assert not third.changes_something
    assert snapshot(place.root) == before


def test_what_capture_has_taken_in_is_not_proposed_again(place: Place, opened: Vault) -> None:
    said = [
        Turn("s9", n, "user", text, NOW) for n, text in enumerate(("我对花生过敏", "我养了一只狗叫旺财"), 1)
    ]
    opened.capture(said, extract="now", now=NOW)
    reflection = only_one(opened.reflect([TODAY], now=NOW))
    assert reflection.days == (TODAY,)
    assert reflection.proposed == ()


def test_a_dry_run_writes_nothing(place: Place, opened: Vault, isolated: Any) -> None:
    journal(place, YESTERDAY, "我对花生过敏")
    journal(place, OLD, "我在学吉他")
    opened.status()
    before = snapshot(place.root)
    report = opened.reflect(dry_run=True, now=NOW)
    reflection = only_one(report)
    assert snapshot(place.root) == before
    assert not (isolated.state / "reflect").exists()
    assert [each.content for each in reflection.proposed] == ["用户对花生过敏"]
    assert reflection.remembered == ()
    assert reflection.profile is not None
    assert "+- 用户对花生过敏" in reflection.profile.diff
    assert [each.occurred_at for each in reflection.summaries] == [noon(OLD) - timedelta(hours=12)]
    assert report.changes_something
    assert report.dry_run
    wet = only_one(opened.reflect(now=NOW))
    assert wet.profile is not None
    assert wet.profile.after == reflection.profile.after


def test_topics_fill_up_a_day_of_few_facts(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "装修的灰太大了吧", "装修要多久", "装修找谁好", session="a")
    journal(place, YESTERDAY, "装修", device="phone", session="b")
    opened.reflect(now=NOW)
    assert "用户在 2026-11-29 反复谈到装修" in added_facts(place)


def test_days_that_are_due(place: Place, opened: Vault) -> None:
    days = [TODAY - timedelta(days=back) for back in (40, 5, 2, 0)]
    for day in days:
        journal(place, day, "我对花生过敏")
    assert opened.reflect_due(NOW) == (days[1], days[2])
    assert only_one(opened.reflect(now=NOW)).days == (days[1], days[2], days[3])
    assert opened.reflect_due(NOW) == ()
    assert opened.reflect_due(NOW + timedelta(days=1)) == (TODAY,)
    assert only_one(opened.reflect(now=NOW + timedelta(days=1))).days == (TODAY,)


def test_a_named_day_leaves_the_others_due(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我对花生过敏")
    journal(place, TODAY, "我不吃香菜")
    assert only_one(opened.reflect([TODAY], now=NOW)).days == (TODAY,)
    assert opened.reflect_due(NOW) == (YESTERDAY,)
    assert only_one(opened.reflect([OLD], now=NOW)).days == ()


def test_what_was_forgotten_does_not_come_back(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我对花生过敏", "我不吃香菜")
    opened.reflect(now=NOW)
    (wrong,) = [each for each in opened.list(now=NOW) if "花生" in each.text and each.type != "message"]
    opened.feedback(wrong.id, verdict="wrong", now=NOW)
    later = NOW + timedelta(days=40)
    report = opened.reflect([YESTERDAY], now=later)
    assert "用户对花生过敏" not in added_facts(place)
    assert "花生" not in profile_of(place)
    (summary,) = only_one(report).summaries
    assert "花生" not in summary.content
    assert "香菜" in summary.content


def test_users_are_kept_apart(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我对花生过敏", {"content": "我对芒果过敏", "user_id": "mei"})
    report = opened.reflect(all_users=True, now=NOW)
    assert [each.user for each in report.reflections] == ["lin", "mei"]
    assert "花生" in profile_of(place)
    assert "芒果" not in profile_of(place)
    assert "芒果" in profile_of(place, "notes/mei/profile.md")
    assert "花生" not in profile_of(place, "notes/mei/profile.md")
    assert "花生" not in " ".join(hit.content for hit in opened.recall("过敏", user="mei", now=NOW).hits)


def test_only_the_chosen_user_without_all_users(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我对花生过敏", {"content": "我对芒果过敏", "user_id": "mei"})
    assert only_one(opened.reflect(user="mei", now=NOW)).user == "mei"
    assert added_facts(place) == ["用户对芒果过敏"]

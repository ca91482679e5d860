from __future__ import annotations

from datetime import datetime, timezone

import pytest

from tests.api.conftest import NOW, Place
from tests.api.journals import OLD, YESTERDAY, journal
from vault.api.day_of_user import DayOfUser, DayReader
from vault.api.vault import Vault
from vault.files.journal_days import JournalDays
from vault.model.memory import Memory, Source
from vault.plugin_api.values import Conversation, Proposed
from vault.recall.prompt_block import CLOSING, OPENING


def reader(vault: Vault, user: str = "lin") -> DayReader:
    vault.index(now=NOW)
    resources = vault._resources
    return DayReader(resources, JournalDays(resources.folder, resources.zone), user)


def day(vault: Vault) -> DayOfUser:
    found = reader(vault).read(YESTERDAY)
    assert found is not None
    return found


def test_a_day_on_which_nothing_was_said(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, {"content": "我对芒果过敏", "user_id": "mei"})
    assert reader(opened).read(YESTERDAY) is None
    assert reader(opened, "mei").read(YESTERDAY) is not None


def test_injected_memories_are_not_the_persons_words(place: Place, opened: Vault) -> None:
    block = f"{OPENING}\n- [2026-01-05 · 偏好] 用户喜欢喝茶\n{CLOSING}"
    journal(place, YESTERDAY, f"{block}\n我对花生过敏", block)
    found = day(opened)
    assert [turn.content for turn in found.turns] == ["我对花生过敏"]
    assert [fact.candidate.content for fact in found.facts] == ["用户对花生过敏"]


def test_personal_data_is_masked(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我的邮箱是 zhou@example.com")
    assert "zhou@" not in day(opened).turns[0].content


def test_proposals_carry_where_they_were_said(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, {"content": "我对花生过敏", "agent_id": "claw", "channel": "qq"})
    (proposed,) = reader(opened).by_rules(day(opened))
    assert proposed.source == Source(session_id="s1", message_ids=("1",), agent_id="claw", channel="qq")
    assert proposed.created_at == datetime(2026, 11, 29, 1, 1, tzinfo=timezone.utc)


def test_what_is_a_memory_already_is_known(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我对花生过敏", "我不吃香菜")
    opened.remember("用户对花生过敏", now=NOW)
    read = reader(opened)
    known = {each.content: read.is_known(each) for each in read.by_rules(day(opened))}
    assert known == {"用户对花生过敏": True, "用户不吃香菜": False}


def test_a_summary_leaves_out_what_is_over(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我对花生过敏", "我不吃香菜")
    written = opened.remember("用户对花生过敏", now=NOW)
    opened.forget(written.id, now=NOW)
    summary = reader(opened).summary(day(opened))
    assert "香菜" in summary.content
    assert "花生" not in summary.content
    assert "香菜" not in reader(opened).bare_summary(day(opened)).content


def test_without_a_plugin_the_rules_choose(place: Place, opened: Vault) -> None:
    journal(place, YESTERDAY, "我对花生过敏")
    assert reader(opened).by_plugin(day(opened), NOW) is None


def test_a_plugin_chooses(place: Place, opened: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    journal(place, YESTERDAY, "我对花生过敏", "随便聊聊")
    asked: list[Conversation] = []

    def choose(_: object, conversation: Conversation) -> tuple[Proposed, ...]:
        asked.append(conversation)
        source = Source(session_id="s1", message_ids=("2",))
        return tuple(
            Proposed(Memory(f"prov_{n}", f"第 {n} 件事", user_id="lin", source=source), "随便聊聊")
            for n in range(9)
        )

    monkeypatch.setattr(type(opened._resources.plugins), "reflect", choose)
    opened.reflect([YESTERDAY], now=NOW)
    assert (asked[0].user_id, len(asked[0].turns), asked[0].new) == ("lin", 2, frozenset({0, 1}))
    listed = [each.text for each in opened.list(now=NOW) if each.text.startswith("第 ")]
    assert sorted(listed) == [f"第 {n} 件事" for n in range(5)]
    opened.reflect([YESTERDAY], now=NOW)
    assert len(asked) == 1  # the same turns are not sent again
    journal(place, YESTERDAY, "我对花生过敏", "随便聊聊", "再聊聊")
    opened.reflect([YESTERDAY, OLD], now=NOW)
    assert len(asked) == 2

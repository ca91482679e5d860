from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

from tests.lifecycle.extract.saying import conversation, resolve_time
from vault.api.session_summary import IMPORTANCE, summary_of
from vault.lifecycle.extract.in_context import extract_in_context
from vault.model.memory import Memory, Source
from vault.model.turn import Turn


def summary(turns: list[Turn]) -> Memory | None:
    return summary_of(turns, extract_in_context([], turns, resolve_time=resolve_time), language="zh")


def talk() -> list[Turn]:
    said = conversation("我叫阿杰", "A:你好", "我不吃香菜")
    return [replace(turn, user_id="lin", agent_id="claw", channel="cli") for turn in said]


def test_a_summary_is_a_memory_of_the_session() -> None:
    turns = talk()
    made = summary(turns)
    assert made is not None
    assert made.content == "用户事实：用户叫阿杰。情绪与偏好：用户不吃香菜。"
    assert (made.type, made.user_id, made.importance) == ("summary", "lin", IMPORTANCE)
    assert made.created_at == turns[-1].at
    assert made.source == Source("summary", "s1", ("1", "2", "3"), "claw", "", "cli")
    assert made.provisional


def test_the_same_turns_give_the_same_memory_and_others_another() -> None:
    assert summary(talk()) == summary(talk())
    elsewhere = [replace(turn, session_id="s2") for turn in talk()]
    one, other = summary(talk()), summary(elsewhere)
    assert one is not None
    assert other is not None
    assert one.id != other.id


def test_nothing_worth_keeping_is_no_memory() -> None:
    at = datetime(2026, 11, 29, tzinfo=timezone.utc)
    assert summary([Turn("s", n, "user", "哈哈", at + timedelta(seconds=n), "lin") for n in range(3)]) is None

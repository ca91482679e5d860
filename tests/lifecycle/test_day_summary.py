from __future__ import annotations

from dataclasses import replace

from tests.lifecycle.extract.saying import SAID, conversation, resolve_time
from vault.lifecycle.day_summary import BARE, WORTH_SAYING, Language, bare_summary, day_summary, turn_ids
from vault.lifecycle.extract.extraction import extract
from vault.lifecycle.topics import Topic
from vault.model.memory import Memory

DAY = SAID.replace(hour=0, minute=0)


def summary(*said: str, topics: tuple[Topic, ...] = (), language: Language = "zh") -> Memory:
    turns = conversation(*said)
    candidates = extract(turns, resolve_time=resolve_time)
    return day_summary(turns, candidates, topics, day=DAY, user_id="lin", language=language)


def test_facts_and_topics_under_the_date() -> None:
    memory = summary("我对花生过敏", "A:好的", "我喜欢喝手冲咖啡", topics=(Topic("装修", 3, 2),))
    assert memory.content.startswith("2026-11-25 的 1 次对话，3 条消息，谈到装修。")
    assert "用户对花生过敏" in memory.content
    assert "用户喜欢喝手冲咖啡" in memory.content
    assert (memory.type, memory.importance, memory.occurred_at) == ("summary", WORTH_SAYING, DAY)
    assert memory.source is not None
    assert (memory.source.kind, memory.source.session_id) == ("summary", "journal/2026-11-25")


def test_one_fact_is_enough() -> None:
    assert summary("我对花生过敏").content == "2026-11-25 的 1 次对话，1 条消息。用户对花生过敏。"


def test_a_day_without_facts_is_told_as_well() -> None:
    memory = summary("你好", "A:你好")
    assert memory.content == "2026-11-25 的 1 次对话，2 条消息。"
    assert memory.importance == BARE


def test_in_english() -> None:
    memory = summary("I'm allergic to peanuts.", language="en")
    assert memory.content == "2026-11-25: 1 conversation, 1 message. The user is allergic to peanuts."
    topics = (Topic("Tidepool", 3, 2), Topic("React", 3, 2))
    assert "about Tidepool, React" in summary("hello", topics=topics, language="en").content


def test_secrets_stay_out_of_it() -> None:
    memory = summary("家里Wi-Fi密码是abc12345", "我对花生过敏")
    assert "abc12345" not in memory.content
    assert "Wi-Fi" not in memory.content


def test_a_bare_summary_tells_no_words() -> None:
    turns = conversation("我对花生过敏")
    memory = bare_summary(turns, day=DAY, user_id="lin", language="zh")
    assert memory.content == "2026-11-25 的 1 次对话，1 条消息。"
    assert memory.source == summary("我对花生过敏").source


def test_the_same_turns_give_the_same_summary() -> None:
    assert summary("我对花生过敏") == summary("我对花生过敏")


def test_its_source_names_the_turns_whatever_their_order() -> None:
    turns = conversation("我对花生过敏", "A:好的")
    assert len(turn_ids(turns)) == 2
    assert turn_ids(turns) == turn_ids([*reversed(turns), turns[0]])
    assert set(turn_ids(turns[:1])) < set(turn_ids(turns))
    assert turn_ids(turns) != turn_ids([replace(turns[0], content="我对虾过敏"), turns[1]])
    source = summary("我对花生过敏", "A:好的").source
    assert source is not None
    assert source.message_ids == turn_ids(turns)

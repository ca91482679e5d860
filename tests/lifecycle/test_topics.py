from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from vault.lifecycle.topics import Topic, repeated_topics, topic_memory
from vault.model.turn import Turn

DAY = datetime(2026, 11, 29, tzinfo=ZoneInfo("Asia/Shanghai"))


def said(*sessions: str, role: str = "user") -> list[Turn]:
    """Sessions, their messages parted by `|`."""
    return [
        Turn(f"s{session}", number, role, text, None)  # type: ignore[arg-type]
        for session, texts in enumerate(sessions)
        for number, text in enumerate(texts.split("|"))
    ]


def topics(*sessions: str, role: str = "user") -> tuple[Topic, ...]:
    return repeated_topics(said(*sessions, role=role), str.split)


def test_a_word_of_three_messages_in_two_conversations() -> None:
    assert topics("装修|装修 报价", "装修 报价") == (Topic("装修", 3, 2),)


def test_in_one_conversation_it_takes_more() -> None:
    assert topics("装修|装修|装修|装修") == ()
    assert topics("装修|装修|装修|装修|装修") == (Topic("装修", 5, 1),)


def test_within_a_message_a_word_counts_once() -> None:
    assert topics("装修 装修 装修", "装修") == ()


def test_only_what_the_user_says_counts() -> None:
    assert topics("装修|装修", "装修", role="assistant") == ()
    assert topics("```\n装修\n```|```\n装修\n```", "```\n装修\n```") == ()


def test_case_does_not_matter_and_the_first_spelling_is_told() -> None:
    assert topics("Tidepool|tidepool", "TIDEPOOL") == (Topic("Tidepool", 3, 2),)


def test_a_part_of_a_longer_topic_is_none() -> None:
    assert topics("装修 装修公司|装修 装修公司", "装修 装修公司") == (Topic("装修公司", 3, 2),)
    assert topics("装修 装修公司|装修 装修公司", "装修 装修公司|装修")[0].word == "装修"


def test_the_most_frequent_come_first_and_only_a_few() -> None:
    found = topics("甲甲 乙乙 丙丙 丁丁|甲甲 乙乙 丙丙 丁丁", "甲甲 乙乙 丙丙 丁丁|丁丁")
    assert [topic.word for topic in found] == ["丁丁", "丙丙", "乙乙"]


def test_a_topic_as_a_memory() -> None:
    memory = topic_memory(Topic("装修", 3, 2), DAY, user_id="lin", language="zh")
    assert memory.content == "用户在 2026-11-29 反复谈到装修"
    assert (memory.type, memory.user_id, memory.provisional, memory.occurred_at) == (
        "event",
        "lin",
        True,
        DAY,
    )
    assert memory.source is not None
    assert (memory.source.kind, memory.source.session_id) == ("summary", "journal/2026-11-29")
    again = topic_memory(Topic("装修", 9, 5), DAY, user_id="lin", language="zh")
    assert again == memory
    assert "2026-11-29" in topic_memory(Topic("React", 3, 2), DAY, user_id="lin", language="en").content

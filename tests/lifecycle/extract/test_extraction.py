"""The stories: what a conversation leaves behind."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.lifecycle.extract.saying import SAID, ZONE, contents, conversation, extracted, only, resolve_time
from vault.lifecycle.extract.extraction import CONFIRMED, extract
from vault.model.turn import Turn


def test_two_facts_in_one_sentence_are_two_memories() -> None:
    home, food = extracted("我住在阳光小区，完全不能吃香菜。")
    assert (home.type, home.content, home.key, home.value) == ("fact", "用户住在阳光小区", "住址", "阳光小区")
    assert (food.type, food.content, food.key) == ("preference", "用户完全不能吃香菜", "")


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("我喜欢喝手冲咖啡，尤其是耶加雪菲豆", "用户喜欢喝手冲咖啡，尤其是耶加雪菲豆"),
        ("我在学吉他", "用户在学吉他"),
        ("我已经不学吉他了", "用户已经不学吉他了"),
        ("我现在开始喝美式了", "用户现在开始喝美式了"),
        ("I'm learning the guitar", "The user is learning the guitar"),
    ],
)
def test_what_somebody_says_of_themselves(said: str, content: str) -> None:
    assert contents(said) == [content]


def test_a_name_and_a_plan() -> None:
    assert contents("我叫阿杰，最近在准备迁居到杭州") == ["用户叫阿杰", "用户最近在准备迁居到杭州"]


def test_a_correction_is_marked() -> None:
    moved = only("不对，我搬到杭州了")
    assert moved.correction
    assert (moved.content, moved.key, moved.value) == ("用户搬到杭州了", "居住地", "杭州")
    assert not only("我搬到杭州了").correction


def test_a_date_counted_from_now_is_written_behind_it() -> None:
    check_up = only("下周二体检")
    assert check_up.type == "event"
    assert check_up.content == "用户下周二（2026-12-01）体检"
    assert check_up.occurred_at == datetime(2026, 12, 1, tzinfo=ZONE)


def test_a_turn_without_time_resolves_nothing() -> None:
    (candidate,) = extract([Turn("s", 1, "user", "我下周二要去体检", None)], resolve_time=resolve_time)
    assert (candidate.content, candidate.occurred_at) == ("用户下周二要去体检", None)


def test_what_the_assistant_says_is_not_the_users() -> None:
    assert extracted("A:我叫小忆，我喜欢读书，住在云端。", "哈哈，有意思") == ()


def test_what_the_user_confirms_counts() -> None:
    home = only("A:你住在杭州，对吗？", "对")
    assert home.content == "用户住在杭州"
    assert (home.turn, home.evidence, home.confidence) == (1, "你住在杭州，对吗？", CONFIRMED)
    assert extracted("A:你住在杭州，对吗？", "不对") == ()
    assert extracted("A:你住在杭州，对吗？", "A:还在吗？", "对") == ()


def test_an_answer_counts_with_its_question() -> None:
    name = only("A:怎么称呼你呢？", "小陈")
    assert (name.content, name.turn, name.evidence) == ("用户叫小陈", 2, "小陈")


def test_a_question_of_another_session_is_not_answered() -> None:
    asked = conversation("A:怎么称呼你呢？", session="one")
    reply = conversation("小陈", session="two")
    assert extract([*asked, *reply], resolve_time=resolve_time) == ()


def test_a_turn_that_occurs_twice_counts_once() -> None:
    turns = conversation("我叫阿杰", "我不吃香菜", "我养了一只猫")
    once = extract(turns, resolve_time=resolve_time)
    assert extract([*turns, *turns], resolve_time=resolve_time) == once


def test_a_fact_stated_twice_in_a_message_counts_once() -> None:
    assert contents("我不吃香菜。我不吃香菜！") == ["用户不吃香菜"]


def test_pieces_said_in_one_breath_come_with_what_was_said_before() -> None:
    cat, name = extracted("我养了一只猫", "叫年糕")
    assert name.content == "用户养了一只猫，叫年糕"
    assert (name.evidence, name.turn, name.earlier_turns) == ("叫年糕", 2, (1,))
    assert cat.earlier_turns == ()


def test_pieces_said_an_hour_later_stand_alone() -> None:
    turns = conversation("我养了一只猫", "叫年糕", every=timedelta(hours=1))
    assert [each.content for each in extract(turns, resolve_time=resolve_time)] == ["用户养了一只猫"]


def test_a_message_between_ends_the_thing() -> None:
    assert contents("我养了一只猫", "今天天气真好", "叫年糕") == ["用户养了一只猫"]


def test_the_recalled_block_echoed_is_nothing() -> None:
    block = "- [2026-01-05 · 偏好] 用户喜欢喝美式\n- [2026-02-01 · 事实] 用户养了一只叫年糕的猫"
    assert extracted(f"{block}\n好的") == ()


def test_own_words_beside_an_echoed_memory_are_heard() -> None:
    assert contents("- [2026-01-05 · 偏好] 用户喜欢喝美式\n我现在不喝咖啡了") == ["用户现在不喝咖啡了"]


def test_candidates_come_in_the_order_in_which_they_were_said() -> None:
    assert contents("我叫阿杰。记住我不吃辣。我养了一只猫。") == [
        "用户叫阿杰",
        "用户不吃辣",
        "用户养了一只猫",
    ]


def test_times_come_from_the_turn() -> None:
    turns = [
        Turn("s", 1, "user", "明天面试", SAID),
        Turn("s", 2, "user", "明天体检", SAID + timedelta(days=1)),
    ]
    first, second = extract(turns, resolve_time=resolve_time)
    assert second.occurred_at is not None
    assert first.occurred_at is not None
    assert second.occurred_at - first.occurred_at == timedelta(days=1)

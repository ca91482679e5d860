from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.files.conftest import NOW
from vault.lifecycle.forget import Traces, bare, texts_of, traces_of, with_replies
from vault.model.memory import Memory, Relation, Source
from vault.model.tombstone import tombstone
from vault.model.turn import Turn

MOVE = Memory(
    "mem_move",
    "用户下个月（2026-12）迁居到杭州滨江区",
    "lin",
    source=Source(session_id="s1", message_ids=("3", "5")),
)
DOOR = Memory(
    "mem_door", "车库的门禁密码", "lin", key="门禁密码", scene="车库", value="4471#", sensitive=True
)


def traces(*memories: Memory) -> Traces:
    return traces_of(memories, [each.id for each in memories], user_id="lin", mark="[已擦除]")


def turn(content: str, **more: Any) -> Turn:
    return Turn(
        **{"session_id": "s9", "turn": 1, "role": "user", "at": None, "user_id": "lin", **more},
        content=content,
    )


@pytest.mark.parametrize(
    "text",
    [
        MOVE.content,
        "我说过：下个月(2026-12)，迁居到 杭州滨江区。",
        "下个月迁居到杭州滨江区",
        "下个月迁居到\n> 杭州滨江区",
        "下个月　迁居到\u200b杭州、滨江区",
        "ＡＢ下个月迁居到杭州滨江区ＣＤ",
    ],
)
def test_the_words_are_found_in_any_dress(text: str) -> None:
    assert traces(MOVE).mentioned_in(text)
    assert traces(MOVE).takes_turn(turn(text))


@pytest.mark.parametrize("text", ["下个月去杭州", "迁居到杭州滨江区", "", "下个月迁居到杭州西湖区"])
def test_other_words_are_not_these(text: str) -> None:
    assert not traces(MOVE).mentioned_in(text)


def test_short_words_are_not_looked_for_inside_others_but_alone() -> None:
    cat = Memory("m", "用户养猫", "lin")
    assert not traces(cat).mentioned_in("隔壁用户养猫吗")
    assert traces(cat).takes_memory(Memory("n", "养猫。", "lin"))
    assert traces(cat).pattern is None
    likes = Memory("m", "The user likes tea a lot", "lin")
    assert traces(likes).mentioned_in("I like it. Likes tea: a lot!")
    assert traces(likes).takes_memory(Memory("n", "likes tea a lot", "lin"))


def test_messages_that_it_was_drawn_from_are_its_own() -> None:
    found = traces(MOVE)
    assert found.takes_turn(turn("搬家", session_id="s1", turn=3))
    assert not found.takes_turn(turn("搬家", session_id="s1", turn=4))
    assert not found.takes_turn(turn("搬家", session_id="s2", turn=3))
    assert not found.takes_turn(turn("搬家", session_id="s1", turn=3, user_id="mei"))


def test_what_belongs_to_others_is_nobodys_trace() -> None:
    other = replace(MOVE, user_id="mei")
    assert not traces(MOVE).takes_memory(other)
    assert traces(MOVE).changes_of(replace(other, content=f"听说{MOVE.content}")) == {}
    assert not traces(MOVE).takes_turn(turn(MOVE.content, user_id="mei"))


def test_the_same_statement_under_another_id_is_taken_and_a_longer_one_is_not() -> None:
    found = traces(MOVE)
    assert found.takes_memory(Memory("x", "我下个月迁居到杭州滨江区", "lin"))
    assert found.takes_memory(replace(MOVE, status="superseded"))
    longer = Memory("y", f"{MOVE.content}，还要养狗", "lin", tags=("家", "下个月迁居到杭州滨江区"))
    assert not found.takes_memory(longer)
    assert found.changes_of(longer) == {"content": "[已擦除]，还要养狗", "tags": ["家", "[已擦除]"]}


def test_an_exact_fact_is_taken_by_its_slot_and_value() -> None:
    found = traces(DOOR)
    assert found.takes_memory(replace(DOOR, id="x", content="车库怎么进"))
    assert not found.takes_memory(replace(DOOR, id="x", value="8888#"))
    assert not found.takes_memory(replace(DOOR, id="x", scene="家里"))


@pytest.mark.parametrize(("text", "holds"), [
    ("密码4471#", True), ("密码 44 71-#", True), ("４４７１＃", True), ("144710", False), ("a4471#", False), ("4471", False),
])  # fmt: skip
def test_a_secret_value_is_a_trace_and_longer_numbers_are_not(text: str, holds: bool) -> None:
    assert traces(DOOR).mentioned_in(text) is holds


def test_an_everyday_value_is_no_trace() -> None:
    city = Memory("m", "住在杭州", "lin", key="城市", value="杭州")
    assert not traces(city).mentioned_in("杭州今天下雨")


def test_marks_that_say_it_contradicts_something_go() -> None:
    other = Memory(
        "x", "别的事", "lin", relations=(Relation("conflicts_with", "mem_move"), Relation("part_of", "p"))
    )
    assert traces(MOVE).changes_of(other) == {"relations": [{"type": "part_of", "target": "p"}]}


def test_unknown_keys_are_looked_into() -> None:
    other = Memory("x", "别的事", "lin", extra={"my-note": {"raw": [MOVE.content, 3]}, "n": 1})
    assert traces(MOVE).changes_of(other) == {"my-note": {"raw": ["[已擦除]", 3]}}


@pytest.mark.parametrize("before", ["", "é", "ｶﾞ", "e\u0301", "㍿"])
def test_redacting_leaves_every_other_character(before: str) -> None:
    text = f"{before}！下个月，迁居到 杭州滨江区。{before}"
    assert traces(MOVE).redacted(text) == f"{before}！[已擦除]。{before}"
    assert traces(MOVE).redacted("nothing") == "nothing"


def test_tombstones_tell_nothing() -> None:
    stone = tombstone("mem_move", "lin", "zh", NOW)
    found = traces(stone)
    assert (found.statements, found.pattern, found.ids) == (frozenset(), None, frozenset({"mem_move"}))
    assert texts_of([stone]) == ()
    assert traces(MOVE).changes_of(stone) == {}


def test_what_must_be_found_nowhere() -> None:
    assert texts_of([MOVE, DOOR, MOVE]) == (MOVE.content, DOOR.content, "4471#")
    assert bare("Ａ-b， c！三 ") == "abc三"


def test_the_reply_to_a_message_that_goes_goes_too() -> None:
    talk = [
        turn("搬家", session_id="s1", turn=3),
        turn("什么时候？", session_id="s2", turn=4, role="assistant"),
        turn("好的，搬家", session_id="s1", turn=4, role="assistant"),
        turn("要我帮忙吗", session_id="s1", turn=6, role="assistant"),
        turn("今天好热", session_id="s1", turn=7),
        turn("是啊", session_id="s1", turn=8, role="assistant"),
    ]
    found = with_replies(traces(MOVE), talk)
    assert [each.turn for each in talk if found.takes_turn(each)] == [3, 4, 6]
    assert with_replies(found, []) is found

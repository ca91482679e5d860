from __future__ import annotations

import pytest

from vault.lifecycle.off_record import on_the_record
from vault.model.turn import Turn


def turn(number: int, content: str, role: str = "user", session: str = "s") -> Turn:
    return Turn(session, number, role, content, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said",
    [
        "这个不用记：我在找新工作", "我在找新工作，这件事别记", "以下内容不要保存。我在找新工作", "接下来的话你就别帮我记了，我在找新工作",
        "别记这个：我在找新工作", "请不要保存这段话，我在找新工作", "我在找新工作，别把这件事记下来", "千万别记我说的：我在找新工作",
        "我在找新工作。不用记。", "我在找新工作，你先别记下来！", "这条请勿记录：我在找新工作",
        "我在找新工作，别告诉别人，也不要记", "不要把我说的这些存下来，我在找新工作", "Don't write this down: I want a new job",
        "Off the record, I am looking for a job", "I'm looking for a job. Don't save this.", "Ｏｆｆ the record: a job",
    ],
)  # fmt: skip
def test_what_is_said_off_the_record_is_not_kept_nor_its_answer(said: str) -> None:
    turns = [
        turn(0, said),
        turn(1, "好的，找工作的事我不会记", "assistant"),
        turn(2, "午饭吃什么"),
        turn(3, "面", "assistant"),
    ]
    assert [each.turn for each in on_the_record(turns)] == [2, 3]


@pytest.mark.parametrize(
    "said",
    [
        "我不用记笔记",
        "别忘了记账",
        "这件事我记错了",
        "这个记一下",
        "考试不用记这些公式",
        "我从来不用记密码",
        "会议纪要不用记录每句话",
        "别记恨这件事",
        "别记错这个日子，七号",
        "I never record my runs",
        "I never write down what I eat",
        "记得提醒我这个不用带",
    ],
)
def test_other_words_about_keeping_are_kept(said: str) -> None:
    assert on_the_record([turn(0, said)]) == [turn(0, said)]


def test_another_session_goes_on() -> None:
    turns = [turn(0, "这个不用记：x"), turn(0, "我爱喝茶", session="t"), turn(1, "好", "assistant", "t")]
    assert [each.session_id for each in on_the_record(turns)] == ["t", "t"]

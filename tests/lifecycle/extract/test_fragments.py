from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.lifecycle.extract.saying import conversation, extracted, resolve_time
from vault.lifecycle.extract.extraction import extract
from vault.lifecycle.extract.fragments import join_fragments


def joined(*said: str) -> list[str]:
    return [candidate.content for candidate in join_fragments(extracted(*said))]


def test_a_pet_told_in_pieces_is_one_memory() -> None:
    (cat,) = join_fragments(extracted("我养了一只猫", "叫年糕", "两岁了"))
    assert cat.content == "用户养了一只猫，叫年糕，两岁了"
    assert (cat.turn, cat.earlier_turns, cat.evidence) == (3, (1, 2), "两岁了")


def test_statements_about_one_pet_or_relative_become_one() -> None:
    assert joined("我养了一只猫", "我家猫咪叫年糕") == ["用户养了一只猫，叫年糕"]
    assert joined("我有个女儿", "我女儿叫朵朵，她今年五岁") == ["用户有个女儿，叫朵朵，今年五岁"]
    assert joined("My cat is called Miso", "she's three") == ["The user's cat is called Miso, she is three"]


def test_different_pets_stay_apart() -> None:
    assert joined("我养了一只猫", "我的狗叫黑豆") == ["用户养了一只猫", "用户的狗叫黑豆"]


def test_the_later_value_of_a_slot_stays() -> None:
    (name,) = join_fragments(extracted("我叫阿杰", "不对，我叫阿洁"))
    assert (name.content, name.value, name.correction, name.earlier_turns) == (
        "用户叫阿洁",
        "阿洁",
        True,
        (1,),
    )


def test_different_slots_stay_apart() -> None:
    assert len(joined("我鞋码43", "我身高一米七五")) == 2


def test_unrelated_likings_stay_apart() -> None:
    assert joined("我喜欢猫", "我喜欢爬山") == ["用户喜欢猫", "用户喜欢爬山"]


def test_only_what_was_said_within_minutes_is_joined() -> None:
    said = ("我养了一只猫", "我的猫叫年糕")
    near = extract(conversation(*said, every=timedelta(minutes=4)), resolve_time=resolve_time)
    far = extract(conversation(*said, every=timedelta(minutes=6)), resolve_time=resolve_time)
    assert len(join_fragments(near)) == 1
    assert len(join_fragments(far)) == 2
    assert len(join_fragments(far, within=timedelta(minutes=10))) == 1


def test_sessions_are_not_mixed() -> None:
    first, second = extracted("我养了一只猫", "我的猫叫年糕")
    assert len(join_fragments([first, replace(second, session_id="s2")])) == 2


def test_without_times_nothing_is_joined() -> None:
    both = [replace(each, said_at=None) for each in extracted("我养了一只猫", "我的猫叫年糕")]
    assert len(join_fragments(both)) == 2


def test_what_was_asked_for_is_not_mixed_with_what_was_not() -> None:
    first, second = extracted("我叫阿杰", "记住，我叫阿洁")
    assert second.explicit
    assert len(join_fragments([first, second])) == 2


def test_joining_again_changes_nothing() -> None:
    once = join_fragments(extracted("我养了一只猫", "叫年糕", "我叫阿杰", "不对，我叫阿洁"))
    assert join_fragments(once) == once

from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import clause, core, rest
from vault.lifecycle.extract.clause import Subject


@pytest.mark.parametrize(
    ("text", "kind", "words", "predicate"),
    [
        ("我不吃香菜", "me", "", "不吃香菜"),
        ("对了，其实我不吃香菜", "me", "", "不吃香菜"),
        ("早餐我一般吃燕麦", "me", "", "一般吃燕麦"),
        ("我们公司在徐汇", "me", "", "公司在徐汇"),
        ("我家住三楼", "me", "", "家住三楼"),
        ("我女朋友对酒精过敏", "person", "女朋友", "对酒精过敏"),
        ("我同事大刘是素食者", "person", "同事大刘", "是素食者"),
        ("我妈妈的生日是九月", "person", "妈妈", "的生日是九月"),
        ("女儿每周六上午学钢琴", "person", "女儿", "每周六上午学钢琴"),
        ("我的下属他老家在湖南", "person", "下属", "老家在湖南"),
        ("我家那只布偶叫奶盖", "pet", "布偶", "叫奶盖"),
        ("下周二体检", "none", "", "体检"),
        ("不能吃辣", "none", "", "不能吃辣"),
        ("他喜欢猫", "other", "他", "喜欢猫"),
        ("你叫什么", "other", "你", "叫什么"),
        ("狗喜欢骨头", "none", "", "狗喜欢骨头"),
        ("朋友都喜欢猫", "none", "", "朋友都喜欢猫"),
    ],
)
def test_who_it_is_about(text: str, kind: str, words: str, predicate: str) -> None:
    found = clause(text)
    assert (found.subject.kind, found.subject.words, rest(found)) == (kind, words, predicate)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("我现在其实已经不喝酒", "不喝酒"),
        ("昨天我刚领养了一只猫", "领养了一只猫"),
        ("我明年3月还要考试", "要考试"),
    ],
)
def test_times_and_adverbs_are_passed_over(text: str, predicate: str) -> None:
    assert core(clause(text)) == predicate


def test_a_pronoun_is_who_was_named_before() -> None:
    daughter = Subject("person", "女儿")
    found = clause("她喜欢画画", named=daughter)
    assert (found.subject.kind, found.subject.words, found.subject.stated) == ("person", "女儿", True)


def test_nobody_named_is_the_topic() -> None:
    found = clause("喜欢画画", topic=Subject("person", "女儿"))
    assert (found.subject.words, found.subject.stated) == ("女儿", False)


def test_corrections_and_doubts_are_noticed() -> None:
    assert clause("不对我搬到杭州了").correction is False
    assert clause("说错了").correction
    assert clause("我可能下周去北京").unsure
    assert not clause("我下周去北京").unsure


def test_particles_at_the_end_are_not_read() -> None:
    assert clause("我养猫呢～😊").body == "我养猫"

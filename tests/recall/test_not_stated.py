"""A conversation does not answer a question about the person by what was only asked in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from vault.index.record import StoredRecord
from vault.lifecycle.extract.stated import stated_and_asked
from vault.model.memory import RecordType
from vault.recall.explain import Why
from vault.recall.not_stated import about_oneself, without_unstated
from vault.recall.result import Hit


def hit(content: str, *words: str, of_type: RecordType = "message") -> Hit:
    record = StoredRecord("a", "u", of_type, content, "x.jsonl", 1)
    return Hit(
        "a", of_type, content, 1.0, 1.0, None, None, "x.jsonl", 1, replace(Why(), matched=words), record
    )


def answers(question: str, found: Hit, closeness: Sequence[float] = ()) -> bool:
    kept = without_unstated(
        question, [found], stated=stated_and_asked, closeness=lambda _: closeness, limit=5
    )
    return list(kept) == [found]


@pytest.mark.parametrize(
    "question",
    ["我养了什么宠物", "我住哪", "家里有几个人", "我的車停在哪裡", "what pets do I have", "Where do I live?"],
)
def test_about_oneself(question: str) -> None:
    assert about_oneself(question)


@pytest.mark.parametrize(
    "question",
    ["我上次问过你什么", "我们聊过养狗吗", "我应该养什么狗", "我适合什么乐器", "养狗选什么品种", "今天天气怎么样",
     "what did I ask you about dogs", "should I get a dog", "which breed is best", "你给我推荐过什么书"],
)  # fmt: skip
def test_not_about_oneself(question: str) -> None:
    assert not about_oneself(question)


PETS = "我养了什么宠物"


@pytest.mark.parametrize(
    ("content", "words", "expected"),
    [
        ("用户：我在银行上班\n助手：好的。\n用户：如果我养狗呢？\n助手：养柯基吧。", ("养", "狗"), False),
        ("用户：要不要养只猫？", ("养", "猫"), False),
        (
            "User: I work in a bank\nUser: Should I get a dog?\nAssistant: A dog is a lot of work.",
            ("dog",),
            False,
        ),
        ("用户：我养了一只猫\n用户：如果我再养狗呢？", ("养", "猫", "狗"), True),
        ("用户：我家的猫老是掉毛怎么办？\n助手：多给猫梳毛。", ("猫",), True),
        ("用户：我养了狗", ("养", "狗"), True),
        ("助手：你养的狗呢？", ("养", "狗"), True),
    ],
)
def test_what_makes_a_piece_fit_has_to_be_stated(content: str, words: Sequence[str], expected: bool) -> None:
    assert answers(PETS, hit(content, *words)) is expected


def test_where_no_word_is_shared_the_meaning_decides() -> None:
    piece = hit("用户：我在银行上班\n用户：要是有只小家伙陪着就好了")
    assert not answers(PETS, piece, (0.2, 0.6))
    assert answers(PETS, piece, (0.6, 0.2))
    assert answers(PETS, piece)


def test_open_questions_of_a_summary_answer_nothing() -> None:
    told = "用户事实：用户在银行上班。未决问题：用户适合养什么狗。情绪与偏好：用户喜欢猫。"
    assert not answers(PETS, hit(told, "养", "狗", of_type="summary"))
    assert answers("我喜欢什么动物", hit(told, "喜欢", "猫", of_type="summary"))


def test_memories_are_not_looked_at() -> None:
    assert answers(PETS, hit("如果我养狗，要选柯基", "养", "狗", of_type="fact"))


def test_no_more_are_looked_at_than_are_wanted() -> None:
    hits = iter([hit("用户：我养了狗", "狗")] * 3)
    list(without_unstated(PETS, hits, stated=stated_and_asked, closeness=lambda _: (), limit=2))
    assert len(list(hits)) == 1

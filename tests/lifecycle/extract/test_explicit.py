from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import contents, extracted, only
from vault.lifecycle.extract.explicit import wishes
from vault.lifecycle.extract.own_words import own_words
from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.proposal import EXPLICIT_IMPORTANCE
from vault.lifecycle.extract.sentence import pieces


def wished(text: str) -> list[str]:
    plain = plain_text(text, bytes(own_words(text)))
    return [plain.as_written(wish.start, wish.end) for wish in wishes(plain, pieces(plain))]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("记住我喜欢靠窗的座位", "我喜欢靠窗的座位"),
        ("请记一下，备用钥匙在王阿姨那里", "备用钥匙在王阿姨那里"),
        ("帮我记住：项目负责人是许婷", "项目负责人是许婷"),
        ("别忘了周四给妈妈打电话", "周四给妈妈打电话"),
        ("請記下我的航班是CI100", "我的航班是CI100"),
        ("能不能帮我记一下，车停在B区36号？", "车停在B区36号"),
        ("我对猫毛过敏，记住了", "我对猫毛过敏"),
        ("便利店十一点关门。请记住。", "便利店十一点关门"),
        ("你记住，我只喝常温水，冰的不要", "我只喝常温水，冰的不要"),
        ("记住如果下雨就不去跑步", "如果下雨就不去跑步"),
        ("记一下：\n洗衣机保修到2027年", "洗衣机保修到2027年"),
        ("提醒我明天交水费", "明天交水费"),
        ("Please remember that the key is under the pot.", "the key is under the pot"),
        ("Don't forget that Anna is vegan", "Anna is vegan"),
        ("keep in mind I have 8 GB", "I have 8 GB"),
        ("I sit by the aisle, remember that", "I sit by the aisle"),
        ("Can you remember that I'm vegan?", "I'm vegan"),
        ("Remind me to call the bank", "call the bank"),
    ],
)
def test_what_is_asked_for(text: str, statement: str) -> None:
    assert wished(text) == [statement]


@pytest.mark.parametrize(
    "text",
    [
        "你记住了吗",
        "你能记住东西吗？",
        "怎么快速记住单词",
        "我记住了",
        "还记得我吗",
        "好的，记住吧",
        "remember me?",
        "do you remember what I said?",
        "I can't remember my password",
        "记住“我叫小红，住在北京”这句话",
        "",
    ],
)
def test_what_is_not(text: str) -> None:
    assert wished(text) == []


def test_it_is_kept_whole() -> None:
    found = only("你记住，我只喝常温水，冰的热的都不要")
    assert found.content == "用户只喝常温水，冰的热的都不要"
    assert (found.type, found.explicit, found.confidence) == ("preference", True, 1.0)
    assert found.importance == EXPLICIT_IMPORTANCE
    assert found.evidence == "你记住，我只喝常温水，冰的热的都不要"


def test_several_facts_are_several_memories_when_nothing_else_is_said() -> None:
    found = extracted("记住我叫阿杰，住在杭州")
    assert [each.content for each in found] == ["用户叫阿杰", "用户住在杭州"]
    assert all(each.explicit for each in found)


def test_a_list_is_read_to_its_end() -> None:
    assert contents("记一下：\n1. 我不吃香菜\n2. 我住在杭州") == ["用户不吃香菜", "用户住在杭州"]


def test_it_wins_over_what_is_else_refused() -> None:
    assert contents("记住，如果我十一点还在聊天就提醒我睡觉") == ["如果用户十一点还在聊天就提醒用户睡觉"]


def test_a_reminder_is_a_task_with_its_hour() -> None:
    found = only("提醒我明天早上九点给房东转账")
    assert found.type == "task"
    assert found.explicit
    assert found.occurred_at is not None
    assert f"{found.occurred_at:%Y-%m-%d %H:%M}" == "2026-11-26 09:00"


def test_the_past_is_not_moved_ahead() -> None:
    found = only("Remember: the boiler was serviced in October")
    assert found.content == "The boiler was serviced in October (2026-10)"


def test_a_secret_stays_out_of_the_content() -> None:
    found = only("记住我家门锁密码：8866")
    assert (found.key, found.value, found.sensitive, found.explicit) == ("门锁密码", "8866", True, True)
    assert "8866" not in found.content


def test_an_offer_that_is_taken() -> None:
    found = only("A:要我记住你喜欢靠窗座位吗？", "好的，记住吧")
    assert (found.content, found.explicit) == ("用户喜欢靠窗座位", True)

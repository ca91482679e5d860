from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import contents, only


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("我叫阿杰", "姓名", "阿杰"),
        ("我的名字是林小满", "姓名", "林小满"),
        ("你好，我是王磊", "姓名", "王磊"),
        ("我叫阿May", "姓名", "阿May"),
        ("叫我阿明吧", "称呼", "阿明"),
        ("大家都叫我小鱼", "称呼", "小鱼"),
        ("我英文名叫Kevin", "英文名", "Kevin"),
        ("敝姓趙", "姓", "趙"),
        ("My name is Daniel Okafor", "name", "Daniel Okafor"),
        ("Hi, I'm Sarah!", "name", "Sarah"),
        ("everyone calls me Bea", "preferred name", "Bea"),
        ("Call me Ishmael", "preferred name", "Ishmael"),
    ],
)
def test_names(said: str, key: str, value: str) -> None:
    found = only(said)
    assert (found.kind, found.type, found.key, found.value) == ("name", "fact", key, value)


@pytest.mark.parametrize(
    "said",
    [
        "我叫了外卖",
        "我叫车去机场",
        "叫我起床",
        "我是单身狗的朋友",
        "我是高三",
        "我是马上就到",
        "医生老是叫我多喝水",
        "今天学了一道菜，叫蚂蚁上树",
        "I'm Hungry",
        "I'm late",
        "call me later",
        "I'm not sure",
    ],
)
def test_no_names(said: str) -> None:
    assert not [content for content in contents(said) if "叫" in content or "called" in content]

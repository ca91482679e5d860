"""What is left of a question without chatter, and which value of a thing it means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.recall.question import MAX_PARTS, era, parts, plain


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("我的体检安排是哪天", ("我的体检安排是哪天",)),
        ("今天真累啊，对了我想问一下：我妹妹的电话是多少？", ("我妹妹的电话是多少?",)),
        ("我住几楼？另外，我的车位是几号？", ("我住几楼?", "我的车位是几号?")),
        ("昨天路过那里，不对，我的快递放哪了", ("我的快递放哪了",)),
        ("Nice day. I wanted to ask: where did I park?", ("where did I park?",)),
        ("我養了什麼寵物", ("我养了什么宠物",)),
        ("ＮＡＳ 的密码", ("NAS 的密码",)),
        ("我想问：好", ("我想问:好",)),
        ("", ("",)),
        ("  \n", ("",)),
    ],
)
def test_parts(question: str, expected: tuple[str, ...]) -> None:
    assert parts(question) == expected


def test_there_are_never_many_parts() -> None:
    assert len(parts("一？" + "另外，再来一个问题？" * 50)) == MAX_PARTS


@given(st.text(max_size=80))
def test_every_question_has_a_part_that_is_in_it(question: str) -> None:
    found = parts(question)
    assert 1 <= len(found) <= MAX_PARTS
    assert all(part in plain(question) for part in found)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("我现在住哪", "newest"),
        ("目前的週末整理地點是什麼", "newest"),
        ("Where do I currently work?", "newest"),
        ("我原来住哪", "oldest"),
        ("一開始提到的地點是什麼", "oldest"),
        ("What did I originally plan?", "oldest"),
        ("我住哪", "any"),
        ("以前和现在的工作有什么变化", "any"),
        ("What changed since before?", "any"),
        ("I know nothing", "any"),
    ],
)
def test_era(question: str, expected: str) -> None:
    assert era(question) == expected

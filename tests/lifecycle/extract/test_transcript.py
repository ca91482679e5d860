from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import contents
from vault.lifecycle.extract.transcript import words_of_others


def left(text: str) -> str:
    kept = bytearray(b"\x01" * len(text))
    for start, end in words_of_others(text):
        kept[start:end] = bytes(end - start)
    return "".join(character for character, own in zip(text, kept, strict=True) if own)


PASTED = [
    "张总：我负责预算，下周五之前交初稿",
    "张总：我负责预算。李经理：我下周三去上海出差。",
    "老妈：我明天去体检",
    "Alice: I will send the report by Friday.",
    "Alice: I live in Denver. Bob: I moved to Oslo.",
    "采访者：您住在哪里？\n受访者：我住在杭州，养了一只猫。",
    "Speaker 1: I live in Denver\nSpeaker 2: I work at Acme",
    "张伟 2026/11/20 10:31\n我搬到杭州了\n李娜 2026/11/20 10:32\n我在字节上班",
    "alice  10:31 AM\nI live in Denver\nbob  10:32 AM\nI have a dog named Rex",
    "[20/11/2026, 10:31:05] Alice: I live in Denver\n[20/11/2026, 10:32:05] Bob: I work at Acme",
    "【张伟】我搬到杭州了\n【李娜】我在字节上班",
    "张伟（10:31）：我搬到杭州了",
    "00:01:12 我住在杭州\n00:01:15 我在阿里上班",
    "1\n00:00:01,000 --> 00:00:03,000\nI live in Denver\n\n2\n00:00:03,000 --> 00:00:05,000\nI have a dog",
    "会议纪要 2026-11-20\n参会：张总、李经理\n决议：我们改用 React",
    "From: Bob Miller <bob@x.com>\nSent: Tuesday\nTo: Alice\n\nHi,\nI moved to Denver. I work at Acme now.",
    "发件人：李雷 <lilei@x.com>\n主题：近况\n\n我搬到杭州了，在阿里上班。",
    "---------- Forwarded message ---------\nI live in Denver and I have two cats.",
    "Bob wrote:\nI live in Denver and I have two cats.",
    "Dear Tom,\nI live in Denver and I have two cats.\nKind regards,\nSusan",
    "我搬到杭州了\n——张伟",
    "user: I live in Denver\nassistant: Nice! I like Denver.",
]


@pytest.mark.parametrize("text", PASTED)
def test_nothing_of_it_is_about_the_user(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("更正：我住在杭州", "用户住在杭州"),
        ("好消息：我升职了", "用户升职了"),
        ("我的情况：我住在杭州", "用户住在杭州"),
        ("过敏：花生\n我对花生过敏", "用户对花生过敏"),
        ("Update: I moved to Denver.", "The user moved to Denver"),
        ("PS: I moved to Oslo", "The user moved to Oslo"),
        ("I'm allergic to nuts.\nBob wrote:\nI live in Oslo.", "The user is allergic to nuts"),
        ("我对花生过敏。\n张总：我负责预算", "用户对花生过敏"),
    ],
)
def test_own_words_stay(text: str, content: str) -> None:
    assert [each for each in contents(text) if content in each]


@pytest.mark.parametrize(
    "text",
    [
        "今天8:30开会：我要早起",
        "https://example.com",
        "我喜欢三样：茶、酒、书",
        "Ratio 3:1",
        "",
        ":",
        "【】",
        "我：住杭州",
    ],
)
def test_left_alone(text: str) -> None:
    assert left(text) == text

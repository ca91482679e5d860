"""What the wording of a question adds to its words, and what of them only asks.

哪里人 asks for the home town and `what do I do` for the job without a word for it; 现在 and 一般 stand in a
question about anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from vault.index.stem import stem

_ASKING = """
现在 目前 如今 一般 平时 平常 通常 时候 时间 干嘛 干什么 干啥 哪天 哪年 哪月 几点 几号 啥 咋 东西
地方 帮 干 做 去
usual usually now current currently time get go thing kind one
"""
_COMMON = "喜欢 最喜欢 爱 叫 名字 like favourite favorite name love"
"""What half of all memories have."""
ASKING_WEIGHT = 0.25
COMMON_WEIGHT = 0.6

_IDIOMS = (
    (r"[是做干](?:做|干)?(?:什么|啥|嘛)(?:工作|行业)?的|[干做]哪一?行|\bfor a living\b", "工作 职业"),
    (
        r"\bwhat do(?:es)? (?:i|(?:my|the) [\w ]+) do\b(?! (?:on|at|in|after|before|every|when|with))",
        "工作 职业",
    ),
    (r"哪里?儿?的?人(?!的)|\bwhere (?:am|are) (?:i|we) from\b|\bwhere do i come from\b", "老家"),
    (r"(?:多大|几岁|高寿)(?!码|号|尺)|\bhow old\b", "年龄"),
    (r"[我咱]们?(?:现在|目前)?(?:住在?(?:哪|什么地方)|在哪里?儿?住|家(?:住?在|的地址))", "居住地"),
    (r"\bwhere do (?:i|we) live\b", "居住地"),
    (r"多高|\bhow tall\b", "身高"),
    (r"多重|\bhow (?:heavy|much do i weigh)\b", "体重"),
    (r"(?:不能|不可以|别|不要|不)[吃放点加碰]|避开", "忌口 过敏"),
    (
        r"\b(?:can'?t|cannot|can i not|not|avoid) eat(?:ing)?\b|\bavoid\b.*\b(?:food|dinner|lunch|order)\b",
        "忌口 过敏",
    ),
    (r"点(?:菜|外卖|餐)|订餐", "吃"),
    (r"哪只手|\bwhich hand\b", "左撇子"),
    (r"怎么联系|\bhow (?:do|can) i (?:reach|contact)\b", "电话 微信 联系"),
)
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), tuple(words.split())) for pattern, words in _IDIOMS)

_ASKER = re.compile(r"^(?:我|咱)们?(?:的|是)?(?=..)|\b(?:do|am|did) i\b|\bmy\b", re.IGNORECASE)
_SPACES = re.compile(r"\s+")


def implied(text: str) -> tuple[str, ...]:
    """Words that a question stands for without saying them, as search tokens.

    Args:
        text: see `vault.recall.question.parts`.
    """
    return tuple(
        dict.fromkeys(word for pattern, words in _COMPILED if pattern.search(text) for word in words)
    )


def weight(word: str) -> float:
    """How much a word of a question says about what is asked for; above 0, at most 1."""
    return _weights().get(word, 1.0)


@cache
def _weights() -> Mapping[str, float]:
    asking = dict.fromkeys(map(_token, _ASKING.split()), ASKING_WEIGHT)
    return {**dict.fromkeys(map(_token, _COMMON.split()), COMMON_WEIGHT), **asking}


def _token(word: str) -> str:
    return stem(word) if word.isascii() else word


def without_asker(text: str) -> str:
    """A question without who asks: memories are about that person anyway, and say it otherwise."""
    return _SPACES.sub(" ", _ASKER.sub("", text)).strip() or text

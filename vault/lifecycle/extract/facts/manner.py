"""How the assistant should behave from now on. One request for now is no manner."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANY, ANYTHING, Hit, Rule, maker

_FROM_NOW = any_of("以后 今后 往后 从现在起 从现在开始 从今以后 从今往后 下次 以后都 每次")
_SPEAKS = any_of(
    "回答 回复 说话 聊天 称呼 推荐 提醒 解释 翻译 写代码 注释 语气 格式 输出 总结 建议 用中文 用英文"
    " 用表格 表情 emoji 跟我说 告诉我 叫我 问我 别说 举例"
)
_FOR_GOOD = any_of("一直 永远 始终 都 总是 每次 尽量 默认")
_ONCE = re.compile(r"他|她|吗|什么|怎么|为什么|再说|再聊|见|有机会|有空|想去|我要|我会|我想|我就|我不")


def _for_good(hit: Hit) -> bool:
    return not _ONCE.search(hit.clause.body)


_manner = maker(
    Rule("manner", "preference", ANYTHING, about=ANY, where="body", accept=_for_good, importance=0.8)
)


_ASKS = "{who}要求助手：{value}"
_ASKS_EN = "{who} asks the assistant: {value}"
ZH = (
    _manner(
        rf"^(?P<value>(?:请|麻烦)?(?:你)?(?:{_FROM_NOW})(?=.*(?:{_SPEAKS}|[别请用要]|不要)).{{3,40}})$",
        says=_ASKS,
        where="rest",
    ),
    _manner(
        rf"(?P<value>(?:请|麻烦)?(?:你)?(?:{_FROM_NOW})(?:请|你|就|都|也|,)*(?:{_SPEAKS}|给我|不要|别"
        r"|不用|请|用|尽量|要|直接|先)[^。]{1,40})$",
        says=_ASKS,
    ),
    _manner(
        r"(?:我)?(?:希望|想要?|要求|需要)你(?:以后|今后|都|在|能|可以)*(?P<value>(?:回答|回复|说话"
        r"|跟我|用|别|不要|先|给我|写|解释|叫|少|多)[^。]{2,30})$",
        says=_ASKS,
    ),
    _manner(
        rf"(?P<value>[^,。我]{{0,10}}(?:请|你)?(?:{_FOR_GOOD})(?:请)?用(?:中文|英文|英语|简体|繁体"
        r"|表格|列表|公制|markdown|口语)[^。]{0,14})$",
        says=_ASKS,
    ),
    _manner(
        r"(?P<value>(?:跟|和|对)我(?:说话|聊天|讲话|讲东西)(?:的时候|时)?,?(?:请|就)?(?:别|不要|不用"
        r"|尽量|要|可以)[^。]{2,20})$",
        says=_ASKS,
    ),
)

EN = (
    _manner(
        r"(?P<value>(?:from now on|in (?:the )?future|going forward|henceforth|next time"
        r"|whenever you)[, ]+(?!i\b|we\b)[^?]{4,100})$",
        says=_ASKS_EN,
        accept=None,
    ),
    _manner(
        r"(?P<value>(?:please )?(?:always|never) (?:give|use|answer|reply|respond|write|call|address"
        r"|start|end|include|show|ask|tell|explain|send|put|format|keep|speak)\b[^?]{2,100})$",
        says=_ASKS_EN,
        about=frozenset({"none", "other"}),
        accept=None,
    ),
    _manner(
        r"(?P<value>(?:please )?(?:keep|make) your (?:answers|replies|responses|explanations)\b[^?]{2,80})$",
        says=_ASKS_EN,
        accept=None,
    ),
    _manner(
        r"(?:i )?(?:want|would like|prefer|need) (?:it if )?you (?:to )?(?P<value>(?:always|never"
        r"|answer|reply|respond|keep|use|call|speak)\b[^?]{2,80})$",
        says=_ASKS_EN,
        accept=None,
    ),
)

"""What the assistant said and the user confirmed, or asked and the user answered, as words of the user.

`你住在杭州，对吗？` and `对` are `我住在杭州`; `怎么称呼你？` and `小陈` are `我叫小陈`.
"""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.plain_text import is_chinese, plain_text

MOST_READ = 400
"""Characters at the end of what the assistant said; the question is there."""
MOST_CHARACTERS = 30
"""A longer reply is a statement of its own."""

_YES = re.compile(
    r"(?:嗯+|对+|对的|是|是的|没错|正确|对啊|对呀|是啊|是呀|嗯嗯|嗯对|可以这么说|yes|yep|yeah|yup"
    r"|correct|exactly|that is (?:right|correct)|right|indeed|sure|true|it is|i do|i am)"
    r"(?:[,.!。\s]*(?:对|是的|没错|嗯|yes|that is (?:right|correct)|correct|exactly|right|i do"
    r"|i am))*[,.!。~\s]*"
)
_LAST_QUESTION = re.compile(r"(?:[^。!?！？\n.]|\.(?!\s))*[?？](?=[^?？]*$)")
_LAST_TAG = re.compile(r"[^。!?！？\n]*(?:对吗|对吧|是吗|是吧|没错吧|吗)\s*[。.]?\s*$")
_LEAD = re.compile(
    r"^(?:所以|那么?|看来|也就是说|我记得|我理解|原来|so|and|then|ok|i see)[,，\s]*", re.IGNORECASE
)
_TAG = re.compile(
    r"[,，]?\s*(?:对吗|对吧|是吗|是吧|没错吧|对不对|是不是|right|is that right|is that correct|correct"
    r"|do you not|are you not|yes)?\s*[?？]?\s*$|(?:吗|吧)[?？]?\s*$",
    re.IGNORECASE,
)
_IS_IT_ZH = (("是不是", ""), ("有没有", "有"), ("会不会", "会"), ("吗", ""))
_OFFER = re.compile(r"(?:需?要|用)(?:不(?:需?要|用))?我?(?:帮你|替你)?(?:把)?记(?:住|下来?|一下)[,，:：]?")
_GRANTED = re.compile(r"(?:好的?|可以|行|要|嗯+|记住?吧|记一下|麻烦了?|谢谢|好呀|ok|sure|[,.!。~\s])+")
_SWAP_ZH = str.maketrans("你您我", "我我你")
_SWAP_EN = (
    (r"\bdo you (?=\w)", "i "),
    (r"\bare you\b", "i am"),
    (r"\byou(?: are|'re)\b", "i am"),
    (r"\byou(?: have|'ve)\b", "i have"),
    (r"\byour\b", "my"),
    (r"\byou\b", "I"),
)
_ANSWERS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(question), statement)
    for question, statement in (
        (
            r"怎么称呼|叫什么(?:名字)?|你的名字|贵姓|what is your name|what should i call you|your name\b",
            "我叫{answer}|my name is {answer}",
        ),
        (
            r"(?:住|生活)在?哪|哪个城市|where do you live|where are you based",
            "我住在{answer}|I live in {answer}",
        ),
        (
            r"(?:你|您)?(?:对)(?:什么|哪些)[^?]{0,4}过敏|what are you allergic to|any allergies",
            "我对{answer}过敏|I'm allergic to {answer}",
        ),
        (r"生日(?:是)?(?:哪|什么|几)|when is your birthday", "我的生日是{answer}|my birthday is {answer}"),
        (r"做什么工作|什么职业|从事什么|what do you do|your job", "我的职业是{answer}|I work as a {answer}"),
        (r"多大(?:了)?|几岁|how old are you", "我今年{answer}|I'm {answer} years old"),
        (r"(?:老家|家乡)(?:是|在)哪|哪里人|where are you from", "我老家是{answer}|I'm from {answer}"),
    )
)
_NO_ANSWER = re.compile(
    rf"{any_of('不 没 没有 算了 随便 保密 你猜 什么 为什么 怎么 干嘛 哈哈 不告诉你 无 都 谢谢 好 嗯')}"
    r"|.*[?？吗呢]$|(?:no|none|nothing|why|not|never|lol|ok|nope|thanks)\b"
)


def last_question(assistant: str) -> str:
    """The last question in what the assistant said, or nothing."""
    assistant = assistant[-MOST_READ:]
    found = _LAST_QUESTION.search(assistant) or _LAST_TAG.search(assistant)
    return found[0].strip() if found else ""


def confirmed(question: str, reply: str) -> str:
    """What the user says by confirming `question`, in their own person; empty when they do not confirm it."""
    plain = plain_text(reply).text.strip()
    offer = _OFFER.match(question)
    if not question or not (_YES.fullmatch(plain) or (offer and _GRANTED.fullmatch(plain))):
        return ""
    statement = _TAG.sub("", _LEAD.sub("", question))
    if offer:
        return "记住：" + _OFFER.sub("", statement).translate(_SWAP_ZH)
    if is_chinese(statement):
        for asking, stating in _IS_IT_ZH:
            statement = statement.replace(asking, stating)
        return statement.translate(_SWAP_ZH)
    statement = statement.replace("’", "'")
    for pattern, mine in _SWAP_EN:
        statement = re.sub(pattern, mine, statement, flags=re.IGNORECASE)
    return statement


def answered(question: str, reply: str) -> str:
    """What the user says by answering `question` with a word or two; empty when it is no such question."""
    plain = plain_text(reply).text.strip(" .!。,~")
    if not question or not plain or len(plain) > MOST_CHARACTERS or _NO_ANSWER.match(plain):
        return ""
    asked = plain_text(question).text
    chinese = is_chinese(asked)
    for pattern, statements in _ANSWERS:
        if pattern.search(asked):
            zh, en = statements.split("|")
            return (zh if chinese else en).format(answer=reply.strip(" .!。,，~"))
    return ""

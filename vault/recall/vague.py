"""Questions that name nothing: 上次那件事, 还记得我吗. Who asks so wants the thread back, not a search."""

from __future__ import annotations

import re

from vault.recall.question import plain

_BEFORE, _BEHIND = r"^(?:你|那|对了|嗨|嘿|hi|hello|hey)?[，, ]*(?:", r")[？?。！!~ ]*$"
_PERSON = re.compile(
    _BEFORE + r"还?记得(?:我|咱|我们)(?:是谁)?(?:吗|么|不)?"
    r"|(?:还)?(?:认识|知道)我(?:是谁)?(?:吗|么|不)|我是谁|你?(?:都)?(?:知道|了解|记得)我(?:的)?(?:些)?(?:什么|哪些事?)"
    r"|(?:你)?对我(?:都)?(?:了解|知道|记得)(?:些)?(?:什么|多少|哪些)|介绍一?下我(?:自己)?"
    r"|(?:do you )?(?:still )?(?:remember|know) (?:me|who i am)|who am i"
    r"|what do you (?:know|remember) about me|tell me about myself" + _BEHIND,
    re.IGNORECASE,
)
_THREAD = re.compile(
    _BEFORE + r"(?:还记得|说说|继续|接着)?(?:我们|咱们)?(?:上次|上回|之前|刚才|那天)?(?:说|聊|谈|讲|提)?"
    r"(?:的|过的|到的|到)?那?(?:件|个)?(?:事情?|话题)(?:呢|怎么样了?|后来呢|吗)?"
    r"|(?:我们|咱们)?(?:上次|上回|之前|刚才)(?:说|聊|谈|讲)(?:到|了|过)?(?:哪里?|哪儿|什么|啥)(?:了|来着)?"
    r"|(?:what about )?th(?:at|e) thing (?:from )?(?:last time|before|earlier)"
    r"|where were we|what did we (?:talk|speak) about(?: last time)?" + _BEHIND,
    re.IGNORECASE,
)


def is_vague(question: str) -> bool:
    """Whether a question points at something without saying what."""
    return bool(_THREAD.match(plain(question))) or asks_for_person(question)


def asks_for_person(question: str) -> bool:
    """Whether a question asks who is asking."""
    return bool(_PERSON.match(plain(question)))

"""Questions that name nothing: 上次那件事, 还记得我吗. Who asks so wants the thread back, not a search."""

from __future__ import annotations

import re

from vault.recall.question import plain

_VAGUE = re.compile(
    r"^(?:你|那|对了|嗨|hi|hello)?[，, ]*(?:"
    r"还?记得(?:我|咱|我们)(?:是谁)?(?:吗|么|不)?"
    r"|(?:还)?(?:认识|知道)我(?:是谁)?(?:吗|么|不)|我是谁"
    r"|(?:还记得|说说|继续|接着)?(?:我们|咱们)?(?:上次|上回|之前|刚才|那天)?(?:说|聊|谈|讲|提)?(?:的|过的|到的|到)?"
    r"那?(?:件|个)?(?:事情?|话题)(?:呢|怎么样了?|后来呢|吗)?"
    r"|(?:我们|咱们)?(?:上次|上回|之前|刚才)(?:说|聊|谈|讲)(?:到|了|过)?(?:哪里?|哪儿|什么|啥)(?:了|来着)?"
    r"|(?:do you )?remember me|who am i"
    r"|(?:what about )?th(?:at|e) thing (?:from )?(?:last time|before|earlier)"
    r"|where were we|what did we (?:talk|speak) about(?: last time)?"
    r")[？?。！!~ ]*$",
    re.IGNORECASE,
)


def is_vague(question: str) -> bool:
    """Whether a question points at something without saying what."""
    return bool(_VAGUE.match(plain(question)))

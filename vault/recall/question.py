"""What a question asks: its parts without the chatter around them, and whether it means now or formerly.

People wrap a question when they talk: 对了我想问的是：… . Only what is asked should be searched for.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from vault.index.simplify import simplify

Era = Literal["newest", "oldest", "any"]
"""Which of several values of one thing is meant."""

MAX_PARTS = 3
"""Further parts of a question are searched for together with the last."""

_NEXT_PART = re.compile(
    r"(?<=[？?。！!；;，,])\s*"
    r"(?:另外|还有|此外|顺便问?(?:一下|下)?|再(?:问|者)|另一个问题(?:是)?|also,|and also|by the way)"
    r"[，,：:\s]*",
    re.IGNORECASE,
)
_POINT = re.compile(
    r"(?:(?:想|要|来)(?:要)?(?:问|知道|了解|搞清楚|弄清楚|弄明白|确认|请教|打听)|问题是"
    r"|(?:want(?:ed)?|like) to (?:ask|know)|question is)[^，,。：:？?]{0,8}[：:，,]\s*"
    r"|(?:等等|等一下|停一下|不对|搞错了|wait)[，,]\s*",
    re.IGNORECASE,
)
"""What is asked comes behind it."""
_SHORTEST = 3

_NOW = re.compile(
    r"目前|现在|如今|当前|当下|最新|最近一次|这阵子|眼下"
    r"|\b(?:currently|now|nowadays|these days|latest|at the moment|at present)\b",
    re.IGNORECASE,
)
_FORMERLY = re.compile(
    r"原本|原来|原先|一开始|起初|最初|开始的时候|以前|从前|过去|之前|旧|改过来"
    r"|\b(?:originally|at first|initially|used to|formerly|previously|before)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"前后|变化|演变|分别|历史|后来又|\b(?:change[sd]?|history|over time|both)\b", re.IGNORECASE
)


def plain(question: str) -> str:
    """The question in usual widths and Simplified characters, as it is embedded and analysed."""
    return simplify(unicodedata.normalize("NFKC", question)).strip()


def parts(question: str) -> tuple[str, ...]:
    """What a question asks for, one text each; at least one, and of an empty question an empty one."""
    found = [part for part in _NEXT_PART.split(plain(question), maxsplit=MAX_PARTS - 1) if part.strip()]
    return tuple(_point(part) for part in found) or ("",)


def era(question: str) -> Era:
    """Whether the latest value of something is asked for, or the first one."""
    text = plain(question)
    now, formerly = bool(_NOW.search(text)), bool(_FORMERLY.search(text))
    if now == formerly or _BOTH.search(text):
        return "any"
    return "newest" if now else "oldest"


def looks_back(question: str) -> bool:
    """Whether a question wants to know how it was before, or how it changed."""
    text = plain(question)
    return bool(_BOTH.search(text)) or era(question) == "oldest"


def _point(part: str) -> str:
    marks = list(_POINT.finditer(part))
    behind = part[marks[-1].end() :].strip() if marks else ""
    return behind if len(behind) >= _SHORTEST else part.strip()

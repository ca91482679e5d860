"""What of a message only asks or supposes something, and what stands there as said. Pure."""

from __future__ import annotations

import re
from itertools import groupby

from vault.lifecycle.extract.own_words import own_words
from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.refusal import Reason, refusals
from vault.lifecycle.extract.sentence import Piece, pieces

_STORY = re.compile(
    r"故事|小说|童话|剧本|诗|扮演|假装|主角|[男女]主|造句|\b(?:story|tale|novel|poem|pretend|role-?play|imagine|character)\b"
)
_WANTS_TIPS = re.compile(
    r"^(?:顺便|另外|请|再|那|你|帮我|给我|能不能|能|可以|麻烦)*(?:推荐|介绍)(?!信|人)"
    r"|^(?:please |and |also |can you |could you )*(?:recommend|suggest)\b"
)
_OWNS = re.compile(r"我们?家?(?:的|养的|那|这)|我们?家.{0,6}的|\b(?:my|our)\b")
_WANTS_HELP = re.compile(
    r"怎么|咋|如何|为什么|为啥|\b(?:how (?:do|can|to|should)|why|what (?:can|should|to))\b"
)


def stated_and_asked(message: str) -> tuple[str, str]:
    """A user's message in two: what it states, and what it only asks or supposes.

    Who asks for help with something of their own (`我家的猫掉毛怎么办`) states that they have it.
    """
    plain = plain_text(message, bytes(own_words(message)))
    clauses = pieces(plain)
    reasons = refusals(plain, clauses)
    stated: list[str] = []
    asked: list[str] = []
    behind = 0
    judged = [
        (clause, _only_asked(plain.text, clause, reason))
        for clause, reason in zip(clauses, reasons, strict=True)
    ]
    for only_asked, group in groupby(judged, key=lambda each: each[1]):
        run = [clause for clause, _ in group]
        first, end = plain.span(run[0].first, run[-1].behind)
        if only_asked:
            stated.append(message[behind:first])
            asked.append(message[first:end])
            behind = end
    stated.append(message[behind:])
    return _joined(stated), _joined(asked)


def _only_asked(text: str, clause: Piece, reason: Reason | None) -> bool:
    said = text[clause.first : clause.behind]
    if reason == "fiction":
        return _STORY.search(text) is not None
    if reason != "question":
        return reason == "hypothesis" or _WANTS_TIPS.search(said) is not None
    return not (_OWNS.search(said) and _WANTS_HELP.search(said))


def _joined(parts: list[str]) -> str:
    return "\n".join(part for part in (part.strip(" \n，,。.？?！!；;") for part in parts) if part)

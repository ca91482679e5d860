"""What a sentence denies (`不喜欢`, `没去`, `戒了`, `doesn't`), apart from words that only look so."""

from __future__ import annotations

import re

_NO_NEGATION = re.compile(
    r"不错|不过(?!敏)|不仅|不但|不光|不只|不管|不论|不如|不断|不同(?!意)|不少|不久|不止|不愧|不由|不禁|了不起"
    r"|对不起|忍不住|差不多|受不了|不好意思|要不[是然]?|来不及"
    r"|说不定|不得不|不能不|不可不|无论|无所谓|无线|无糖|无人机|无名指|未来|未婚夫|未婚妻|非常|非得|非洲|别人"
    r"|别墅|别的|特别|区别|告别|级别|性别|个别|没准|没关系"
    r"|没错|不一定(?=要)|停车|停留|取消关注|not only|no doubt|no matter|nothing but|no problem|\bno\.? ?\d"
)
_DOUBLE = re.compile(r"(?:不是|并非|没有)不|不(?:会|可能|是)(?=没有|不)没?|不再不|never not|not un(?=\w)")
_NEGATION = re.compile(
    r"(?P<zh>不(?:太|怎么|大|是很)?(?:喜欢|爱)|不太|不怎么|不大|不会再|不能再|不再|不要|不用|不想|不可以|不能"
    r"|不会|不是|没有|没能|没再|从不|从没|并非|未曾|不|没|未|别|勿|忌|禁止|拒绝|戒掉|戒了|戒|讨厌|放弃|停止"
    r"|停了|取消|退出|避免)"
    r"|(?P<en>\b(?:do|does|did|is|are|was|were|will|would|can|could|should|has|have|had|must|need)n't"
    r"|\b(?:can't|won't|cant|wont|dont|doesnt|didnt|isnt)\b|\bcannot\b|\bcan ?not\b|\bnot\b|\bnever\b"
    r"|\bno longer\b|\bno\b"
    r"|\bwithout\b|\bhates?\b|\bdislikes?\b|\bavoids?\b|\bstopped\b|\bquit\b|\bgave up\b|\bneither\b|\bnor\b"
    r"|\brefuses?\b|\bcancel(?:l?ed)?\b|\bunable to\b)"
)
_BEHIND = re.compile(r"[^，。,.;；！!？?、和但而]{0,12}")
_DEGREE = re.compile(r"^(?:喜欢|太|怎么|大|很|想|爱|会|能|要|是|再|吃|喝|去|有|了|过|到|\s)+")


def negated_parts(text: str) -> tuple[str, ...]:
    """What stands behind each negation in `text` (folded, lower-case), up to a comma; in order."""
    text = _NO_NEGATION.sub(lambda match: "□" * len(match[0]), _DOUBLE.sub("", text))
    return tuple(_BEHIND.match(text, match.end())[0] for match in _NEGATION.finditer(text))  # type: ignore[index]


def without_negations(text: str) -> str:
    """`text` (folded, lower-case) without the negating words themselves."""
    kept = _NO_NEGATION.sub(
        lambda match: "".join(chr(0xF0000 + ord(c)) for c in match[0]), _DOUBLE.sub("", text)
    )
    kept = _NEGATION.sub(" ", kept)
    return "".join(chr(ord(c) - 0xF0000) if ord(c) >= 0xF0000 else c for c in kept)


def differ_in_negation(ours: str, theirs: str) -> bool:
    """Whether one text denies what the other says (both folded, lower-case).

    They do when the number of negations is odd in one and even in the other, or when something denied in one
    stands undenied in the other (`喜欢茶不喜欢咖啡` / `不喜欢茶喜欢咖啡`).
    """
    our_parts, their_parts = negated_parts(ours), negated_parts(theirs)
    if len(our_parts) % 2 != len(their_parts) % 2:
        return True
    return _denies(our_parts, theirs, their_parts) or _denies(their_parts, ours, our_parts)


def _denies(parts: tuple[str, ...], other: str, other_parts: tuple[str, ...]) -> bool:
    for part in parts:
        core = _core(part)[:4].strip()
        if len(core) >= 2 and core in other and not any(_core(each).startswith(core) for each in other_parts):
            return True
    return False


def _core(part: str) -> str:
    return _DEGREE.sub("", part).strip()

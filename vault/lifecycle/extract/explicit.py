"""What the user asks to remember: `记住…`, `别忘了…`, `remember that …`. It wins, and is kept whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.plain_text import CUT, PlainText
from vault.lifecycle.extract.refusal import is_question
from vault.lifecycle.extract.sentence import Piece

_REMEMBER = any_of(
    "记住 记一下 记下 记下来 记着 备注一下 备忘一下 记录一下 记好 记到小本本上 帮我记 帮记一下 给我记"
    " 别忘了 别忘 不要忘了 不要忘记 别忘记 千万别忘 勿忘 记个笔记"
)
_POLITE = any_of(
    "请 你 麻烦 务必 千万 一定 一定要 帮我 帮忙 给我 替我 要 先 再 能不能 可以 可不可以 能 能否 可否"
    " 那 好 另外 对了 还有 顺便 也 就 嗯 ok 好的 助手 小助手 ,"
)
_THIS = any_of("吗 好吗 这个 这点 这一点 这件事 一下 哦 啊 吧 呀 下 了 我说的 几点 如下 以下内容 以下 一件事")
_LEADING_ZH = re.compile(rf"(?:{_POLITE})*(?P<verb>{_REMEMBER})(?:{_THIS})*[,:、\s]*")
_TRAILING_ZH = re.compile(rf"(?:{_POLITE}|{_THIS})*{_REMEMBER}(?:{_THIS}|哈|喔|啦)*$")
_REMINDER_ZH = re.compile(
    r"(?:请|麻烦|帮我|帮忙|记得|到时候|你|能不能|可以)*提醒(?:我|一下我)(?:一下|下)?[,:]?"
)
_NO_STATEMENT_ZH = re.compile(
    r"^(?:了|吗|过|的|得|没|不|密码了|单词|东西|这些|这个|那个|我吗?|我的话|你)?$|^(?:了|过)?吗$"
)
_OPENS_LIST = re.compile(r":\s*$|:\s*\n")
_YES = re.compile(rf"^(?:好的?|对|嗯+|是的|可以|行|ok|yes|sure|{_POLITE})+[,，。\s]*")
_SAYS_SOMETHING = re.compile(r"我|是|在|叫|\d|,|:|有|\bi\b|\bmy\b|\bis\b|\bare\b")

_LEADING_EN = re.compile(
    r"(?:(?:please|and|also|ok|so|hey|but|oh|well|just|can you|could you|would you|will you|you should"
    r"|you must|i want you to|i need you to|always)[\s,]+)*"
    r"(?P<verb>remember(?: that|:|,| this:?| the following:?)?|do not forget(?: that|:|,)?"
    r"|never forget that|note(?: that|:| (?=(?:i|we|my|our)\b))|make a note(?: that|:| of)?|take a note:?"
    r"|keep in mind(?: that|:)?|bear in mind(?: that)?|for the record[,:]?|save this:?"
    r"|memori[sz]e(?: that|:)?)\s*"
)
_TRAILING_EN = re.compile(
    r"(?:please |so |and |just )*(?:remember|note|do not forget|keep in mind|memori[sz]e) (?:that|this"
    r"|it)(?: please)?$"
)
_REMINDER_EN = re.compile(r"(?:please |can you |could you |and )*remind me (?:to|about|that)\s+")
_NO_STATEMENT_EN = re.compile(
    r"^(?:me|to .{0,12}|when .*|how .*|what .*|us|this|that|it|the (?:time|day|good).*)?$"
)


@dataclass(frozen=True, slots=True)
class Wish:
    """Something to remember.

    Attributes:
        first, behind: the clauses that hold it, the words of asking included.
        start: in the plain text, where the statement begins.
        end: in the plain text, just behind it.
        reminder: to be done, not only known.
    """

    first: int
    behind: int
    start: int
    end: int
    reminder: bool = False


def wishes(plain: PlainText, pieces: Sequence[Piece]) -> tuple[Wish, ...]:
    """All that a message asks to remember, in order; no two share a clause."""
    found: list[Wish] = []
    number = 0
    while number < len(pieces):
        wish = _wish(plain, pieces, number, found[-1].behind if found else 0)
        if wish:
            found.append(wish)
        number = wish.behind if wish else number + 1
    return tuple(found)


def _wish(plain: PlainText, pieces: Sequence[Piece], number: int, free: int) -> Wish | None:
    text, piece = plain.text, pieces[number]
    clause = text[piece.first : piece.behind]
    if CUT in clause:
        return None
    if _TRAILING_ZH.match(clause) or _TRAILING_EN.match(clause):
        wish = _before(pieces, number, free)
        if wish and _says_something(_without_yes(text[wish.start : wish.end]), pieces[number], asked=False):
            return wish
        return None if wish and number + 1 == len(pieces) else _behind(text, pieces, number + 1, number)
    reminder = _REMINDER_ZH.match(clause) or _REMINDER_EN.match(clause)
    leading = reminder or _LEADING_ZH.match(clause) or _LEADING_EN.match(clause)
    if leading is None:
        return None
    start = piece.first + leading.end()
    behind = _sentence_end(pieces, number)
    if start >= piece.behind and behind == number + 1:
        return _behind(text, pieces, number + 1, number)
    wish = Wish(number, behind, start, pieces[behind - 1].behind, reminder=reminder is not None)
    return (
        wish
        if _says_something(text[wish.start : wish.end], pieces[behind - 1], asked=bool(leading))
        else None
    )


def _says_something(statement: str, last: Piece, *, asked: bool) -> bool:
    """`记住了吗` and `remember me?` ask; they give nothing to remember."""
    plain = statement.strip(" ,。?!吗呢吧")
    if len(plain) < 3 or _NO_STATEMENT_ZH.match(plain) or _NO_STATEMENT_EN.match(plain):
        return False
    if asked and (last.mark == "?" or is_question(statement)):
        return bool(_SAYS_SOMETHING.search(plain)) and not is_question(plain)
    return True


def _without_yes(statement: str) -> str:
    return _YES.sub("", statement)


def _sentence_end(pieces: Sequence[Piece], number: int) -> int:
    behind = number + 1
    while behind < len(pieces) and pieces[behind].sentence == pieces[number].sentence:
        behind += 1
    return behind


def _before(pieces: Sequence[Piece], number: int, free: int) -> Wish | None:
    """The clauses of the same sentence, else the sentence before, when the asking comes last."""
    first = number
    while first > free and pieces[first - 1].sentence == pieces[number].sentence:
        first -= 1
    if first == number and first > free:
        sentence = pieces[first - 1].sentence
        while first > free and pieces[first - 1].sentence == sentence:
            first -= 1
    if first == number:
        return None
    return Wish(first, number + 1, pieces[first].first, pieces[number - 1].behind)


def _behind(text: str, pieces: Sequence[Piece], first: int, number: int) -> Wish | None:
    """`记一下：` and the statement in the next line."""
    if first >= len(pieces):
        return None
    behind = (
        len(pieces)
        if _OPENS_LIST.search(text, pieces[number].first, pieces[first].first)
        else _sentence_end(pieces, first)
    )
    wish = Wish(number, behind, pieces[first].first, pieces[behind - 1].behind)
    return wish if _says_something(text[wish.start : wish.end], pieces[behind - 1], asked=True) else None

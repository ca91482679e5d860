"""How the user says they feel, for the summary of a conversation. Pure, rules only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.lifecycle.extract.own_words import own_words
from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.plain_text import PlainText, is_chinese, plain_text
from vault.lifecycle.extract.refusal import refusals
from vault.lifecycle.extract.sentence import Piece, pieces
from vault.lifecycle.extract.statement import in_third_person

_ZH = any_of(
    "开心 高兴 快乐 幸福 兴奋 激动 满足 感动 轻松 安心 放松 自豪 难过 伤心 难受 失落 失望 沮丧 郁闷 抑郁"
    " 低落 绝望 崩溃 焦虑 紧张 担心 不安 害怕 慌 烦 烦躁 心烦 生气 愤怒 委屈 孤独 寂寞 无聊 累 疲惫"
    " 疲倦 心累 困 压力大 压力很大 压力好大 压力太大 压力山大 心情不好 心情很差 心情很好 心情不错"
    " 心情糟透 睡不好 没精神 提不起劲"
)
_WHEN_ZH = any_of(
    "今天 今晚 昨天 昨晚 最近 这几天 这两天 这段时间 这阵子 这周 现在 刚才 刚刚 一直 总是 老是 其实 真的 心里"
    " 感觉 觉得 感到 还是 又 都 就是 有些 有点 有点儿 好 很 非常 特别 太 超 超级 挺 蛮 真 越来越 十分 极其"
    " 实在 有 的"
)
_MOOD_ZH = re.compile(
    rf"(?:{_WHEN_ZH})*(?P<me>我(?:自己)?)?(?:{_WHEN_ZH})*{_ZH}(?:死|坏|透|极)?(?:了|啊|呀|呢|哦|的|得很|极了|死我)*"
)
_EN = (
    r"(?:happy|glad|excited|thrilled|relieved|proud|grateful|sad|unhappy|down|depressed|disappointed|upset"
    r"|hurt|heartbroken|anxious|nervous|worried|scared|afraid|stressed(?: out)?|overwhelmed|frustrated|angry"
    r"|annoyed|furious|lonely|bored|tired|exhausted|burned out|burnt out|worn out|drained|sleepless)"
)
_MOOD_EN = re.compile(
    r"(?:(?:oh|well|honestly|today|lately|recently|these days|right now|and|but|to be honest)[\s,]+)*"
    r"(?:i am|i feel|i have been feeling|i have been|i was|i felt|feeling)\s+"
    r"(?:(?:so|very|really|a bit|a little|pretty|quite|kind of|just|still|also|extremely|too|rather)\s+)*"
    rf"{_EN}\b.{{0,40}}"
)
_MOST_CHARACTERS = 40


def moods(message: str) -> tuple[str, ...]:
    """The clauses in which the user says how they feel, as statements about them: `用户最近压力很大`."""
    plain = plain_text(message, bytes(own_words(message)))
    clauses = pieces(plain)
    return tuple(_moods(plain, clauses))


def _moods(plain: PlainText, clauses: tuple[Piece, ...]) -> Iterator[str]:
    for clause, reason in zip(clauses, refusals(plain, clauses), strict=True):
        text = plain.text[clause.first : clause.behind]
        if reason or len(text) > _MOST_CHARACTERS:
            continue
        if _MOOD_ZH.fullmatch(text) or _MOOD_EN.fullmatch(text):
            yield _statement(plain.as_written(clause.first, clause.behind))


def _statement(written: str) -> str:
    chinese = is_chinese(written)
    stated = in_third_person(written, chinese=chinese)
    if chinese:
        return stated if "用户" in stated or "用戶" in stated else f"用户{stated}"
    return stated if "user" in stated.lower() else f"The user: {stated}"

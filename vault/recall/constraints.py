"""The constraints that a request for advice needs: found by what they say, not by what the request says."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from vault.index.ids import Ids
from vault.index.record import StoredPassage
from vault.index.user_index import UserIndex
from vault.recall.advice import Topic, limits, topics_of
from vault.recall.question import plain

RELEVANCE = 0.8
"""Of a constraint to a request that it limits."""
LONGEST = 300
"""Characters of a passage; a longer one only mentions things."""
_LOOKED_AT = 200
_LENIENT = 3
"""Those that do no harm when forgotten come only up to this place: there must be room for answers."""
_TYPES = frozenset(("fact", "preference", "note"))

_HOUSEHOLD = (
    "老婆 老公 妻子 丈夫 媳妇 爱人 对象 孩子 儿子 女儿 闺女 宝宝 娃 wife husband partner son daughter child"
    " kid baby"
)
_KIN = (
    "爸爸 妈妈 爸 妈 父亲 母亲 父母 爷爷 奶奶 外公 外婆 姥姥 姥爷 公公 婆婆 岳父 岳母 哥哥 姐姐 弟弟 妹妹"
    " 哥 姐 弟 妹 叔叔 姑姑 舅舅 阿姨"
    " 女朋友 男朋友 女友 男友 father mother dad mom mum parents grandma grandpa brother sister uncle aunt"
    " girlfriend boyfriend"
)
_OTHERS = (
    "朋友 闺蜜 室友 同事 同学 老板 领导 导师 老师 客户 邻居 搭档 师傅 教练 friend roommate colleague"
    " coworker boss client"
    " neighbour neighbor teacher coach 猫 狗 宠物 兔 仓鼠 鹦鹉 cat dog pet rabbit hamster parrot"
)
_US = re.compile(
    r"我们|咱们?|全家|家里人?|家人|一家|大家|聚餐|\b(?:we|us|our|family|everyone|together)\b", re.IGNORECASE
)
_WHOM = re.compile(r"[\x00-\x7f]{1,32}|.{1,14}", re.DOTALL)
"""The beginning of a statement, in which it is said whom it is about."""


class _Weight(NamedTuple):
    """What comes first is small: what is of the person, does harm when forgotten, was marked, is new."""

    of_another: bool
    lenient: bool
    unmarked: bool
    importance: float
    newness: int


def constraints_on(query: str, user: UserIndex, allowed: Ids) -> Ids:
    """Passages that limit what may be advised, the weightiest first; empty unless advice is asked for.

    Args:
        query: as asked.
        user: whose passages.
        allowed: passages that may be returned, ascending.
    """
    question = plain(query)
    found: dict[int, _Weight] = {}
    for topic in topics_of(question):
        asked = user.tokenise(topic.probe)
        ids = user.word_candidates(asked.words, asked.bigrams, allowed, _LOOKED_AT)
        for passage in user.passages(ids):
            if _applies(topic, passage, question):
                found[passage.id] = _weight(topic, passage)
    ordered = sorted(found, key=lambda passage: found[passage])
    needed = [each for place, each in enumerate(ordered) if place < _LENIENT or not found[each].lenient]
    return np.array(needed, dtype=np.int64)


def _applies(topic: Topic, passage: StoredPassage, question: str) -> bool:
    known = passage.record.type in _TYPES and len(passage.text) <= LONGEST
    return known and limits(topic, passage.text) and _concerns(topic, passage.text, question)


def _concerns(topic: Topic, statement: str, question: str) -> bool:
    """Whether it is about who asks, or about somebody whom the request is for."""
    people = _people(statement)
    asked = question.lower()
    return not people or any(
        person in asked
        or (person not in _STRANGERS and _US.search(question) is not None)
        or (topic.shared and person in _AT_HOME)
        for person in people
    )


def _weight(topic: Topic, passage: StoredPassage) -> _Weight:
    record = passage.record
    return _Weight(
        of_another=bool(_people(passage.text)),
        lenient=topic.strict.search(passage.text) is None,
        unmarked=not record.pinned,
        importance=-record.importance,
        newness=-passage.id,
    )


def _people(statement: str) -> list[str]:
    """Whom it is about, beside the person whose memory it is."""
    beginning = _WHOM.match(statement)
    return _PEOPLE.findall(beginning[0].lower()) if beginning else []


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_AT_HOME, _STRANGERS = _words(_HOUSEHOLD), _words(_OTHERS)
_PEOPLE = re.compile(
    "|".join(
        rf"\b{word}\b" if word.isascii() else word
        for word in sorted(_AT_HOME | _words(_KIN) | _STRANGERS, key=len, reverse=True)
    )
)

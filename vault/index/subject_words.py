"""The words of a text that a conversation can be about: by the parts of speech in jieba's dictionary.

No word of a search: those are in `vault.index.tokens`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from vault.index.jieba_dictionary import entry_of
from vault.index.segmenter import Segmenter
from vault.index.simplify import simplify
from vault.index.stop_words import STOP_WORDS

COMMON = 5000
"""A word more frequent than this in jieba's dictionary (时间, 问题, 公司) is about anything."""

_RUN = re.compile(
    r"(?P<han>[\u3400-\u4dbf\u4e00-\u9fff]+)|(?P<name>(?<![A-Za-z])[A-Z][A-Za-z0-9+#.-]*[A-Za-z0-9+#])"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？:：\n])\s*[\"'“(]?$")
_DENIAL = frozenset("不没")
_SAID_TO_ASSISTANTS = frozenset(
    [
        "谢谢",
        "感谢",
        "多谢",
        "推荐",
        "帮忙",
        "帮助",
        "看看",
        "试试",
        "想想",
        "说说",
        "讲讲",
        "聊聊",
        "查查",
        "建议",
        "解释",
        "翻译",
        "总结",
        "回答",
        "回复",
        "继续",
        "介绍",
        "请问",
        "请教",
        "修改",
        "生成",
        "分析",
        "感觉",
        "意思",
        "办法",
        "样子",
        "想法",
        "提醒",
        "记住",
        "忘记",
        "觉得",
        "知道",
        "告诉",
        "打算",
        "准备",
        "计划",
        "希望",
        "喜欢",
        "开始",
        "结束",
        "明白",
        "了解",
        "确认",
        "检查",
        "整理",
        "安排",
        "选择",
        "考虑",
        "讨论",
        "怀疑",
        "担心",
        "算了",
        "麻烦",
        "例子",
        "东西",
        "事儿",
        "晚安",
        "早安",
        "你好",
    ]
)


def subject_words(text: str, segmenter: Segmenter) -> tuple[str, ...]:
    """Chinese nouns and verbs that are not everyday words, and Latin names, in order.

    A Latin word counts as a name when it is capitalised within a sentence or holds two capitals.

    Args:
        text: in Simplified or Traditional characters.
        segmenter: knows the vault's own words, which count as names.
    """
    found: list[str] = []
    text = simplify(text)
    for run in _RUN.finditer(text):
        if run["han"]:
            words = segmenter.cut(run["han"])
            found += [word for word in words if word in segmenter.words or _is_subject(word)]
        elif _is_name(run["name"], text[: run.start()]):
            found.append(run["name"])
    return tuple(found)


@lru_cache(maxsize=4096)
def _is_subject(word: str) -> bool:
    if len(word) < 2 or set(word) & _DENIAL or word in _SAID_TO_ASSISTANTS or word in STOP_WORDS:
        return False
    entry = entry_of(word)
    return entry is not None and entry.frequency < COMMON and entry.part.startswith(("n", "v"))


def _is_name(word: str, before: str) -> bool:
    if word.casefold() in STOP_WORDS or len(word) < 2:
        return False
    return sum(map(str.isupper, word)) > 1 or not _SENTENCE_START.search(before)

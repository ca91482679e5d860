"""Why something was left as it is, in the language of the vault."""

from __future__ import annotations

import re

from vault.cli.history_words import HISTORY_TEXTS

_ZH: tuple[tuple[str, str], ...] = (
    ("it is not understood", "有读不懂的内容"),
    ("it is not UTF-8 text", "不是 UTF-8 文本"),
    ("git left a conflict in it", "里面有 git 留下的冲突"),
    ("it holds a patch, not a version of the file", "里面是补丁，不是这个文件的另一个版本"),
    ("both versions changed the same lines", "两个版本改了同样的行"),
    ("there is no conflict in it", "里面没有冲突"),
    (
        "the conflict in line (.+) has more than one =======, so its sides are not plain",
        "第 {0} 行的冲突有不止一个 =======，分不清两边",
    ),
    ("it does not say how to take a resolution back", "没有记下怎样撤销"),
    ("(.+) was changed there since", "{0} 在那里之后又改过"),
    ("(.+) is gone", "{0} 已经不在了"),
    ("there is another (.+) by now", "现在已有另一个 {0}"),
    ("it names files that it cannot be about", "它指向不相干的文件"),
    ("no resolution of it is kept", "没有保留对它的处理"),
    ("it needs a decision", "需要由你决定"),
    ("it is gone", "已经不在了"),
)
"""Whole reason as an expression -> Chinese. What comes from the system or from git is repeated as it is."""


def reason_in(language: str, reason: str) -> str:
    """The reason in words that a person understands; one that is not known here keeps its own.

    Args:
        language: of the vault.
        reason: in English, or what `git undo` calls its reasons, with commas between them.
    """
    called = [HISTORY_TEXTS.get(f"undo-{each}") for each in reason.split(", ")]
    if all(called):
        comma = "，" if language == "zh" else ", "
        return comma.join(dict.fromkeys(each[0 if language == "zh" else 1] for each in called if each))
    if language == "zh":
        for pattern, text in sorted(_ZH, key=lambda each: "(.+)" in each[0]):
            found = re.fullmatch(pattern, reason)
            if found:
                return text.format(*found.groups())
    return reason

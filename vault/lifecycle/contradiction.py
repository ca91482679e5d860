"""Whether two statements cannot both be true, though nothing says that anything changed."""

from __future__ import annotations

import re
from typing import Literal

from vault.lifecycle.attribute import attributes_in
from vault.lifecycle.change import changes_in, is_of_one_day, is_settled
from vault.lifecycle.difference import Comparison, Difference, compare
from vault.lifecycle.outdated import other_value, subjects_in
from vault.lifecycle.quantity import quantities
from vault.lifecycle.wording import folded

ContradictionReason = Literal["attribute", "denial", "opposite", "measure", "grown"]

_LEAST_SHARED = 2
_MOST_LEFT_OVER = 2
_MOST_BESIDE_OPPOSITES = 5
_NOT_LATELY = re.compile(r"没(?:有)?[^,。]{1,4}过|\b(?:didn't|did not|haven't|have not)\b")
"""What one did not do for a while says nothing about what one likes or can."""
_MEASURES = frozenset({"岁", "厘米", "kg", "斤", "米"})
_EXCLUDING = frozenset(
    {
        ("喜欢", "讨厌"), ("喜欢", "害怕"), ("同意", "反对"), ("接受", "拒绝"), ("支持", "反对"), ("单身",
        "结婚"), ("结婚", "离婚"), ("允许", "禁止"),
        ("荤", "素"), ("怕", "爱"), ("有", "无"), ("赢", "输"), ("like", "hate"), ("always", "never"),
        ("single", "married"), ("can", "cannot"), ("accept", "refuse"),
    }
)  # fmt: skip


def contradicts(ours: str, theirs: str) -> ContradictionReason | None:
    """In what the texts exclude each other, or None when both can be true.

    `grown`: an age that has become larger, which is no contradiction but news.
    """
    if not is_settled(ours) or _about_one_day(ours) or subjects_in(ours) != subjects_in(theirs):
        return None
    comparison = compare(ours, theirs)
    if any(difference.kind in {"plan", "past", "person"} for difference in comparison.differences):
        return None
    if other_value(attributes_in(ours), attributes_in(theirs)):
        return "attribute"
    return _opposed(comparison, ours, theirs) if len("".join(comparison.shared)) >= _LEAST_SHARED else None


def _about_one_day(text: str) -> bool:
    return "day" in quantities(folded(text)).values or is_of_one_day(folded(text))


def _opposed(comparison: Comparison, ours: str, theirs: str) -> ContradictionReason | None:
    kinds = {difference.kind for difference in comparison.differences}
    if _NOT_LATELY.search(folded(ours)) or _NOT_LATELY.search(folded(theirs)):
        return None
    ends = any(each.kind == "stop" for each in changes_in(ours))
    if kinds == {"denial"} and not (ends or changes_in(theirs)) and _left_over(comparison) <= _MOST_LEFT_OVER:
        return "denial"
    if kinds == {"number"}:
        return _measured(comparison.differences)
    excluding = any((each.ours, each.theirs) in _EXCLUDING for each in comparison.differences)
    if not excluding or not kinds <= {"opposite", "wording", "denial"}:
        return None
    return "opposite" if _left_over(comparison) <= _MOST_BESIDE_OPPOSITES else None


def _left_over(comparison: Comparison) -> int:
    """Characters that one side has beyond the other; a Latin word counts as two."""
    sides = (comparison.ours_more, comparison.theirs_more)
    return max(sum(2 if word.isascii() else len(word) for word in side) for side in sides)


def _measured(differences: tuple[Difference, ...]) -> ContradictionReason | None:
    """Age, height and weight have one value; other numbers may count different things."""
    if len(differences) != 1:
        return None
    ours, theirs = differences[0].ours.split(), differences[0].theirs.split()
    if len(ours) != 2 or len(theirs) != 2 or ours[1] != theirs[1] or ours[1] not in _MEASURES:
        return None
    try:
        older = ours[1] == "岁" and float(ours[0]) > float(theirs[0])
    except ValueError:  # several values on one side
        return None
    return "grown" if older else "measure"

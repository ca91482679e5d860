"""Sentences that say that something has changed: `已经不学吉他了`, `周会改到周四`, `moved to Oslo`.

Only what is stated as done counts. Questions, plans, conditions, denials (`没搬到…`), additions
(`现在也喝茶`) and changes that name no new value (`换了手机号`) are no changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from vault.lifecycle.change_pattern import PATTERNS, ChangeKind
from vault.lifecycle.ending import ADVERB_ZH, ENDINGS, TIME_ZH, Sphere
from vault.lifecycle.text_cache import kept_by_text
from vault.lifecycle.word_pairs import PLANS
from vault.lifecycle.wording import content_words, folded

_QUESTION = re.compile(
    r"[?？]|吗(?:$|[,。!])|呢$|是不是|有没有|要不要|什么时候|怎么样$|^(?:did|do|does|is"
    r"|are|have|has|should|will|would|can|could|when|where|what|why|who|how)\b"
)
_UNREAL = re.compile(
    r"如果|假如|想象|设想|要是|万一|假设|除非|本来想|差点|就好了|的话(?:$|,)|(?:打算|准备|计划(?!取消|黄"
    r"|泡汤|作罢"
    r"|改|搁置|推迟)|考虑|希望|(?<![联理思梦感])想要?|可能|也许|或许|应该|大概"
    r"|快要|即将|将要?|建议|劝|让我?|叫我|据说|听说|梦见|要么|或者)(?=.{0,8}(?:不|离|入职|分手|加入|搬|换|改"
    r"|转|迁|移居|定居|戒|停|开始|跳槽|辞|卖|退|取消|结婚|裁|毕业|送|扔|去世|死|处理|学会))"
    r"|(?:还没|没有?|尚未|未曾|从未|并未|别|不会|不能|不想|不打算|拒绝|不愿意?)(?:真的?|再|打算|想"
    r"|舍得)?(?:[和跟与]\S{1,5}?|把\S{1,6}?)?(?=搬|换"
    r"|改|转|迁|移居|定居|戒|停止|停掉|跳槽|辞|卖|退|取消|放弃|离职|离婚|分手|结婚|毕业|去世|死(?!了我)"
    r"|送人|扔)"
    r"|\b(?:imagine|suppose|pretend)\b|\b(?:if|unless|might|may|maybe|perhaps|would|could|should"
    r"|plans? to|planning to|wants? to|hopes? to"
    r"|thinking (?:of|about)|considering|about to|going to|will|wish|almost|nearly|dreamed"
    r"|haven't|hasn't|have not|has not|didn't|did not|never|refused to|not going to"
    r"|won't)\b(?=.{0,24}\b(?:mov|switch|chang|quit|stop|start|relocat|replac|left|leav|migrat|giv|gave"
    r"|cancel|call"
    r"|sell|sold|us(?:e|ing)|liv|work|resign|retir|graduat|divorc|br[eo]a?k|marr|drop|di(?:e|ed)\b|pass))"
    r"|^[^,我]{0,8}(?:说|讲|告诉|表示|抱怨|问)(?!好)(?!不)|催我?|\b(?:he|she|they|somebody"
    r"|someone) (?:said|says|told"
    r"|thinks|claims)\b"
)
_LATER = re.compile(
    r"下个?[周月]|明[天年]|后[天年]|下半年|(?<!去)年底|(?:下|明)个?(?:季度|学期)|从(?:下"
    r"|明).{1,3}(?:起|开始)|\b(?:next (?:week|month|year|spring|summer|autumn|fall|winter)|tomorrow"
    r"|starting (?:next|in)|soon)\b"
)
_ADDED = re.compile(
    r"也(?!不)|还(?:[喝吃用玩学养买会有])|另外|顺便|同时|除了|\b(?:also|too|as well"
    r"|in addition|another)\b"
)
_OF_A_THING = re.compile(r"[把将](?!家)")
_TRIMMED = re.compile(
    r"^(?:我们?|用户|的|了|是|在|到|都|就|也|把|家里的|[那这]?一?[个台部款辆家份杯条只]|，|,|\s)+"
    r"|(?:了|吧|啦|啊|呢|哦|的|[那这][个台部款辆家份条只]|，|,|\s)+$"
)
_AROUND_OLD = re.compile(
    rf"^(?:{TIME_ZH}|{ADVERB_ZH}|[, ]){{1,4}}(?=.)|(?<=.)(?:{TIME_ZH}|{ADVERB_ZH}|[, ]){{1,4}}$"
    r"|^(?:user's|my|our|the|an?|one of|all|both|poor|old|user|i|we|of) (?=.)"
    r"| (?:last \w+|this \w+|yesterday|today|recently|completely|entirely|altogether|for good|again|now"
    r"|in \w+|on \w+day)$"
)
_ONE_DAY = re.compile(
    r"今[天晚早](?!起|开始)|[这本]周|[这本]次|明[天早晚]|下周|\b(?:today|tonight|this (?:week|time|monday"
    r"|tuesday|wednesday"
    r"|thursday"
    r"|friday|saturday|sunday|morning|evening|afternoon))\b"
)
_QUOTED = re.compile(r"(?i)[“\"「『](?=[^”\"」』]*(?:我|你|\b(?:i|we|you|my|he|she)\b))[^”\"」』]*[”\"」』]")
_DATE_LABEL = re.compile(r"[(（]\d{4}(?:-\d\d){0,2}(?: ?(?:至|to) ?\d{4}-\d\d-\d\d)?[)）]")
_FOR_ANYTHING = ("用", "要", "去", "上", "办", "续", "碰")
_NOTHING_NEW = re.compile(
    r"^(?:了|新的?|别的?|其他的?|另一?[个家台]|地方|工作|手机号?|号码?|电话|公司|房子"
    r"|车|电脑|主意|想法|心情|话题|风格|现实|习惯|[个台部]?新(?:手机|车|电脑|工作|房子|号码?)|a new \w+"
    r"|another \w+|something else|it)?$"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One stated change; parts that are not said are empty.

    Attributes:
        kind: `stop` names what ended; `switch` a new value, of a topic or in place of an old one; `move` a
        new
            place; `now` what holds at present; `correction` what should have been said.
        old: what was.
        new: what is.
        topic: what changed (`周会`, `早餐`).
        cue: the words by which it was recognised.
        sphere: of what sort that is which ended, where nothing but the verb says so (`离职了`).
    """

    kind: ChangeKind
    old: str = ""
    new: str = ""
    topic: str = ""
    cue: str = ""
    sphere: Sphere | Literal[""] = ""


def is_settled(text: str) -> bool:
    """Whether `text` says what is, and not what is asked, planned, imagined or still to come."""
    plain = folded(text).replace("，", ",")
    return not (_QUESTION.search(plain) or _UNREAL.search(plain) or _LATER.search(plain))


def is_of_one_day(text: str) -> bool:
    """Whether `text` (folded) speaks of one day or one time only: `今天不跑了`."""
    return _ONE_DAY.search(text) is not None


def as_said(text: str) -> str:
    """`text` without the words of others in it, and the dates that were written behind `下周二`."""
    return _QUOTED.sub(" ", _DATE_LABEL.sub("", text))


@kept_by_text
def changes_in(text: str) -> tuple[Change, ...]:
    """The changes that `text` (simplified Chinese, English) states as done. Never raises."""
    plain = folded(as_said(folded(text)).replace("，", ","))
    if _QUESTION.search(plain) or _UNREAL.search(plain):
        return ()
    found = list(_endings(plain))
    taken: list[tuple[int, int]] = []
    for kind, pattern in PATTERNS:
        for match in pattern.finditer(plain):
            change = _change(kind, match)
            overlaps = any(start < match.end() and match.start() < end for start, end in taken)
            if change and not overlaps and not _excluded(change, plain):
                found.append(change)
                taken.append(match.span())
    return tuple(found)


def _endings(plain: str) -> Iterator[Change]:
    """The states that are said to be over, whatever the sphere."""
    if _LATER.search(plain):
        return
    for sphere, pattern in ENDINGS:
        match = pattern.search(plain)
        if match:
            old = _trimmed(match.groupdict().get("of") or "", "of")
            yield Change("stop", old, cue=match[0].strip(" ,.;:!，。"), sphere=sphere)


def _change(kind: ChangeKind, match: re.Match[str]) -> Change | None:
    parts = {name: _trimmed(part, name) for name, part in match.groupdict().items() if part}
    verb = parts.get("verb", "")
    old = parts.get("old", "") + ("" if verb in _FOR_ANYTHING else verb)
    change = Change(kind, old, parts.get("new", ""), parts.get("topic", ""), match[0].strip())
    if kind == "stop":
        return change if content_words(change.old) else None
    return change if change.new and not _NOTHING_NEW.fullmatch(change.new) else None


def _trimmed(part: str, name: str) -> str:
    """Without what stands around it; around what was, the times and adverbs as well."""
    before = None
    while before != part:
        before, part = part, _TRIMMED.sub("", part)
        if name != "new":
            part = _AROUND_OLD.sub("", part)
    return part


def _excluded(change: Change, plain: str) -> bool:
    """Whether it lies ahead, is only asked or wished for, or adds to what was."""
    if change.kind in {"stop", "move", "now"} and _LATER.search(plain):
        return True
    if change.kind == "move" and _OF_A_THING.search(change.cue):
        return True
    if change.kind in {"now", "switch"} and _ADDED.search(change.cue):
        return True
    return change.kind == "now" and bool(PLANS.search(change.cue))

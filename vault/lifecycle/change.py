"""Sentences that say that something has changed: `已经不学吉他了`, `周会改到周四`, `moved to Oslo`.

Only what is stated as done counts. Questions, plans, conditions, denials (`没搬到…`), additions
(`现在也喝茶`) and changes that name no new value (`换了手机号`) are no changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from vault.lifecycle.word_pairs import PLANS
from vault.lifecycle.wording import content_words, folded

ChangeKind = Literal["stop", "switch", "move", "now", "correction"]

_ADVERBS = (
    r"(?:已经|早就|早已|现在|目前|如今|后来|从此|终于|全部|刚刚?|又|最近|都|就|正式|暂时|临时|上周|上个?月"
    r"|昨天|今天|今年|去年)*"
)
_TO = (
    r"(?:改成|改为|改到|改在|改用|改喝|改吃|改叫|改去|改坐|改骑|改做|改学|换成|换到|换为|换去|换用|换回|调到"
    r"|调成|调整为|调整到|挪到|推迟到|延期到|延后到|延到|提前到"
    r"|变成|变为|涨到|降到|升级到|升级成|升级为|转到|转为|转成|转岗到|转行做|转行当|转去|跳槽到|跳槽去|升为|升任|升职为"
    r"|更名为|改名叫|改名为|切换到|切到|迁移到)"
)
_NOW = r"(?:现在|如今|目前|最近(?!的)|近来|这阵子|从今天起|从现在起|从今往后|以后|今后|后来)"
_WAS = r"(?:以前|之前|过去|原来|原本|原先|本来|从前|曾经)"
_MOVED = r"(?:搬到|搬去|搬来|搬回|搬进|搬至|搬家到|搬家去|迁居到?|迁到|移居到?|定居在|定居到|定居|落户在?)"
_ENDED = (
    r"(?:停了|停掉了|戒了|戒掉了|取消了|放弃了|卖了|卖掉了|不干了|不做了|结束了|退了|退掉了|注销了|关了|丢了"
    r"|坏了|没了|去世了|扔了|送人了|解散了|停办了|倒闭了)"
)
_END_VERBS = (
    r"(?:戒掉|戒|停掉|停止|停|放弃|告别|退出|取消|卖掉|卖|扔掉|注销|退掉|退订|退租|删掉|卸载|离开|辞掉|解散)"
)
_REST = r"[^,;。;!\n]"
_NOT_A_VERB = r"(?<![受免大少忘舍差来吃用离得管想分说对了要停太真])"
_NO_RESULT = r"(?![下起出过上回进][来去]|[清完动住着到见懂错对好行]|现实|值得|合适|一样|同)"

_CHINESE: tuple[tuple[ChangeKind, str], ...] = (
    ("correction", (rf"^(?:不对|说错了|我说错了|我记错了|记错了|搞错了|弄错了|更正一?下?|纠正一?下?"
        rf"|准确地?说)[,:。!\s]*(?P<new>{_REST}{{2,40}})")),
    ("switch", (rf"{_WAS}(?P<old>{_REST}{{2,20}}?)[,;。\s]*(?:但是?|可是?|不过)?{_NOW}(?:我|都|就|改|已经|则"
        rf"|只|主要|开始)*(?P<new>{_REST}{{2,24}})")),
    ("switch", rf"(?<!是)不是(?P<old>{_REST}{{1,14}}?)(?:了)?,(?:而)?是(?P<new>{_REST}{{1,20}})"),
    ("switch", (rf"(?P<topic>{_REST}{{0,14}}?)从(?P<old>{_REST}{{1,14}}?)(?:{_TO}"
        rf"|{_MOVED})了?(?P<new>{_REST}{{1,24}})")),
    ("switch", rf"(?:把|将)(?P<old>{_REST}{{1,14}}?){_TO}了?(?P<new>{_REST}{{1,24}})"),
    ("switch", (rf"{_NOT_A_VERB}不(?:再)?(?P<old>{_REST}{{1,12}}?)了?,?(?:改|换|开始)(?:成|为|到|用|喝|吃|去"
        rf"|坐|骑|做|学)?(?P<new>{_REST}{{1,24}})")),
    ("move", rf"(?<!把)(?<!将)(?P<topic>{_REST}{{0,10}}?){_MOVED}了?(?P<new>{_REST}{{1,24}})"),
    ("switch", rf"(?P<topic>{_REST}{{0,14}}?){_ADVERBS}{_TO}了?(?P<new>{_REST}{{1,24}})"),
    ("switch", (rf"(?P<topic>{_REST}{{1,8}}?){_ADVERBS}换了,?(?:一?[个台部款辆家份把])?"
            r"(?:新的?|现在的?)?(?:是"
        rf"|叫|用的?是?)(?P<new>{_REST}{{2,24}})")),
    ("switch", (rf"换了(?:一?[个台部款辆家份把])?新?(?P<topic>{_REST}{{1,8}}?),?(?:新的|现在)?(?:是|叫"
        rf"|用的?是?)(?P<new>{_REST}{{2,24}})")),
    ("switch", rf"入职了?(?P<new>{_REST}{{2,14}})"),
    ("stop", rf"(?:再也|以后|从此)?不(?:会再|想再|再)(?P<old>{_REST}{{1,16}}?)了?(?:$|[,;。!\n])"),
    ("stop", (rf"{_NOT_A_VERB}不{_NO_RESULT}(?:用|需要|打算|准备|想|去|能|在)?(?P<old>{_REST}{{2,14}}?)了(?:$"
        rf"|[,;。!\n])")),
    ("stop", rf"没(?:有)?[再在](?P<old>{_REST}{{2,14}}?)了?(?:$|[,;。!\n])"),
    ("stop", rf"(?P<old>{_REST}{{2,12}}?){_ADVERBS}{_ENDED}(?:$|[,;。!\n])"),
    ("stop", (rf"(?P<old>{_REST}{{2,8}}?)(?:已经|早就|现在|都|也)*不(?:再"
        rf"|想)?(?P<verb>[学练做考喝吃用玩看打去养骑开跑上写听])了(?:$|[,;。!\n])")),
    ("stop", rf"从(?P<old>{_REST}{{2,14}}?)(?:离职|辞职|退休|毕业|退学|退群|退出)了?(?:$|[,;。!\n])"),
    ("stop", rf"[和跟](?P<old>{_REST}{{1,8}}?)(?:分手|离婚|绝交|散伙)了"),
    ("stop", rf"{_END_VERBS}了?(?P<old>{_REST}{{1,14}}?)了?(?:$|[,;。!\n])"),
    ("now", rf"{_NOW}(?:我|的)?(?:已经|都|就|只|主要|改|一般|通常|每天)*(?:开始)?(?P<new>{_REST}{{2,24}})"),
    ("now", rf"(?<!想)(?:^|我|用户|又|都|已经){_ADVERBS}开始(?P<new>{_REST}{{2,20}}?)了?(?:$|[,;。!\n])"),
)  # fmt: skip
_ENGLISH: tuple[tuple[ChangeKind, str], ...] = (
    ("correction", (r"^(?:correction|i misspoke|i meant|scratch that|sorry,? i meant"
        r"|actually,? no)[,:.!]? (?P<new>[^.;!]{2,60})")),
    ("switch", (r"\bused to (?P<old>[^.;,]{2,40}?)[.;,]? (?:but |and |though )?(?:now|these days|nowadays"
        r"|today)[, ]+(?:i |he |she |they )?(?P<new>[^.;!]{2,40})")),
    ("switch", (r"\b(?:switched|changed|migrated|upgraded|converted|went) (?:(?:my |the "
        r"|our )?(?P<topic>[\w ]{2,24}?) )?from (?P<old>[^.;,]{1,30}?) to (?P<new>[^.;,!]{1,40})")),
    ("switch", r"\b(?:moved|relocated) from (?P<old>[^.;,]{1,30}?) to (?P<new>[^.;,!]{1,40})"),
    ("switch", r"\breplaced (?:my |the |our )?(?P<old>[^.;,]{2,30}?) (?:with|by) (?P<new>[^.;,!]{1,40})"),
    ("switch", r"\bleft (?P<old>[^.;,]{2,30}?) (?:for|to join|to work (?:at|for)) (?P<new>[^.;,!]{1,40})"),
    ("switch", (r"(?P<topic>[^.;,]{2,40}?) (?:was|is|has been|have been|got|were|are) (?:now )?(?:moved"
        r"|changed|rescheduled|postponed|pushed(?: back)?|shifted|switched"
        r"|brought forward) to (?P<new>[^.;,!]{1,40})")),
    ("switch", (r"\b(?:switched|changed|migrated|upgraded|converted) (?:(?:my |the "
        r"|our )?(?P<topic>[\w ]{2,24}?) )?to (?P<new>[^.;,!]{1,40})")),
    ("switch", r"(?P<new>[^.;,]{2,40}?) instead of (?P<old>[^.;,]{2,30}?)(?: now| these days| from now on)"),
    ("move", (r"\b(?:moved|relocated)(?: back| out| over)?(?: last \w+| this \w+"
        r"| recently)? to (?P<new>[^.;,!]{1,40})")),
    ("switch", r"\bjoined (?!an? |the |us|me|in\b)(?P<new>[^.;,!]{2,30})"),
    ("stop", r"\bno longer (?P<old>[^.;,]{2,40})"),
    ("stop", (r"\b(?:don't|doesn't|do not|does not|isn't|not|won't) (?P<old>[^.;,]{2,40}?)"
            r" (?:anymore|any more"
        r"|any longer)\b")),
    ("stop", (r"\b(?:stopped|quit|gave up|given up|cancell?ed|sold|got rid of"
        r"|finished with) (?P<old>[^.;,]{2,40})")),
    ("now", (r"\b(?:these days|nowadays|from now on|lately)[, ]+(?:i |we |he |she "
        r"|the user )?(?P<new>[^.;!]{2,40})")),
    ("now", (r"\b(?<!for )(?<!right )(?<!by )now (?P<new>(?:uses?|drinks?|eats?|lives?|works?|takes?|rides?"
        r"|drives?|prefers?|likes?|goes|go|gets?|wakes?|sleeps?|has|have|is|plays?|learns?|reads?|runs?"
        r"|wears?|using|living|working|drinking)\b[^.;!]{1,40})")),
    ("stop", r"(?P<old>[^.;,]{2,30}?) (?:has )?(?:passed away|died)\b"),
    ("now", r"^now (?P<new>[^.;!]{2,40})"),
    ("now", r"\b(?:i'm|i am|is|are) now (?P<new>[^.;!]{2,40})"),
    ("now", r"\b(?:started|began|has started|have started|took up|taken up) (?:to )?(?P<new>[^.;!]{2,40})"),
    ("now", r"(?P<new>[^.;]{4,40}?) (?:now|these days|nowadays)$"),
)  # fmt: skip
_PATTERNS = tuple((kind, re.compile(pattern)) for kind, pattern in (*_CHINESE, *_ENGLISH))

_QUESTION = re.compile(
    r"[?？]|吗(?:$|[,。!])|呢$|是不是|有没有|要不要|什么时候|怎么样$|^(?:did|do|does|is"
    r"|are|have|has|should|will|would|can|could|when|where|what|why|who|how)\b"
)
_UNREAL = re.compile(
    r"如果|假如|要是|万一|假设|除非|本来想|差点|(?:打算|准备|计划|考虑|希望|想要?|可能|也许|或许|应该|大概"
    r"|快要|即将|将要?|建议|劝|让我?|叫我|据说|听说|梦见|要么|或者)(?=.{0,8}(?:不|离|入职|分手|加入|搬|换|改"
    r"|转|迁|移居|定居|戒|停|开始|跳槽|辞|卖|退|取消))"
    r"|(?:还没|没有?|尚未|未曾|从未|并未|别|不会|不能|不想|不打算|拒绝|不愿意?)(?:真的?|再|打算|想)?(?=搬|换"
    r"|改|转|迁|移居|定居|戒|停止|停掉|跳槽|辞|卖|退|取消|放弃)"
    r"|\b(?:if|unless|might|may|maybe|perhaps|would|could|should|plans? to|planning to|wants? to|hopes? to"
    r"|thinking (?:of|about)|considering|about to|going to|will|wish|almost|nearly|dreamed"
    r"|haven't|hasn't|have not|has not|didn't|did not|never|refused to|not going to"
    r"|won't)\b(?=.{0,24}\b(?:mov|switch|chang|quit|stop|start|relocat|replac|left|leav|migrat|giv|cancel"
    r"|sell|sold|us(?:e|ing)|liv|work))"
)
_LATER = re.compile(
    r"下个?[周月]|明[天年]|后[天年]|下半年|年底|(?:下|明)个?(?:季度|学期)|从(?:下"
    r"|明).{1,3}(?:起|开始)|\b(?:next (?:week|month|year|spring|summer|autumn|fall|winter)|tomorrow"
    r"|starting (?:next|in)|soon)\b"
)
_ADDED = re.compile(
    r"也(?!不)|还(?:[喝吃用玩学养买会有])|另外|顺便|同时|除了|\b(?:also|too|as well"
    r"|in addition|another)\b"
)
_OF_A_THING = re.compile(r"[把将](?!家)")
_TRIMMED = re.compile(
    r"^(?:我们?|用户|的|了|是|在|到|都|就|也|一?[个台部款辆家份杯]|，|,|\s)+|(?:了|吧|啦|啊"
    r"|呢|哦|的|，|,|\s)+$"
)
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
    """

    kind: ChangeKind
    old: str = ""
    new: str = ""
    topic: str = ""
    cue: str = ""


def is_settled(text: str) -> bool:
    """Whether `text` says what is, and not what is asked, planned, imagined or still to come."""
    plain = folded(text).replace("，", ",")
    return not (_QUESTION.search(plain) or _UNREAL.search(plain) or _LATER.search(plain))


def changes_in(text: str) -> tuple[Change, ...]:
    """The changes that `text` (simplified Chinese, English) states as done. Never raises."""
    plain = folded(text).replace("，", ",")
    if _QUESTION.search(plain) or _UNREAL.search(plain):
        return ()
    found: list[Change] = []
    taken: list[tuple[int, int]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            change = _change(kind, match)
            overlaps = any(start < match.end() and match.start() < end for start, end in taken)
            if change and not overlaps and not _excluded(change, plain):
                found.append(change)
                taken.append(match.span())
    return tuple(found)


def _change(kind: ChangeKind, match: re.Match[str]) -> Change | None:
    parts = {name: _trimmed(part) for name, part in match.groupdict().items() if part}
    old = parts.get("old", "") + parts.get("verb", "")
    change = Change(kind, old, parts.get("new", ""), parts.get("topic", ""), match[0].strip())
    if kind == "stop":
        return change if content_words(change.old) else None
    return change if change.new and not _NOTHING_NEW.fullmatch(change.new) else None


def _trimmed(part: str) -> str:
    before = None
    while before != part:
        before, part = part, _TRIMMED.sub("", part)
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

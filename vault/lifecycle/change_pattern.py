"""How people say that something has changed, as patterns; `vault.lifecycle.change` reads them.

The groups: `old` is what was, `new` what is, `topic` what changed, `verb` belongs to `old`.
"""

from __future__ import annotations

import re
from typing import Literal

from vault.lifecycle.ending import ADVERB_ZH, TIME_ZH
from vault.lifecycle.kind_words import CARS, COMPUTERS, PHONES

ChangeKind = Literal["stop", "switch", "move", "now", "correction"]

_ADVERBS = rf"(?:{TIME_ZH}|{ADVERB_ZH}){{0,4}}"
_TO = (
    r"(?:改成|改为|改到|改在|改用|改喝|改吃|改叫|改去|改坐|改骑|改做|改学|换成|换到|换为|换去|换用|换回|调到"
    r"|调成|调整为|调整到|挪到|推迟到|延期到|延后到|延到|提前到"
    r"|变成|变为|涨到|降到|升级到|升级成|升级为|转到|转为|转成|转岗到|转行做|转行当|转去|跳槽到|跳槽去"
    r"|升为|升任|升职为"
    r"|更名为|改名叫|改名为|切换到|切到|迁移到)"
)
_NOW = r"(?:现在|如今|目前|最近(?!的)|近来|这阵子|从今天起|从现在起|从今往后|以后|今后|后来)"
_WAS = r"(?:以前|之前|过去|原来|原本|原先|本来|从前|曾经)"
_MOVED = r"(?:搬到|搬去|搬来|搬回|搬进|搬至|搬家到|搬家去|迁居到?|迁到|移居到?|定居在|定居到|定居|落户在?)"
_ENDED = (
    r"(?:停了|停掉了|戒了|戒掉了|取消了|放弃了|卖了|卖掉了|卖出去了|转手了|转让了|转卖了|处理了|处理掉了"
    r"|出手了|出掉了|捐了"
    r"|不干了|不做了|结束了|退了|退掉了|注销了|关了|丢了|被偷了|坏了|报废了|没了|扔了|送人了|解散了"
    r"|停办了|倒闭了|黄了|泡汤了"
    r"|作罢了|推了|推掉了|去不成了|不续了|到期了|终止了|拆了|断了|不碰了|不要了|不搞了|弃了|弃用了|弃坑了"
    r"|戒断了|(?:卖|送|转|捐|让)给[^,。]{1,8}了|退课了|退班了|退团了|退会了|退赛了|还清了|付清了|退订了"
    r"|取关了|卸了|卸载了|删了|关门了"
    r"|关张了|下架了|停产了)"
)
_END_VERBS = (
    r"(?:戒掉|戒|停掉|停止|停|放弃|告别|退出|取消|卖掉|卖|扔掉|注销|退掉|退订|退租|删掉|卸载|离开|辞掉"
    r"|解散|推掉|处理掉"
    r"|转让|弃用)"
)
_REST = r"[^,;。;!\n]"
_VERBS = "学练做考喝吃用玩看打去养骑开跑上写听弹唱画种炒租订买抽追读教带跳游报碰续"
_BRAND = (
    "(?:" + "|".join(re.escape(word).replace(r"\#", r"\s?\d") for word in (*PHONES, *COMPUTERS, *CARS)) + ")"
)
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
    ("switch", (rf"(?P<old>{_REST}{{2,10}}?){_ADVERBS}不(?:再)?[{_VERBS}]了,?(?:我)?(?:现在)?(?:改|换"
        rf"|开始)(?:成|为|到|用"
        rf"|喝|吃|去"
        rf"|坐|骑|做|学)?了?(?P<new>{_REST}{{1,24}})")),
    ("switch", (rf"{_NOT_A_VERB}不(?:再)?(?P<old>{_REST}{{1,12}}?)了?,?(?:改|换|开始)(?:成|为|到|用|喝|吃|去"
        rf"|坐|骑|做|学)?(?P<new>{_REST}{{1,24}})")),
    ("move", rf"(?<!把)(?<!将)(?P<topic>{_REST}{{0,10}}?){_MOVED}了?(?P<new>{_REST}{{1,24}})"),
    ("switch", rf"(?P<topic>{_REST}{{0,14}}?){_ADVERBS}{_TO}了?(?P<new>{_REST}{{1,24}})"),
    ("switch", (rf"(?P<topic>{_REST}{{1,8}}?){_ADVERBS}换了,?(?:一?[个台部款辆家份把])?"
            r"(?:新的?|现在的?)?(?:是"
        rf"|叫|用的?是?)(?P<new>{_REST}{{2,24}})")),
    ("switch", (rf"换了(?:一?[个台部款辆家份把])?新?(?P<topic>{_REST}{{1,8}}?),?(?:新的|现在)?(?:是|叫"
        rf"|用的?是?)(?P<new>{_REST}{{2,24}})")),
    ("switch", (rf"(?<![交替轮兑更倒给转变切])换(?:了|上了"
        rf"|成了)?(?:一?[个台部款辆只])?(?:新的?)? ?(?P<new>{_BRAND}{_REST}{{0,14}}?)"
        rf"了?(?:$|[,;。!\n])")),
    ("stop", (r"(?<![交替轮兑更倒给转变切])换了?(?:一?[台部款辆])?新?(?P<old>手机|电脑|笔记本|车|汽车|相机"
        r"|平板)了?(?:$|[,;。!\n])")),
    ("switch", rf"入职了?(?P<new>{_REST}{{2,14}})"),
    ("stop", rf"(?:再也|以后|从此)?不(?:会再|想再|再)(?P<old>{_REST}{{1,16}}?)了?(?:$|[,;。!\n])"),
    ("stop", (rf"{_NOT_A_VERB}不{_NO_RESULT}(?:用|需要|打算|准备|想|去|能|在)?(?P<old>{_REST}{{2,14}}?)了(?:$"
        rf"|[,;。!\n])")),
    ("stop", rf"没(?:有)?[再在](?P<old>{_REST}{{2,14}}?)了?(?:$|[,;。!\n])"),
    ("stop", rf"(?P<old>{_REST}{{1,12}}?)(?:我|用户)?{_ADVERBS}{_ENDED}(?:$|[,;。!\n])"),
    ("stop", (rf"(?P<old>{_REST}{{2,8}}?)(?:已经|早就|现在|都|也)*不(?:再"
        rf"|想)?(?P<verb>[{_VERBS}])了(?:$|[,;。!\n])")),
    ("stop", rf"从(?P<old>{_REST}{{2,14}}?)(?:退群|退出)了?(?:$|[,;。!\n])"),
    ("stop", rf"[和跟](?P<old>{_REST}{{1,8}}?)(?:绝交|散伙)了"),
    ("stop", (rf"(?:把|将)(?P<old>{_REST}{{1,12}}?){_ADVERBS}(?:给)?(?:停|戒|退|卖|送|扔|丢|处理|取消|断"
        rf"|辞|删|注销|卸载|转|捐"
        rf"|解散|关|推)(?:了|掉|人|走){{1,2}}(?:$|[,;。!\n])")),
    ("stop", (rf"(?P<old>{_REST}{{1,10}}?){_ADVERBS}被(?:我|人|他|她)?(?:送|卖|退|扔|丢|转|捐|偷"
        rf"|砸)(?:{_REST}{{0,12}})了(?:$|[,;。!\n])")),
    ("stop", r"(?:^|[,。;]|我|用户)(?:已经|也|都|现在|就)*不(?P<old>[跑游骑抽练])了(?:$|[,;。!\n])"),
    ("stop", rf"{_END_VERBS}了?(?P<old>{_REST}{{1,14}}?)了?(?:$|[,;。!\n])"),
    ("now", (rf"(?:^|我|用户|的|[,。])新(?P<new>(?:手机|电脑|笔记本|车|公司|单位|家|房子|编辑器)(?:是|叫"
        rf"|在|用的是){_REST}{{2,24}})")),
    ("now", rf"学会(?:了)?(?P<new>{_REST}{{1,10}}?)了?(?:$|[,;。!\n])"),
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
    ("switch", (rf"(?:^|[.,;!] ?|\b(?:i|we|user) (?:\w+ )??)(?:got|bought|picked up)(?: myself| themselves)?"
        rf" (?:an? |the )?(?:new )?(?P<new>{_BRAND}[^.;,!]{{0,20}})")),
    ("switch", r"\b(?:moved|relocated) from (?P<old>[^.;,]{1,30}?) to (?P<new>[^.;,!]{1,40})"),
    ("switch", r"\breplaced (?:my |the |our )?(?P<old>[^.;,]{2,30}?) (?:with|by) (?P<new>[^.;,!]{1,40})"),
    ("switch", r"\bleft (?P<old>[^.;,]{2,30}?) (?:for|to join|to work (?:at|for)) (?P<new>[^.;,!]{1,40})"),
    ("switch", (r"(?P<topic>[^.;,]{2,40}?) (?:was|is|has been|have been|got|were|are|been) (?:now )?(?:moved"
        r"|changed|rescheduled|postponed|pushed(?: back)?|shifted|switched"
        r"|brought forward) to (?P<new>[^.;,!]{1,40})")),
    ("switch", (r"(?P<topic>[a-z][\w ]{2,30}?) (?:is|are) (?:now )?(?P<new>(?:on|at) [^.;,!]{2,30}?) (?:now"
        r"|from now on)(?=$|[.,;!])")),
    ("switch", (r"\b(?:swapped|traded(?: in)?|exchanged|ditched|dropped|left) (?:my |the "
        r"|our )?(?P<old>[^.;,]{2,30}?) (?:for|in favou?r of) (?:an? |the )?(?P<new>[^.;,!]{1,40})")),
    ("switch", (r"\b(?:switched|changed|migrated|upgraded|converted) (?:(?:my |the "
        r"|our )?(?P<topic>[\w ]{2,24}?) )?to (?P<new>[^.;,!]{1,40})")),
    ("switch", r"(?P<new>[^.;,]{2,40}?) instead of (?P<old>[^.;,]{2,30}?)(?: now| these days| from now on)"),
    ("switch", (r"(?:^|[.,;!] ?)(?:my |the user's |our "
        r"|the )?(?P<topic>[a-z][\w ]{2,24}?) moved to (?P<new>(?:\w+days?|\d{1,2}(?::\d\d)?"
        r"|noon|the morning|the afternoon|the evening)\b[^.;,!]{0,20})")),
    ("move", (r"(?:^|[.,;!:] ?|\b(?:and|but|so|user|who) |\b(?:i|we|user"
        r"|\w+'s?)(?:'ve)? (?:\w+ ){0,3}?)(?:moved|relocated)(?: back| out| over)?(?: last \w+| this \w+"
        r"| recently)? to (?P<new>[^.;,!]{1,40})")),
    ("switch", r"\bjoined (?!an? |the |us|me|in\b)(?P<new>[^.;,!]{2,30})"),
    ("stop", r"\bno longer (?P<old>[^.;,]{2,40})"),
    ("stop", (r"\b(?:don't|doesn't|do not|does not|isn't|not|won't) (?P<old>[^.;,]{2,40}?)"
            r" (?:anymore|any more"
        r"|any longer)\b")),
    ("stop", (r"(?:^|[.,;!:] ?|\b(?:and|but|so|user|finally) |\b(?:i|we|user)(?:'ve)? (?:\w+ ){0,3}?)"
        r"(?:stopped|quit|gave up|given up|cancell?ed|called off|sold|got rid of|gave away"
        r"|threw (?:out|away)|donated"
        r"|scrapped|returned|unsubscribed from|uninstalled|deleted|cut out|cutting out|kicked|ditched"
        r"|withdrew from|am done with"
        r"|'m done with|finished with|dropped(?! (?:my|the|a|an|off)\b)|left(?= the .*(?:club|team|band"
        r"|group|choir|church|gym|party)))"
        r" (?:my |the |our )?(?P<old>[^.;,]{2,40})")),
    ("stop", r"\b(?:gave|given|give) (?:my |the |our )?(?P<old>[^.;,]{2,30}?) away\b"),
    ("stop", (r"(?:^|[.,;!] ?)(?:my |the |our )?(?P<old>[^.;,]{2,40}?) (?:is|are|was|were|got|has been"
        r"|have been) (?:now )?(?:off|cancell?ed"
        r"|called off|stolen|sold|totall?ed|discontinued|over)(?= (?:last|this|yesterday|today|now"
        r"|for good)\b|$|[.,;!])")),
    ("stop", (r"(?:^|[.,;!] ?)(?:my |the |our )?(?P<old>[^.;,]{2,40}?) (?:fell through|expired|ran out"
        r"|got nicked)(?=$|[.,;! ])")),
    ("now", (r"\b(?:these days|nowadays|from now on|lately)[, ]+(?:i |we |he |she "
        r"|the user )?(?P<new>[^.;!]{2,40})")),
    ("now", r"\b(?P<new>can [^.;!,]{2,40}?) (?:again|now|these days)(?=$|[.,;!])"),
    ("now", (r"\b(?<!for )(?<!right )(?<!by )now (?P<new>(?:uses?|drinks?|eats?|lives?|works?|takes?|rides?"
        r"|drives?|prefers?|likes?|goes|go|gets?|wakes?|sleeps?|has|have|is|plays?|learns?|reads?|runs?"
        r"|wears?|using|living|working|drinking)\b[^.;!]{1,40})")),
    ("now", r"\b(?:i've|i have|user has) (?:gone|turned|become) (?P<new>[^.;!]{2,30})"),
    ("stop", (r"\b(?:i'm|i am|user is) (?:finally )?(?:off|done with|over) (?P<old>[^.;,]{3,30}?)(?: now"
        r"| for good)?(?=$|[.,;!])")),
    ("now", r"\b(?:my|our|user's) new (?P<new>\w+ (?:is|are) [^.;,!]{2,30})"),
    ("now", r"\b(?:learned|learnt|managed|able|allowed) (?:how )?to (?P<new>[^.;,!]{3,30})"),
    ("now", (r"(?:^|\b(?:i|we|user) )(?:\w+ )?(?P<new>(?:eat|drink|smok|us|driv|liv|work|play|read|wear|go"
        r"|ride)\w* [^.;,!]{2,30}?) again(?=$|[.,;!])")),
    ("now", r"^now (?P<new>[^.;!]{2,40})"),
    ("now", r"\b(?:i'm|i am|is|are) now (?P<new>[^.;!]{2,40})"),
    ("now", r"\b(?:started|began|has started|have started|took up|taken up) (?:to )?(?P<new>[^.;!]{2,40})"),
    ("now", r"(?P<new>[^.;]{4,40}?) (?:now|these days|nowadays)$"),
)  # fmt: skip
PATTERNS: tuple[tuple[ChangeKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern)) for kind, pattern in (*_CHINESE, *_ENGLISH)
)
"""In the order in which they are tried; none looks at what another has read."""

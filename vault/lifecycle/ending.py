"""Sentences that say that a state is over without naming what it was: `离职了`, `broke up`, `graduated`.

Who it is about must be the speaker, right in front of the verb: `小王离职了` and `my brother left Google`
are none. What is over is found among the memories by the sphere (see `vault.lifecycle.sphere`), and by `of`
where it is said.
"""

from __future__ import annotations

import re
from typing import Literal

Sphere = Literal["work", "calling", "home", "study", "partner", "single", "underway", "living"]

_REST = r"[^,;。;!\n]"
TIME_ZH = (
    r"(?:大?[上去今昨前这本]一?[两几]?个?(?:年|月|周|星期|礼拜|天|晚|阵子|学期)(?:[底初中末前]"
    r"|[一二三四五六日天])?"
    r"|\d{1,4}[年月日号天周](?:份|前)?|[一二两三四五六七八九十半几]+个?(?:年|月|周|天|星期)前|刚才"
    r"|年[初底]|月[初底])"
)
ADVERB_ZH = (
    r"(?:已经|早就|早已|现在|目前|如今|后来|终于|总算|刚刚?|又|最近|也|都|就|正式|彻底|真的|其实|从此"
    r"|再也|以后|全部|全"
    r"|果断|直接|成功|被迫|主动|好不容易|暂时|临时|居然|竟然|不幸|前几天)"
)
_SAID = rf"(?:{TIME_ZH}|{ADVERB_ZH}|[, ]){{0,4}}"
_I = rf"(?:^|[,。;!:])(?:{TIME_ZH}|{ADVERB_ZH}){{0,3}}(?:(?:我|用户)(?:们(?:俩|两个)?|俩|自己)?)?{_SAID}"
_YEARS = r"(?:半|[一二两三四五六七八九十几\d]+)个?多?(?:年|月|周|天)多?"
_END = r"(?:$|[,。;!\n])"
_DONE = rf"了?(?:{_REST}{{0,6}})?"
_LEFT = (
    r"(?:离职|辞职|裸辞|被裁员?|被优化|被辞退|被开除|被炒|下岗|失业|不干|跳槽|换工作|换公司|辞了工作"
    r"|辞掉工作|出来单干|单干|出来自己干|辞了职"
    r"|办[完好]了?离职手续|办了离职|辞了(?=$|[,。;!])|换了(?:一?[份个家])?(?:新)?(?:工作|公司))"
)

_CHINESE: tuple[tuple[Sphere, str], ...] = (
    ("work", rf"{_I}从(?P<of>{_REST}{{2,14}}?){_SAID}{_LEFT}"),
    ("work", (rf"{_I}(?:在)?(?P<of>(?!我|你|他|她|小|老){_REST}{{2,10}}?)(?:那边|那儿"
        rf"|这边){_SAID}(?:我)?{_SAID}{_LEFT}")),
    ("work", (rf"{_I}(?P<of>{_REST}{{2,10}}?)的?(?:工作|活儿?|差事|兼职|职位|实习){_SAID}(?:我|用户|给"
        rf"|也){{0,2}}{_SAID}"
        rf"(?:辞|辞掉|不干|不做|丢|没|结束)了")),
    ("work", rf"{_I}{_LEFT}"),
    ("work", rf"{_I}把(?P<of>工作|班|这份工作|那份工作|活儿?){_SAID}(?:给)?(?:辞|丢|搞丢)了?"),
    ("work", rf"{_I}离开(?:了)?(?P<of>(?!公司|单位|家|学校|办公室|这|那|他|她|你){_REST}{{2,10}}?)了?{_END}"),
    ("calling", rf"{_I}(?:从(?P<of>{_REST}{{2,14}}?))?{_SAID}(?:退休|内退|提前退休|退下来)了?{_END}"),
    ("home", rf"{_I}(?:从(?P<of>{_REST}{{2,14}}?))?{_SAID}(?:搬走|搬出(?:来|去)?|搬离)了"),
    ("home", rf"{_I}(?:搬家了|搬了(?:新)?家|换了(?:个|套)?(?:新)?(?:住处|房子|地方住))"),
    ("home", (rf"{_I}(?:搬离|离开)了?(?P<of>(?!公司|单位|家|学校|办公室|这|那|他|她"
        rf"|你){_REST}{{2,10}}?)了?{_END}")),
    ("home", (rf"{_I}(?:把)?(?P<of>{_REST}{{2,10}}?)(?:那边|的房子|的公寓|的房|那套){_SAID}(?:退租|退|不租"
        rf"|不住)了")),
    ("study", (rf"{_I}(?:从(?P<of>{_REST}{{2,14}}?))?{_SAID}(?:大学|本科|研究生|硕士|博士|高中|中专|大专"
        rf"|初中|学校|读博"
        rf"|读研)?{_SAID}(?:毕业|退学|休学|肄业|辍学)了")),
    ("partner", (rf"{_I}(?:[和跟与](?P<of>{_REST}{{1,6}}?))?{_SAID}(?:分手|离婚|离|分|掰|散|吹|分开|分居"
        rf"|闹掰)(?:(?:快|都|有)?{_YEARS})?了"
        rf"(?:$|[,。;!]|{_REST}{{1,5}}{_END})")),
    ("partner", rf"{_I}(?:恢复|又是|变回|回归)(?:了)?单身"),
    ("single", rf"{_I}(?:脱单|结婚|领证|订婚|恋爱|复合|谈恋爱|闪婚|再婚|求婚成功)了"),
    ("single", rf"{_I}(?:有|交|交了|谈了|找到)(?:一?个)?(?:男朋友|女朋友|男友|女友|对象)了"),
    ("underway", (rf"(?:^|[,。;!])(?:我"
        rf"|用户)?的?{_SAID}(?P<of>{_REST}{{1,10}}?)(?:考试)?{_SAID}(?:[^吃喝用卖说聊洗,。]完|考完|过"
        rf"|考过|考上|考出来"
        r"|通过|拿到|拿到手|到手|写完|做完|看完|读完|学完|听完|装修完|装完|办完|好|好利索|好得差不多"
        r"|基本好|痊愈|结束|搞定"
        r"|完成|交|找到"
        rf"|康复|拆|治好|收尾|答辩完|上岸)了{_END}")),
    ("underway", (rf"{_I}(?:考完|考过|考上|通过|拿到|拿下|完成|写完|读完|看完|学完|做完|找到|搞定|收到"
        rf"|结束|忙完|装修完)"
        rf"了?(?P<of>{_REST}{{2,10}}?)了?{_END}")),
    ("underway", rf"(?:^|[,。;!])(?:我|用户)?的?(?:老婆|媳妇|妻子|太太|爱人){_SAID}(?P<of>生|卸货)了"),
    ("underway", rf"{_I}(?P<of>出院|痊愈|康复|退烧|上岸|生|生娃|卸货)了{_END}"),
    ("living", (rf"(?:^|[,。;!])(?:我|用户)?(?:家|们家)?的?(?P<of>(?!我|你){_REST}{{1,8}}?)(?:它|她"
        rf"|他)?{_SAID}(?:去世|过世"
        r"|离世|病逝|离开我们?|离开用户|走|(?<![烦累饿困热冷笑气急吓渴疼痛忙丑难爽美慌闷腻香臭爱恨])死"
        r"|死掉|病死"
        r"|没|不在|不在我这里?儿?|没挺过来|没救回来|没熬过\S{0,4}|去\S{0,4}星球?"
        r"|去了\S{1,4}星球|飞走|飞丢|跑丢|走丢|丢|安乐死|送人|送养|退养|送走|被领养走?"
        r"|被?我?送到?给?\S{1,8}养)"
        rf"(?:了|,|$)(?:$|[,。;!]|{_REST}{{0,4}}{_END})")),
)  # fmt: skip

_ADVERB_EN = (
    r"(?:have|has|had|just|finally|recently|already|actually|also|then|officially|eventually|sadly|both"
    r"|last \w+|yesterday"
    r"|today|this \w+|so|ok|well)"
)
_I_EN = (
    rf"(?:^|[,.;!:] ?|\b(?:and|but|so|because) )(?:{_ADVERB_EN},? ){{0,3}}"
    rf"(?:(?:i|we|the user|user)(?:'ve|'d|'m)?\b ?)?(?:{_ADVERB_EN} ){{0,4}}"
)
_I_EN_ALONE = _I_EN.replace("and|", "", 1)
"""In `Tom and I broke up` the clause does not begin behind `and`."""
_X = r"[^.;,!]{1,40}?"
_STOP_EN = (
    r"(?= (?:last|this|in|on|at|yesterday|today|recently|completely|for good|two|three|a (?:week|month"
    r"|year)|after|because"
    r"|anymore|now|and|but)\b|$|[.,;!])"
)
_NOT_A_FIRM = (
    r"(?!the (?:office|house|room|party|meeting|building|door|car|light)|a |an |home|work\b|early"
    r"|late|for|at\b|it\b|my |some|out)"
)

_ENGLISH: tuple[tuple[Sphere, str], ...] = (
    ("work", (rf"{_I_EN}(?:quit|left|lost|resigned from|walked out of) (?:my|the|that|this) (?:\w+ )?"
        r"(?:job|company|firm|position|post)\b")),
    ("work", rf"{_I_EN}(?:left|resigned from|quit|departed from) {_NOT_A_FIRM}(?P<of>{_X}){_STOP_EN}"),
    ("work", (rf"{_I_EN}(?:got|was|were|been|am|'m) (?:laid off|fired|let go|made redundant"
        rf"|sacked)(?: from (?P<of>{_X}){_STOP_EN})?")),
    ("work", (rf"{_I_EN}(?:resigned|quit|handed in my notice|gave notice|changed jobs|switched jobs"
        rf"|got a new job"
        r"|am between jobs|am unemployed)(?=$|[.,;!]| (?:last|this|in|on|at|to|yesterday|today))")),
    ("work", (r"\b(?:i|we|user) (?:don't|do not|doesn't|no longer) works? (?:at"
        r"|for) (?P<of>[^.;,!]{1,30}?)(?: any ?more)?(?=$|[.,;!])")),
    ("work", (r"\b(?:i|we|user) (?:don't|do not|doesn't|no longer) (?!shop|eat|bank|train|live|stay|study"
        r"|go|drink|look|hang)\w+"
        r" (?:at|for|with) (?P<of>[^.;,!]{2,30}?)(?: any ?more)?(?=$|[.,;!])")),
    ("partner", (rf"{_I_EN_ALONE}(?:called off|broke off) (?:the|our|my) (?:engagement|wedding)\b|\band (?:i"
        rf"|me|the user) (?:called off|broke off) (?:the|our) (?:engagement|wedding)\b")),
    ("calling", rf"{_I_EN}(?:retired|am retired|'m retired)(?: from (?P<of>{_X}))?{_STOP_EN}"),
    ("home", rf"{_I_EN}(?:moved out|moved away|moved house)(?: (?:of|from) (?P<of>{_X}){_STOP_EN})?"),
    ("home", rf"{_I_EN}(?:left|moved on from) {_NOT_A_FIRM}(?P<of>{_X}){_STOP_EN}"),
    ("study", (rf"{_I_EN}(?:graduated|dropped out|finished (?:school|university|college|uni|my (?:degree|phd"
        rf"|master's?|studies)))(?: (?:from|of) (?P<of>{_X}){_STOP_EN})?")),
    ("partner", (rf"{_I_EN_ALONE}(?:broke up|split up|split|got divorced|divorced|separated|called it quits"
        rf"|am single again)"
        rf"(?: with (?P<of>{_X}){_STOP_EN})?(?=$|[.,;! ])")),
    ("partner", (r"(?:^|[,.;!] ?)(?P<of>[a-z]+) and (?:i|me|the user|user) (?:\w+ ){0,3}?(?:broke up|split up"
        r"|split"
        r"|got divorced|divorced"
        r"|separated|(?:are|am|is) (?:now )?(?:over|divorced|separated|done|no longer together)"
        r"|called it quits)\b")),
    ("partner", (r"(?:^|[,.;!] ?)(?:me and|i and|my \w+ and i|me and my) ?(?P<of>\w*?) ?(?:have |just "
        r"|finally )?(?:broke up"
        r"|split up|got divorced|separated)\b")),
    ("partner", (rf"{_I_EN}(?:(?:dumped|divorced) (?:my )?(?P<of>\w+)|left my (?:husband|wife|boyfriend"
        rf"|girlfriend|partner)){_STOP_EN}")),
    ("single", (rf"{_I_EN}(?:got|am|'m|are|is) (?:now )?(?:married|engaged|dating|in a relationship"
        rf"|seeing someone|taken)\b")),
    ("single", (rf"{_I_EN}(?:have|has|got|found) a (?:girl|boy)friend\b|{_I_EN}(?:started dating"
        rf"|tied the knot|proposed)\b")),
    ("underway", (rf"{_I_EN}(?:passed|finished|completed|aced|found|got|bought|done with|wrapped up|submitted"
        rf"|recovered from|got over"
        rf"|got through|handed in) (?:my |the |a |an |our )?(?P<of>{_X}){_STOP_EN}")),
    ("underway", (rf"(?:^|[,.;!] ?)(?:my |the )?(?P<of>{_X}) (?:is|are|has|have)(?: been)?(?: all"
        rf"| finally)? (?:healed|over|done|finished|cured|gone|better now){_STOP_EN}")),
    ("living", (rf"(?:^|[,.;!] ?)(?:my |our |the |poor )*(?P<of>{_X}) (?:has |have |had |just |sadly "
        rf"|recently |suddenly ){{0,3}}"
        r"(?:died|passed away|passed on|passed|was put down|(?:got|was) (?:run over|hit by a \w+)"
        r"|(?:was|had to be|got) put (?:down|to sleep)|didn't make it|did not make it"
        r"|is no longer with us|is gone"
        rf"|ran away|flew away|escaped|went missing|crossed the rainbow bridge|was rehomed"
        rf"|got rehomed){_STOP_EN}")),
    ("living", (rf"{_I_EN}(?:(?:had|have) to )?(?:give|gave|put|rehome|rehomed|gave up|lost|bury"
        rf"|buried) (?:my |our |the |poor )*(?P<of>{_X})"
        rf"(?: away| down| up for adoption| to sleep)?{_STOP_EN}")),
)  # fmt: skip

ENDINGS: tuple[tuple[Sphere, re.Pattern[str]], ...] = tuple(
    (sphere, re.compile(pattern)) for sphere, pattern in (*_CHINESE, *_ENGLISH)
)
"""In the order in which they are tried; the group `of` is what is over, where it is said."""

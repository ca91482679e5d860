"""Plans, appointments and deadlines: `下周二体检`, `周五之前要交报告`."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANY, ANYTHING, ME, SOMEBODY, Hit, Rule, maker
from vault.lifecycle.extract.words.times import ONE_TIME_ZH

_AHEAD = re.compile(
    r"明天|明晚|明早|明日|后天|大后天|下(?:下)?个?(?:周|星期|礼拜|月)|这个?(?:周|星期"
    r"|礼拜)[一二三四五六日天末]|本周|明年|后年|今晚|今夜|周末|月底|年底|春节|过年|元旦|国庆|中秋|端午"
    r"|清明|五一|寒假|暑假|圣诞"
    r"|(?:周|星期|礼拜)[一二三四五六日天]|(?:\d+|[一二三四五六七八九十]+)月(?:份|\d"
    r"|[一二三四五六七八九十底初中]|[^,。年前]{0,0})|[\d一二三四五六七八九十]+[号日]|(?:天|周|个?月|年"
    r"|小时)(?:之?后|以后|内)|下半年|上半年|过几天|过两天|这几天|到时候|下周末"
)
_PAST = re.compile(
    r"昨|前天|上周|上个|去年|前年|刚才|刚刚|以前|[^去见]过(?!年|来|去|节|生日|户|周|敏|期|冬|夏)|(?:买"
    r"|去|做|吃|看|到|完|考|拿|改|发|开|打|见|走|来|回|聊|谈|写|交|生|结束|上线)了(?!解)"
)
_EVENTS = any_of(
    "体检 面试 开会 会议 周会 例会 考试 出差 搬家 婚礼 聚餐 聚会 吃饭 演出 演唱会 手术 复查 拔牙 看牙"
    " 牙医 看病 就诊 过来 来访 来杭州 生日 到期 截止 上线 发布 交 还 提交 开学 放假 入职 报到 培训"
    " 比赛 半马 全马 马拉松 答辩 高考 中考 考研 年会 团建 航班 飞机 高铁"
    " 火车 飞 旅行 旅游 自驾 出发 回老家 回家 看展 看电影 看房 签约 签合同 装修 维修 修 打疫苗 疫苗"
    " 约会 相亲 见面 约 拜访 评审 汇报 直播 上课 家长会 毕业典礼 满月酒 大寿 寿宴 寿 纪念日 露营 爬山"
    " 聚 接 送 搬 办 开庭 交房 验房 预产期 住院 出院 结婚 领证 到货 交付 续签 续费 看爸妈"
    " 去 回 参加 休假 请假 换 学 考 买 卖 开业 过生日 订 拿 取 寄 打 做 报名 退租 交接 述职 路演 演讲 参观"
)
_TODO = any_of(
    "交 还 完成 提交 截止 到期 续费 续签 缴 付 转账 汇款 还款 发给 交给 办 搞定 写完 做完 弄完 改完"
    " 处理 寄 买 打电话 预约 报名 准备 回复 审核 更新 换 学会"
)
_DEADLINE = (
    rf"(?:{ONE_TIME_ZH}[^,。]{{0,4}}?(?:之前|以前|前)(?!天|年|几)|{ONE_TIME_ZH}[^,。]{{0,3}}?(?:过期|失效)"
    r"|截止|到期|截稿|deadline|ddl|最晚|不晚于)"
)
_MUST = r"(?:要|得|必须|需要|应该|该|务必|记得)"
_BIG = any_of(
    "换工作 辞职 跳槽 买房 买车 结婚 生孩子 要孩子 要二胎 考研 考公 考证 考博 留学 出国 移民 创业 搬家"
    " 搬到 迁居 迁居到 学 旅行 旅游 去 装修 减肥 健身 戒烟 开店 读博 读研 退休 养 报 换一台 换个"
    " 回老家 转行 卖 卖了 买一 办 写 做一个 开一家 存 参加 申请 房子"
)
_NOT_A_PLAN = re.compile(
    r"吗|什么|怎么|哪|为什么|多少|好不好|行不行|天气|下雨|下雪|你|睡觉|洗澡|吃饭了|喝水|上厕所|下班"
    r"|休息一下|再说|再聊|再见|聊|问|知道|看看|试试|说一|请教|加油|见$|愉快|快乐|每|平时|一般|通常"
    r"|经常|喜欢|习惯|常常|总是|爱[吃喝看去玩]|总|有时|想起|觉得|感觉|担心|尝试|现在要|这样|那样"
    r"|的时候|时$|(?<![这本下上个])周末[^,。]{0,4}都"
)


_PASSING = re.compile(
    r"吗|什么|怎么|哪|你|问|知道|看看|试试|再说|尝试|今天|现在要|现在准备|马上|等会|待会|一会|郊游"
    r"|散个?步|看电影|吃饭|睡觉|散步|看医生|这样|那样"
)


def _lies_ahead(hit: Hit) -> bool:
    body = hit.clause.body
    return bool(_AHEAD.search(body)) and not _PAST.search(body) and not _NOT_A_PLAN.search(body)


def _is_due(hit: Hit) -> bool:
    return not _PAST.search(hit.clause.body) and not _NOT_A_PLAN.search(hit.clause.body)


def _is_big(hit: Hit) -> bool:
    return not _PASSING.search(hit.clause.body) and len(hit.plain("value")) > 1


_plan = maker(
    Rule("plan", "event", ANYTHING, about=SOMEBODY, where="body", accept=_lies_ahead, importance=0.7)
)


ZH = (
    _plan(
        r"报(?:名)?了(?:一?[个门])?(?P<value>[^,。]{1,10}(?:班|课|课程|训练营|夏令营|比赛|马拉松))$",
        where="core",
        accept=lambda hit: not re.search("吗|什么|没", hit.clause.body),
    ),
    _plan(
        rf"{_DEADLINE}[^,。]{{0,24}}(?:{_TODO}|{_MUST})|(?:{_TODO}|{_MUST})[^,。]{{1,24}}{_DEADLINE}"
        rf"|[^,。]{{2,20}}{_DEADLINE}",
        type="task",
        accept=_is_due,
        about=ANY,
    ),
    _plan(rf"{_MUST}[^,。]{{0,16}}(?:{_TODO})", type="task", accept=_lies_ahead),
    _plan(
        r"(?:打算|计划|准备|想要?|考虑|争取|想着|决定)(?P<value>[^,。]{2,30})$",
        type="task",
        accept=_lies_ahead,
    ),
    _plan(
        r"(?:计划|将要|即将|[^,。在按个的这]{0,8}?打算)(?:要|去)?(?P<value>(?!可行|很|是|执行|表"
        r"|赶不上|得)[^,。]{2,30})$",
        type="task",
        accept=_is_big,
        about=SOMEBODY,
        where="core",
    ),
    _plan(
        rf"(?:准备|考虑|争取)(?:要|去)?(?P<value>(?:{_BIG})[^,。]{{0,30}})$",
        type="task",
        accept=_is_big,
        about=SOMEBODY,
        where="core",
    ),
    _plan(
        r"(?:以后|将来|有机会|有空|等[^,。]{2,6})[^,。]{0,4}(?:想|打算|计划)(?P<value>[^,。]{2,24})$",
        type="task",
        accept=_is_big,
    ),
    _plan(
        rf"(?:约了|订了|定了|预约了|报名了|挂了|买了|抢到了?)[^,。]{{0,16}}(?:{_EVENTS}|号|票|医生"
        r"|牙医)[^,。]{0,8}",
        accept=lambda hit: bool(_AHEAD.search(hit.clause.body)) and not _NOT_A_PLAN.search(hit.clause.body),
    ),
    _plan(
        r"(?:约了|预约了|报名了|挂了)(?P<value>[^,。]{2,14})$",
        where="core",
        about=ME,
        accept=lambda hit: not re.search("电话|吗|你", hit.clause.body),
    ),
    _plan(rf"(?:{_EVENTS})", accept=_lies_ahead, about=SOMEBODY),
    _plan(
        rf"(?:想要?|希望|要)(?:尽快|早点|在)?(?P<value>(?:{_BIG})[^,。]{{1,24}})$",
        type="task",
        where="core",
        about=frozenset({"me"}),
        accept=lambda hit: (
            _is_big(hit) and bool(re.search("今年|明年|年底|以后|下个?[月周]|尽快|早点", hit.clause.body))
        ),
    ),
    _plan(
        r"(?:要|会|得|将)(?P<value>[^,。]{2,20})$",
        accept=_lies_ahead,
        where="core",
        about=frozenset({"me", "person"}),
    ),
    _plan(
        r"(?P<value>(?:项目|论文|新版|官网|产品|公司|学校|航班|演唱会|比赛|课程|会议|展览|快递|包裹"
        rf"|合同|房租|护照|驾照|签证|房子)[^,。]{{0,12}}(?:{_EVENTS}))",
        about=ANY,
        accept=_lies_ahead,
    ),
)

_DAY_EN = (
    r"(?:tomorrow|tonight|next \w+|this (?:weekend|friday|saturday|sunday|monday|tuesday|wednesday"
    r"|thursday)|(?:on|by|before|until|to|for) (?:the )?(?:next )?(?:monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday|\d{1,2}(?:st|nd|rd|th)?\b|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)|in (?:january|february|march|april|may|june|july"
    r"|august|september|october|november|december|the (?:spring|summer|autumn|fall|winter)|\w+ (?:days"
    r"|weeks|months|years))|(?:january|february|march|april|june|july|august|september|october"
    r"|november|december) \d{1,2}|someday|one day|(?:monday|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday)(?:s? at| \d))"
)
_APPOINTMENTS_EN = any_of(
    "appointment interview exam test meeting flight surgery wedding deadline checkup check-up trip"
    " vacation holiday conference party concert dentist race marathon presentation viva game match"
    " class recital play rehearsal"
)


def _is_plan_en(hit: Hit) -> bool:
    return not re.search(
        r"\b(?:you|wonder|weather|rain|every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
        hit.clause.body,
    )


def _is_dated_en(hit: Hit) -> bool:
    return (
        bool(re.search(rf"\b{_DAY_EN}", hit.clause.body))
        and _is_plan_en(hit)
        and not re.search(r"\b(?:went|was|were|did|had|last)\b", hit.clause.body)
    )


EN = (
    _plan(
        r"\b(?:is|are|was)? ?due\b [^,]+|\bdeadline\b[^,]* (?:is|on) [^,]+",
        type="task",
        about=ANY,
        accept=_is_plan_en,
    ),
    _plan(
        r"\b(?:need|needs|have|has|must|should|got|supposed) (?:to )?(?P<value>[a-z]+ [^,]*\b(?:by"
        r"|before|until) [^,]+)$",
        type="task",
        accept=_is_plan_en,
    ),
    _plan(
        r"(?:wants?|needs?|expects?) (?:the |an? |my |our )[^,]+ (?:by|before|until) [^,]+$",
        type="task",
        where="body",
        about=ANY,
        accept=_is_plan_en,
    ),
    _plan(
        r"\b(?:need|needs|have|has|must|should|got) (?:to )?(?P<value>(?:renew|pay|submit|send|finish"
        r"|book|call|buy|return|file|pick up|hand in|sign)\b[^,]+)$",
        type="task",
        accept=_is_dated_en,
    ),
    _plan(
        r"\b(?:planning|plan|plans|hoping|hope|intend|aiming|want|wants) (?:on|to) (?P<value>[^,]+)$",
        type="task",
        where="core",
        about=SOMEBODY,
        accept=lambda hit: (
            _is_plan_en(hit)
            and (
                not hit.match[0].startswith(("want", "hop"))
                or _is_dated_en(hit)
                or bool(re.match(r"(?:learn|move|buy|visit|start|become|quit|travel)\b", hit.plain("value")))
            )
        ),
    ),
    _plan(
        r"(?:have|has|have got|got|is having) (?:an? |my |our "
        rf"|the )(?P<value>[^,]*\b(?:{_APPOINTMENTS_EN})\b[^,]*)$",
        where="core",
        accept=_is_dated_en,
    ),
    _plan(
        r"\b(?:going|flying|moving|traveling|travelling|visiting|leaving|getting|having|starting"
        rf"|taking|coming|seeing|meeting|driving|heading|hosting|running)\b[^,]*{_DAY_EN}",
        accept=_is_dated_en,
    ),
    _plan(rf"\b(?:{_APPOINTMENTS_EN})\b[^,]*{_DAY_EN}", accept=_is_dated_en, about=ANY),
    _plan(
        r"\b(?:arrives?|leaves?|starts?|begins?|opens?|expecting|launches|goes out|visits?|turns?"
        rf"|expires?|ends?|graduates?)\b[^,]*{_DAY_EN}",
        accept=_is_dated_en,
        about=ANY,
    ),
    _plan(rf"\bwill [^,]*{_DAY_EN}", accept=_is_dated_en),
)

"""What the user, or somebody of theirs, does for a living, and where; what they study."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANYTHING, ME, ME_ALOUD, PEOPLE, SOMEBODY, Hit, Rule, maker
from vault.lifecycle.extract.words.places import PLACE_ZH

_JOBS = (
    "医生 护士 老师 教师 教授 讲师 律师 法官 检察官 工程师 程序员 码农 程序猿 设计师 产品经理 产品"
    " 经理 总监 主管 会计 出纳 记者 编辑 司机 厨师 警察 民警 消防员 公务员 学生"
    " 大学生 研究生 博士生 高中生 初中生 留学生 博士 博士后 研究员 科研人员 作家 画家 插画师 漫画家"
    " 摄影师 演员 歌手 模特 销售 客服 店长 店员 老板 创业者 自由职业者 自由撰稿人"
    " 撰稿人 翻译 导游 导演 编剧 空姐 飞行员 机长 农民 工人 电工 木工 焊工 兽医 药剂师 咨询师"
    " 心理咨询师 顾问 分析师 架构师 数据分析师 运营 测试 运维 前端 后端 美工 博主"
    " 主播 up主 教练 健身教练 军人 士兵 保安 快递员 外卖员 骑手 家庭主妇 全职妈妈 全职太太 全职爸爸"
    " 理发师 美容师 化妆师 造型师 裁缝 建筑师 牙医 中医 院长 校长 班主任 辅导员"
    " 宠物医生 育儿师 月嫂 保姆 行政 人事 hr 财务 审计 精算师 投资人 交易员 经纪人 策划 文案 海员 船员"
    " 乘务员 列车员 公关 法务 采购 质检员 仓管 店主 主编 站长 科学家 翻译官"
    " 音乐人 鼓手 钢琴师 调酒师 咖啡师 烘焙师 面点师 园艺师 花艺师 社工 义工 实习生 个体户 包工头"
    " 项目经理 客户经理 算法工程师 产品助理 自由职业 自媒体 up"
)
JOB_ZH = (
    rf"(?:[^,。不没吗个的看想找去和跟问见约请考虑作为遇被像当在了些识]{{0,8}}?(?:{any_of(_JOBS)}"
    r"|(?<![老厨])师(?!傅)|技术员|管理员|操作员|驾驶员|工程师))"
)
_STATE = any_of("退休 退休了 待业 失业 失业了 待业在家 下岗 下岗了 待业中 无业 自由职业 创业 全职带娃")
_CHANGES = any_of(
    "跳槽 入职 离职 辞职 升职 被裁 被裁员 失业 退休 转行 换工作 转岗 升任 晋升 实习 转正 退伍 下岗"
    " 裸辞 考上 上岸 换了工作 换了份工作 换了新工作 找到工作"
)
_SCHOOL = (
    r"(?:研[一二三]|大[一二三四]|高[一二三]|初[一二三]|[一二三四五六]年级|博[一二三四]|大班|中班|小班"
    r"|幼儿园|研究生|本科|博士|硕士|高中|初中|小学|大学|mba|[一二]中)"
)
_TRANSIENT = re.compile(r"(?:开会|吃饭|睡觉|等|路上|忙|加班|看电视|做饭|洗|上课|休息)")
_NOT_FOR_LIFE = re.compile(
    r"^(?:看|读|听|学|写|玩|找|忙|坚持|热衷|准备|考虑|努力|尝试|试|家里|家$|尽量|认真|慢慢|网上|这方面|整理"
    r"|练|想|等)|什么|哪|这里|那里|吗|我们?家|床上|手机上|这个?"
)


def _at_work(hit: Hit) -> bool:
    return (
        hit.plain("value") not in ("公司", "一家公司", "家公司", "家")
        and not _NOT_FOR_LIFE.search(hit.plain("value"))
        and not _TRANSIENT.search(hit.plain("value"))
    )


def _is_employer(hit: Hit) -> bool:
    """A name, not `一家律所` and not just a city."""
    value = hit.plain("value")
    return _at_work(hit) and not value.startswith("一") and not re.match(PLACE_ZH, value)


_turn = maker(Rule("change", "event", ANYTHING, about=SOMEBODY, importance=0.7))
_work = maker(Rule("work", "fact", ANYTHING, about=SOMEBODY, importance=0.7))


_study = maker(Rule("study", "fact", ANYTHING, about=SOMEBODY, importance=0.6))


_AT = r"(?:是)?(?:在|于|就职于|任职于|供职于|效力于)(?P<value>[^,。]{2,16}?)"
ZH = (
    _work(rf"(?:{_STATE})(?:了|的)?$"),
    _turn(
        rf"(?:从[^,。]{{2,12}})?(?:{_CHANGES})(?:到|去|了|于)?(?P<value>[^,。]{{0,14}}?)(?:了|的)?$",
        about=SOMEBODY,
        importance=0.7,
    ),
    _turn(r"换(?:了)?(?:个|份)?(?:新)?工作(?:了)?$", about=SOMEBODY, importance=0.7),
    _work(
        r"是?(?:一名|一位|一个|个|名|位)?(?:资深|专职|全职|兼职)?(?:的)?(?:当|做|干"
        rf"|搞)?(?P<value>(?!职业|工作|岗位){JOB_ZH})(?:的)?$",
        key="职业",
    ),
    _work(
        r"(?:是)(?P<value>(?:送快递|送外卖|教书|开车|跑业务|跑运输|当兵|开出租|卖[^,。]{1,6}"
        r"|写[^,。]{1,6}|修[^,。]{1,4}))的$",
        key="职业",
    ),
    _work(
        r"(?:的)?(?:职业|工作|本职工作|本职|主业|职位|岗位|职务)(?:就)?(?:是|:)(?P<value>[^,。]{2,14})$",
        key="职业",
    ),
    _work(
        r"(?:是)?(?:做|搞|干|从事|跑)(?P<value>[^,。了过]{2,10}?)(?:方面的|相关的|这行的|行业的?"
        r"|工作的?|的)$",
        key="职业",
        where="rest",
    ),
    _work(
        rf"{_AT}(?:上班|工作|任职|就职|供职|打工|实习|兼职|当差|做事|坐班)(?:的)?$",
        key="工作单位",
        accept=_is_employer,
    ),
    _work(
        r"(?:的)?(?:他们|她们)?(?:单位|公司|工作单位|单位名字|工作的地方|上班的地方|工作地"
        r"|工作地点)(?:就)?(?:叫|是|在)(?P<value>[^,。]{2,20})$",
        key="工作单位",
        where="rest",
        accept=_at_work,
    ),
    _work(
        rf"{_AT}(?:上班|工作|任职|就职|供职|打工|实习|兼职|当差|做事|坐班)(?:的)?(?:了?[^,。]{{1,4}}年了?)?$",
        accept=_at_work,
    ),
    _work(
        rf"{_AT}(?:担任|当|做|任|干|教|卖|搞|负责|带)(?P<job>(?![了过着])[^,。]{{1,14}})$", accept=_at_work
    ),
    _work(
        r"(?:自己|和[^,。]{1,6}一起|跟[^,。]{1,6})?(?:开|经营|创办|创立)(?:了"
        r"|着)?(?:一?[家个间所])(?P<value>[^,。]{0,10}(?:店|公司|馆|工作室|厂|餐厅|民宿|农场|诊所"
        r"|培训班|机构))$",
        where="core",
    ),
    _work(r"(?:主要|专门)?(?:负责)(?P<value>[^,。]{2,16})$", about=ME_ALOUD),
    _work(
        r"(?:主要|一般|平时|专门)?(?:写|用)(?P<value>go|java|python|rust|c\+\+|js|javascript"
        r"|typescript|php|kotlin|swift|前端|后端|代码)(?:语言)?(?:的)?$",
        about=ME,
        where="rest",
    ),
    _work(
        r"做(?P<value>前端|后端|测试|运维|运营|风控|外贸|销售|设计|产品经理|产品|编辑|策划|算法|开发"
        r"|客服|财务|行政|人事|电商|投资|审计|教培|自媒体)(?:的|工作)?$",
        about=SOMEBODY,
    ),
    _work(r"(?:的)?(?:公司|单位|学校|工作室|办公室)(?:就)?(?:在|位于)(?P<value>[^,。]{2,16})$"),
    _work(
        r"(?:现在|目前)?(?:在|去了?)(?P<value>[^,。]{2,10}?)$",
        key="工作单位",
        about=ME,
        where="core",
        accept=lambda hit: (
            re.search("现在在|目前在", hit.clause.body) is not None
            and hit.clause.piece.first > 0
            and "工作" in hit.clause.plain.text[: hit.clause.piece.first]
        ),
    ),
    _study(
        rf"在(?P<value>[^,。]{{1,12}}?)(?:读|念|上)(?:的)?(?P<grade>{_SCHOOL}|研|博|书|本|硕)?(?:了|的)?$",
        where="core",
        accept=_at_work,
    ),
    _study(rf"(?:在)?(?:上|读|念|是)?(?P<value>{_SCHOOL})(?:在读|的?学生|生|了|的)*$", where="core"),
    _study(r"(?:在)?(?:读|念)(?P<value>研[一二三]?|博[一二三四]?|mba|硕|书)(?:了)?$", where="core"),
    _study(r"(?:学|读|念|主修|辅修)的是?(?P<value>[^,。]{2,12}?)(?:专业)?$", where="rest"),
    _study(
        r"(?:的)?(?:学历|最高学历|学位|文凭|教育背景)(?:是|有|:)?(?P<value>[^,。]{1,10})$|(?:是"
        r"|有)(?P<degree>本科|硕士|博士|大专|研究生|专科|博士后|高中)(?:毕业|学历|学位|文凭)*(?:的)?$",
        where="rest",
    ),
    _study(
        r"(?:的)?(?:专业|研究方向|方向|主修|研究课题|本科专业)(?:是|:|为)(?P<value>[^,。]{2,14})$",
        where="rest",
    ),
    _study(r"(?:是)?(?P<value>[^,。]{2,14}?)(?:专业)(?:的)?(?:学生)?$", about=ME_ALOUD, where="rest"),
    _study(
        r"(?:是)?(?:本科|硕士|博士|大学)?毕业于(?P<value>[^,。]{2,16})$"
        r"|(?:是)?(?P<value2>[^,。]{2,10}大学?)毕业的$",
        where="core",
    ),
    _study(r"在(?P<value>[^,。]{2,10}?)(?:留学|上学|读书|念书|求学|进修|交换|上大学)(?:的)?$", where="core"),
)

_JOBS_EN = any_of(
    "engineer developer programmer designer teacher professor lecturer nurse doctor surgeon dentist"
    " vet lawyer attorney accountant journalist editor"
    " writer author illustrator artist photographer musician actor actress chef cook baker waiter"
    " waitress barista bartender driver pilot"
    " firefighter paramedic policeman soldier farmer electrician plumber carpenter mechanic welder"
    " scientist researcher analyst consultant"
    " manager director founder entrepreneur freelancer contractor student pharmacist therapist"
    " psychologist translator interpreter planner architect"
    " librarian economist realtor salesperson recruiter administrator technician secretary"
    " receptionist cashier barber hairdresser tailor"
    " gardener builder clerk banker trader actuary statistician biologist chemist physicist"
    " mathematician geologist historian linguist"
    " undergrad undergraduate sophomore freshman postdoc intern housewife stay-at-home_mom"
    " stay-at-home_dad dj producer streamer carer caregiver"
)
_END_EN = r"(?: (?:in|at|for|from|with|by|mostly|working|who|since) .*| (?:now|these days)(?: .*)?)?$"
_NOT_WORK_EN = r"(?!it\b|this|that|the moment|home\b|once\b|all\b|least|night|noon|the time|\d)"
EN = (
    _work(rf"works? as an? (?P<value>[^,]+?){_END_EN}", key="occupation"),
    _work(
        rf"(?:an? )?(?P<value>(?:[a-z-]+ ){{0,4}}?{_JOBS_EN}){_END_EN}",
        key="occupation",
        where="core",
        accept=lambda hit: not re.match(r"(?:the|my|your|good|bad|big|not|no) ", hit.plain("value")),
    ),
    _work(
        r"an? (?P<value>(?:[a-z-]+ ){0,2}[a-z-]{2,}(?:er|or|ist|ian|wife|man|woman))$",
        about=PEOPLE,
        where="core",
        key="occupation",
        accept=lambda hit: (
            not re.search(
                r"(?:mother|father|brother|sister|member|lover|owner|smoker"
                r"|drinker|human|mayor)$",
                hit.plain("value"),
            )
        ),
    ),
    _work(
        r"drives? (?:an? |the )(?P<value>(?:forklift|taxi|cab|bus|truck|lorry|tram|train|ambulance"
        r"|van)[^,]*)$"
    ),
    _work(
        r"(?:retired|unemployed|self-employed|between jobs|freelancing|job hunting|out of work)(?: now)?$",
        where="core",
    ),
    _work(
        rf"(?:works?|working) (?:at|for) (?P<value>{_NOT_WORK_EN}[^,]+?)(?: (?:as|now|since|in|on) .*"
        r"| now)?$",
        key="employer",
        accept=lambda hit: not re.match(r"an? |the |my |our ", hit.plain("value")),
    ),
    _work(
        r"(?:works?|working) (?:remotely |full-time |part-time |nights |mostly )*(?:at|for|in"
        rf"|with) (?P<value>{_NOT_WORK_EN}[^,]+)$"
    ),
    _work(
        r"(?:do not|does not|no longer|stopped) work(?:ing)? (?:at|for) (?P<employer>[^,]+)$", where="rest"
    ),
    _work(r"(?:works?|working) (?:nights|shifts|part-time|full-time|remotely|night shifts)(?: .*)?$"),
    _work(
        r"(?:run|runs|own|owns|founded|started) (?:an? |my own |our own )(?P<value>[^,]*(?:bakery|shop"
        r"|store|business|company|startup|restaurant|cafe|studio|agency|farm|practice|clinic)[^,]*)$"
    ),
    _work(r"(?:teach|teaches) (?P<value>(?!me\b|myself|you\b|him|her)[^,]+)$"),
    _work(
        r"(?:got|have|took|landed|started|accepted) (?:a |my )?(?:new )?(?:job|position|role) (?:at"
        r"|with|as|in) (?P<value>[^,]+)$"
    ),
    _work(
        r"(?:joined|left|quit) (?P<value>[a-z][^,]{1,30})$",
        about=SOMEBODY,
        accept=lambda hit: hit.written("value")[:1].isupper(),
    ),
    _study(
        r"(?:study|studies|studying|majoring in|major in) (?P<value>(?!for (?:my|the"
        r"|an?) )[a-z][^,]*)$"
    ),
    _study(
        r"(?:doing|pursuing|finishing|working on|getting) (?:an?|my) (?P<value>(?:phd|ph\.d|master'?s?"
        r"|bachelor'?s?|mba|degree|doctorate)[^,]*)$"
    ),
    _study(r"(?:speak|speaks) (?P<value>(?!to\b|with\b|at\b|for\b)[a-z][^,]*)$"),
    _study(
        r"(?:went to|go to|goes to|attend|attends|graduated from) (?P<value>[^,]*(?:university|college"
        r"|school|institute|elementary|kindergarten|nursery|academy)[^,]*)$"
    ),
)

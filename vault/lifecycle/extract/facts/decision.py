"""Decisions and the state of projects."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANY, ANYTHING, ME, ME_ALOUD, Hit, Rule, maker

_DECIDED = (
    r"(?:决定了?|定了|定下来?|选了|选择了?|选定了?|敲定了?|拍板|确定用|确定要|确定了|定的是|商量好了?"
    r"|说好了?|打定主意|拿定主意|下定决心)"
)
_WORKS = any_of(
    "项目 论文 毕业论文 模块 前端 后端 官网 重构 网站 小程序 app 版本 接口 书稿 稿子 初稿 报告 网关"
    " 服务 数据库 测试 上线 迁移 支付 退款流程 退款 设计 设计稿 api 需求 原型 方案 周报 这版 新版 脚本"
    " 数据 合同 文档 课题 实验 剧本 译稿 装修 比赛 demo ppt 登录 首页 后台 爬虫 游戏"
)
_STATES = any_of(
    "写完了 做完了 完成了 上线了 发布了 卡在 还差 还没 没做 没写 没开始 没改 写到 写了 改到 做到 改成"
    " 改用 用的是 用了 测试中 联调中 验收中 延期 推迟 暂停了 启动了 立项了 通过了 截稿 交付了 搁置"
    " 重写 下线了 剩下"
    " 剩 进度 还在 开发中 先不做 不做 跑通了 跑完了 合并了 打回 审核中"
)
_SOON = any_of("上线 发布 交付 启动 验收 截稿 开工 封版 提测 立项 开题")
_ADVICE = re.compile(r"吗|什么|怎么|如何|你|应该|建议|能不能|帮|是不是|报错|为啥|请|如果")


def _is_settled(hit: Hit) -> bool:
    return (
        not re.search(r"先去|这样|吗|什么|没决定|还没|不知道|怎么|你|权|好了吗|不了|如何", hit.clause.body)
        and len(hit.plain("value")) > 1
    )


def _is_state(hit: Hit) -> bool:
    return not _ADVICE.search(hit.clause.body)


_decision = maker(Rule("decision", "fact", ANYTHING, about=ME, accept=_is_settled, importance=0.6))


_project = maker(Rule("project", "fact", ANYTHING, about=ANY, accept=_is_state))


ZH = (
    _decision(
        r"(?:团队|小组|项目组|部门|公司|[一二三]?组)(?:最后|最终|已经|终于|一致|刚)*决定了?(?P<value>[^,。]{2,30})$",
        where="rest",
        about=ME_ALOUD,
    ),
    _decision(
        r"(?:想来想去|想了很久|商量了?[^,。]{0,4})?(?:最后|最终|还是|已经|终于|也|今天"
        rf"|刚)*{_DECIDED}(?:了)?,?(?P<value>[^,。]{{2,30}})$",
        where="rest",
    ),
    _decision(
        r"(?:孩子|宝宝|猫|狗|公司|项目|产品)(?:就)?叫(?P<value>[^,。]{1,8})$",
        where="core",
        accept=lambda hit: "定了" in hit.clause.plain.text and _is_settled(hit),
    ),
    _project(
        r"(?:在|最近在|正在|业余在|空闲在)(?:做|开发|写|搞|弄|维护"
        r"|搭)(?:着)?(?:一?[个款套])(?P<value>[^,。]{2,24})$",
        where="rest",
        about=ME,
        introduces="",
    ),
    _project(
        rf"(?:的)?(?P<item>[^,。我]{{0,10}}?(?:{_WORKS})[^,。]{{0,8}}?)(?:昨天|今天|已经|刚刚|刚|目前"
        rf"|现在|都|也|先|还|要|又|终于|基本|差不多|全部)*(?P<value>(?:{_STATES})[^,。]{{0,20}})$",
        where="core",
        thing=True,
    ),
    _project(
        rf"(?:的)?(?P<item>[^,。我]{{0,10}}?(?:{_WORKS})[^,。]{{0,8}}?)(?P<value>(?:{_SOON}))$",
        where="core",
        thing=True,
        accept=lambda hit: (
            _is_state(hit)
            and re.search(r"[下明]个?[周月天年]|[月号日底]|周[一二三四五六日]|已经|即将", hit.clause.body)
            is not None
        ),
    ),
    _project(
        rf"(?P<value>(?:剩下|还剩|还差|卡在|先不做|先做|已经)[^,。]{{0,10}}(?:{_WORKS})[^,。]{{0,10}})$",
        where="core",
        thing=True,
    ),
)

_STATES_EN = (
    r"(?:done|finished|complete|completed|live|deployed|shipped|released|blocked|stuck|failing|fail"
    r"|broken|delayed|paused|in review|in beta|on hold|merged|in production|half done|cancel?led"
    r"|postponed)"
)
_WORKS_EN = (
    r"(?:project|migration|tests?|release|backend|frontend|api|app|website|site|draft|thesis|paper"
    r"|report|chapter|novel|book|beta|build|deployment|refactor(?:ing)?|feature|prototype|module"
    r"|pipeline|service|manuscript)"
)
EN = (
    _decision(
        r"(?:have |has )?(?:finally |also )*(?:decided|chose|picked|settled|agreed|opted|voted|going"
        r"|sticking|stuck|went)(?P<value> (?:to|on|against|for|with|not to|that)\b[^,]+)$",
        where="core",
        accept=lambda hit: (
            not re.search(r"\b(?:going (?:to|on|for)|went (?:to|on|for)|stuck (?:on|to|for))\b", hit.match[0])
        ),
    ),
    _decision(
        r"have (?:finally |also |just )*(?:decided|chosen|settled|agreed|opted)(?P<value> [^,]+)$",
        where="rest",
        accept=lambda _: True,
    ),
    _project(
        r"(?:working on|building|developing|writing|making|maintaining) (?P<value>(?:an? |my |our )[^,]+)$",
        where="core",
        about=ME,
        accept=lambda hit: (
            not re.match(
                r"(?:my|an?) (?:homework|email|letter|list|decision|question|dinner|essay about)",
                hit.plain("value"),
            )
        ),
    ),
    _project(
        rf"(?:the|our|my) (?P<item>(?:[a-z-]+ ){{0,3}}?{_WORKS_EN}) (?:is |are |was |still |now "
        rf"|already |got )*(?P<value>{_STATES_EN}\b[^,]*)$",
        where="body",
        thing=True,
        accept=lambda hit: not re.search(r"\byou\b|[?]", hit.clause.body),
    ),
    _project(
        r"(?:finished|completed|shipped|submitted|released|published) (?P<value>(?:the|my"
        rf"|our) [^,]*{_WORKS_EN}[^,]*|the (?:first|second|final|last) [^,]+)$",
        about=ME,
    ),
)

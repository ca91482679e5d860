"""What happens once and is remembered: a house bought, a licence passed, a child born."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANYTHING, SOMEBODY, Hit, Rule, maker

_EVENTS = any_of(
    "结婚 离婚 订婚 领证 分手 毕业 升职 出院 住院 生娃 生孩子 当爸爸 当妈妈 骨折 做手术 中奖 入党 出国"
    " 回国 退伍 搬家 晋级 获奖 流产 去世 过世 复合 脱单 上岸 破产 移民"
)
_GAINED = any_of(
    "拿到 拿了 考到 考过 考上 通过 买了 买下 卖了 生了 收到 得了 赢了 丢了 注册了 办了 装了 出版了"
    " 发表了 完成了 跑完了 跑了 领养了 获得了 评上"
)
_GOODS = any_of(
    "房 房子 车 驾照 offer 录取通知 证书 执照 签证 学位 护照 女儿 儿子 孩子 宝宝 双胞胎 套房 铺面 店面"
    " 全马 半马 马拉松 专利 论文 书 奖 雅思 托福 考研 公务员 研究生 博士 电脑 笔记本 相机 手机 冠军"
    " 一等奖 二等奖 绿卡 户口 四级 六级"
)
_NOT_DONE = re.compile(r"想|要|打算|准备|没|不|还|吗|怎么|什么|会")


def _is_done(hit: Hit) -> bool:
    return not _NOT_DONE.search(hit.clause.plain.text[hit.clause.rest : hit.match.end()])


_event = maker(Rule("life event", "event", ANYTHING, about=SOMEBODY, accept=_is_done, importance=0.6))


ZH = (
    _event(
        r"(?:[和跟与][^,。]{1,8})?(?:大学|研究生|高中|本科|博士|硕士|正式|终于"
        rf"|已经)*(?:{_EVENTS})(?:了|的)?$"
    ),
    _event(r"(?:刚|刚刚|终于|已经)*(?:考上|考进|考取|保送|升入)了?(?P<value>[^,。了]{2,14})了?$"),
    _event(r"被(?P<value>[^,。]{2,14}?)(?:录取|录用)了?$"),
    _event(rf"(?:刚|刚刚|终于|已经|正式)*(?:{_GAINED})[^,。]{{0,8}}?(?P<value>{_GOODS})[^,。]{{0,8}}$"),
)

EN = (
    _event(
        r"(?:have |just |finally )*(?:got|was|been|were) (?:promoted|fired|laid off|married|engaged"
        r"|divorced|accepted|hired|hospitali[sz]ed|elected|robbed)\b[^,]*$",
        where="core",
        accept=None,
    ),
    _event(
        r"(?:have |has |just |finally )*(?:got|gotten|been accepted) (?:in)?to (?P<value>[a-z][^,]+)$",
        where="core",
        accept=lambda hit: hit.written("value")[:1].isupper(),
    ),
    _event(r"(?:promoted|laid off|fired)\b[^,]*$", where="core", accept=None),
    _event(
        r"(?:have |just |finally )*(?:graduated|broke up|split up|retired|emigrated|gave birth"
        r"|proposed)\b[^,]*$",
        where="core",
        accept=None,
    ),
    _event(
        r"(?:have |just |finally )*(?:bought|sold|inherited) (?:an? |our |my "
        r"|the )(?:[a-z]+ )*(?:house|flat|apartment|car|boat|cabin|farm|bike|piano|motorbike|camper"
        r"|van)\b[^,]*$",
        where="core",
        accept=None,
    ),
    _event(
        r"(?:have |just |finally )*(?:passed|failed|won|finished|completed|ran) (?:my|the|an?"
        r"|our) (?:[a-z]+ )*(?:test|exam|marathon|half-marathon|award|prize|degree|thesis|course|bar"
        r"|competition)\b[^,]*$",
        where="core",
        accept=None,
    ),
    _event(
        r"(?:broke|fractured|sprained|tore) (?:my|his|her) (?:[a-z]+ )?(?:leg|arm|wrist|ankle|foot"
        r"|knee|collarbone|acl|hip|rib)s?\b[^,]*$",
        where="core",
        accept=None,
    ),
)

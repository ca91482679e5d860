"""What somebody learns, takes up, gives up, goes over to: `在学吉他`, `不学吉他了`, `换成燕麦奶了`."""

from __future__ import annotations

import re

from vault.lifecycle.extract.rule import ANYTHING, ME, ME_ALOUD, SOMEBODY, Hit, Rule, maker

_NOT_NOW = re.compile(
    r"^(?:了|你|他|她|它|这|那|吗|什么|啥|好|到|会|完|习|去|来|一下|过|着|聊|说|想|看|等)*$|头像|密码"
    r"|话题|你|这个|一下"
)
_LASTING = r"(?:学|喝|吃|抽|用|住|玩|练|养|做|打|跑|骑|开|看|写|追|读|弹|画|唱|跳|种|炒|买|上|去|戴|穿)"
_ACTIVE = (
    r"(?:学|学习|自学|练|练习|看|读|追|玩|备考|准备|忙|筹备|写|翻译|参与|研究|找|装修|备战|整理|复习"
    r"|搞|弄|考(?!虑)|冲刺|攒|攒钱|打理|折腾)"
)
_WORTHLESS = re.compile(
    r"^(?:着|什么|啥|你|手机|电视|消息|视频|文档|日志|代码|报错|这个|那个|怎么|呢|车|路|资料)"
)


def _is_change(hit: Hit) -> bool:
    value = hit.plain("value")
    return bool(value) and not _NOT_NOW.search(value) and not re.search("今天|今晚|刚才", hit.clause.body)


def _is_ongoing(hit: Hit) -> bool:
    return not _WORTHLESS.match(hit.plain("value")) and not re.search(
        "吗|什么|刚才|昨|当时|那时|有时|时候|时$|一会", hit.clause.body
    )


_ongoing = maker(Rule("change", "fact", ANYTHING, about=SOMEBODY, accept=_is_ongoing))
_change = maker(Rule("change", "preference", ANYTHING, about=SOMEBODY, accept=_is_change, importance=0.6))


ZH = (
    _change(
        r"(?:已经|早就|现在|也|都|很久|好久|再也|以后)*(?:不|不再|没再|不怎么|不太|没有再)(?:想|会"
        rf"|能)?{_LASTING}(?P<value>[^,。]{{1,14}})了$",
        where="rest",
    ),
    _change(rf"(?:已经|早就|以后|再也)*(?:不再|再也不){_LASTING}(?P<value>[^,。]{{1,14}})$", where="rest"),
    _change(
        rf"(?:现在|最近|已经|又|也|正式)*(?:开始)(?P<value>(?:{_LASTING}|学习|健身|减肥|备考|跑步|冥想"
        r"|吃素|存钱|创业|记账|写)[^,。]{0,16}?)(?:了)?$",
        where="rest",
    ),
    _change(
        r"(?:现在|已经|最近|都|全|全部)*(?:改|换)(?:成|用|喝|吃|在|到|为|回|去|坐"
        r"|骑)(?:了)?(?P<value>[^,。]{1,20}?)(?:了|啦)*$",
        where="core",
    ),
    _change(
        r"从(?P<old>[^,。]{1,12}?)(?:换成|改成|换到|转到|换|改用"
        r"|转为)(?:了)?(?P<value>[^,。]{1,16}?)(?:了)?$",
        where="core",
    ),
    _change(
        r"(?:已经|早就|早|都|成功)*(?:戒|戒掉|戒了)(?P<value>烟|酒|糖|咖啡|奶茶|游戏|零食|手机"
        r"|[^,。]{1,6})(?:了)?[^,。]{0,6}$",
        where="rest",
    ),
    _change(
        r"(?:已经|最近|又|彻底|刚|现在)*(?:迷上|爱上|喜欢上|入坑|上瘾|沉迷"
        r"|入了?)(?:了)?(?P<value>[^,。]{1,14}?)(?:了|的坑)?$",
        where="rest",
    ),
    _change(
        r"(?:已经|刚|刚刚|前几天)*(?:把)(?P<value>[^,。]{2,12}?)(?:退|卖|停|取消|注销|送人|卸载|辞"
        r"|放弃)(?:了|掉)+$",
        where="rest",
    ),
    _change(
        r"(?:已经)?(?:放弃|退出|停掉|取消|退掉|卸载)(?:了)?(?P<value>[^,。]{2,14}?)(?:了)?$",
        where="core",
        about=ME_ALOUD,
    ),
    _ongoing(
        rf"(?:现在|最近|一直|正|正在|还|目前|这段时间|也|在)*在{_ACTIVE}(?P<value>[^,。]{{1,16}})$",
        about=SOMEBODY,
        where="rest",
        importance=0.5,
        accept=_is_ongoing,
    ),
    _ongoing(
        r"(?:在|忙着|忙于|正在|正)+(?:忙着|忙)?(?P<value>装修|备考|考研|考公|学车|搬家|筹备婚礼|减肥"
        r"|找房子?|找工作|健身|带孩子|带娃|写论文|创业|实习|秋招|春招|休产假|休假|待产|考驾照"
        r"|准备[^,。]{1,12})(?:[^,。]{0,8})$",
        about=SOMEBODY,
        where="rest",
        accept=_is_ongoing,
    ),
)

_ACTIVE_EN = (
    r"(?:planning(?= (?:a|our|my|the) (?:[a-z]+ )?(?:trip|wedding|move|holiday|vacation|party)\b)"
    r"|learning|training for|preparing for|reading|practi[cs]ing|taking|saving (?:up )?for"
    r"|looking for(?= (?:a |an )?(?:new )?(?:job|flat|apartment|house|place|work)\b)|writing|studying for"
    r"|renovating|teaching myself|recovering from|volunteering at|getting into|trying to (?:learn|quit"
    r"|lose|get|save|cut))"
)
_NOT_EN = re.compile(
    r"^(?:this|that|it|the (?:docs?|logs?|error|file|code|article)|a (?:shower|break|look|nap)|you"
    r"|your|my (?:glasses|keys|phone)|an answer|care)\b"
)


def _is_ongoing_en(hit: Hit) -> bool:
    return not _NOT_EN.match(hit.plain("value"))


EN = (
    _change(
        r"(?:have |has )?(?:stopped|quit|given up|gave up|dropped|started|taken up|took up|picked up"
        r"|begun|began) (?P<value>(?!it\b|this|that|work\b|the (?:app|program|server))[^,]+)$",
        where="core",
        accept=_is_ongoing_en,
    ),
    _change(
        r"have (?:just |recently |finally |also )*(?:stopped|quit|given up|started|taken up|begun"
        r"|switched)(?P<value> [^,]+)$",
        where="rest",
        accept=_is_ongoing_en,
    ),
    _change(
        r"(?:switched|changed|moved|converted) (?:over )?(?:from [^,]+ )?to (?P<value>[^,]+)$",
        accept=_is_ongoing_en,
    ),
    _change(
        r"(?:do not|does not|no longer) (?P<value>[a-z]+ [^,]*?)(?: any ?more| any longer| these days)$",
        where="rest",
        accept=_is_ongoing_en,
    ),
    _change(r"no longer (?P<value>[a-z]+ [^,]+)$", where="rest", accept=_is_ongoing_en),
    _change(r"(?:used to) (?P<value>[^,]+)$", where="rest", about=ME, accept=_is_ongoing_en),
    _ongoing(rf"{_ACTIVE_EN}(?P<value> [^,]+)$", about=SOMEBODY, accept=_is_ongoing_en),
    _ongoing(
        r"(?:use|using|uses|switched to using) (?P<value>[^,]+ now)$",
        about=SOMEBODY,
        where="core",
        accept=_is_ongoing_en,
    ),
)
